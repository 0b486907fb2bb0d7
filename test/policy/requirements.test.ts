import { ContainerRole, StartCondition } from '../../src/api/enums';
import { PodDeclaration } from '../../src/api/private/declaration';
import { PodSpecJson } from '../../src/api/private/pod-spec';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';
import { findRequirements } from '../../src/policy/requirements';
import { box, declared, file, on, outside, REGULAR, tcp } from '../dsl';

const { INIT, SIDECAR } = ContainerRole;

/** Returns the parts that each dependency needs, by 'dependent -> dependency'. */
function missing(spec: PodSpecJson, declaration: PodDeclaration, kubernetesVersion = '1.37'): Record<string, string[]> {
  const result = orderPod({ spec }, declaration, resolveOptions({ kubernetesVersion, architecture: 'amd64' }).settings, []);
  expect(result.problems).toEqual([]);
  return Object.fromEntries(findRequirements(result.plan!, result.template!)
    .map(({ dependent, dependency, requirements }) => [`${dependent} -> ${dependency}`, requirements.map(r => r.missing)]));
}

const APP = box('app', { command: ['/app'] });

test('a dependency on a native sidecar needs restartPolicy, the startup probe, and the list', () => {
  const parts = missing({ containers: [box('app'), box('proxy')] }, declared({ proxy: { role: SIDECAR, readyWhen: tcp(80) }, app: { dependsOn: [on('proxy')] } }), '1.34');
  expect(parts).toEqual({
    'app -> proxy': [
      "'proxy' is not in initContainers",
      "'app' is not in containers",
      "'proxy' has no restartPolicy: Always",
      "the startupProbe of 'proxy' is missing or runs a command",
    ],
  });
});

test('a dependency on an init container needs its place before a later init container', () => {
  const parts = missing({ containers: [APP, box('proxy'), box('migrate')] }, declared({
    migrate: { role: INIT }, proxy: { role: SIDECAR, readyWhen: tcp(80), dependsOn: [on('migrate', { condition: StartCondition.COMPLETED })] }, app: { dependsOn: [on('proxy')] },
  }));
  expect(parts['proxy -> migrate']).toEqual([
    "'migrate' is not in initContainers", "'proxy' is not in initContainers", "'migrate' has restartPolicy: Always", "'proxy' has no restartPolicy: Always",
    "'migrate' is not before 'proxy' in initContainers",
  ]);
});

test('a gate needs its command and its mounts, and no position among the containers', () => {
  const parts = missing({ containers: [APP, box('db')] }, declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } }));
  expect(parts).toEqual({
    'app -> db': ["'db' is not in containers", "'app' is not in containers",
      "the command of 'app' does not contain its gate", "'app' does not mount /startup-order"],
  });
});

test('a gate that reads a mark also needs the hook that writes the mark', () => {
  const parts = missing({ containers: [APP, box('db')] }, declared({ db: { ...REGULAR, readyWhen: file('/own/ready') }, app: { dependsOn: [on('db')] } }));
  expect(parts['app -> db']).toEqual(expect.arrayContaining([
    "the postStart hook of 'db' is missing or different", "'db' does not mount /startup-order-state", "the command of 'app' does not contain its gate",
  ]));
});

test('a guard needs its variable and the hook of the dependency', () => {
  const parts = missing({ containers: [box('app'), box('db')] }, declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } }));
  expect(parts['app -> db']).toEqual(expect.arrayContaining([
    "the postStart hook of 'db' is missing or different", "'app' has no variable STARTUP_ORDER_DB_READY", "'db' is not before 'app' in containers",
  ]));
});

test('a hook that holds later containers needs its place before them', () => {
  const parts = missing({ containers: [box('app'), box('db')] }, declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } }), '1.27');
  expect(parts['app -> db']).toEqual([
    "'db' is not in containers", "'app' is not in containers", "the postStart hook of 'db' is missing or different", "'db' does not mount /startup-order",
    "'db' is not before 'app' in containers",
  ]);
});

test('a wait in an init container needs its command', () => {
  const parts = missing({ containers: [box('app')] }, declared({ app: { dependsOn: [outside('db')] } }));
  expect(parts['app -> db']).toEqual(expect.arrayContaining(["the command of 'wait-for-db' does not wait", "'wait-for-db' has restartPolicy: Always", "'wait-for-db' is not in initContainers"]));
});
