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

/** The plan of most users: only dependencies are stated. */
const NATIVE = planOf([{ name: 'app', needs: ['proxy'] }, { name: 'proxy', ready: 2 }], { kubernetesVersion: '1.29' });

/** The lines of a section, up to the next title. */
function section(text: string, title: string): string[] {
  const lines = text.split('\n');
  const from = lines.findIndex(l => l.startsWith(`  ${title}`));
  const length = lines.slice(from + 1).findIndex(l => !l.startsWith('   '));
  return lines.slice(from + 1, length === -1 ? undefined : from + 1 + length);
}

describe('a plan as text', () => {
  test('names the containers in start order, with place, role and reason', () => {
    expect(explain(FULL, { width: 120 }).split('\n').slice(0, 7)).toEqual([
      'test/pod: start order on Kubernetes 1.27 or newer',
      '  1. install-wait-agent: init container, injected, copies the wait agent for the other containers',
      '  2. migrate: init container, moved from `containers`, as its role asks',
      '  3. wait-for-config: init container, injected, waits for config: GET http://config.shop:80/ready',
      '  4. logs: container, sidecar',
      '  4. proxy: container',
      "  5. app: container, moved after 'proxy', which it needs",
    ]);
    expect(explain(NATIVE, { width: 120 }).split('\n').slice(0, 3)).toEqual([
      'test/pod: start order on Kubernetes 1.29 or newer',
      "  1. proxy: native sidecar, moved from `containers`, since 'app' needs it (`role: APP` keeps it there)",
      '  2. app: container',
    ]);
  });

  test('contains each dependency with its condition, check, mechanism, timeout, guarantee and remedy', () => {
    const text = explain(FULL, { width: 1000 });
    expect(text.split('\n').filter(line => line.startsWith('  app after'))).toEqual([
      expect.stringMatching(/^ {2}app after config ready \(GET http:\/\/config.shop:80\/ready\): init container wait-for-config, 60 s at each start, then fails, FAIL_CLOSED; except kubernetes#/),
      expect.stringMatching(/^ {2}app after migrate completed: list order, FAIL_CLOSED; except kubernetes#120247 on 1.28 and kubernetes#137710 on 1.29 to 1.36$/),
      '  app after proxy ready (TCP 127.0.0.1:8002, from readyWhen): the postStart hook of proxy, 60 s at each start, then goes on, BEST_EFFORT, +4.4 s',
    ]);
    expect(section(text, 'to do:')[0]).toMatch(/^ {4}- to raise the guarantee of app after proxy: plan for nodes of Kubernetes 1.35 or newer/);
    expect(explain(NATIVE, { width: 1000 })).toContain('  app after proxy ready (TCP POD_IP:8001, from readyWhen): the startup probe of native sidecar proxy, '
      + 'FAIL_CLOSED, +2.3 s; except kubernetes#142305 on 1.35 to 1.37\n');
  });

  test('with details, contains the reason for each mechanism, and the effect of each exception', () => {
    const reasons = section(explain(FULL, { width: 1000, detail: true }), 'reasons:');
    expect(reasons.filter(line => line.startsWith('    - '))).toEqual([
      '    - app after config: an init container waits for it, which delays the whole pod',
      '    - app after migrate: the kubelet starts the next containers after the init container has exited with 0',
      '    - app after proxy: a postStart hook holds the kubelet until it is ready; a crash, the timeout or a restart of the kubelet opens it',
    ]);
    expect(reasons).toContain('      except kubernetes#120247 on 1.28: app containers can start before the init containers have completed, after a restart of the node');
    expect(section(explain(FULL, { width: 1000, detail: true }), 'shutdown, 4 s')).toEqual([
      '    - proxy stops after app: its preStop hook waits for the lock that the dependent holds as long as it runs',
    ]);
  });

  test('contains each injected field with its container and reason', () => {
    expect(section(explain(FULL, { width: 1000, detail: true }), 'written:')).toEqual([
      '    - the pod: `volumes[startup-order-agent]`: the wait agent, copied by an init container (COPY): the architecture of the nodes is unknown',
      '    - the pod: `volumes[startup-order-binaries]`: the wait agent for amd64, arm64, from a ConfigMap',
      '    - the pod: `volumes[startup-order-state]`: marker files tell which containers are ready, and lock files which containers still run',
      '    - the pod: `metadata.annotations`: kubectl uses app by default',
      '    - install-wait-agent: `initContainers`: copies the wait agent for the architecture of the node',
      '    - wait-for-config: `initContainers`: waits for config',
      '    - proxy: `lifecycle.postStart`: waits until proxy is ready',
      '    - proxy: `lifecycle.preStop`: waits until app has exited',
      '    - app: `lifecycle.postStart`: locks a file as long as the container runs',
    ]);
  });

  test('names the address to which the kubelet connects in the reason of a startup probe', () => {
    expect(NATIVE.dependencies[0].check).toBe('TCP POD_IP:8001, from readyWhen');
    expect(NATIVE._injections.find(i => i.field === 'startupProbe')!.reason).toContain('TCP POD_IP:8001');
  });

  test('predicts the start of each container, the critical path and the cost of the order', () => {
    const text = explain(FULL, { width: 1000, detail: true });
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
      expect.stringMatching(/^ {4}all app containers ready after ~10.3 s, without order after 6.9 s: the order adds 3.4 s \(waits 1 s, overhead 2.4 s\)$/),
      '    waits: the time that the dependencies need, with any mechanism; overhead: the time that the mechanisms add',
    ]);
    expect(text).toContain('predicted, in seconds after the creation of the pod; ~: a guess, since `expectedReadyIn` is unspecified:');
  });

  test('without dependencies contains no prediction, and names the containers that start together', () => {
    const last = (containers: Parameters<typeof planOf>[0]) => explain(planOf(containers), { width: 1000 }).split('\n').find(line => line.startsWith('  no dependencies'));
    const [hook, sidecar] = [kplus.Handler.fromCommand(['/warm']), ContainerRole.SIDECAR];
    expect(explain(planOf([{ name: 'a' }, { name: 'b' }]))).toBe(
      'test/pod: start order on Kubernetes 1.37 or newer\n  1. a: container\n  1. b: container\n  no dependencies: the containers start together\n');
    expect(last([{ name: 'a' }])).toBe('  no dependencies: the pod has one container');
    expect(last([{ name: 'a' }, { name: 's', role: sidecar }])).toBe('  no dependencies: the entries of `initContainers` start one after the other, then the containers start together');
    expect(last([{ name: 'a', more: { lifecycle: { postStart: hook } } }, { name: 'b' }])).toBe('  no dependencies: the containers start in list order, and a postStart hook holds the containers after it');
  });

  test('numbers the containers by the step in which they start', () => {
    const steps = (mechanism: Mechanism) => explain(six(mechanism), { width: 1000 }).split('\n').flatMap(line => /^ {2}(\d+)\. (\S+): /.exec(line)?.slice(1).join(' ') ?? []);
    expect(steps(Mechanism.ENTRYPOINT_GATE)).toEqual(['1 a', '1 f', '1 b', '2 c', '2 d', '3 e']);
    expect(steps(Mechanism.SIDECAR_PROBE).map(s => s.split(' ')[0])).toEqual(['1', '2', '3', '4', '5', '5']);
  });

  const ALL: readonly StartupPlan[] = [FULL, six(Mechanism.GUARDED_HOOK), six(Mechanism.SIDECAR_PROBE)];

  test.each([40, 60, 100, 140])('fits into %d columns, except for longer words', width => {
    for (const plan of ALL) {
      for (const line of explain(plan, { width, detail: true }).split('\n').filter(l => l.length > width)) { expect(line.trim()).not.toContain(' '); }
    }
  });

  test('numbers the containers from 1, also if each waits in its gate for something outside the pod', () => {
    const plan = planOf([{ name: 'app', command: true, needs: [Dependency.onTcp('db.shop', 5432, { mechanism: Mechanism.ENTRYPOINT_GATE })] }]);
    expect(explain(plan).split('\n')[1]).toBe('  1. app: container');
  });

  test('is 100 columns wide, never less than 40, and contains the same text at each width', () => {
    expect([explain(FULL), explain(FULL, { width: 1 })]).toEqual([explain(FULL, { width: 100 }), explain(FULL, { width: 40 })]);
    const words = (width: number) => explain(FULL, { width, detail: true }).split(/\s+/).join(' ');
    expect(words(40)).toBe(words(1000));
  });
});
