import { ASSUMED_VERSION } from './findings-text';
import { groupBy } from '../../src/api/private/collections';
import { describeException } from '../../src/pod/kubelet-bugs';
import { describeExceptions } from '../../src/report/explain';
import { PLACES } from '../../src/report/timeline';
import { wrapText } from '../../src/report/wrap';
import { EnforcedOrder } from '../read/enforced-edges';
import { formatTitle } from '../read/find-workloads';
import { listExceptions } from '../read/plan-from-manifest';
import { PodReading } from '../read/read-pod';

/**
 * Describes the orders that each manifest enforces, and the orders that nothing enforces. The first text with an
 * assumed version says so.
 */
export function formatReadings(pods: readonly PodReading[], width?: number): string[] {
  const assumed = pods.find(({ isVersionAssumed }) => isVersionAssumed);
  return pods.map(pod => {
    const { workload, order, kubernetesVersion } = pod;
    const enforcer =
      pod === assumed ? `the kubelet enforces (${ASSUMED_VERSION})` : `Kubernetes ${kubernetesVersion} enforces`;
    return [
      wrapText(`${formatTitle(workload)}: the order that ${enforcer}`, 0, 2, width),
      order.containers.flatMap((c, i) => {
        const place = `(${PLACES[c.slot]}${c.injected ? ', injected' : ''})`;
        const command = c.commandFrom === undefined ? '' : ` with the command of ${c.commandFrom}`;
        const effect = c.blocks ? ': no later container starts' : '';
        return wrapText(`${i + 1}. ${c.name} ${place}${command}${effect}`, 2, 5, width);
      }),
      formatSection('enforced:', formatEnforced(pod), width),
      formatSection(
        'waits for something outside the pod:',
        order.outside.map(({ container, waitsFor, holds, opens, path }) => {
          const later = holds.length > 0 && holds[0] !== container ? `; after it: ${holds.join(', ')}` : '';
          return [`${container} waits for ${waitsFor}${later}${opens === undefined ? '' : `; ${opens}`} (${path})`];
        }),
        width,
      ),
      formatSection('expected, but not enforced:', formatUnenforced(order), width),
    ]
      .flat()
      .map(line => `${line}\n`)
      .join('');
  });
}

/** The list of containers shows their positions. A position in `containers` alone is no reliable order. */
function formatEnforced(pod: PodReading): string[][] {
  const pairs = pod.order.ordered.filter(p => p.by !== 'position' || p.guarantee !== 'BEST_EFFORT');
  const groups = groupBy(pairs, p => JSON.stringify([p.first, p.by, p.path, p.condition, p.waitsFor]));
  return [...groups.values()].map(group => {
    const [p] = group;
    const names = group.map(({ then }) => then);
    const exceptions = describeExceptions(listExceptions(p.by, pod).map(describeException));
    return [
      `${names.join(', ')} start${names.length > 1 ? '' : 's'} after ${p.first} is ` +
        `${p.condition}${p.waitsFor === undefined ? '' : `: ${p.waitsFor}`}`,
      `${p.by} (${p.path}); guarantee ${p.guarantee}: ${p.reason}${exceptions}`,
    ];
  });
}

function formatUnenforced(order: EnforcedOrder): string[][] {
  const groups = groupBy(order.unenforced, h => JSON.stringify([h.first, h.by, h.path, h.why]));
  return [...groups.values()].map(group => {
    const [h] = group;
    const names = group.flatMap(({ then }) => then ?? []);
    return [
      `${names.length > 0 ? names.join(', ') : 'something'}${h.first === undefined ? '' : ` after ${h.first}`}, ` +
        `by ${h.by} (${h.path})`,
      h.why,
    ];
  });
}

/** Formats a list of points. The first text of a point is its line; the other texts follow on lines of their own. */
function formatSection(title: string, points: readonly string[][], width?: number): string[] {
  if (points.length === 0) {
    return [];
  }
  return [
    ...wrapText(title, 2, 4, width),
    ...points.flatMap(([point, ...more]) => [
      ...wrapText(`- ${point}`, 4, 6, width),
      ...more.flatMap(text => wrapText(text, 6, 6, width)),
    ]),
  ];
}
