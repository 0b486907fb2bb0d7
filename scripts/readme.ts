/** Fills the generated parts of README.md: programs, manifests and plans from the examples, tables from plans and from what was measured. With --check it fails when they are stale. */
import { readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { Document, isScalar, parse, visit } from 'yaml';
import { measuredFigures, Spread } from './doc-tables';
import { pagesIn } from './docs-index';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { fenced } from './manifest-diff';
import { absoluteLinks } from './readme-links';
import { ContainerRole, Dependency, Mechanism, OrderedContainerProps, OrderedPod, PlannedDependency, ReadyCheck, SidecarFirstDeployment } from '../src';
import { startupProbeOrdersNothing } from '../src/inspect/lint/rules/startup-probe-orders-nothing';
import './silence-notice';

const ROOT = join(__dirname, '..');
const EXAMPLES = join(ROOT, 'examples');

const program = (example: string, file: string) => readFileSync(join(EXAMPLES, example, file), 'utf8').trimEnd();

/** The fields of a container that order it; cdk8s-plus writes the rest of the manifest. */
const OF_ORDER = ['name', 'image', 'command', 'restartPolicy', 'startupProbe'];

function inBrief(manifest: string): string {
  const { apiVersion, kind, metadata: { name }, spec } = parse(manifest);
  const brief = (containers: Record<string, unknown>[]) =>
    containers.map(container => Object.fromEntries(OF_ORDER.filter(field => field in container).map(field => [field, container[field]])));
  const { initContainers, containers } = spec;
  const pod = { initContainers: brief(initContainers), containers: brief(containers) };
  const document = new Document({ apiVersion, kind, metadata: { name }, spec: pod });
  visit(document, { Seq: (_key, list) => { list.flow = list.items.every(isScalar); } });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The plan of the quick start, without the injected fields and the times of each container. */
function quickStartPlan(): string {
  const web = new SidecarFirstDeployment(new Chart(new App(), 'web'), 'web', {
    startupOrder: { kubernetesVersion: '1.35', architecture: 'amd64' },
    sidecars: [{
      name: 'proxy',
      image: 'envoyproxy/envoy:v1.31.0',
      securityContext: { user: 101 },
      readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
    }],
    containers: [{ name: 'app', image: 'shop/app:7', command: ['/app'] }],
  });
  const lines = web.startupOrder.explain().trimEnd().split('\n');
  const injected = lines.indexOf('  injected:');
  const outcome = lines.findIndex(line => line.startsWith('    all app containers ready after'));
  if (injected < 0 || outcome < 0) { throw new Error('the plan has another form: look at what README shows of it'); }
  return [...lines.slice(0, injected), '  …', ...lines.slice(outcome)].join('\n');
}

// The table of declarations: by Kubernetes version, the mechanism and the guarantee.

const VERSIONS = Array.from({ length: 11 }, (_, i) => 27 + i);

interface Row {
  readonly written: string;
  readonly containers: OrderedContainerProps[];
}

const CACHE: OrderedContainerProps = { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) };
const APP: OrderedContainerProps = { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] };

const ROWS: readonly Row[] = [
  { written: '`dependsOn: [Dependency.on(\'cache\')]`, and the `command` of the dependent', containers: [{ ...APP, command: ['/app'] }, CACHE] },
  { written: '`dependsOn`; the command comes from the image', containers: [APP, CACHE] },
  { written: 'the same, and `role: ContainerRole.SIDECAR` on the dependency', containers: [APP, { ...CACHE, role: ContainerRole.SIDECAR }] },
  { written: '`role: ContainerRole.INIT` on the dependency', containers: [APP, { ...CACHE, readyWhen: undefined, role: ContainerRole.INIT }] },
  {
    written: '`Dependency.onUrl(…)`, `onTcp`, `onService`, `onJob`, `onDatabase`, `onResource`, `onCommand` …; the command comes from the image',
    containers: [{ ...APP, dependsOn: [Dependency.onUrl('http://config.shop:8080/info')] }],
  },
];

const EMITTED: Readonly<Record<Mechanism, string>> = {
  [Mechanism.POSITION]: 'the place in the list, nothing else',
  [Mechanism.ENTRYPOINT_GATE]: 'on the dependent: the wait agent, which runs before the command, and a startup probe that waits for it',
  [Mechanism.GUARDED_HOOK]: 'on the dependent: a variable that the kubelet cannot read yet; on the dependency: the hook and the probe that give it',
  [Mechanism.SIDECAR_PROBE]: 'a native sidecar with the check as its startup probe',
  [Mechanism.SIDECAR_WAIT_INIT]: 'a native sidecar, and after it an init container that waits',
  [Mechanism.INIT_CONTAINER]: 'an init container `wait-for-…`',
  [Mechanism.POST_START]: 'on the dependency: a blocking `postStart` hook, bounded',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

function written(): string {
  return table(['you write', 'Kubernetes', 'it emits', 'it guarantees'], ROWS.flatMap(row => {
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
      from === VERSIONS[0] && to === VERSIONS.at(-1) ? 'any' : to === VERSIONS.at(-1) ? `≥ 1.${from}` : `1.${from} to 1.${to}`,
      `\`${mechanism}\`: ${EMITTED[mechanism]}`,
      `\`${guarantee}\``,
    ]);
  }));
}

function plannedOf(row: Row, version: number): PlannedDependency {
  const pod = new OrderedPod(new Chart(new App(), 'chart'), 'pod', { startupOrder: { kubernetesVersion: `1.${version}`, architecture: 'amd64' }, containers: row.containers });
  const [planned, ...others] = pod.startupOrder.plan().dependencies;
  if (others.length > 0) { throw new Error(`'${row.written}' has more than one dependency`); }
  return planned;
}

// The table of other ways.

const NODE = '1.37.1';
const FIGURES = measuredFigures(NODE);

const NOT_MEASURED = '–';

/** In milliseconds, or seconds from one on. */
function words(spread: Spread | undefined): string {
  const time = (ms: string) => Number(ms) < 1000 ? `${ms} ms` : `${(Number(ms) / 1000).toFixed(1)} s`;
  return spread ? `${time(spread.p50)}, ${time(spread.max)}` : NOT_MEASURED;
}

/** The two cells of a way. */
function times(story: string): string[] {
  return [words(FIGURES.afterCreation(story)), words(FIGURES.afterReady(story))];
}

function today(): string {
  return table(['way', 'limits', 'pod created → app starts: p50, max', 'ready → app starts: p50, max'], [
    ['`sleep 30` before the command', 'a guess: too long on most days, too short on the day that matters', NOT_MEASURED, NOT_MEASURED],
    ['`until curl …; do sleep 5; done` in an init container', 'of its own pod it can reach only native sidecars; without `-f` any status ends it; no limit', ...times('by hand, an init container for something outside the pod: until check; do sleep 5; done')],
    ['a startup probe on an app container', '[holds no other container](docs/reference/lint.md#startup-probe-orders-nothing)', NOT_MEASURED, NOT_MEASURED],
    ['`until …; do sleep 2; done` in a `postStart` hook', '[opens](docs/explanation/why-hooks-fail-open.md) when anything fails; blocks deletion, logs and probes; needs a shell in the image', ...times('by hand, a postStart hook on the dependency: until check; do sleep 2; done')],
    ['a native sidecar with a startup probe, default period', 'you choose the check and the period', ...times('by hand, a native sidecar whose startup probe asks a TCP port every 10 seconds, the default')],
    ['the same with `periodSeconds: 1`', '[from 1.35 on](docs/explanation/guarantees.md#the-three-guarantees) not over a restart of the kubelet; one after the other', ...times('by hand, a native sidecar whose startup probe asks a TCP port each second')],
    ['wait4x before the command', 'must be in the image; a liveness probe kills it while it waits', ...times('wait4x in front of the app\'s command, for a TCP port')],
    ['[kubexit](https://github.com/karlkfi/kubexit)', 'wraps each command; watches its own pod through the API, for which it needs a token and a Role', NOT_MEASURED, NOT_MEASURED],
    ['[sync waves](https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/) of Argo CD, hooks of Helm', 'order API objects, not the containers of a pod', NOT_MEASURED, NOT_MEASURED],
    ['[container launch priority](https://openkruise.io/docs/user-manuals/containerlaunchpriority) of OpenKruise', 'a controller and a webhook in the cluster; ranks, no graph', NOT_MEASURED, NOT_MEASURED],
    ['**this**, `ENTRYPOINT_GATE`', 'needs the `command` of the dependent in the manifest', ...times('ENTRYPOINT_GATE, the check is a TCP port')],
    ['**this**, `GUARDED_HOOK`', 'needs nodes of 1.35 or newer; shows as `CreateContainerConfigError`', ...times('GUARDED_HOOK, the check is a TCP port')],
    ['**this**, `POST_START`', 'a hook like any other: opens when anything fails. Bounded, and the plan says so', ...times('POST_START, the check is a TCP port')],
    ['**this**, `SIDECAR_WAIT_INIT`', 'needs native sidecars (1.29)', ...times('SIDECAR_WAIT_INIT, the check is a TCP port')],
    ['**this**, `SIDECAR_PROBE`', 'the startup probe above, with no agent', ...times('SIDECAR_PROBE, the startup probe asks a TCP port each second')],
    ['**this**, `INIT_CONTAINER`', 'holds the whole pod, and cannot reach its containers', ...times('INIT_CONTAINER, for a GET request to something outside the pod')],
  ]);
}

function six(): string {
  const ratio = FIGURES.ratioOf;
  return `Of six containers in a graph, the last starts after ${ratio('ENTRYPOINT_GATE: the commands are known')} the critical path with gates, ${ratio('POST_START: the hooks of several dependencies in one')} with hooks of this library, `
    + `${ratio('GUARDED_HOOK')} with guards; after ${ratio('by hand, each of a to d has a postStart hook that waits for itself: until check; do sleep 0.1; done')} with a hook by hand on each, and `
    + `${ratio('SIDECAR_PROBE: a to d are native sidecars, each with a startup probe each second')} with a startup probe on each. Seen on Kubernetes ${NODE}, images present: [method, machine, and all of it](docs/explanation/measured.md).`;
}

writeOrCheck(join(ROOT, 'README.md'), before => absoluteLinks(withBlocks(before, {
  'by-hand': fenced('yaml', startupProbeOrdersNothing.example.wrong.trim()),
  'in-order': fenced('yaml', inBrief(program('a2-startup-probe', 'expected.yaml'))),
  'quick-start': fenced('ts nofixture', program('quick-start', 'main.ts')),
  'quick-start-python': fenced('python', program('quick-start', 'main.py')),
  'quick-start-plan': fenced('text', quickStartPlan()),
  'written': written(),
  'today': [today(), '', six()].join('\n'),
  'how-to': pagesIn('how-to').map(({ title, path }) => `- [${title}](docs/${path})`).join('\n'),
})));
