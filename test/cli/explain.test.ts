import { cli } from './host';
import { declaredOrderIsMissing } from '../../tools/lint/rules/declared-order-is-missing';
import { box, declared, file, on, ordered as orderedPod, outside } from '../dsl';
import { manifest } from '../manifest';

/** A gate that waits for a mark, on nodes of an unknown architecture. */
const READY_FILE = manifest('Pod', 'sidecar-startup-example', orderedPod(
  { containers: [box('app-container', { command: ['/app'] }), box('sidecar-container')] },
  declared({ 'sidecar-container': { readyWhen: file('/tmp/healthy') }, 'app-container': { dependsOn: [on('sidecar-container')] } }),
  { architecture: undefined },
).spec!);

const EXTERNAL = manifest('Deployment', 'web', {
  template: orderedPod({ containers: [box('web')] }, declared({ web: { dependsOn: [outside('config')] } }), { architecture: 'amd64' }),
});

const NO_ORDER = manifest('Pod', 'a1', { containers: [box('a'), box('b'), box('c')] });

const FILES = { 'ready-file.yaml': JSON.stringify(READY_FILE), 'external.yaml': JSON.stringify(EXTERNAL), 'no-order.yaml': JSON.stringify(NO_ORDER) };

const PAIR = `apiVersion: v1
kind: Pod
metadata: {name: by-hand}
spec:
  containers:
    - name: sidecar
      image: a
      startupProbe: {exec: {command: [cat, /tmp/healthy]}}
    - {name: app, image: b}
    - {name: metrics, image: c}
`;

test('explain lists the orders of a handwritten pod that nothing enforces', () => {
  const { code, out } = cli(['explain', '-'], { stdin: PAIR });
  expect(code).toBe(0);
  expect(out.split('\n').slice(0, 8).filter(line => line !== '')).toEqual([
    'Pod by-hand: the order that the kubelet enforces (Kubernetes 1.29 or newer, assumed)',
    '  1. sidecar (container)',
    '  2. app (container)',
    '  3. metrics (container)',
    '  expected, but not enforced:',
    '    - app, metrics after sidecar, by startupProbe (spec.containers[0].startupProbe)',
    '      the kubelet does not wait for the probes of a regular container',
  ]);
});

test('explain names the order of an annotation, until `order` has put the pod in this order', () => {
  const annotated = declaredOrderIsMissing.example.wrong;
  const applied = cli(['order', 'pod.yaml'], { files: { 'pod.yaml': annotated } }).out;
  const explain = (text: string) => cli(['explain', 'pod.yaml'], { files: { 'pod.yaml': text } }).out.replace(/\s+/g, ' ');
  expect(explain(annotated)).toContain('expected, but not enforced: - something, by annotation (metadata.annotations) '
    + 'the annotation cdk8s-startup-order.github.io/depends-on declares an order, and the command `order` has not put the pod in this order');
  expect(explain(applied)).not.toContain('by annotation');
});

test('explain names the bug of the kubelet that opens the order of a startup probe', () => {
  const sidecar = { ...box('sidecar', { startupProbe: { tcpSocket: { port: 1 } } }), restartPolicy: 'Always' };
  const stdin = JSON.stringify({ ...NO_ORDER, spec: { initContainers: [sidecar], containers: [box('app')] } });
  const { out } = cli(['explain', '-'], { stdin });
  expect(out.replace(/\s+/g, ' ')).toContain('guarantee FAIL_CLOSED: the kubelet starts the next containers after the startup probe of the native sidecar has passed; '
    + 'except kubernetes#142305 on 1.35 to 1.37');
});

test('explain reads gates, hooks and external waits from a pod of this library', () => {
  const { out } = cli(['explain', 'ready-file.yaml', 'external.yaml'], { files: FILES });
  expect(out).toContain('    - app-container starts after sidecar-container is READY: the mark READY\n      gate (spec.containers[1].command)');
  expect(out).toContain('    - wait-for-config waits for config; after it: web (spec.template.spec.initContainers[0].command)\n');
  expect(out).toContain('1. install-wait-agent (init container, injected)');
});

test.each([
  ['for i in 1 2 3; do nc -z db 5432 && break; sleep 2; done', '; the command may give up'],
  ['[ -n "$SKIP" ] || until nc -z db 5432; do sleep 1; done', '; a condition can skip the wait'],
  ['until nc -z db 5432; do sleep 1; done', ''],
])('explain says why an init container can stop waiting: %s', (script, why) => {
  const spec = { initContainers: [box('wait', { command: ['sh', '-c', script] })], containers: [box('web')] };
  const { out } = cli(['explain', '-'], { stdin: JSON.stringify({ ...NO_ORDER, spec }) });
  expect(out.replace(/\s+/g, ' ')).toContain(`wait waits for TCP db:5432; after it: web${why} (spec.initContainers[0])`);
});

test('explain --format json prints the same orders as the text', () => {
  const [{ kind, name, kubernetesVersion, unenforced, ordered }] = JSON.parse(cli(['explain', '--format', 'json', '--kubernetes-version', '1.30', '-'], { stdin: PAIR }).out);
  expect([kind, name, kubernetesVersion]).toEqual(['Pod', 'by-hand', '1.30']);
  expect(unenforced).toContainEqual(expect.objectContaining({ first: 'sidecar', then: 'app', by: 'startupProbe' }));
  expect(ordered.every((p: any) => p.by === 'position')).toBe(true);
});

test('explain breaks lines at the width of the terminal', () => {
  const lines = cli(['explain', 'ready-file.yaml'], { files: FILES, width: 60 }).out.split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(l => l.length > 60 && l.trim().includes(' '))).toEqual([]);
});

test('an argument selects a workload; an unknown name is a usage error that lists the known names', () => {
  const explain = (...names: string[]) =>
    cli(['explain', 'ready-file.yaml', 'external.yaml', ...names.flatMap(name => ['--workload', name])], { files: FILES });
  expect(explain('web')).toMatchObject({ code: 0, out: expect.stringMatching(/^Deployment web: (?![^]*sidecar-startup-example)/), error: '' });
  const error = 'there is no workload called wbe; there are sidecar-startup-example, web\n';
  expect(explain('wbe')).toMatchObject({ code: 2, out: '', error });
  // The other workloads are shown.
  expect(explain('web', 'wbe')).toMatchObject({ code: 2, out: explain('web').out, error });
});

test('the error about an unknown name lists only some of thousands of names', () => {
  const many = Array.from({ length: 30 }, (_, i) => PAIR.replace('by-hand', `pod-${i}`)).join('---\n');
  expect(cli(['explain', '-', '--workload', 'x'], { stdin: many }).error).toMatch(/; there are pod-0, pod-1, .*, pod-19 and 10 more\n$/);
});

test('an unknown version counts as the nearest known version, with a message', () => {
  const explained = (version: string) => cli(['explain', '-', '--kubernetes-version', version], { stdin: PAIR });
  expect([explained('1.20.3'), explained('v1.99')].map(o => [o.code, o.error, o.out.split('\n')[0]])).toEqual([
    [0, 'Kubernetes 1.20 is unknown; the facts of 1.27 are used\n', 'Pod by-hand: the order that Kubernetes 1.27 enforces'],
    [0, 'Kubernetes 1.99 is unknown; the facts of 1.37 are used\n', 'Pod by-hand: the order that Kubernetes 1.37 enforces'],
  ]);
  expect([explained('v1.33.5-eks-3025e55'), explained('1.33')].map(o => [o.error, /Kubernetes \S+/.exec(o.out)![0]])).toEqual([['', 'Kubernetes 1.33'], ['', 'Kubernetes 1.33']]);
});

test('files without workloads are a usage error', () => {
  expect(cli(['explain', '-'], { stdin: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n' })).toMatchObject(
    { code: 2, out: '', error: 'there is no workload here: nothing has a pod template\n' });
});

describe('plot', () => {
  test('writes the pictures of several workloads to a directory only', () => {
    expect(cli(['plot', 'ready-file.yaml', 'external.yaml'], { files: FILES })).toMatchObject({ code: 2, out: '', error: expect.stringContaining('--output DIRECTORY/') });
    const { code, written } = cli(['plot', 'ready-file.yaml', 'external.yaml', 'ready-file.yaml', '--output', 'pictures/'], { files: FILES });
    expect([code, Object.keys(written)]).toEqual([0, ['pictures/pod-sidecar-startup-example.svg', 'pictures/deployment-web.svg', 'pictures/pod-sidecar-startup-example-2.svg']]);
    const before = { ...FILES, 'pictures/old.svg': '' };
    expect(cli(['plot', 'ready-file.yaml', 'external.yaml', 'ready-file.yaml', '--output', 'pictures'], { files: before }).written).toEqual(written);
  });

  test('the timeline contains injected containers, external dependencies, and the wait of an app', () => {
    const rows = (name: string) => JSON.parse(cli(['plot', '--format', 'json', name], { files: FILES }).out);
    const { rows: [, sidecar, app], kind } = rows('ready-file.yaml');
    expect([kind, app.started > sidecar.ready]).toEqual(['predicted', true]);
    const { rows: [config, wait, web] } = rows('external.yaml');
    expect([config.place, wait.injected, web.created > wait.ended]).toEqual(['outside', true, true]);
  });

  test('without an order, all containers start at once', () => {
    const { rows, allReady, allReadyWithoutOrder } = JSON.parse(cli(['plot', '--format', 'json', 'no-order.yaml'], { files: FILES }).out);
    expect([rows.length, allReady]).toEqual([3, allReadyWithoutOrder]);
  });

  test('each workload gets a file of its own, also with equal names and without a name', () => {
    const files = { 'a.yaml': ['a', 'a', 'a-2'].map(name => PAIR.replace('by-hand', name)).join('---\n') };
    expect(Object.keys(cli(['plot', 'a.yaml', '--output', 'p/'], { files }).written)).toEqual(['p/pod-a.svg', 'p/pod-a-2.svg', 'p/pod-a-2-2.svg']);
    expect(cli(['explain', '-'], { stdin: PAIR.replace('{name: by-hand}', '{}') }).out).toMatch(/^Pod \(no name\): /);
  });
});

describe('the prediction for a handwritten pod', () => {
  const predicted = (spec: object, version = '1.37') => {
    const stdin = JSON.stringify(manifest('Pod', 'a', { automountServiceAccountToken: false, ...spec }));
    const { code, out } = cli(['plot', '--format', 'json', '--kubernetes-version', version, '-'], { stdin });
    expect([code, cli(['plot', '--kubernetes-version', version, '-'], { stdin }).out]).toEqual([0, expect.not.stringMatching(/NaN|Infinity|undefined/)]);
    return JSON.parse(out);
  };
  const starts = (timeline: any) => timeline.rows.map((r: any) => r.started);
  const waitFor = (port: number) => ['sh', '-c', `until nc -z localhost ${port}; do sleep 1; done; exec /app`];

  test('a hook that waits for a later container never ends', () => {
    const first = { name: 'first', lifecycle: { postStart: { exec: { command: ['sh', '-c', 'until nc -z localhost 6379; do sleep 1; done'] } } } };
    const timeline = predicted({ containers: [first, { name: 'cache', image: 'redis', ports: [{ containerPort: 6379 }] }] });
    expect([starts(timeline), timeline.allReady, timeline.notes]).toEqual([[0.185, undefined], undefined, ['never ready in this prediction: first, cache']]);
  });

  test('no container starts after an endless init container, or after a native sidecar on old nodes', () => {
    const endless = predicted({ initContainers: [{ name: 'init', command: ['sleep', 'infinity'] }], containers: [{ name: 'app' }] });
    expect([starts(endless), endless.allReady, endless.allReadyWithoutOrder]).toEqual([[0.185, undefined], undefined, undefined]);
    const sidecar = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }], containers: [{ name: 'app' }] };
    expect([predicted(sidecar, '1.28'), predicted(sidecar, '1.29')].map(t => [t.rows[1].started, t.notes])).toEqual([
      [undefined, ['never ready in this prediction: proxy, app']], [expect.any(Number), []],
    ]);
  });

  test.each([
    ['an init container that always fails', { initContainers: [{ name: 'init', command: ['sh', '-c', 'echo no; exit 1'] }] }],
    ['an init container that waits for the app', { initContainers: [{ name: 'init', command: waitFor(80) }] }],
    ['a sidecar whose startup probe only the app can answer', { initContainers: [{ name: 'init', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 80 } } }] }],
    ['a sidecar whose hook always fails', { initContainers: [{ name: 'init', restartPolicy: 'Always', lifecycle: { postStart: { tcpSocket: { port: 1 } } } }] }],
    ['a hook that never ends', { first: { name: 'init', lifecycle: { postStart: { exec: { command: ['sleep', 'infinity'] } } } } }],
  ])('no container starts after %s', (_what, { first, ...spec }: { first?: object; initContainers?: object[] }) => {
    const { rows, allReady } = predicted({ ...spec, containers: [...first ? [first] : [], { name: 'app', ports: [{ containerPort: 80 }] }] });
    expect([rows.map((r: any) => r.started !== undefined), allReady]).toEqual([[true, false], undefined]);
  });

  test.each([
    ['an init container that waits for the Service of its own pod', 'web', 'init', false],
    ['an init container that gives up, because it then runs again', 'web', 'limited', false],
    ['an init container that waits for another Service', 'db', 'init', true],
    ['a hook that waits for the Service of its own pod', 'web', 'hook', false],
    ['a hook that gives up after a time', 'web', 'limitedHook', true],
  ])('the app after %s', (_what, host, way, isStarted) => {
    const loop = ['sh', '-c', `until nc -z ${host} 80; do sleep 1; done`];
    const command = way.startsWith('limited') ? ['timeout', '60', ...loop] : loop;
    const first = way.endsWith('ook') ? { name: 'first', lifecycle: { postStart: { exec: { command } } } } : { name: 'first', command };
    const app = { name: 'app', ports: [{ containerPort: 80 }], readinessProbe: { tcpSocket: { port: 80 } } };
    const spec = way.endsWith('ook') ? { containers: [first, app] } : { initContainers: [first], containers: [app] };
    const stdin = [
      manifest('Service', 'web', { selector: { app: 'web' }, ports: [{ port: 80 }] }),
      manifest('Deployment', 'web', { template: { metadata: { labels: { app: 'web' } }, spec } }),
    ].map(object => JSON.stringify(object)).join('\n---\n');
    const { rows } = JSON.parse(cli(['plot', '--format', 'json', '-'], { stdin }).out);
    expect(rows.find((r: any) => r.name === 'app').started !== undefined).toBe(isStarted);
  });

  test('a container that sleeps first is ready after that time, as a guess', () => {
    const { rows: [app] } = predicted({ containers: [{ name: 'app', command: ['sh', '-c', 'sleep 30; exec /app'] }] });
    expect([app.ready - app.started, app.guessed]).toEqual([expect.closeTo(31, 3), true]);
  });

  test('a condition that becomes true after the dependent has gone on has no moment', () => {
    const limited = { exec: { command: ['sh', '-c', 'for i in $(seq 9); do nc -z localhost 80 && exit 0; sleep 1; done; exit 1'] } };
    const { edges } = predicted({
      containers: [{ name: 'slow', ports: [{ containerPort: 80 }] }, { name: 'hooked', lifecycle: { postStart: limited } }, { name: 'last' }],
    });
    expect(edges.map((e: any) => [e.dependency, e.metAt <= e.wentOnAt])).toEqual([['hooked', true], ['slow', true]]);
  });

  test.each([{ sleep: { seconds: 30 } }, { exec: { command: ['sleep', '30'] } }])('a hook that sleeps holds the later containers for that time: %j', postStart => {
    const timeline = predicted({ containers: [{ name: 'first', lifecycle: { postStart } }, { name: 'second' }] });
    expect([timeline.rows[1].started - timeline.rows[0].started, timeline.notes]).toEqual([expect.closeTo(30, 0), []]);
  });

  test('an init container ends at a guessed time, and work after its wait takes a guessed time', () => {
    const wait = 'until nc -z db 5432; do sleep 1; done';
    const init = (command: string) => predicted({ initContainers: [{ name: 'init', command: ['sh', '-c', command] }], containers: [{ name: 'app' }] }).rows[1];
    const [mere, works] = [init(wait), init(`${wait}; /migrate`)];
    expect([mere, works].map(r => [r.spans.map((s: any) => s.kind), r.guessed])).toEqual([[['creating', 'waiting'], true], [['creating', 'waiting', 'running'], true]]);
    expect(works.ended - mere.ended).toBeCloseTo(1, 3);
  });

  test.each([0, -1, 1e300, 'x'])('an invalid number does not break the prediction: %j', odd => {
    const postStart = { sleep: { seconds: odd } };
    const startupProbe = { periodSeconds: odd, httpGet: { port: 80 } };
    expect(predicted({
      initContainers: [{ name: 'proxy', restartPolicy: 'Always', startupProbe }], containers: [{ name: 'app', lifecycle: { postStart } }, { name: 'b' }],
    }).rows).toHaveLength(3);
  });

  test('the prediction for 40 containers, two with a cycle, is fast: they are never ready', () => {
    const containers = Array.from({ length: 40 }, (_, i) => ({
      name: `c${i}`,
      ports: [{ containerPort: 8000 + i }],
      command: i === 0 ? waitFor(8001) : ['sh', '-c', [i - 1, i - 2].filter(n => n >= 0).map(n => `until nc -z localhost ${8000 + n}; do sleep 1; done; `).join('') + 'exec /app'],
    }));
    const begun = performance.now();
    const { rows, allReady } = predicted({ containers });
    expect([rows.filter((r: any) => r.ready !== undefined).length, allReady]).toEqual([0, undefined]);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('a pod with empty lists gives an empty picture, and two containers with the same name are both drawn', () => {
    expect(predicted({ containers: [] })).toMatchObject({ rows: [], criticalPath: [], notes: [] });
    expect(predicted({ containers: [{ name: 'app' }, { name: 'app' }] }).rows).toHaveLength(2);
  });
});

test('the report of manifests shows the findings of the lint next to the plan', () => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}}\n';
  const waits = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\n'
    + 'spec: {initContainers: [{name: wait, image: busybox, command: [sh, -c, until nc -z web 80; do sleep 1; done]}], containers: [{name: app, image: a}]}\n';
  const { code, out } = cli(['report', '-'], { stdin: `${PAIR}---\n${service}---\n${waits}` });
  expect(code).toBe(0);
  const findings = [...out.matchAll(/<li>(error|warning|note): (.*?) \(lint rule <code>([a-z-]+)<\/code>\)<\/li>/g)].map(([, severity, , rule]) => `${severity} ${rule}`);
  expect(findings).toEqual(expect.arrayContaining(['warning startup-probe-orders-nothing', 'error waits-for-own-pod']));
});
