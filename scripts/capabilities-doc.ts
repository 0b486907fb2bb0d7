/** Fills the table of docs/reference/limits.md from the table of the planner. */
import { join } from 'path';
import { CAPABILITY_FACTS } from './capability-facts';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';
import { CAPABILITIES, Capabilities } from '../src/pod/capabilities';

export const CAPABILITIES_DOC = join(__dirname, '..', 'docs', 'reference', 'limits.md');

export function capabilitiesDoc(before: string): string {
  return withBlocks(before, { capabilities: capabilities() });
}

function capabilities(): string {
  const rows = (Object.keys(CAPABILITIES) as (keyof Capabilities)[]).map(name => {
    const { means, without, decidedBy, source } = CAPABILITY_FACTS[name];
    return [`\`${name}\``, means, byDefault(CAPABILITIES[name]), decidedBy, without, source];
  });
  return table(['capability', 'with it', 'by default', 'decided by', 'without it', 'source'], rows);
}

function byDefault(there: (typeof CAPABILITIES)[keyof Capabilities]): string {
  return typeof there === 'string' ? there.replace(/\b(\w+Name)\b/, '`$1`') : `1.${there.since}`;
}
