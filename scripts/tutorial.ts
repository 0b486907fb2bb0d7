/**
 * Fills docs/tutorial/first-ordered-pod.md. The program of each step is examples/first-ordered-pod/main.ts with small
 * changes. The outputs of kubectl and `timeline` are computed from pods recorded on a real node.
 */
import { readFileSync } from 'fs';
import { join } from 'path';
import { App } from 'cdk8s';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { withBlocks, writeOrCheck } from './generated-blocks';
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

const ORDERED = readFileSync(join(EXAMPLE, 'main.ts'), 'utf8');

/** Replaces texts of the program. Fails if the program does not contain a text. */
function changed(source: string, ...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) {
      throw new Error(`the program of the tutorial does not contain '${from}'`);
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

const timelineOf = (source: string) => drawTimelineSvg(predict(podOf(source).startupOrder.plan()));

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
  const { out, error } = cli(['timeline', 'first'], { run, now: () => at, width: 100 });
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

export function writeTutorial(): void {
  writeOrCheck(join(TUTORIAL, 'first-no-order.svg'), () => timelineOf(UNORDERED));
  writeOrCheck(join(TUTORIAL, 'first-ordered.svg'), () => timelineOf(ORDERED));
  writeOrCheck(join(TUTORIAL, 'first-ordered-pod.md'), before =>
    withBlocks(before, {
      'cdk8s-yaml': fenced('yaml', readFileSync(join(EXAMPLE, 'cdk8s.yaml'), 'utf8')),
      'no-order': fenced('ts nofixture', UNORDERED),
      'order': diff(UNORDERED, ORDERED, 1),
      'manifest': diff(manifest(UNORDERED), manifest(ORDERED), 1),
      'plan': fenced('text', podOf(ORDERED).startupOrder.explain()),
      'seen-native': said('native-well', true),
      'gated': diff(ORDERED, GATED, 1),
      'gated-plan': fenced('text', podOf(GATED).startupOrder.explain()),
      'gated-manifest': diff(manifest(ORDERED), manifest(GATED), 1),
      'seen-well': said('all-well'),
      'broken': diff(GATED, BROKEN, 1),
      'asked-broken': asked('gate-waits'),
      'seen-broken': said('gate-waits'),
      'logged-broken': logged('cache', 'tcp 127.0.0.1:6379', 'Connection refused'),
      'limited': diff(BROKEN, LIMITED, 1),
      'asked-limited': asked('gate-timed-out'),
      'seen-limited': said('gate-timed-out'),
    }),
  );
}
