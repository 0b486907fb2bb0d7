import { cli, Surroundings } from './host';
import { RECORDED, recorded } from '../live/recorded';

function ofFiles(name: string, args: readonly string[] = ['--events', 'events.json'], width?: number) {
  const { pod, events } = recorded(name);
  return cli(['timeline', '--pod', 'pod.json', ...args], { width, files: { 'pod.json': JSON.stringify(pod), 'events.json': JSON.stringify(events) } });
}

const inFormat = (format: string, name: string) => ofFiles(name, ['--events', 'events.json', '--format', format]).out;
const json = (name: string) => JSON.parse(inFormat('json', name));
const SAFE = expect.not.stringMatching(/NaN|undefined|Infinity/);

test.each(RECORDED)('timeline prints text, JSON and a picture for the recorded pod %s', name => {
  const { code, out } = ofFiles(name);
  const { why, measured } = json(name);
  const svg = inFormat('svg', name);
  expect([code, out, svg]).toEqual([why.state === 'all-well' ? 0 : 1, SAFE, SAFE]);
  expect(out.replace(/\s+/g, ' ')).toContain(why.sentence.replace(/\s+/g, ' '));
  expect(svg).toMatch(/^<svg [^]*<\/svg>\s*$/);
  expect(measured.rows.flatMap((r: any) => r.spans).filter((s: any) => !(s.from >= 0 && s.to > s.from && s.to <= measured.end + 0.001))).toEqual([]);
});

test('a gated container waits until all are ready, and starts have milliseconds, which events have not', () => {
  const { measured: { rows: [cache, app], allReady }, predicted } = json('all-well');
  expect([cache.name, cache.ready, app.name, app.spans.map((s: any) => s.kind)]).toEqual(['cache', cache.started, 'app', ['waiting', 'creating', 'waiting', 'ready']]);
  // The cache takes 1 s.
  expect([app.started > cache.started, [cache, app].some(row => row.started % 1 !== 0), allReady > 1, allReady < 3, predicted.kind]).toEqual([true, true, true, true, 'predicted']);
});

test('a container that a guard held was not created until then, and a crash is drawn as a failure', () => {
  expect(json('crash-loop').measured.rows[0].spans.map((s: any) => s.kind)).toContain('failed');
  const app = json('guard-holds').measured.rows.find((r: any) => r.name === 'app');
  expect([app.created, app.started, app.spans.map((s: any) => [s.kind, s.of])]).toEqual([undefined, undefined, [['waiting', ['cache']]]]);
});

test('without events, timeline draws the times in the status', () => {
  const { code, out } = ofFiles('all-well', ['--format', 'json']);
  const { measured } = JSON.parse(out);
  expect([code, measured.rows.map((r: any) => r.started % 1)]).toEqual([0, [0, 0]]);
  expect(measured.notes).toContain('its events are gone: starts are in whole seconds');
});

test('the text contains the measured and the predicted times, and a legend that breaks between its words', () => {
  expect(ofFiles('all-well').out.match(/^ {2}app .*$/gm)).toEqual([expect.stringMatching(/^ {2}app +░+╴*░+█+ +started \d\.\d, ready \d\.\d \(predicted \d\.\d\)$/)]);
  const { out } = ofFiles('all-well', ['--events', 'events.json'], 60);
  expect(out.replace(/\s+/g, ' ')).toContain('░ waits for what it needs; ╴ is created; ');
  expect(out).not.toMatch(/ [·░╴▒▓█]$/m);
});

test('timeline reports a pod without a status, and a pod without containers', () => {
  const of = (containers: object[]) => cli(['timeline', '--pod', '-'], { stdin: JSON.stringify({ kind: 'Pod', metadata: { name: 'web' }, spec: { containers } }) });
  expect([of([{ name: 'app' }]), of([])].map(({ code, out, error }) => [code, out.split('\n')[0], error])).toEqual([
    [1, "the kubelet has not started 'app' yet.", ''], [1, 'nothing is known of the pod yet: the kubelet has not come to it.', ''],
  ]);
});

test('the prediction is for the version of the node', () => {
  const spec = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }], containers: [{ name: 'app' }] };
  const stdin = JSON.stringify({ kind: 'Pod', metadata: { name: 'web' }, spec });
  const started = (version: string) => JSON.parse(cli(['timeline', '--pod', '-', '--format', 'json', '--kubernetes-version', version], { stdin }).out).predicted.rows[1].started;
  expect(started('1.35')).toBeGreaterThan(started('1.37'));
});

describe('timeline with a pod of a cluster', () => {
  const { pod, events, at } = recorded('gate-waits');
  const asked: string[] = [];
  const kubectl: Surroundings = {
    now: () => Date.parse(at),
    run: (program, args) => {
      asked.push([program, ...args].join(' '));
      return JSON.stringify(args[1] === 'pod' ? pod : events);
    },
  };

  test('runs kubectl, and the answer contains the duration', () => {
    const { code, out } = cli(['timeline', `pod/${pod.metadata.name}`, '-n', 'shop'], kubectl);
    expect(asked).toEqual([
      `kubectl get pod ${pod.metadata.name} --namespace shop -o json`,
      `kubectl get events --field-selector involvedObject.name=${pod.metadata.name} --namespace shop -o json`,
    ]);
    expect([code, out.replace(/\s+/g, ' ')]).toEqual([1, expect.stringMatching(/has waited for 'cache' \(TCP 127\.0\.0\.1:6379\) for \d s \(since /)]);
  });

  test('without access to events, answers from the status, with a message', () => {
    const forbidden = 'Error from server (Forbidden): events is forbidden';
    const { code, out, error } = cli(['timeline', pod.metadata.name], {
      ...kubectl,
      run: (_program, args) => {
        if (args[1] === 'events') { throw Object.assign(new Error(''), { stderr: `${forbidden}\n` }); }
        return JSON.stringify(pod);
      },
    });
    expect([code, out.replace(/\s+/g, ' ')]).toEqual([1, expect.stringMatching(/^'app' has not started: the gate of 'app' has waited for 'cache'/)]);
    expect(error).toMatch(new RegExp(`^kubectl get events .*: ${forbidden.replace(/[()]/g, '\\$&')}; this is the answer without events\n$`));
  });

  test('prints the error message of kubectl', () => {
    const refuse = () => { throw Object.assign(new Error('Command failed'), { stderr: 'E1122 09:43:29.481600   28494 memcache.go:265] "Unhandled Error"\nError from server (NotFound): pods "web" not found\n' }); };
    expect(cli(['timeline', 'web'], { run: refuse })).toMatchObject({ code: 2, out: '', error: 'kubectl get pod web: Error from server (NotFound): pods "web" not found\n' });
    const missing = () => { throw Object.assign(new Error('spawn kubectl ENOENT'), { code: 'ENOENT' }); };
    expect(cli(['timeline', 'web'], { run: missing }).error).toBe('there is no kubectl here: give files with --pod and --events\n');
  });
});

test.each([
  [['timeline'], 'name one pod'],
  [['timeline', 'web', '--pod', 'pod.json'], 'name one pod'],
  [['timeline', '--pod', 'gone.json'], 'gone.json: there is no such file'],
  [['timeline', '--pod', 'bad.json'], 'bad.json: this is no JSON'],
  [['timeline', '--pod', 'list.json'], 'this is no pod: pass what `kubectl get pod NAME -o json` prints'],
  [['timeline', '--pod', 'pod.json', '--events', 'bad.json'], 'bad.json: this is no JSON'],
  [['timeline', '--pod', 'pod.json', '--events', 'pod.json'], 'this is no list of events: pass what `kubectl get events -o json` prints'],
  [['timeline', '--pod', 'empty.json'], 'this pod has no containers in its spec'],
  [['timeline', '--pod', '-', '--events', '-'], '--pod and --events both come from standard input; pass one as a file'],
  [['timeline', 'web', '--events', 'list.json'], '--events goes with --pod'],
  [['timeline', '--pod', 'pod.json', '--namespace', 'shop'], "option '-n, --namespace <namespace>' cannot be used with option '--pod <file>'"],
])('%j is a usage error', (args, why) => {
  const [empty, pod] = ['{}', '{"containers":[{"name":"app"}]}'].map(spec => `{"kind":"Pod","metadata":{"name":"web"},"spec":${spec}}`);
  const files = { 'bad.json': 'apiVersion: v1', 'list.json': '{"kind":"List","items":[]}', 'empty.json': empty, 'pod.json': pod };
  expect(cli(args, { files })).toMatchObject({ code: 2, out: '', error: expect.stringContaining(why) });
});
