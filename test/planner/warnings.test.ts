import {
  About, blocking, Check, command, COMPLETED, ContainerWords, CONTINUE, Delivery, DENYING, file, graph, grpc, GUARDED_HOOK,
  http, listRemovedProbes, NEWEST, OLD, on, one, outside, plan, pod, PodBuilder, READY, resolveTarget, RUNNING, tcp,
} from '../dsl';

/** Each startup probe that holds a native sidecar causes a warning about newer nodes, which only the last test checks. */
const notes = (build: (p: PodBuilder) => void, about: About = {}) => plan(pod(build, about)).notes;
const warnings = (build: (p: PodBuilder) => void, about: About = {}) => plan(pod(build, about)).warnings.filter(w => !w.includes('kubernetes#142305'));
/** 'b' needs 'a', an app container with this check. */
const pair = (ready: Check, b: ContainerWords = {}) => (p: PodBuilder) => { p.app('a', { ready }); p.app('b', ['a'], b); };
/** 'b' needs 'a', a native sidecar with this check. */
const beside = (ready: Check, options = {}) => (p: PodBuilder) => { p.sidecar('a', { ready, native: true }); p.app('b', [on('a', options)]); };
/** 'a' needs 'db' outside the pod. */
const reaching = (timeoutSeconds: number) => (p: PodBuilder) => { p.app('a', [outside('db', { timeoutSeconds })]); };

const DELETION = (length: string) => `while a postStart hook waits, the kubelet does not act on a deletion of the pod, shows no logs and does not publish the pod IP (kubernetes#85966): ${length}`;
const DELETION_WITH_INIT_CONTAINER = (length: string) => `while a postStart hook waits, the kubelet does not act on a deletion of the pod and shows no logs: ${length}`;
const NATIVE = "'proxy' is now a native sidecar: the kubelet restarts native sidecars under any restartPolicy, stops them after the app containers, and ignores their exit codes";

test('an accepted warning becomes a note, which shows its code', () => {
  const hook = (acceptedWarnings: string[]) => plan(graph({ a: '', b: 'a' }, { acceptedWarnings }));
  const note = expect.stringMatching(/^the order of 'b' relies on a kubelet that starts app containers one after the other/);
  expect([hook([]).warnings, hook([]).notes]).toEqual([[DELETION('up to 60 s')], [note]]);
  expect([hook(['SW101']).warnings, hook(['SW101']).notes]).toEqual([[], [note, `accepted: ${DELETION('up to 60 s')} [SW101]`]]);
});

const TOTAL = 'the waits can take 101 s in all, longer than progressDeadlineSeconds (100 s)';
const deadlines = [{ field: 'progressDeadlineSeconds', seconds: 100 }];
const LIMITED = { deadlines: [{ field: 'activeDeadlineSeconds', seconds: 600 }] };
const hostNetwork = true;
const SHARED = 'with hostNetwork another process of the node may answer a check over the network';
const LOST = 'the injected containers request a little CPU and memory, so the pod is Burstable and no longer BestEffort: '
  + '`agent: { resources: {} }` leaves it as it was';
const BURSTABLE = { mayLoseBestEffort: true };
const COPY: Delivery = { delivery: 'COPY', stated: false, reason: '', architectures: ['amd64'] };
/** A startup probe of the user on a native sidecar, which holds the pod. */
const probed = (startupPeriod: number, automatic = false) => (p: PodBuilder) => {
  p.sidecar('proxy', { ready: http(1), source: 'startupProbe', startupPeriod, automatic, native: true });
  p.app('app', automatic ? [] : [on('proxy')]);
};
const gates = (seconds: number) => (p: PodBuilder) => {
  p.app('app', [on('cache', { timeoutSeconds: 60 }), on('db', { timeoutSeconds: 50 })], { command: true });
  p.app('cache', [on('db', { timeoutSeconds: seconds })], { ready: tcp(1), command: true });
  p.app('db', { ready: tcp(2) });
};
const oneHook = (p: PodBuilder) => { p.app('a', { ready: tcp(1) }); p.app('b', { ready: tcp(2) }); p.app('c', ['a', 'b']); };
const helped = (p: PodBuilder) => { p.sidecar('proxy', { command: true }); p.app('app', { command: true }); };

type Row = [string, (p: PodBuilder) => void, About, string[]];
const asking = (host: string) => (p: PodBuilder) => { p.app('a', [outside('db', { check: { kind: 'tcpSocket', host, port: 1 }, timeoutSeconds: 5 })], { command: true }); };

test.each<Row>([
  ['a pod without waits', p => { p.init('i'); p.app('a', ['i']); }, {}, []],
  ['a hook holds back the deletion', pair(tcp(1)), {}, [DELETION('up to 60 s')]],
  ['a hook after an init container: the pod has its IP', p => { p.init('i'); pair(tcp(1))(p); }, {}, [DELETION_WITH_INIT_CONTAINER('up to 60 s')]],
  ['several hooks one after the other', p => { pair(tcp(1), { ready: tcp(2) })(p); p.app('c', ['b']); }, {}, [DELETION('up to 120 s')]],
  ['two dependencies in one hook', oneHook, {}, [DELETION('up to 60 s')]],
  ['a blocking command without a limit', pair(blocking('/wait')), {}, [DELETION("as long as the blocking command of 'a' runs")]],
  ['hooks with and without a limit', p => { pair(blocking('/wait'), { ready: tcp(1) })(p); p.app('c', ['b']); }, {},
    [DELETION("up to 60 s, and as long as the blocking command of 'a' runs")]],
  ['a deadline that all waits together can exceed', p => {
    p.app('db', { ready: tcp(1) });
    p.app('app', ['db', outside('api', { timeoutSeconds: 41, onTimeout: CONTINUE })]);
  }, { deadlines }, [DELETION_WITH_INIT_CONTAINER('up to 60 s'), TOTAL]],
  ['a deadline that a startup probe can exceed', beside(tcp(1), { timeoutSeconds: 101 }), { deadlines }, [TOTAL]],
  ['a deadline that a chain of gates can exceed: parallel waits count once', gates(41), { deadlines }, [TOTAL]],
  ['a deadline that a chain of gates meets', gates(40), { deadlines }, []],
  ['a deadline that the waits just meet', reaching(100), { deadlines }, []],
  ['a helper of a Job as a regular container, whose exit code decides', helped, { ...OLD, restartPolicy: 'Never' }, [
    "'proxy' run as regular containers on this target: if one container fails by itself, the pod has failed (restartPolicy Never); "
    + 'from Kubernetes 1.29 on they would be native sidecars, whose exit codes do not count',
  ]],
  ['the same with a denied capability', helped, { ...OLD, ...DENYING, restartPolicy: 'Never' }, [
    "'proxy' run as regular containers on this target: if one container fails by itself, the pod has failed (restartPolicy Never); "
    + 'on nodes with `nativeSidecars: true` they would be native sidecars, whose exit codes do not count',
  ]],
  ['the same where the kubelet restarts it', helped, { ...OLD, restartPolicy: 'OnFailure' }, []],
  ['the same in a pod that never ends', p => { p.sidecar('proxy'); p.app('app'); }, OLD, []],
  ['hostNetwork and a check over the network', pair(tcp(1)), { hostNetwork }, [DELETION('up to 60 s'), SHARED]],
  ...['db', 'db.shop.svc', 'db.shop.svc.cluster.local'].map((host): Row => ['the DNS of the node and a Service', asking(host), { usesNodeDns: true },
    ["the pod asks the DNS servers of its node, which usually know no Services, so the wait for 'db' may never end: write `dnsPolicy: ClusterFirstWithHostNet`"]]),
  ['the DNS of the cluster and a Service', asking('db'), {}, []],
  ...['db.example', 'localhost', '10.0.0.1'].map((host): Row => ['the DNS of the node and another host', asking(host), { usesNodeDns: true }, []]),
  ['hostNetwork and a startup probe', beside(grpc(1)), { hostNetwork }, [SHARED]],
  ['hostNetwork and an init container that waits for a native sidecar', beside({ kind: 'tcpSocket', host: '127.0.0.1', port: 1 }), { hostNetwork }, [SHARED]],
  ['hostNetwork and a command', pair(command('/a')), { hostNetwork }, [DELETION('up to 60 s')]],
  ['hostNetwork and a target outside the pod', reaching(5), { hostNetwork }, []],
  ['a startup probe of the user with a long period', probed(10), {},
    ["the startup probe of 'proxy' holds the pod and runs only every 10 s: set periodSeconds: 1, and failureThreshold: 30 for the same time until the kubelet kills 'proxy'"]],
  ['a startup probe with a period of 1 s', probed(1), {}, []],
  ['a startup probe that is removed', probed(10, true), {}, []],
  ['a startup probe on a regular container', p => { p.app('web', { startup: http(1), startupPeriod: 10 }); p.app('app'); }, {}, []],
  ['an installer in a pod of the class BestEffort', pair(tcp(1)), { ...BURSTABLE, delivery: COPY }, [DELETION_WITH_INIT_CONTAINER('up to 60 s'), LOST]],
  ['`sidecarsFirst` in a pod without sidecars', p => { p.app('a'); }, { lacksSidecars: true }, ['`sidecarsFirst`, or an empty list `sidecars`, changes nothing: no container of the pod is a sidecar. Give one the role SIDECAR, or remove the field']],
  ['a wait in a pod of the class BestEffort', reaching(5), BURSTABLE, [LOST]],
  ['an agent from a ConfigMap in a pod of the class BestEffort', pair(tcp(1)), BURSTABLE, [DELETION('up to 60 s')]],
])('the warnings about %s', (_what, build, about, expected) => { expect(warnings(build, about)).toEqual(expected); });

test.each<[string, About, object, string]>([
  ['with restartPolicy Never', { restartPolicy: 'Never' }, {}, 'give the dependency a `timeout`'],
  ['with restartPolicy OnFailure', { restartPolicy: 'OnFailure' }, {}, 'give the dependency a `timeout`'],
  ['with a guard', { restartPolicy: 'Never', ...NEWEST }, { mechanism: GUARDED_HOOK }, 'set activeDeadlineSeconds'],
  ['with activeDeadlineSeconds', { restartPolicy: 'Never', ...LIMITED }, {}, ''],
  ['with a limit of its own', { restartPolicy: 'Never' }, { timeoutSeconds: 60 }, ''],
  ['with restartPolicy Always', {}, {}, ''],
])('a wait for a container that may exit without a restart causes a warning, or not: %s', (_what, about, options, remedy) => {
  const found = warnings(p => {
    p.app('report', [on('db', options), ...about.restartPolicy ? [on('export', { condition: COMPLETED })] : []], { command: true });
    p.app('db', { ready: tcp(1) }); p.app('export', { command: true });
  }, about);
  expect(found.filter(w => !w.includes(' hook waits'))).toEqual(remedy ? [`'report' waits forever if 'db' exits first, because the kubelet may not restart 'db': ${remedy}`] : []);
});

test.each<[string, About, boolean, string[]]>([
  ['in an init container', {}, false, ['']],
  ['in a gate', {}, true, ['']],
  ['with a deadline that it outlasts', { deadlines }, false,
    ['; after progressDeadlineSeconds (100 s) the rollout is reported as failed, and the wait goes on']],
  ['with activeDeadlineSeconds', LIMITED, false, []],
])('a wait without a limit for a target outside the pod causes a warning, or not: %s', (_what, about, known, more) => {
  const found = warnings(p => {
    p.app('a', [outside('db'), outside('pause', { check: { kind: 'delay', seconds: 5 } })], { command: known });
    p.app('b', [outside('api'), outside('cache', { timeoutSeconds: 5 })], { command: known });
  }, about);
  const text = "nothing limits the wait for 'db', 'api': it waits forever, and no container fails";
  expect(found).toEqual(more.map(m => `${text}${m}. \`timeout\` on the dependency limits it`));
});

test.each([[false, [NATIVE]], [true, []]])('a note names a container that becomes a native sidecar, unless it was one: %s', (native, expected) => {
  expect(notes(p => { p.sidecar('proxy', { native }); p.app('app'); })).toEqual(expected);
});

const [AGENT_INJECT, INIT_FIRST] = ['agent-inject', 'agent-init-first'].map(key => `vault.hashicorp.com/${key}`);
const VAULT = "'proxy' moved to `initContainers`, and the injector of Vault appends its agent: a container that needs the secrets starts "
  + 'before they exist, and the pod waits forever. The annotation `vault.hashicorp.com/agent-init-first: "true"` starts the agent first';

test.each<[string, 'app' | 'sidecar', boolean, Record<string, string>, string[]]>([
  ['becomes a native sidecar', 'sidecar', false, { [AGENT_INJECT]: 'true' }, [VAULT]],
  ['becomes a native sidecar while the agent stays last', 'sidecar', false, { [AGENT_INJECT]: 'T', [INIT_FIRST]: 'false' }, [VAULT]],
  ['starts after the agent by the annotation', 'sidecar', false, { [AGENT_INJECT]: 'true', [INIT_FIRST]: 'true' }, []],
  ['was a native sidecar before', 'sidecar', true, { [AGENT_INJECT]: 'true' }, []],
  ['stays an app container', 'app', false, { [AGENT_INJECT]: 'true' }, []],
  ['is in a pod without the agent', 'sidecar', false, { [AGENT_INJECT]: 'false' }, []],
  ['is in a pod that does not ask for the agent', 'sidecar', false, {}, []],
])('the warning about the agent of Vault and a container that %s', (_title, role, native, annotations, expected) => {
  expect(warnings(p => { p[role]('proxy', { native }); p.app('app'); }, { annotations })).toEqual(expected);
});

const [OTEL, VELERO] = ['instrumentation.opentelemetry.io', 'post.hook.restore.velero.io'];
const lost = (key: string, container: string, why: string) => [
  `\`${key}\` no longer applies to '${container}', because its program ${why}: \`role: APP\` keeps a container there, and some programs take its name in another annotation`,
];
const inContainers = (key: string) => lost(key, 'db', 'handles only `containers`');
const asFirst = (key: string) => lost(key, 'db', "takes the first of `containers`, now 'app'");

test.each<[string, Record<string, string>, string[]]>([
  ['of the OpenTelemetry operator', { [`${OTEL}/inject-java`]: 'true' }, asFirst(`${OTEL}/inject-java`)],
  ['for httpd', { [`${OTEL}/inject-apache-httpd`]: 'shop' }, asFirst(`${OTEL}/inject-apache-httpd`)],
  ['that injects nothing', { [`${OTEL}/inject-java`]: 'false' }, []],
  ['with names of containers', { [`${OTEL}/inject-java`]: 'true', [`${OTEL}/java-container-names`]: 'db' }, []],
  ['for nginx with names of containers', { [`${OTEL}/inject-nginx`]: 'true', [`${OTEL}/inject-nginx-container-names`]: 'db' }, []],
  ['of Velero for the first container', { [`${VELERO}/command`]: '["a"]' }, asFirst(`${VELERO}/command`)],
  ['of Velero for a container that moves', { [`${VELERO}/command`]: '["a"]', [`${VELERO}/container`]: 'db' }, inContainers(`${VELERO}/container`)],
  ['of Velero for a container that stays', { [`${VELERO}/command`]: '["a"]', [`${VELERO}/container`]: 'app' }, []],
  ['of Velero for a hook of a backup', { 'pre.hook.backup.velero.io/container': 'db' }, []],
  ['of 1Password', { 'operator.1password.io/inject': 'app,db' }, inContainers('operator.1password.io/inject')],
  ['of 1Password for a container that stays', { 'operator.1password.io/inject': 'app' }, []],
  ['of Grafana', { 'k8s.grafana.com/metrics.container': 'db' }, inContainers('k8s.grafana.com/metrics.container')],
  ['of Datadog for all containers', { 'admission.datadoghq.com/java-lib.version': 'v1' }, inContainers('admission.datadoghq.com/java-lib.version')],
  ['of Datadog for one container', { 'admission.datadoghq.com/db.java-lib.custom-image': 'i' }, inContainers('admission.datadoghq.com/db.java-lib.custom-image')],
  ['of Datadog for a container that stays', { 'admission.datadoghq.com/app.java-lib.version': 'v1' }, []],
  ['of Datadog for a setting', { 'admission.datadoghq.com/java-lib.config.v1': '{}' }, []],
])('a warning names an annotation %s, if the first container becomes a native sidecar', (_title, annotations, expected) => {
  expect(warnings(p => { p.sidecar('db'); p.app('app'); }, { annotations })).toEqual(expected);
});

test('a warning names an annotation for the first container, if another container is now first', () => {
  const annotations = { [`${OTEL}/inject-go`]: 'true' };
  const found = warnings(p => { p.app('app', [on('db', { condition: RUNNING })]); p.app('db'); }, { annotations });
  expect(found).toEqual(lost(`${OTEL}/inject-go`, 'app', "takes the first of `containers`, now 'db'"));
});

test.each<[string, (p: PodBuilder) => void]>([
  ['a container that is not the first moves', p => { p.app('app'); p.sidecar('db'); }],
  ['no container moves', p => { p.app('db'); p.app('app'); }],
  ['a container was a native sidecar before', p => { p.sidecar('db', { native: true }); p.app('app'); }],
])('no warning names an annotation, if %s', (_title, build) => {
  const annotations = { [`${OTEL}/inject-java`]: 'true', 'operator.1password.io/inject': 'app', 'admission.datadoghq.com/java-lib.version': 'v1' };
  expect(warnings(build, { annotations })).toEqual([]);
});

test.each<[string, 'app' | 'sidecar', boolean, (string | undefined)[], boolean]>([
  ['of all containers', 'sidecar', false, ['app', undefined], true],
  ['of the container that moves', 'sidecar', false, ['proxy'], true],
  ['of an app container', 'sidecar', false, ['app'], false],
  ['of a native sidecar of the manifest', 'sidecar', true, [undefined], false],
  ['of a container that stays', 'app', false, [undefined], false],
])('a warning names a moved container whose exit code a rule of the Job reads: a rule %s', (_title, role, native, exitCodeRules, warns) => {
  expect(warnings(p => { p[role]('proxy', { native }); p.app('app'); }, { exitCodeRules, restartPolicy: 'Never' })).toEqual(warns ? [
    "a rule of `podFailurePolicy` reads the exit code of 'proxy', which the kubelet now restarts, and stops after the app containers, often with the code 143: "
    + 'give the rule the `containerName` of an app container',
  ] : []);
});

test.each<[string, 'sidecar' | 'app', boolean, string | undefined, boolean]>([
  ['that moved', 'sidecar', false, 'argoproj.io/v1alpha1/Rollout', true],
  ['that was native before', 'sidecar', true, 'argoproj.io/v1alpha1/Rollout', false],
  ['that stays', 'app', false, 'argoproj.io/v1alpha1/Rollout', false],
  ['of a workload of Kubernetes', 'sidecar', false, undefined, false],
])('a warning names a native sidecar that the schema of a custom resource may not know: a container %s', (_title, role, native, customType, warns) => {
  expect(warnings(p => { p[role]('proxy', { native }); p.app('app'); }, { customType })).toEqual(warns ? [
    "the API server drops the `restartPolicy` of 'proxy' if the CRD of argoproj.io/v1alpha1/Rollout does not contain this field for init containers (Argo Rollouts: from 1.7 on), and then "
    + "rejects the pods because of their probes, or the pods wait for an exit: check the CRD, or give 'proxy' the role APP",
  ] : []);
});

const BY_NUMBER = "a Service finds 'http' of 'proxy' by number only (kubernetes#128850, fixed in 1.33)";

test.each<[string, ContainerWords, Record<string, boolean>, string[]]>([
  ['a named port on nodes before 1.33', {}, {}, [NATIVE, BY_NUMBER]],
  ['a named port from 1.33 on', {}, { sidecarPortNames: true }, [NATIVE]],
  ['a port without a name', { namedPorts: [] }, {}, [NATIVE]],
  ['a sidecar that was native before', { native: true }, {}, []],
])('a note names the ports that a Service no longer finds by their names: %s', (_title, words, capabilities, expected) => {
  const about = { capabilities: { ...NEWEST.capabilities, sidecarPortNames: false, ...capabilities } };
  expect(notes(p => { p.sidecar('proxy', { namedPorts: [{ name: 'http', number: 80, protocol: 'TCP' }], ...words }); p.app('app'); }, about)).toEqual(expected);
});

const STAYS = "'proxy' stays in `containers`, since the kubelet opens the `hostPort` of no other container";

test.each<[string, ContainerWords, About, string[], string[]]>([
  ['that others need', {}, {}, ['proxy'], [STAYS]],
  ['that no container needs', {}, {}, [], []],
  ['on nodes without native sidecars', {}, OLD, ['proxy'], []],
  ['whose ports the process binds', { hostPorts: 'bound', roleStated: true }, {}, ['proxy'], []],
  ['that is a native sidecar of the manifest', { native: true }, {}, ['proxy'], []],
])('a note says that a container with a `hostPort` cannot move: one %s', (_title, words, about, dependsOn, expected) => {
  const build = (p: PodBuilder) => { p.app('app', dependsOn, { command: true }); p[words.native ? 'sidecar' : 'app']('proxy', { ready: tcp(1), hostPorts: 'mapped', roleStated: false, ...words }); };
  expect(notes(build, about).filter(note => note.includes('stays'))).toEqual(expected);
});

test('a native sidecar that binds ports of the node has a warning before Kubernetes 1.33.6', () => {
  const unseen = (version: string, hostPorts: ContainerWords['hostPorts']) => {
    const { capabilities, kubeletBugs } = resolveTarget(version, {})!;
    const build = (p: PodBuilder) => { p.sidecar('proxy', { native: true, hostPorts }); p.app('app', { hostPorts }); };
    return warnings(build, { capabilities, kubeletBugs }).filter(w => w.includes('#132037'));
  };
  expect(unseen('1.29', 'bound')).toEqual(["'proxy': the scheduler does not see the ports of the sidecar: two pods with the same ports can be on one node, where one fails "
    + '(kubernetes#132037, not fixed in these nodes). To avoid this, use a `podAntiAffinity`, or update the scheduler']);
  expect(unseen('1.33.5', 'bound')).toEqual([expect.stringContaining('fixed in 1.33.6')]);
  expect([unseen('1.33', 'bound'), unseen('1.34', 'bound'), unseen('1.29', 'mapped'), unseen('1.29', undefined)]).toEqual([[], [], [], []]);
});

describe('a bug of the kubelet', () => {
  const build = (p: PodBuilder) => {
    p.init('migrate');
    p.sidecar('ours', { ready: tcp(1), native: true });
    p.sidecar('own', { ready: tcp(2), source: 'startupProbe', native: true });
    p.sidecar('none', { native: true });
    p.sidecar('automatic', { startup: tcp(3), automatic: true, native: true });
    p.app('app', ['ours', 'own']);
  };
  /** The warnings for this version with the numbers of bugs. */
  const bugs = (version: string, about: About = {}) => {
    const { capabilities, kubeletBugs } = resolveTarget(version, {})!;
    return warnings(build, { capabilities, kubeletBugs, ...about }).filter(w => /kubernetes#\d+, /.test(w));
  };

  test('causes a warning that names the containers, the effect, the release with the fix, and the workaround', () => {
    expect(bugs('1.34.1', { restartPolicy: 'Never' })).toEqual(["'ours', 'own': if the sidecar exits before its startup probe has passed, the kubelet may not probe it again, and the pod waits forever "
      + '(kubernetes#132826, fixed in 1.34.2). To avoid this, set `restartPolicy: OnFailure`, or update the kubelet']);
    const both = ["'ours', 'own', 'none', 'automatic': kubernetes#125880, fixed in 1.29.8", "'migrate', 'ours', 'own', 'none', 'automatic': kubernetes#126543, fixed in 1.29.9"];
    const [first, second] = ['SW912', 'SW913'].map(code => bugs('1.29.7', { acceptedWarnings: [code] }));
    expect([...second, ...first].map(w => w.replace(/:.*\((.*)\).*/, ': $1'))).toEqual(both);
    expect(bugs('1.29.7')).toEqual([...second, ...first]);
  });

  test('causes a warning for a postStart hook that sleeps, of the plan or of the user', () => {
    const sleeping = (version: string, corrections = {}) => {
      const { capabilities, kubeletBugs } = resolveTarget(version, corrections)!;
      return warnings(p => {
        p.app('db', { ready: { kind: 'delay', seconds: 2 } });
        p.app('own', { postStart: { sleep: { seconds: 2 } } });
        p.app('both', { postStart: { sleep: { seconds: 2 } }, preStop: { sleep: { seconds: 2 } } });
        p.app('api', ['db']);
      }, { capabilities, kubeletBugs }).filter(w => w.includes('#129907'));
    };
    expect(sleeping('1.32.2')).toEqual([expect.stringMatching(/^'db', 'own': .*\(kubernetes#129907, fixed in 1\.32\.3\)/)]);
    expect(sleeping('1.32.2', { sleepAction: false })).toEqual([expect.stringMatching(/^'own': /)]);
    expect([sleeping('1.32.3'), sleeping('1.32')]).toEqual([[], []]);
  });

  test('causes no warning with the fix, without a patch version if one has it, or for no container', () => {
    expect(['1.34.2', '1.34', '1.29.9', '1.29'].map(version => bugs(version, { restartPolicy: version.startsWith('1.34') ? 'Never' : 'Always' }))).toEqual([[], [], [], []]);
    expect(bugs('1.34.1')).toEqual([]);
    expect(bugs('1.32', { restartPolicy: 'Never' })).toEqual([expect.stringContaining('(kubernetes#132826, not fixed in these nodes)')]);
  });
});

describe('the way of the agent into the pod', () => {
  const DELIVERY: Delivery = { delivery: 'CONFIG_MAP', stated: false, reason: 'the option states it', architectures: ['arm64'] };
  const COPIED: Delivery = { ...DELIVERY, delivery: 'COPY', architectures: ['amd64', 'arm64'] };
  const MOUNTED: Delivery = { ...DELIVERY, delivery: 'IMAGE_VOLUME' };
  const hooked = (about: About) => warnings(pair(tcp(1)), about).filter(w => !w.startsWith('while'));
  const gated = (about: About) => warnings(pair(tcp(1), { command: true }), about);
  const noted = (about: About) => notes(pair(tcp(1), { command: true }), about);

  const OTHER = 'on a node of another architecture than arm64 a postStart hook cannot run the wait agent, and the dependents start anyway: bind the pod with the node selector '
    + 'kubernetes.io/arch: arm64';
  const UNKNOWN = 'the architecture of the nodes is unknown, so the init container install-wait-agent copies the wait agent: 0.5 to 0.8 s and an image for each pod; state the '
    + 'architecture, such as amd64, as `architecture` to remove it';
  const RUNTIME = 'the wait agent is mounted from its image (agent.delivery): where the container runtime mounts no images, or mounts them so that they cannot be executed, the containers that '
    + 'run the agent do not start; containerd mounts images from 2.1 on. Kubelets before 1.37 write an event at each synchronization of the pod (kubernetes#138644). '
    + 'With `hostUsers: false`, containerd 2.1.9 mounts it only once';
  const FIRST = 'the pod has no other volume: the kubelet checks every 300 ms whether the first volume of a pod is mounted, so the order costs up to 300 ms';

  test('a hook fails open on a node of another architecture, unless the pod is bound to the architecture', () => {
    expect([hooked({ delivery: DELIVERY }), hooked({ delivery: { ...DELIVERY, boundBy: 'the node selector of the pod' } })]).toEqual([[OTHER], []]);
    const mesh = { order: 'hook', proxy: 'proxy', annotations: {}, initTraffic: 'free', uncapturedPorts: [] } as unknown as About['mesh'];
    expect(gated({ delivery: DELIVERY, mesh }).filter(w => w.includes('arm64'))).toEqual([]);
    expect([gated({ delivery: DELIVERY }), hooked({ delivery: DELIVERY, ...NEWEST }).filter(w => w.includes('arm64'))]).toEqual([[], []]);
  });

  test('an unknown architecture and a first volume cost time, and an image volume needs a runtime', () => {
    expect([noted({ delivery: COPIED }), noted({ delivery: { ...COPIED, architectures: ['arm64'] } })]).toEqual([[UNKNOWN], []]);
    expect([gated({ delivery: MOUNTED }), noted({ hasVolumes: false })]).toEqual([[RUNTIME], [FIRST]]);
  });

  test.each([DELIVERY, COPIED, MOUNTED])('causes no warning if no container runs the agent: %j', delivery => {
    expect(warnings(p => { p.init('a'); p.app('b', ['a']); }, { delivery, hasVolumes: false })).toEqual([]);
  });
});

test.each([
  ['a readiness probe that makes the ready check replaces it', READY, ['dep']],
  ['without a check, it keeps the pod unready until the app listens', RUNNING, []],
])('an automatic startup probe of a guarded app container: %s', (_what, condition, removed) => {
  const planned = plan(one('app', { ready: tcp(1), automatic: true, source: 'startupProbe' }, { condition }, NEWEST));
  expect([planned.edges[0].mechanism, listRemovedProbes(planned)]).toEqual(['GUARDED_HOOK', removed]);
});

const about = (build: (p: PodBuilder) => void) => {
  const planned = plan(pod(build, NEWEST));
  return [...planned.warnings, ...planned.notes].filter(text => text.includes('port ')).map(text => text.replace(/[:,] .*/s, ''));
};

test.each<[string, (p: PodBuilder) => void, string[]]>([
  ['that two checks ask', p => { p.app('a', { ready: tcp(80) }); p.app('b', { ready: http(80), ports: [80] }); },
    ["the ready checks of 'a' and 'b' ask the same port 80"]],
  ['that only another container declares', p => { p.app('a', { ready: tcp(80), ports: [81] }); p.app('b', { ports: [80] }); },
    ["the ready check of 'a' asks port 80"]],
  ['that no container declares, beside the only declared one', p => { p.app('a', { ready: http(81), ports: [80] }); },
    ["the ready check of 'a' asks port 81"]],
  ['but not if the container declares it', p => { p.app('a', { ready: tcp(80), ports: [80, 81] }); p.app('b', { ready: tcp(82), ports: [82] }); }, []],
  ['nor beside several declared ones', p => { p.app('a', { ready: tcp(80), ports: [81, 82] }); }, []],
  ['nor of a container that declares none', p => { p.app('a', { ready: tcp(80) }); p.app('b', { ready: tcp(81) }); }, []],
  ['nor of another host',
    p => { p.app('a', { ready: { kind: 'tcpSocket', host: 'db.example', port: 80 }, ports: [81] }); p.app('b', { ports: [80] }); }, []],
  ['nor of a probe of the user, which the kubelet makes as well', p => { p.app('a', { ready: tcp(80), source: 'startupProbe', ports: [81] }); }, []],
])('the port of a ready check %s, is reported', (_what, build, expected) => { expect(about(build)).toEqual(expected); });

describe('the exceptions of a dependency', () => {
  const { kubeletExceptions } = resolveTarget('1.29', {})!;
  const PROBED = { ready: http(1), source: 'startupProbe', native: true } as const;
  const BY_PROBE = 'kubernetes#142305 on 1.35 to 1.37';
  const BY_INIT_CONTAINER = 'kubernetes#137710 on 1.29 to 1.36';

  test.each<[string, (p: PodBuilder) => void, string[]]>([
    ['on a startup probe of the library', p => { p.sidecar('s', { ready: tcp(1) }); p.app('a', ['s']); }, [BY_PROBE]],
    ['on a startup probe of the user', p => { p.sidecar('s', PROBED); p.app('a', ['s']); }, [BY_PROBE]],
    ['on a running sidecar', p => { p.sidecar('s', PROBED); p.app('a', [on('s', { condition: RUNNING })]); }, []],
    ['on an init container', p => { p.init('s'); p.app('a', ['s']); }, [BY_INIT_CONTAINER]],
    ['by an init container that waits', p => { p.sidecar('s', { ready: file('/v/f'), mounts: { v: '/v' } }); p.app('a', ['s']); }, [BY_INIT_CONTAINER]],
    ['outside the pod', p => { p.app('a', [outside('db')]); }, [BY_INIT_CONTAINER]],
    ['by a gate', p => { p.app('s', { ready: tcp(1) }); p.app('a', ['s'], { command: true }); }, []],
  ])('%s', (_what, build, expected) => {
    expect(plan(pod(build, { kubeletExceptions })).edges[0].exceptions.map(e => `${e.issue} on ${e.versions}`)).toEqual(expected);
  });

  test('are the bugs of the version and of newer versions', () => {
    const issues = (version: string) => resolveTarget(version, {})!.kubeletExceptions.map(e => e.issue);
    expect([issues('1.28.1'), issues('1.28.2'), issues('1.37')]).toEqual([
      ['kubernetes#120247', 'kubernetes#137710', 'kubernetes#142305'], ['kubernetes#137710', 'kubernetes#142305'], ['kubernetes#142305'],
    ]);
  });
});
