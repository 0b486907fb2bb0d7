import { cli, Surroundings } from './host';
import { RECORDED, recorded } from '../live/recorded';

function files(name: string): Record<string, string> {
  const { pod, events } = recorded(name);
  return { 'pod.json': JSON.stringify(pod), 'events.json': JSON.stringify(events) };
}

function ofFiles(name: string, args: readonly string[] = []) {
  return cli(['timeline', '--pod', 'pod.json', '--events', 'events.json', ...args], { files: files(name) });
}

const json = (name: string) => JSON.parse(ofFiles(name, ['--format', 'json']).out);

test.each(RECORDED)('timeline prints text, JSON and a picture for the recorded pod %s', name => {
  const text = ofFiles(name);
  const { why, measured } = JSON.parse(ofFiles(name, ['--format', 'json']).out);
  expect(text.code).toBe(why.state === 'all-well' ? 0 : 1);
  expect(text.out.replace(/\s+/g, ' ')).toContain(why.sentence.replace(/\s+/g, ' '));
  expect(text.out).not.toMatch(/NaN|undefined|Infinity/);
  expect(measured.rows.flatMap((r: any) => r.spans).filter((s: any) => !(s.from >= 0 && s.to > s.from && s.to <= measured.end + 0.001))).toEqual([]);
  const svg = ofFiles(name, ['--format', 'svg']).out;
  expect(svg).toMatch(/^<svg [^]*<\/svg>\s*$/);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('starts have milliseconds, although the fields of events have whole seconds', () => {
  const { measured: { rows } } = json('all-well');
  const [cache, app] = rows.map((r: any) => r.started);
  expect(rows.map((r: any) => r.name)).toEqual(['cache', 'app']);
  expect([app > cache, [cache, app].some(s => s % 1 !== 0)]).toEqual([true, true]);
});

test('a gated container waits until all are ready, and a container without a probe is ready at once', () => {
  const { measured: { rows: [cache, app], allReady }, predicted } = json('all-well');
  expect([cache.ready, app.spans.map((s: any) => s.kind)]).toEqual([cache.started, ['waiting', 'creating', 'waiting', 'ready']]);
  // The cache takes 1 s.
  expect(allReady).toBeGreaterThan(1);
  expect(allReady).toBeLessThan(3);
  expect(predicted.kind).toBe('predicted');
});

test('a container that a guard held was not created until then', () => {
  const { measured: { rows } } = json('guard-holds');
  const app = rows.find((r: any) => r.name === 'app');
  expect([app.created, app.started, app.spans.map((s: any) => [s.kind, s.of])]).toEqual([undefined, undefined, [['waiting', ['cache']]]]);
});

test('a crash is drawn as a failure', () => {
  const [first] = json('crash-loop').measured.rows;
  expect(first.spans.map((s: any) => s.kind)).toContain('failed');
});

test('without events, timeline draws the times in the status', () => {
  const { code, out } = cli(['timeline', '--pod', 'pod.json', '--format', 'json'], { files: files('all-well') });
  const { measured } = JSON.parse(out);
  expect([code, measured.rows.map((r: any) => r.started % 1)]).toEqual([0, [0, 0]]);
  expect(measured.notes).toContain('its events are gone: starts are in whole seconds');
});

test('the text contains the measured and the predicted times', () => {
  const { out } = ofFiles('all-well');
  const drawn = out.split('\n').filter(l => /^ {2}app /.test(l));
  expect(drawn).toEqual([expect.stringMatching(/^ {2}app +░+╴*░+█+ +started \d\.\d, ready \d\.\d \(predicted \d\.\d\)$/)]);
});

test('the legend of the text has the words of the picture, and no sign at the end of a line', () => {
  const { out } = cli(['timeline', '--pod', 'pod.json', '--events', 'events.json'], { files: files('all-well'), width: 60 });
  expect(out.replace(/\s+/g, ' ')).toContain('░ waits for what it needs; ╴ is created; ');
  expect(out).not.toMatch(/ [·░╴▒▓█]$/m);
});

test('timeline reports a pod without a status, and a pod without containers', () => {
  const of = (containers: object[]) => cli(['timeline', '--pod', 'pod.json'], {
    files: { 'pod.json': JSON.stringify({ kind: 'Pod', metadata: { name: 'web' }, spec: { containers } }) },
  });
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
    const { code, out } = cli(['timeline', pod.metadata.name, '-n', 'shop'], kubectl);
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

  test('accepts a name such as pod/NAME, as kubectl prints it', () => {
    asked.splice(0);
    cli(['timeline', `pod/${pod.metadata.name}`], kubectl);
    expect(asked[0]).toBe(`kubectl get pod ${pod.metadata.name} -o json`);
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
  const { code, out, error } = cli(args, {
    files: {
      'bad.json': 'apiVersion: v1',
      'list.json': '{"kind":"List","items":[]}',
      'empty.json': '{"kind":"Pod","metadata":{"name":"web"},"spec":{}}',
      'pod.json': '{"kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[{"name":"app"}]}}',
    },
  });
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain(why);
});
