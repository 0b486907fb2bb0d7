import { findRequirements } from '../../src/policy/requirements';
import {
  box, Check, COMPLETED, declared, file, INIT, on, orderPod, outside, PodDeclaration, PodSpecJson, REGULAR, resolveOptions, SIDECAR, tcp,
} from '../dsl';

/** Returns the parts that each dependency needs, by 'dependent -> dependency'. */
function missing(spec: PodSpecJson, declaration: PodDeclaration, kubernetesVersion: string): Record<string, string[]> {
  const result = orderPod({ spec }, declaration, resolveOptions({ kubernetesVersion, architecture: 'amd64' }).settings);
  expect(result.problems).toEqual([]);
  return Object.fromEntries(findRequirements(result.plan!, result.template!)
    .map(({ dependent, dependency, requirements }) => [`${dependent} -> ${dependency}`, requirements.map(r => r.missing)]));
}

const APP = box('app', { command: ['/app'] });

const PAIR = { containers: [box('app'), box('db')] };
const KNOWN = { containers: [APP, box('db')] };
const needsDb = (readyWhen: Check) => declared({ db: { ...REGULAR, readyWhen }, app: { dependsOn: [on('db')] } });
const NATIVE = { proxy: { role: SIDECAR, readyWhen: tcp(80) }, app: { dependsOn: [on('proxy')] } };
const HOOK = "the postStart hook of 'db' is missing or different";
const GATE = "the command of 'app' does not contain its gate";
const ORDER = "'db' is not before 'app' in containers";

test.each<[string, PodSpecJson, PodDeclaration, string, string, string[]]>([
  ['a dependency on a native sidecar needs restartPolicy, the startup probe, and the list', { containers: [box('app'), box('proxy')] }, declared(NATIVE), '1.34', 'app -> proxy',
    ["'proxy' is not in initContainers", "'app' is not in containers", "'proxy' has no restartPolicy: Always", "the startupProbe of 'proxy' is missing or runs a command"]],
  ['a dependency on an init container needs its place before a later init container', { containers: [APP, box('proxy'), box('migrate')] },
    declared({ ...NATIVE, migrate: { role: INIT }, proxy: { ...NATIVE.proxy, dependsOn: [on('migrate', { condition: COMPLETED })] } }), '1.37', 'proxy -> migrate',
    ["'migrate' is not in initContainers", "'proxy' is not in initContainers", "'migrate' has restartPolicy: Always", "'proxy' has no restartPolicy: Always",
      "'migrate' is not before 'proxy' in initContainers"]],
  ['a gate needs its command and its mounts, and no position among the containers', KNOWN, needsDb(tcp(5432)), '1.37', 'app -> db',
    ["'db' is not in containers", "'app' is not in containers", GATE, "'app' does not mount /startup-order"]],
  ['a gate that reads a mark also needs the hook that writes the mark', KNOWN, needsDb(file('/own/ready')), '1.37', 'app -> db',
    expect.arrayContaining([HOOK, "'db' does not mount /startup-order-state", GATE]) as never],
  ['a guard needs its variable and the hook of the dependency', PAIR, needsDb(tcp(5432)), '1.37', 'app -> db',
    expect.arrayContaining([HOOK, "'app' has no variable STARTUP_ORDER_DB_READY", ORDER]) as never],
  ['a hook that holds later containers needs its place before them', PAIR, needsDb(tcp(5432)), '1.27', 'app -> db',
    ["'db' is not in containers", "'app' is not in containers", HOOK, "'db' does not mount /startup-order", ORDER]],
  ['a wait in an init container needs its command', { containers: [box('app')] }, declared({ app: { dependsOn: [outside('db')] } }), '1.37', 'app -> db',
    expect.arrayContaining(["the command of 'wait-for-db' does not wait", "'wait-for-db' has restartPolicy: Always", "'wait-for-db' is not in initContainers"]) as never],
])('%s', (_what, spec, declaration, kubernetesVersion, dependency, expected) => {
  expect(missing(spec, declaration, kubernetesVersion)[dependency]).toEqual(expected);
});
