import { formatCount } from './format-count';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';
import { Severity } from '../lint/lint';
import { LocatedFinding, LocatedFindings } from '../order/locate-findings';
import { UnreadableInput } from '../order/parse-documents';
import { formatTitle } from '../read/find-workloads';

/** The words for a version that nobody states. */
export const ASSUMED_VERSION = `Kubernetes ${DEFAULT_VERSION} or newer, assumed`;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/**
 * Formats findings for a terminal: first lines with a position that editors recognize, then each rule with findings,
 * once.
 */
export function formatFindings({ findings, objects, isVersionAssumed }: LocatedFindings): string {
  const rules = new Map(findings.map(f => [f.rule, f]));
  return [
    ...findings.map(formatFinding),
    ...(findings.length > 0 ? [''] : []),
    ...[...rules.values()].map(formatRule),
    `${SEVERITIES.map(s => formatCount(findings.filter(f => f.severity === s).length, s)).join(', ')} in ` +
      `${formatCount(objects, 'object')}${isVersionAssumed ? `; ${ASSUMED_VERSION}` : ''}\n`,
  ].join('\n');
}

/** `effect`: what the input means for the command, before the message. */
export function formatUnreadable(unreadable: readonly UnreadableInput[], effect = 'cannot be checked: '): string {
  return unreadable
    .map(({ source, position, message }) => {
      const place = [source, position?.line, position?.column].filter(part => part !== undefined).join(':');
      return `${place}: ${effect}${message}\n`;
    })
    .join('');
}

function formatFinding(f: LocatedFinding): string {
  return (
    `${f.source}:${f.position.line}:${f.position.column}: ${f.severity}: ${f.message} [${f.rule}]\n  in:   ` +
    `${formatTitle(f.workload)}, ${f.path}`
  );
}

function formatRule(f: LocatedFinding): string {
  return [
    `[${f.rule}]`,
    `  why:  ${f.why}`,
    `  fix:  ${f.fix.without}`,
    `  or:   with cdk8s-startup-order, ${f.fix.withLibrary}`,
    `  docs: ${f.docs}`,
    '',
  ].join('\n');
}
