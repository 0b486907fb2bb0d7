/**
 * Fills the generated blocks of README.md: programs, manifests and plans of the examples, tables from plans and
 * measurements.
 */
import { readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { Document, isScalar, parse, visit } from 'yaml';
import { Results } from './bench/results';
import { percentile } from './bench/statistics';
import { measuredFigures, Spread } from './doc-tables';
import { pagesIn } from './docs-index';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { fenced, table } from './markdown';
import { absoluteLinks } from './readme-links';
import {
  ContainerRole,
  Dependency,
  Guarantee,
  OrderedContainerProps,
  OrderedPod,
  PlannedDependency,
  ReadyCheck,
  SidecarFirstDeployment,
} from '../src';
import { NEWEST_MINOR, OLDEST_MINOR } from '../src/api/private/kubernetes-versions';
import { MECHANISMS } from '../src/planner/mechanisms';
import { startupProbeOrdersNothing } from '../tools/lint/rules/startup-probe-orders-nothing';

const ROOT = join(__dirname, '..');
const EXAMPLES = join(ROOT, 'examples');

const program = (example: string, file: string) => readFileSync(join(EXAMPLES, example, file), 'utf8').trimEnd();

/** The fields of a container that order it. cdk8s-plus writes the other fields. */
const OF_ORDER = ['name', 'image', 'command', 'restartPolicy', 'startupProbe'];

function inBrief(manifest: string): string {
  const {
    apiVersion,
    kind,
    metadata: { name },
    spec,
  } = parse(manifest);
  const brief = (containers: Record<string, unknown>[]) =>
    containers.map(container =>
      Object.fromEntries(OF_ORDER.filter(field => field in container).map(field => [field, container[field]])),
    );
  const { initContainers, containers } = spec;
  const pod = { initContainers: brief(initContainers), containers: brief(containers) };
  const document = new Document({ apiVersion, kind, metadata: { name }, spec: pod });
  visit(document, {
    Seq: (_key, list) => {
      list.flow = list.items.every(isScalar);
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Returns the plan of the quick start. */
function quickStartPlan(): string {
  const web = new SidecarFirstDeployment(new Chart(new App(), 'web'), 'web', {
    sidecars: [
      {
        name: 'proxy',
        image: 'envoyproxy/envoy:v1.31.0',
        securityContext: { user: 101 },
        readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
      },
    ],
    orderedContainers: [{ name: 'app', image: 'shop/app:7', command: ['/app'] }],
  });
  return web.startupOrder.explain().trimEnd();
}

// The table of declarations: mechanism and guarantee by Kubernetes version.

const VERSIONS = Array.from({ length: NEWEST_MINOR - OLDEST_MINOR + 1 }, (_, i) => OLDEST_MINOR + i);

interface Row {
  readonly written: string;
  readonly containers: OrderedContainerProps[];
}

const CACHE: OrderedContainerProps = { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) };
const APP: OrderedContainerProps = { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] };

const volumeMounts = [
  { path: '/config', volume: Volume.fromEmptyDir(new Chart(new App(), 'volumes'), 'config', 'config') },
];

const ROWS: readonly Row[] = [
  { written: "`dependsOn: [Dependency.on('cache')]`", containers: [APP, CACHE] },
  {
    written: 'the same, and the cache is ready when a file in a volume exists',
    containers: [
      { ...APP, volumeMounts },
      { ...CACHE, volumeMounts, readyWhen: ReadyCheck.file('/config/ready') },
    ],
  },
  {
    written:
      '`guarantee: Guarantee.EVERY_START`; the manifest or [the image file](docs/how-to/images.md) contains ' +
      'the command of the dependent',
    containers: [
      { ...APP, command: ['/app'], dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })] },
      CACHE,
    ],
  },
  {
    written: '`role: ContainerRole.APP` on the dependency; the command of the dependent is known in the same way',
    containers: [
      { ...APP, command: ['/app'] },
      { ...CACHE, role: ContainerRole.APP },
    ],
  },
  {
    written: 'the same; the command of the dependent is unknown',
    containers: [APP, { ...CACHE, role: ContainerRole.APP }],
  },
  {
    written: '`role: ContainerRole.INIT` on the dependency',
    containers: [APP, { ...CACHE, readyWhen: undefined, role: ContainerRole.INIT }],
  },
  {
    written: '`Dependency.onUrl(…)`, `onTcp`, `onService`, `onJob`, `onServer`, `onResource`, `onCommand` …',
    containers: [{ ...APP, dependsOn: [Dependency.onUrl('http://config.shop:8080/info')] }],
  },
];

function written(): string {
  return table(
    ['declaration', 'Kubernetes', 'mechanism', 'guarantee'],
    ROWS.flatMap(row => {
      const runs: { from: number; to: number; planned: PlannedDependency }[] = [];
      for (const version of VERSIONS) {
        const planned = plannedOf(row, version);
        const last = runs.at(-1);
        if (last?.planned.mechanism === planned.mechanism && last.planned.guarantee === planned.guarantee) {
          last.to = version;
        } else {
          runs.push({ from: version, to: version, planned });
        }
      }
      return runs.map(({ from, to, planned: { mechanism, guarantee } }, i) => [
        i === 0 ? row.written : '',
        formatVersions(from, to),
        `\`${mechanism}\`: ${MECHANISMS[mechanism].writes}`,
        `\`${guarantee}\``,
      ]);
    }),
  );
}

function formatVersions(from: number, to: number): string {
  if (to !== VERSIONS.at(-1)) {
    return `1.${from} to 1.${to}`;
  }
  return from === VERSIONS[0] ? 'any' : `≥ 1.${from}`;
}

function plannedOf(row: Row, version: number): PlannedDependency {
  const startupOrder = { kubernetesVersion: `1.${version}`, architecture: 'amd64' };
  const pod = new OrderedPod(new Chart(new App(), 'chart'), 'pod', { startupOrder, orderedContainers: row.containers });
  const [planned, ...others] = pod.startupOrder.plan().dependencies;
  if (others.length > 0) {
    throw new Error(`'${row.written}' has more than one dependency`);
  }
  return planned;
}

// The table of other ways to order containers.

const NODE = '1.37.1';
const FIGURES = measuredFigures(NODE);

const NOT_MEASURED = '–';

/** Formats times below one second in milliseconds, and longer times in seconds. */
function words(spread: Spread | undefined): string {
  const time = (ms: string) => (Number(ms) < 1000 ? `${ms} ms` : `${(Number(ms) / 1000).toFixed(1)} s`);
  return spread ? `${time(spread.p50)}, ${time(spread.max)}` : NOT_MEASURED;
}

/** Returns the two table cells with the times of a story. */
function times(story: string): string[] {
  return [words(FIGURES.afterCreation(story)), words(FIGURES.afterReady(story))];
}

function today(): string {
  return table(
    ['way', 'limits', 'pod created → app starts: p50, max', 'ready → app starts: p50, max'],
    [
      ['`sleep 30` before the command', 'a guess: usually too long, sometimes too short', NOT_MEASURED, NOT_MEASURED],
      [
        '`until curl …; do sleep 5; done` in an init container',
        'in its own pod it reaches only native sidecars; without `-f` it accepts any status; no timeout',
        ...times('by hand, an init container for something outside the pod: until check; do sleep 5; done'),
      ],
      [
        'a startup probe on an app container',
        '[delays no other container](docs/reference/lint/startup-probe-orders-nothing.md)',
        NOT_MEASURED,
        NOT_MEASURED,
      ],
      [
        '`until …; do sleep 2; done` in a `postStart` hook',
        '[fails open](docs/explanation/why-hooks-fail-open.md); blocks deletion, logs and probes; needs a shell ' +
          'in the image',
        ...times('by hand, a postStart hook on the dependency: until check; do sleep 2; done'),
      ],
      [
        'a native sidecar with a startup probe, default period',
        'you choose the check and the period',
        ...times('by hand, a native sidecar whose startup probe asks a TCP port every 10 seconds, the default'),
      ],
      [
        'the same with `periodSeconds: 1`',
        '[from 1.35 on](docs/explanation/guarantees.md#the-three-guarantees) not during a restart of the ' +
          'kubelet; sidecars start one after the other',
        ...times('by hand, a native sidecar whose startup probe asks a TCP port each second'),
      ],
      [
        'wait4x before the command',
        'the image must contain it; a liveness probe kills the container while it waits',
        ...times("wait4x before the app's command, for a TCP port"),
      ],
      [
        '[kubexit](https://github.com/karlkfi/kubexit)',
        'wraps each command; watches its own pod through the API, so it needs a token and a Role',
        NOT_MEASURED,
        NOT_MEASURED,
      ],
      [
        '[sync waves](https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/) of Argo CD, hooks of Helm',
        'order API objects, not containers',
        NOT_MEASURED,
        NOT_MEASURED,
      ],
      [
        '[container launch priority](https://openkruise.io/docs/user-manuals/containerlaunchpriority) of OpenKruise',
        'needs a controller and a webhook in the cluster; priorities, no graph',
        NOT_MEASURED,
        NOT_MEASURED,
      ],
      [
        '**this library**, `ENTRYPOINT_GATE`',
        'needs the command of the dependent, in the manifest or in [the image file](docs/how-to/images.md)',
        ...times('ENTRYPOINT_GATE, the check is a TCP port'),
      ],
      [
        '**this library**, `GUARDED_HOOK`',
        'needs nodes of 1.35 or newer; the pod shows `CreateContainerConfigError` while it waits',
        ...times('GUARDED_HOOK, the check is a TCP port'),
      ],
      [
        '**this library**, `POST_START`',
        'fails open like every hook; has a timeout, and the plan shows `BEST_EFFORT`',
        ...times('POST_START, the check is a TCP port'),
      ],
      [
        '**this library**, `SIDECAR_WAIT_INIT`',
        'needs native sidecars (1.29)',
        ...times('SIDECAR_WAIT_INIT, the check is a TCP port'),
      ],
      [
        '**this library**, `SIDECAR_PROBE`',
        'a native sidecar with `periodSeconds: 1`; no agent',
        ...times('SIDECAR_PROBE, the startup probe asks a TCP port each second'),
      ],
      [
        '**this library**, `INIT_CONTAINER`',
        'delays the whole pod, and cannot reach its containers',
        ...times('INIT_CONTAINER, for a GET request to something outside the pod'),
      ],
    ],
  );
}

/** The table shows dependencies that are ready early. */
function lateGate(): string {
  const results: Results = JSON.parse(readFileSync(join(ROOT, 'docs', 'data', 'late.json'), 'utf8'));
  const row = results
    .late!.filter(({ check }) => check === 'tcp')
    .reduce((longest, each) => (each.seconds > longest.seconds ? each : longest));
  const [p50, p95] = [0.5, 0.95].map(p => percentile(row.latencies, p).toFixed(0));
  return (
    'In the table the dependency is ready 1.5 to 2.5 s after its start. ' +
    `The agent sees a port that opens after ${row.seconds} s within ${p50} ms (p50), ${p95} ms (p95): [late ` +
    `dependencies](docs/contributing/numbers.md#a-late-dependency).`
  );
}

function six(): string {
  const ratio = FIGURES.ratioOf;
  const byHand = 'by hand, each of a to d has a postStart hook that waits for itself: until check; do sleep 0.1; done';
  return (
    `In a graph of six containers, the last container starts after ` +
    `${ratio('ENTRYPOINT_GATE: the commands are known')} the critical path with gates, ` +
    `${ratio('POST_START: the hooks of several dependencies in one')} with hooks of this library, and ` +
    `${ratio('GUARDED_HOOK')} with guards. It starts after ` +
    `${ratio(byHand)} with a hand-written hook on each, and ` +
    `${ratio('SIDECAR_PROBE: a to d are native sidecars, each with a startup probe each second')} with a ` +
    `startup probe on each. Measured on Kubernetes ${NODE}, with all images on the node: [method, machine and ` +
    `all results](docs/contributing/measured.md).`
  );
}

/** Returns the same order twice, side by side. */
function twoWays(): string {
  const ways = [
    ['Helm, Kustomize, YAML: an annotation', fenced('yaml', program('two-ways', 'deployment.yaml'))],
    ['cdk8s: a construct', fenced('ts nofixture', program('two-ways', 'main.ts'))],
  ];
  const titles = ways.map(([title]) => `<th>${title}</th>`).join('');
  return (
    `<table><tr>${titles}</tr><tr ` +
    `valign="top"><td>\n\n${ways.map(([, code]) => code).join('\n\n</td><td>\n\n')}\n\n</td></tr></table>`
  );
}

export function writeReadme(): void {
  writeOrCheck(join(ROOT, 'README.md'), before =>
    absoluteLinks(
      withBlocks(before, {
        'by-hand': fenced('yaml', startupProbeOrdersNothing.example.wrong.trim()),
        'in-order': fenced('yaml', inBrief(program('a2-startup-probe', 'expected.yaml'))),
        'two-ways': twoWays(),
        'quick-start': fenced('ts nofixture', program('quick-start', 'main.ts')),
        'quick-start-python': fenced('python', program('quick-start', 'main.py')),
        'quick-start-plan': fenced('text', quickStartPlan()),
        'written': written(),
        'today': [today(), '', lateGate(), '', six()].join('\n'),
        'how-to': pagesIn('how-to')
          .map(({ title, path }) => `- [${title}](docs/${path})`)
          .join('\n'),
      }),
    ),
  );
}
