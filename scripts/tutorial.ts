/**
 * Fills docs/tutorial/first-ordered-pod.md. The program and the object of each step come from
 * examples/first-ordered-pod, with small changes. The outputs of kubectl and `timeline` are computed from pods recorded
 * on a real node.
 */
import { readFileSync } from 'fs';
import { join } from 'path';
import { isDeepStrictEqual } from 'util';
import { App, Chart, Testing } from 'cdk8s';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { parseAllDocuments } from 'yaml';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { startsOf, tabs } from './how-to/recipe';
import { containerOf, only, yaml } from './how-to/shown';
import { diff, manifestOf } from './manifest-diff';
import { fenced } from './markdown';
import type { OrderedPod } from '../src';
import { predict } from '../src/report/predict';
import { cli } from '../test/cli/host';
import { recorded } from '../test/live/recorded';
import { drawTimelineSvg } from '../tools/pictures/timeline-svg';

const ROOT = join(__dirname, '..');
const TUTORIAL = join(ROOT, 'docs', 'tutorial');
const EXAMPLE = join(ROOT, 'examples', 'first-ordered-pod');

const fileOf = (name: string) => readFileSync(join(EXAMPLE, name), 'utf8');

const ORDERED = fileOf('main.ts');

/** Replaces texts of a file. Fails if the file does not contain a text. */
function changed(source: string, ...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) {
      throw new Error(`a file of the tutorial does not contain '${from}'`);
    }
    return text.replace(from, () => to);
  }, source);
}

const DEPENDS_ON = "dependsOn: [Dependency.on('cache')],";
const UNORDERED = changed(
  ORDERED,
  [`      ${DEPENDS_ON}\n`, ''],
  ['      readyWhen: ReadyCheck.tcpSocket(6379),\n', ''],
  ['import { Dependency, OrderedPod, ReadyCheck } from', 'import { OrderedPod } from'],
);
const GATE = 'mechanism: Mechanism.ENTRYPOINT_GATE';
const GATED = changed(
  ORDERED,
  [DEPENDS_ON, `dependsOn: [Dependency.on('cache', { ${GATE} })],`],
  [
    'import { Dependency, OrderedPod, ReadyCheck } from',
    'import { Dependency, Mechanism, OrderedPod, ReadyCheck } from',
  ],
  ['  orderedContainers: [\n', "  startupOrder: { architecture: 'amd64' },\n  orderedContainers: [\n"],
);
const BROKEN = changed(GATED, ['-p 6379', '-p 6380']);
const LIMITED = changed(BROKEN, [GATE, `${GATE}, timeout: Duration.seconds(3), onTimeout: 'FAIL'`]);

/** The files of a user of YAML. */
interface Files {
  readonly pod: string;
  readonly order: string;
}

const ORDERED_FILES: Files = { pod: fileOf('pod.yaml'), order: fileOf('order.yaml') };
const GATE_FIELD = 'mechanism: entrypoint_gate';
const GATED_FILES: Files = {
  ...ORDERED_FILES,
  order: changed(
    ORDERED_FILES.order,
    ['dependsOn: [cache]', `dependsOn: { cache: { ${GATE_FIELD} } }`],
    ['  containers:\n', '  architecture: amd64\n  containers:\n'],
  ),
};
const BROKEN_FILES: Files = { ...GATED_FILES, pod: changed(GATED_FILES.pod, ['-p 6379', '-p 6380']) };
const LIMITED_FILES: Files = {
  ...BROKEN_FILES,
  order: changed(BROKEN_FILES.order, [GATE_FIELD, `${GATE_FIELD}, timeout: 3s, onTimeout: fail`]),
};

const ORDER = 'order pod.yaml --file order.yaml --explain';

/**
 * Throws an error unless the command orders the files as the program does, with the same plan. Only the title and the
 * predicted delay differ: the pod of cdk8s-plus asks the registry for its images at each start.
 */
export function compareWays({ pod, order }: Files, source: string): void {
  const { out, error } = cli(ORDER.split(' '), { files: { 'pod.yaml': pod, 'order.yaml': order } });
  const given = parseAllDocuments(out).map(document => document.toJS() as unknown);
  const built = podOf(source);
  const expected = Testing.synth(Chart.of(built));
  if (!isDeepStrictEqual(startsOf(given), startsOf(expected))) {
    throw new Error(`the files and the program differ:\n${out}${error}`);
  }
  const decisionsOf = (plan: string) =>
    plan
      .trim()
      .replace(/ \+[\d.]+ s\b/g, '')
      .split('\n')
      .slice(1);
  if (!isDeepStrictEqual(decisionsOf(error), decisionsOf(built.startupOrder.explain()))) {
    throw new Error(`the plans of the files and of the program differ:\n${error}`);
  }
}

/** Runs a program and returns its pod. */
export function podOf(source: string): OrderedPod {
  const { synth } = App.prototype;
  let app: App | undefined;
  App.prototype.synth = function (this: App) {
    app = this;
  };
  const log = console.log;
  console.log = () => undefined;
  try {
    const program = new Function(
      'require',
      'exports',
      transpile(source, { module: ModuleKind.CommonJS, esModuleInterop: true, target: ScriptTarget.ES2022 }),
    );
    program(require, {});
  } finally {
    App.prototype.synth = synth;
    console.log = log;
  }
  return app!.node.findChild('first').node.findChild('pod') as OrderedPod;
}

/** The program of each recorded pod, by the name of the recording. */
export const SEEN: Readonly<Record<string, string>> = {
  'native-well': ORDERED,
  'all-well': GATED,
  'gate-waits': BROKEN,
  'gate-timed-out': LIMITED,
};

/** The width of a picture on the site, in pixels: a smaller picture has smaller texts. */
const WIDTH = 688;

const timelineOf = (source: string) => drawTimelineSvg(predict(podOf(source).startupOrder.plan()), undefined, WIDTH);

const manifest = (source: string) => manifestOf(podOf(source).node.scope as never);

/** Returns the recorded pod and its events, with the name and namespace of the tutorial. */
function seen(name: string) {
  const recording = recorded(name);
  const { name: podName, namespace } = recording.pod.metadata;
  const { pod, events } = JSON.parse(
    JSON.stringify(recording).split(podName).join('first').split(namespace).join('default'),
  );
  return { pod, events, at: Date.parse(recording.at) };
}

/** Returns the output of `timeline` for a recorded pod: the answer, the bars and, the first time, their legend. */
function said(name: string, hasLegend = false): string {
  const { pod, events, at } = seen(name);
  const run = (_program: string, words: readonly string[]) => JSON.stringify(words[1] === 'pod' ? pod : events);
  const { out, error } = cli(['timeline', 'first'], { run, now: () => at, width: 80 });
  if (error !== '') {
    throw new Error(error);
  }
  const [answer, bars, legend] = out.split('\n\n');
  const shown = [answer, bars, ...(hasLegend ? [legend] : [])].join('\n\n');
  return fenced('text', `$ npx cdk8s-startup-order timeline first\n${shown}`);
}

/** Returns the output of `kubectl get pod` with a template, computed from the recorded pod. */
function asked(name: string): string {
  const { pod } = seen(name);
  const lines = pod.status.containerStatuses.map((c: any) => `${c.name}: ready=${c.ready} restarts=${c.restartCount}`);
  const template = '{range .status.containerStatuses[*]}{.name}: ready={.ready} restarts={.restartCount}{"\\n"}{end}';
  return fenced('text', [`$ kubectl get pod first -o jsonpath='${template}'`, ...lines].join('\n'));
}

/** Returns the line that the wait agent writes after six seconds. The text comes from the sources of the agent. */
function logged(name: string, check: string, reason: string): string {
  const format = /say\("('%s' is not ready .*?)"/.exec(readFileSync(join(ROOT, 'agent', 'src', 'wait.c'), 'utf8'))?.[1];
  if (format === undefined) {
    throw new Error('wait.c does not contain the message');
  }
  const line = [name, '6', check, reason, 'without a limit'].reduce(
    (text, value) => text.replace(/%(?:s|lld)/, () => value),
    format,
  );
  return fenced('text', `$ kubectl logs first\nstartup-order: ${line}`);
}

/** Returns the parts of the pod that the gate changes. */
function gatedManifest(): string {
  const { spec } = Testing.synth(Chart.of(podOf(GATED))).find(({ kind }) => kind === 'Pod');
  const app = only(containerOf(spec, 'app'), 'name', 'command', 'startupProbe', 'volumeMounts');
  return yaml({ spec: { containers: [app], volumes: spec.volumes } });
}

const inShell = (...lines: readonly string[]) => fenced('sh', lines.join('\n'));

/** Returns the blocks with a tab for each way. */
function waysOf(): Record<string, string> {
  for (const [files, source] of [
    [ORDERED_FILES, ORDERED],
    [GATED_FILES, GATED],
    [BROKEN_FILES, BROKEN],
    [LIMITED_FILES, LIMITED],
  ] as const) {
    compareWays(files, source);
  }
  const order = `npx cdk8s-startup-order ${ORDER} > ordered.yaml`;
  const build = 'npx tsx main.ts';
  return {
    'no-order': tabs(
      [fenced('yaml', `# pod.yaml\n${ORDERED_FILES.pod}`)],
      [fenced('ts nofixture', `// main.ts\n${UNORDERED}`)],
    ),
    'order': tabs(
      [fenced('yaml', `# order.yaml\n${ORDERED_FILES.order}`), inShell(order)],
      [diff(UNORDERED, ORDERED, 1), inShell(build)],
    ),
    'replace': tabs(
      [inShell(order, 'kubectl replace --force -f ordered.yaml')],
      [inShell(build, 'kubectl replace --force -f dist/first.k8s.yaml')],
    ),
    'gated': tabs([diff(ORDERED_FILES.order, GATED_FILES.order, 1)], [diff(ORDERED, GATED, 1)]),
    'broken': tabs([diff(GATED_FILES.pod, BROKEN_FILES.pod, 1)], [diff(GATED, BROKEN, 1)]),
    'limited': tabs([diff(BROKEN_FILES.order, LIMITED_FILES.order, 1)], [diff(BROKEN, LIMITED, 1)]),
  };
}

export function writeTutorial(): void {
  writeOrCheck(join(TUTORIAL, 'first-no-order.svg'), () => timelineOf(UNORDERED));
  writeOrCheck(join(TUTORIAL, 'first-ordered.svg'), () => timelineOf(ORDERED));
  writeOrCheck(join(TUTORIAL, 'first-ordered-pod.md'), before =>
    withBlocks(before, {
      ...waysOf(),
      'manifest': diff(manifest(UNORDERED), manifest(ORDERED), 1),
      'plan': fenced('text', podOf(ORDERED).startupOrder.explain()),
      'seen-native': said('native-well', true),
      'gated-plan': fenced('text', podOf(GATED).startupOrder.explain()),
      'gated-manifest': gatedManifest(),
      'seen-well': said('all-well'),
      'asked-broken': asked('gate-waits'),
      'seen-broken': said('gate-waits'),
      'logged-broken': logged('cache', 'tcp 127.0.0.1:6379', 'Connection refused'),
      'asked-limited': asked('gate-timed-out'),
      'seen-limited': said('gate-timed-out'),
    }),
  );
}
