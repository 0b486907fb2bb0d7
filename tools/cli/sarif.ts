import { isAbsolute } from 'path';
import { pathToFileURL } from 'url';
import { STDIN_NAME } from './read-input';
import { getRulePage, RULES } from '../lint/lint';
import { LocatedFinding } from '../order/locate-findings';
import { UnreadableInput } from '../order/parse-documents';
import { Position } from '../order/yaml-places';
import { formatTitle } from '../read/find-workloads';

/**
 * Formats the findings as a SARIF log, which code hosts import.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function formatSarif(
  findings: readonly LocatedFinding[],
  unreadable: readonly UnreadableInput[],
  version: string,
): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'cdk8s-startup-order',
            version,
            informationUri: 'https://github.com/cdk8s-startup-order/cdk8s-startup-order',
            rules: RULES.map(({ id, what, why, fix, severity }) => ({
              id,
              shortDescription: { text: what },
              fullDescription: { text: why },
              help: { text: [why, fix.without, `With cdk8s-startup-order: ${fix.withLibrary}`].join('\n\n') },
              helpUri: getRulePage(id),
              defaultConfiguration: { level: severity },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: unreadable.map(u => ({
              level: 'error',
              message: { text: u.message },
              locations: [{ physicalLocation: createLocation(u.source, u.position) }],
            })),
          },
        ],
        results: findings.map(f => {
          const title = formatTitle(f.workload);
          return {
            ruleId: f.rule,
            ruleIndex: RULES.findIndex(r => r.id === f.rule),
            level: f.severity,
            message: { text: `${title}: ${f.message}` },
            locations: [
              {
                physicalLocation: createLocation(f.source, f.position),
                logicalLocations: [{ fullyQualifiedName: `${title}/${f.path}`, kind: 'object' }],
              },
            ],
            // The fingerprint stays the same when lines are added before the finding.
            partialFingerprints: { 'workloadAndPath/v1': `${f.rule} ${title} ${f.path}` },
          };
        }),
      },
    ],
  };
}

function createLocation(source: string, position?: Position): object {
  return {
    artifactLocation: { uri: toUri(source) },
    ...(position && { region: { startLine: position.line, startColumn: position.column } }),
  };
}

/** Returns a URI. Relative paths stay as given: code hosts read them as paths in the repository. */
function toUri(source: string): string {
  if (source === STDIN_NAME) {
    return 'stdin';
  }
  return isAbsolute(source)
    ? pathToFileURL(source).href
    : source
        .split(/[\\/]/)
        .filter(part => part !== '.')
        .map(encodeURIComponent)
        .join('/');
}
