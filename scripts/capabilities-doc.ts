/** Fills the table of docs/reference/capabilities.md from the table of the planner. */
import { join } from 'path';
import { CAPABILITY_FACTS } from './capability-facts';
import { withBlocks } from './generated-blocks';
import { CAPABILITIES, Capabilities } from '../src/pod/capabilities';

export const CAPABILITIES_DOC = join(__dirname, '..', 'docs', 'reference', 'capabilities.md');

export function capabilitiesDoc(before: string): string {
  return withBlocks(before, { capabilities: table() });
}

function table(): string {
  const rows = (Object.keys(CAPABILITIES) as (keyof Capabilities)[]).map(name => {
    const { means, without, decidedBy, source } = CAPABILITY_FACTS[name];
    return [`\`${name}\``, means, byDefault(CAPABILITIES[name]), decidedBy, without, source];
  });
  return [['capability', 'with it', 'by default', 'decided by', 'without it', 'source'], Array(6).fill('---'), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function byDefault(there: (typeof CAPABILITIES)[keyof Capabilities]): string {
  return typeof there === 'string' ? there.replace(/\b(\w+Name)\b/, '`$1`') : `1.${there.since}`;
}
