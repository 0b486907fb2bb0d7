import { App, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from '../src';
import { ContainerRole } from '../src/model/container-role';
import { Guarantee } from '../src/model/guarantee';
import { ContainerIntent, PodIntent } from '../src/model/private/intent';
import { planPod } from '../src/planner/plan';

// How long planning and synthesizing take: a table, and exit code 1 when a bar is missed.
//   npx ts-node -T scripts/bench.ts

const BARS = { ladderMs: 50, ratio: 1.05, linearity: 1.3 };
const LADDER_NODES = 10_000;
const WARM_UPS = 15;
const FEW = 1000;
const MANY = 10_000;

function milliseconds(work: () => unknown): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Layers of two, each of which needs both of the layer before. */
function ladder(nodes: number): PodIntent {
  const containers = Array.from({ length: nodes }, (_, i): ContainerIntent => ({
    name: `c${i}`,
    place: i,
    role: ContainerRole.APP,
    alreadyNative: false,
    ready: { check: { kind: 'tcpSocket', port: 1 + i }, source: 'readyWhen' },
    startup: undefined,
    dependsOn: i < 2 ? [] : [i - i % 2 - 2, i - i % 2 - 1].map(d => ({ target: { kind: 'container', name: `c${d}` }, required: true })),
    postStart: undefined,
    fieldsForbiddenOnInit: [],
    mounts: [],
  }));
  return {
    containers,
    capabilities: { nativeSidecars: true },
    restartPolicy: 'Always',
    windows: false,
    hostNetwork: false,
    terminationGracePeriodSeconds: 30,
    deadlines: [],
    agentWithoutTools: false,
  };
}

const cache = { name: 'cache', image: 'redis:7' };
const web = { name: 'web', image: 'shop/web:7' };

/** The whole way of an app: constructs, then YAML. */
function synth(count: number, add: (chart: Chart, id: string) => void): string {
  const app = new App();
  const chart = new Chart(app, 'chart');
  for (let i = 0; i < count; i++) { add(chart, `w${i}`); }
  return app.synthYaml();
}

function addOrdered(chart: Chart, id: string): void {
  new OrderedDeployment(chart, id, {
    containers: [
      { ...web, dependsOn: [Dependency.on('cache', { guarantee: Guarantee.START_ORDER })] },
      { ...cache, readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  });
}

function addPlain(chart: Chart, id: string): void {
  new kplus.Deployment(chart, id, { containers: [cache, web] });
}

/** What `addOrdered` writes, written by hand: plain cdk8s-plus, and JSON patches for what it has no words for. */
function handWritten(): (chart: Chart, id: string) => void {
  const chart = new Chart(new App(), 'chart');
  addOrdered(chart, 'w');
  const { metadata, spec } = chart.toJson()[0].spec.template;
  const [db] = spec.containers;
  const [annotation] = Object.entries(metadata.annotations as Record<string, string>);
  // The generated classes take quantities as objects.
  const initContainers = spec.initContainers.map((c: any) => ({
    ...c, resources: { limits: quantities(c.resources.limits), requests: quantities(c.resources.requests) },
  }));
  const volumes = spec.volumes.map((v: any) => ({ ...v, emptyDir: { ...v.emptyDir, sizeLimit: { value: v.emptyDir.sizeLimit } } }));
  return (scope, id) => {
    const deployment = new kplus.Deployment(scope, id, { containers: [cache, web] });
    deployment.podMetadata.addAnnotation(...annotation);
    (deployment.node.defaultChild as kplus.k8s.KubeDeployment).addJsonPatch(
      JsonPatch.add('/spec/template/spec/containers/0/lifecycle', db.lifecycle),
      JsonPatch.add('/spec/template/spec/containers/0/volumeMounts', db.volumeMounts),
      JsonPatch.add('/spec/template/spec/initContainers', initContainers),
      JsonPatch.add('/spec/template/spec/volumes', volumes),
    );
  };
}

function quantities(list: Record<string, string>): Record<string, { value: string }> {
  return Object.fromEntries(Object.entries(list).map(([what, value]) => [what, { value }]));
}

interface Row {
  readonly what: string;
  readonly value: string;
  readonly bar?: string;
  readonly missed?: boolean;
}

function row(what: string, value: number, unit: string, bar?: number): Row {
  const shown = `${value.toFixed(unit === 'x' ? 3 : 1)} ${unit}`;
  return bar === undefined ? { what, value: shown } : { what, value: shown, bar: `<= ${bar} ${unit}`, missed: value > bar };
}

function ladderRows(): Row[] {
  const intent = ladder(LADDER_NODES);
  for (let i = 0; i < WARM_UPS; i++) { planPod(intent); }
  return [row(`plan a ladder of ${LADDER_NODES} containers`, median(Array.from({ length: 15 }, () => milliseconds(() => planPod(intent)))), 'ms', BARS.ladderMs)];
}

/** The three take turns, each time in another order, so that a busy moment of the machine hits all of them. */
function synthRows(): Row[] {
  const addByHand = handWritten();
  const kinds = { ordered: addOrdered, plain: addPlain, byHand: addByHand };
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const times = { ordered: [] as number[], plain: [] as number[], byHand: [] as number[] };
  const same = synth(3, addOrdered) === synth(3, addByHand);
  for (const name of names) { synth(FEW / 5, kinds[name]); }
  for (let round = 0; round < 9; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      times[name].push(milliseconds(() => synth(FEW, kinds[name])));
    }
  }
  const [ordered, plain, byHand] = names.map(name => median(times[name]));
  return [
    { what: 'both write the same YAML', value: same ? 'yes' : 'no', bar: 'yes', missed: !same },
    row(`synth ${FEW} OrderedDeployments`, ordered, 'ms'),
    row(`synth ${FEW} Deployments without an order`, plain, 'ms'),
    row(`synth ${FEW} Deployments, the same written by hand`, byHand, 'ms'),
    row('ratio to those without an order', ordered / plain, 'x'),
    row('ratio to those written by hand', ordered / byHand, 'x', BARS.ratio),
  ];
}

function linearityRows(): Row[] {
  const perWorkload = (count: number, add: (chart: Chart, id: string) => void, rounds: number) =>
    median(Array.from({ length: rounds }, () => milliseconds(() => synth(count, add)))) / count;
  const few = perWorkload(FEW, addOrdered, 5);
  const many = perWorkload(MANY, addOrdered, 3);
  const plainFew = perWorkload(FEW, addPlain, 5);
  const plainMany = perWorkload(MANY, addPlain, 3);
  return [
    row(`time for each of ${MANY} OrderedDeployments, against ${FEW}`, many / few, 'x', BARS.linearity),
    row('the same for Deployments without an order', plainMany / plainFew, 'x'),
  ];
}

const rows = [...ladderRows(), ...synthRows(), ...linearityRows()];
const width = Math.max(...rows.map(r => r.what.length));
for (const { what, value, bar, missed } of rows) {
  console.log(`${what.padEnd(width)}  ${value.padStart(10)}  ${(bar ?? '').padEnd(10)}  ${bar ? missed ? 'MISSED' : 'ok' : ''}`.trimEnd());
}
process.exitCode = rows.some(r => r.missed) ? 1 : 0;
