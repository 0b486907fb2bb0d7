import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { planOf, six } from './pods';
import { ContainerRole, Dependency, Mechanism, StartupPlan } from '../../src';
import { explain } from '../../src/report/explain';

/** All kinds of lines, with the init container that copies the agent. */
const FULL = planOf([
  { name: 'app', needs: ['proxy', 'migrate', Dependency.onUrl('http://config.shop/ready', { timeout: Duration.minutes(1), expectedReadyIn: Duration.seconds(3) })] },
  { name: 'logs', role: ContainerRole.SIDECAR },
  { name: 'proxy', ready: 2 },
  { name: 'migrate', role: ContainerRole.INIT, ready: 4 },
], { kubernetesVersion: '1.27', architecture: undefined, orderedShutdown: true });

/** The lines of a section, up to the next title. */
function section(text: string, title: string): string[] {
  const lines = text.split('\n');
  const from = lines.findIndex(l => l.startsWith(`  ${title}`));
  const length = lines.slice(from + 1).findIndex(l => !l.startsWith('   '));
  return lines.slice(from + 1, length === -1 ? undefined : from + 1 + length);
}

describe('a plan as text', () => {
  test('names the containers in start order, with place, role and reason', () => {
    expect(explain(FULL, { width: 120 }).split('\n').slice(0, 8)).toEqual([
      'test/pod: start order for Kubernetes 1.27 and newer; containers with the same number start together',
      '  1. install-wait-agent (init container, injected): copies the wait agent for the other containers',
      '  2. migrate (init container): runs to completion before any container of the pod starts',
      '  3. wait-for-config (init container, injected): waits for config: GET http://config.shop:80/ready',
      '  4. logs (container, sidecar): helps the app containers; a regular container, since not all nodes support native',
      '     sidecars',
      '  4. proxy (container): does the work of the pod',
      "  5. app (container): does the work of the pod; moved after 'proxy', which it needs",
    ]);
  });

  test('contains each dependency with its condition, check, mechanism, timeout, guarantee and remedy', () => {
    expect(section(explain(FULL, { width: 1000 }), 'dependencies:').slice(0, 7)).toEqual([
      expect.stringMatching(/^ {4}- app starts after config is READY: GET http:\/\/config.shop:80\/ready$/),
      expect.stringMatching(/^ {6}INIT_CONTAINER in init container wait-for-config, at most 60 s, then fails; guarantee FAIL_CLOSED: /),
      expect.stringMatching(/^ {4}- app starts after migrate is COMPLETED$/),
      expect.stringMatching(/^ {6}POSITION; guarantee FAIL_CLOSED: /),
      expect.stringMatching(/^ {4}- app starts after proxy is READY: TCP 127.0.0.1:8002 \(readyWhen\)$/),
      expect.stringMatching(/^ {6}POST_START in the postStart hook of proxy, at most 60 s, then goes on; guarantee BEST_EFFORT: /),
      expect.stringMatching(/^ {6}to raise it: plan for nodes of Kubernetes 1.35 or newer/),
    ]);
  });

  test('contains each injected field with its container and reason', () => {
    expect(section(explain(FULL, { width: 1000 }), 'injected:')).toEqual([
      '    - pod: `volumes[startup-order-agent]`: the wait agent, copied by an init container (COPY): the architecture of the nodes is unknown',
      '    - pod: `volumes[startup-order-binaries]`: the wait agent for amd64, arm64, from ConfigMaps',
      '    - pod: `volumes[startup-order-state]`: marker files tell which containers are ready, and lock files which containers still run',
      '    - pod: `metadata.annotations`: kubectl uses app by default',
      '    - install-wait-agent: `initContainers`: copies the wait agent for the architecture of the node',
      '    - wait-for-config: `initContainers`: waits for config',
      '    - proxy: `lifecycle.postStart`: waits until proxy is ready',
      '    - proxy: `lifecycle.preStop`: waits until app has exited',
      '    - app: `lifecycle.postStart`: locks a file as long as the container runs',
    ]);
  });

  test('names the injected fields as in the manifest', () => {
    const plans = [six(Mechanism.GUARDED_HOOK), six(Mechanism.ENTRYPOINT_GATE), six(Mechanism.SIDECAR_PROBE), six(Mechanism.SIDECAR_WAIT_INIT)];
    const fields = plans.map(p => [...new Set(p.injections.map(i => i.field))].sort());
    expect(fields).toEqual([
      ['env', 'lifecycle.postStart', 'readinessProbe', 'volumes[startup-order-agent]', 'volumes[startup-order-state]'],
      ['command', 'startupProbe', 'volumes[startup-order-agent]', 'volumes[startup-order-state]'],
      ['startupProbe'],
      ['initContainers', 'volumes[startup-order-agent]'],
    ]);
  });

  test('predicts the start of each container, the critical path and the cost of the order', () => {
    const text = explain(FULL, { width: 1000 });
    expect(section(text, 'predicted')).toEqual([
      '   created  starts   ready',
      '         -       -     3.0  config (outside the pod)',
      '       0.4     0.5     0.5  install-wait-agent (has exited)',
      '       1.1     1.2     5.2  migrate (has exited)',
      '       6.1     6.2     6.2  wait-for-config (has exited)',
      '       7.1     7.2    ~8.2  logs',
      '       7.1     7.2     9.2  proxy',
      '       9.2     9.3   ~10.3  app',
      expect.stringMatching(/^ {4}critical path: kubelet prepares the pod 0.1 s → .* → proxy becomes ready 2 s → .* → app becomes ready 1 s$/),
      expect.stringMatching(/^ {4}all app containers ready after 10.3 s, without order after 6.9 s: the order adds 3.4 s \(waits 1 s, overhead 2.4 s\)$/),
      '    waits: The time that the dependencies need, with any mechanism. overhead: The time that the mechanisms add.',
    ]);
    expect(text).toContain('predicted, in seconds after the creation of the pod; ~: a guess, since `expectedReadyIn` is unspecified:');
  });

  test('without dependencies contains no prediction, and names the containers that start together', () => {
    const last = (containers: Parameters<typeof planOf>[0]) => explain(planOf(containers), { width: 1000 }).split('\n').find(line => line.startsWith('  no dependencies'));
    const [hook, sidecar] = [kplus.Handler.fromCommand(['/warm']), ContainerRole.SIDECAR];
    expect(explain(planOf([{ name: 'a' }, { name: 'b' }]))).toBe(
      'test/pod: start order for Kubernetes 1.37 and newer; containers with the same number start together\n'
      + '  1. a (container): does the work of the pod\n  1. b (container): does the work of the pod\n  no dependencies: the containers start together\n');
    expect(last([{ name: 'a' }])).toBe('  no dependencies: the pod has one container');
    expect(last([{ name: 'a' }, { name: 's', role: sidecar }])).toBe('  no dependencies: the entries of `initContainers` start one after the other, then the containers start together');
    expect(last([{ name: 'a', more: { lifecycle: { postStart: hook } } }, { name: 'b' }])).toBe('  no dependencies: the containers start in list order, and a postStart hook holds the containers after it');
  });

  test('numbers the containers by the step in which they start', () => {
    const steps = (mechanism: Mechanism) => explain(six(mechanism), { width: 1000 }).split('\n').flatMap(line => /^ {2}(\d+)\. (\S+) /.exec(line)?.slice(1).join(' ') ?? []);
    expect(steps(Mechanism.ENTRYPOINT_GATE)).toEqual(['1 a', '1 f', '1 b', '2 c', '2 d', '3 e']);
    expect(steps(Mechanism.SIDECAR_PROBE).map(s => s.split(' ')[0])).toEqual(['1', '2', '3', '4', '5', '5']);
  });

  const ALL: readonly StartupPlan[] = [FULL, six(Mechanism.GUARDED_HOOK), six(Mechanism.SIDECAR_PROBE)];

  test.each([40, 60, 100, 140])('fits into %d columns, except for longer words', width => {
    for (const plan of ALL) {
      for (const line of explain(plan, { width }).split('\n').filter(l => l.length > width)) {
        expect(line.trim()).not.toContain(' ');
      }
    }
  });

  test('numbers the containers from 1, also if each container waits in its gate for something outside the pod', () => {
    const plan = planOf([{ name: 'app', command: true, needs: [Dependency.onTcp('db.shop', 5432, { mechanism: Mechanism.ENTRYPOINT_GATE })] }]);
    expect(explain(plan).split('\n')[1]).toBe('  1. app (container): does the work of the pod');
  });

  test('is 100 columns wide, and never less than 40', () => {
    expect([explain(FULL), explain(FULL, { width: 1 })]).toEqual([explain(FULL, { width: 100 }), explain(FULL, { width: 40 })]);
  });

  test('contains the same text at each width', () => {
    const words = (width: number) => explain(FULL, { width }).split(/\s+/).join(' ');
    expect(words(40)).toBe(words(1000));
  });

  test('is plain ASCII on demand', () => {
    const plan = { ...FULL, path: 'shop/größe', warnings: ['a → b … “c” 日本'] };
    expect(explain(plan, { ascii: true })).toMatch(/^[\n -~]*$/);
    expect(explain(plan, { ascii: true })).toContain('- a -> b ... "c" ??');
    expect(explain(plan)).toContain('- a → b … “c” 日本');
  });
});
