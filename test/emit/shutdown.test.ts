import { AGENT_MOUNT, box, ContainerJson, containerOf, declared, on, ordered, REGULAR, STATE_MOUNT, tcp } from '../dsl';

const AGENT = '/startup-order/wait';
const LOCK = 'app.lock';
const MOUNTS = [AGENT_MOUNT, STATE_MOUNT];

function stopping(app: Partial<ContainerJson> = {}, db: Partial<ContainerJson> = {}) {
  const declaration = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
  const { spec } = ordered({ containers: [box('app', app), box('db', db)] }, declaration, { orderedShutdown: true });
  return { app: containerOf(spec, 'app'), db: containerOf(spec, 'db') };
}

test('the preStop hook of the dependency waits for the lock of the dependent', () => {
  const { db } = stopping();
  expect([db.lifecycle!.preStop, db.volumeMounts]).toEqual([{ exec: { command: [AGENT, `--unlocked=${LOCK}`] } }, MOUNTS]);
});

test('the hook of the dependent leaves a process that holds its lock', () => {
  const postStart = { exec: { command: [AGENT, `--leave-lock=${LOCK}`] } };
  expect(stopping().app).toEqual(box('app', { lifecycle: { postStart }, volumeMounts: MOUNTS }));
});

test('with a known command, the agent takes the lock before the wait and the command', () => {
  const { app } = stopping({ command: ['/app', '$(A)'] });
  expect([app.command!.slice(0, 3), app.lifecycle]).toEqual([[AGENT, `--lock=${LOCK}`, '--for=db'], undefined]);
});

test("the user's hook runs after the wait, word for word", () => {
  expect(stopping({}, { lifecycle: { preStop: { exec: { command: ['sh', '-c', 'drain $A'] } } } }).db.lifecycle!.preStop)
    .toEqual({ exec: { command: [AGENT, `--unlocked=${LOCK}`, '--run-first=3', 'sh', '-c', 'drain $A'] } });
  expect(stopping({}, { lifecycle: { preStop: { sleep: { seconds: 4 } } } }).db.lifecycle!.preStop)
    .toEqual({ exec: { command: [AGENT, `--unlocked=${LOCK}`, '--for=db', '--delay=4s'] } });
});

test('only a dependency with RESTART_ALL_CONTAINERS gets the restart rule', () => {
  const [db, cache] = [5432, 6379].map(port => ({ ...REGULAR, readyWhen: tcp(port) }));
  const dependsOn = [on('db', { restartAllContainers: true }), on('cache', { restartAllContainers: false })];
  const pod = { containers: [box('app'), box('db'), box('cache')] };
  const { containers } = ordered(pod, declared({ db, cache, app: { dependsOn } }), { kubernetesVersion: '1.36' }).spec;
  const rules = [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [] } }];
  expect(containers!.map(c => [c.name, c.restartPolicy, c.restartPolicyRules]))
    .toEqual([['db', 'Always', rules], ['cache', undefined, undefined], ['app', undefined, undefined]]);
});
