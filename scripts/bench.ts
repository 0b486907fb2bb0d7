import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from '../src';
import { Guarantee } from '../src/model/guarantee';
import { PodIntent } from '../src/model/private/intent';
import { StartCondition } from '../src/model/start-condition';
import { planPod } from '../src/planner/plan';
import { graph } from '../test/dsl';

// How long planning and synthesizing take: a table, and exit code 1 when a bar is missed.
//   npx ts-node -T scripts/bench.ts

const BARS = { ladderMs: 50, ratio: 1.05, linearity: 1.3 };
const LADDER_NODES = 10_000;
const WARM_UPS = 8;
const ROUNDS = 16;
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
  return graph(Object.fromEntries(Array.from({ length: nodes }, (_, i) => [`c${i}`, i < 2 ? '' : `c${i - i % 2 - 2} c${i - i % 2 - 1}`])));
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

/** Nothing is injected: what is needed only has to stand in front. */
function addInList(chart: Chart, id: string): void {
  new OrderedDeployment(chart, id, {
    containers: [cache, { ...web, dependsOn: [Dependency.on('cache', { condition: StartCondition.RUNNING, guarantee: Guarantee.START_ORDER })] }],
  });
}

function addPlain(chart: Chart, id: string): void {
  new kplus.Deployment(chart, id, { containers: [cache, web] });
}

/** What `addOrdered` writes, written by hand with the classes of cdk8s-plus, which have no words for a seccomp profile. */
function addByHand(): (chart: Chart, id: string) => void {
  const chart = new Chart(new App(), 'chart');
  addOrdered(chart, 'w');
  const { metadata, spec } = chart.toJson()[0].spec.template;
  const [installer] = spec.initContainers;
  const path = installer.volumeMounts[0].mountPath;
  return (scope, id) => {
    const agent = kplus.Volume.fromEmptyDir(scope, `${id}-agent`, spec.volumes[0].name, { medium: kplus.EmptyDirMedium.MEMORY, sizeLimit: Size.mebibytes(4) });
    new kplus.Deployment(scope, id, {
      podMetadata: { annotations: metadata.annotations },
      volumes: [agent],
      initContainers: [{
        name: installer.name,
        image: installer.image,
        imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
        command: installer.command,
        resources: { cpu: { request: kplus.Cpu.millis(10) }, memory: { request: Size.mebibytes(16), limit: Size.mebibytes(32) } },
        securityContext: { user: 65534, capabilities: { drop: ['ALL' as kplus.Capability] } },
        volumeMounts: [{ path, volume: agent }],
      }],
      containers: [{
        ...cache,
        lifecycle: { postStart: kplus.Handler.fromCommand(spec.containers[0].lifecycle.postStart.exec.command) },
        volumeMounts: [{ path, volume: agent, readOnly: true }],
      }, web],
    });
  };
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
  for (let i = 0; i < 2 * ROUNDS; i++) { planPod(intent); }
  return [row(`plan a ladder of ${LADDER_NODES} containers`, median(Array.from({ length: ROUNDS }, () => milliseconds(() => planPod(intent)))), 'ms', BARS.ladderMs)];
}

/** They take turns, each time beginning with another one, so that a busy moment of the machine hits all of them. */
function synthRows(): Row[] {
  const kinds = { ordered: addOrdered, byHand: addByHand(), inList: addInList, plain: addPlain };
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const rounds = Array.from({ length: WARM_UPS + ROUNDS }, (_, round) => {
    // What ran before leaves garbage, which is collected on the next one's account: so each comes before each.
    const turns = names.map((_name, i) => names[(i + round) % names.length]);
    if (round % 2 === 1) { turns.reverse(); }
    return Object.fromEntries(turns.map(name => [name, milliseconds(() => synth(FEW, kinds[name]))]));
  }).slice(WARM_UPS);
  const time = (name: keyof typeof kinds) => median(rounds.map(round => round[name]));
  const ratio = (a: keyof typeof kinds, b: keyof typeof kinds) => median(rounds.map(round => round[a] / round[b]));
  const same = comparable(synth(3, kinds.ordered)) === comparable(synth(3, kinds.byHand));
  return [
    { what: 'by hand and by OrderedDeployment: the same YAML', value: same ? 'yes' : 'no', bar: 'yes', missed: !same },
    row(`synth ${FEW} OrderedDeployments, a hook and the agent in each`, time('ordered'), 'ms'),
    row(`synth ${FEW} Deployments, the same written by hand`, time('byHand'), 'ms'),
    row('ratio', ratio('ordered', 'byHand'), 'x', BARS.ratio),
    row(`synth ${FEW} OrderedDeployments, the list order is enough`, time('inList'), 'ms'),
    row(`synth ${FEW} Deployments without an order`, time('plain'), 'ms'),
    row('ratio', ratio('inList', 'plain'), 'x'),
    row('ratio of those with the agent to those without an order', ratio('ordered', 'plain'), 'x'),
  ];
}

/** cdk8s-plus writes `privileged: false`, the library a seccomp profile. */
function comparable(yaml: string): string {
  return yaml.replace(/ +(seccompProfile:\n +type: RuntimeDefault|privileged: false)\n/g, '');
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
