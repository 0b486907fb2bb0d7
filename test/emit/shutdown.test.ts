import { box, ContainerJson, containerOf, declared, on, ordered, REGULAR, StartupOrderOptions, tcp } from '../dsl';

const AGENT = '/startup-order/wait';
const LOCK = 'app.lock';
const MOUNTS = [
  { mountPath: '/startup-order', name: 'startup-order-agent', readOnly: true },
  { mountPath: '/startup-order-state', name: 'startup-order-state' },
];

function stopping(app: Partial<ContainerJson> = {}, db: Partial<ContainerJson> = {}, options: StartupOrderOptions = {}) {
  const declaration = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
  const spec = ordered({ containers: [box('app', app), box('db', db)] }, declaration, { orderedShutdown: true, ...options }).spec;
  return { spec, app: containerOf(spec, 'app'), db: containerOf(spec, 'db') };
}

test('the preStop hook of the dependency waits for the lock of the dependent', () => {
  expect(stopping().db.lifecycle!.preStop).toEqual({ exec: { command: [AGENT, `--unlocked=${LOCK}`] } });
  expect(stopping().db.volumeMounts).toEqual(MOUNTS);
});

test('the hook of the dependent leaves a process that holds its lock', () => {
  expect(stopping().app).toEqual(box('app', {
    lifecycle: { postStart: { exec: { command: [AGENT, `--leave-lock=${LOCK}`] } } }, volumeMounts: MOUNTS,
  }));
});

test('with a known command, the agent takes the lock before the wait and the command', () => {
  expect(stopping({ command: ['/app', '$(A)'] }).app.command!.slice(0, 3)).toEqual([AGENT, `--lock=${LOCK}`, '--for=db']);
});

test("the user's hook runs after the wait, word for word", () => {
  expect(stopping({}, { lifecycle: { preStop: { exec: { command: ['sh', '-c', 'drain $A'] } } } }).db.lifecycle!.preStop)
    .toEqual({ exec: { command: [AGENT, `--unlocked=${LOCK}`, '--run-first=3', 'sh', '-c', 'drain $A'] } });
  expect(stopping({}, { lifecycle: { preStop: { sleep: { seconds: 4 } } } }).db.lifecycle!.preStop)
    .toEqual({ exec: { command: [AGENT, `--unlocked=${LOCK}`, '--for=db', '--delay=4s'] } });
});

test('the probes that restart the dependency get a grace period, and no other change', () => {
  const liveness = { httpGet: { path: '/live', port: 80 }, periodSeconds: 3 };
  expect(stopping({}, { livenessProbe: liveness }).db.livenessProbe).toEqual({ ...liveness, terminationGracePeriodSeconds: 2 });
});

test('the state volume is in memory', () => {
  expect(stopping().spec.volumes![1]).toEqual({ emptyDir: { medium: 'Memory', sizeLimit: '1Mi' }, name: 'startup-order-state' });
});

test('only a dependency with RESTART_ALL_CONTAINERS gets the restart rule', () => {
  const declaration = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db', { restartAllContainers: true })] } });
  const { containers } = ordered({ containers: [box('app'), box('db')] }, declaration, { kubernetesVersion: '1.36' }).spec;
  expect(containers!.map(c => [c.name, c.restartPolicy, c.restartPolicyRules])).toEqual([
    ['db', 'Always', [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [] } }]],
    ['app', undefined, undefined],
  ]);
});
