import { evaluateCel } from './evaluate-cel';
import { DAMAGES } from '../../conformance/admission/damages';
import { findRequirements } from '../../src/policy/requirements';
import {
  box, COMPLETED, ContainerRole, declared, file, on, orderPod, PodDeclaration, PodSpecJson, POST_START, REGULAR,
  resolveOptions, RUNNING, STARTED, tcp,
} from '../dsl';

/** Returns the ordered pod spec, and a function that returns the missing parts of a changed spec. */
function protect(spec: PodSpecJson, declaration: PodDeclaration, options: { kubernetesVersion?: string; architecture?: string } = {}) {
  const { plan, template } = orderPod({ spec }, declaration, resolveOptions({ kubernetesVersion: '1.33', architecture: 'amd64', ...options }).settings);
  const requirements = findRequirements(plan!, template!).flatMap(edge => edge.requirements);
  const findMissing = (changed: any) => [...new Set(requirements.filter(r => !evaluateCel(r.holds, { spec: changed })).map(r => r.missing))];
  return { spec: template!.spec, findMissing, requirements };
}

/** Returns the spec with a change of one container. */
function change(spec: PodSpecJson, name: string, changed: (container: any) => any): any {
  const apply = (list: readonly any[] = []) => list.map(c => c.name === name ? changed(c) : c);
  return { ...spec, initContainers: apply(spec.initContainers), containers: apply(spec.containers) };
}

const APP = box('app', { command: ['/app'], args: ['-v'] });
const PAIR = { containers: [box('app'), box('db')] };
const NEEDS_DB = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
const GATED = () => protect({ containers: [APP, box('db')] }, declared({ db: { ...REGULAR, readyWhen: file('/own/ready') }, app: { dependsOn: [on('db')] } }));

test.each([['none', true], ['add', true], ['wrap', true], ['replace', false], ['remove', false]])('the change %s keeps a gate: %s', (webhook, keeps) => {
  const { spec, findMissing } = GATED();
  expect(findMissing(DAMAGES[webhook].change(spec)).length === 0).toBe(keeps);
});

test('a command that moved into args still contains its gate; without a command it does not', () => {
  const { spec, findMissing } = GATED();
  const moved = (command?: string[]) => change(spec, 'app', ({ command: own, args, ...rest }) => ({ ...rest, ...command && { command }, args: [...own, ...args] }));
  expect(findMissing(moved(['/vault/vault-env']))).toEqual([]);
  expect(findMissing(moved())).toEqual(["the command of 'app' does not contain its gate"]);
});

test('no expression multiplies the lengths of two texts: a long hook stays within the cost limit', () => {
  const script = 'x'.repeat(20_000);
  const db = box('db', { lifecycle: { postStart: { exec: { command: ['sh', '-c', script] } } } });
  const { spec, findMissing, requirements } = protect({ containers: [box('app'), db] }, NEEDS_DB);
  expect(requirements.filter(({ holds }) => holds.includes(script)).map(({ holds }) => /\.(contains|matches|split)\(/.exec(holds)![1])).toEqual(['split']);
  expect(findMissing(spec)).toEqual([]);
});

const LAST = { ...on('db'), condition: RUNNING, orderedShutdown: true };

describe('a dependency that stops after its dependents', () => {
  const stops = { ...on('db'), orderedShutdown: true };
  const db = { ...REGULAR, readyWhen: tcp(5432) };

  test.each<[string, string, { command?: string[] }, string]>([
    ['in its postStart hook', '1.37', {}, "the postStart hook of 'app' is missing or different"],
    ['in its gate', '1.27', { command: ['/app'] }, "the command of 'app' does not contain its gate"],
  ])('needs the lock that the dependent takes %s', (_where, kubernetesVersion, fields, part) => {
    const dependsOn = [{ ...stops, ...fields.command && { mechanism: POST_START } }];
    const { spec, findMissing } = protect({ containers: [box('app', fields), box('db')] }, declared({ db, app: { dependsOn } }), { kubernetesVersion });
    expect(findMissing(spec)).toEqual([]);
    const damaged = change(spec, 'app', ({ lifecycle: _hooks, command, volumeMounts: _mounts, ...rest }) => ({ ...rest, ...command && { command: ['/app'] } }));
    expect(findMissing(damaged)).toEqual([part, "'app' does not mount /startup-order", "'app' does not mount /startup-order-state"]);
  });
});

test.each<[string, () => ReturnType<typeof protect>, string | undefined]>([
  ['a gate that reads a lock needs separate processes', GATED, 'db'],
  ['a gate with its own check does not', () => protect({ containers: [APP, box('db')] }, NEEDS_DB), undefined],
  ['a hook that takes a lock does', () => protect(PAIR, declared({ db: REGULAR, app: { dependsOn: [LAST] } }), { kubernetesVersion: '1.37' }), 'app'],
])('%s', (_what, protectedPod, holder) => {
  const { spec, findMissing } = protectedPod();
  expect(findMissing({ ...spec, shareProcessNamespace: false })).toEqual([]);
  for (const shared of [{ shareProcessNamespace: true }, { hostPID: true }]) {
    expect(findMissing({ ...spec, ...shared })).toEqual(holder === undefined ? [] : [expect.stringContaining(`so the lock of '${holder}' outlives it`)]);
  }
});

test('an agent that an init container copies needs the command and the mounts of the init container', () => {
  const { spec, findMissing } = protect(PAIR, NEEDS_DB, { architecture: undefined, kubernetesVersion: '1.27' });
  expect(findMissing(spec)).toEqual([]);
  const [installer] = spec.initContainers!.map(c => c.name);
  expect(findMissing(change(spec, installer, c => ({ ...c, volumeMounts: [], restartPolicy: 'Always', command: ['/injected/run'] })))).toEqual([
    `the command of '${installer}' does not copy the agent`, `'${installer}' has restartPolicy: Always`,
    `'${installer}' does not mount /startup-order`, `'${installer}' does not mount /startup-order-binaries`,
  ]);
});

test('what a gate waits for must come before the hook that waits for the container with the gate', () => {
  const containers = [box('app'), box('web', { command: ['/web'] }), box('cache', { command: ['/cache'] }), box('db')];
  const ready = (port: number, ...needs: string[]) => ({ ...REGULAR, readyWhen: tcp(port), dependsOn: needs.map(name => on(name)) });
  const chain = { db: ready(5432), cache: ready(6379, 'db'), web: ready(80, 'cache'), app: { dependsOn: [on('web')] } };
  const { spec, findMissing } = protect({ containers }, declared(chain));
  expect(spec.containers!.map(c => c.name)).toEqual(['db', 'cache', 'web', 'app']);
  const inOrder = (...names: string[]) => findMissing({ ...spec, containers: names.map(name => spec.containers!.find(c => c.name === name)) });
  expect(inOrder('cache', 'db', 'web', 'app')).toEqual([]);
  expect(inOrder('cache', 'web', 'db', 'app')).toEqual(["'db' is not before 'web' in containers"]);
  expect(inOrder('web', 'db', 'cache', 'app')).toEqual(["'cache' is not before 'web' in containers", "'db' is not before 'web' in containers"]);
});

test('a guard needs a variable that is not optional', () => {
  const { spec, findMissing } = protect(PAIR, NEEDS_DB, { kubernetesVersion: '1.37' });
  const withOptional = (optional: boolean) => change(spec, 'app', c => ({ ...c, env: c.env.map(({ valueFrom: { fileKeyRef }, ...e }: any) => ({ ...e, valueFrom: { fileKeyRef: { ...fileKeyRef, optional } } })) }));
  expect(findMissing(withOptional(false))).toEqual([]);
  expect(findMissing(withOptional(true))).toEqual(["'app' has no variable STARTUP_ORDER_DB_READY"]);
});

test('a native sidecar that nothing depends on needs restartPolicy, too', () => {
  const declaration = declared({ proxy: { role: ContainerRole.SIDECAR, dependsOn: [on('migrate', { condition: COMPLETED })] } });
  const { spec, findMissing } = protect({ initContainers: [box('migrate')], containers: [box('app'), box('proxy')] }, declaration);
  expect(findMissing(spec)).toEqual([]);
  expect(findMissing(DAMAGES.strip.change(spec))).toEqual(["'proxy' has no restartPolicy: Always"]);
});

test('the startup probe of a native sidecar may ask another port, and may not become a command', () => {
  const { spec, findMissing } = protect({ containers: [box('app'), box('proxy')] }, declared({ proxy: { readyWhen: tcp(80) }, app: { dependsOn: [on('proxy')] } }));
  const missingWith = (startupProbe?: object) => findMissing(change(spec, 'proxy', ({ startupProbe: own, ...rest }) => ({ ...rest, startupProbe: startupProbe && { ...own, tcpSocket: undefined, ...startupProbe } })));
  expect(missingWith({ httpGet: { path: '/app-health/proxy/startupz', port: 15020 } })).toEqual([]);
  const part = "the startupProbe of 'proxy' is missing or runs a command";
  expect([missingWith({ exec: { command: ['true'] } }), missingWith(undefined)]).toEqual([[part], [part]]);
});

test('a hook of the user that the order needs keeps its kind', () => {
  const db = box('db', { lifecycle: { postStart: { httpGet: { path: '/warm', port: 80 } } } });
  const { spec, findMissing } = protect({ initContainers: [{ ...db, restartPolicy: 'Always' }], containers: [box('app')] },
    declared({ app: { dependsOn: [on('db', { condition: STARTED })] } }));
  const missingWith = (postStart: object) => findMissing(change(spec, 'db', c => ({ ...c, lifecycle: { postStart } })));
  expect(missingWith({ httpGet: { path: '/app-lifecycle/db/poststartz', port: 15020 } })).toEqual([]);
  expect(missingWith({ sleep: { seconds: 1 } })).toEqual(["the postStart hook of 'db' is missing or of another kind"]);
});
