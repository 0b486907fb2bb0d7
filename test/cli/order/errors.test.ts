import { stringify } from 'yaml';
import { PROBLEM_INDEX } from '../../../scripts/problem-index';
import { manifest } from '../../manifest';
import { cli, Outcome } from '../host';

const GROUP = 'cdk8s-startup-order.github.io';
const ANNOTATION = `${GROUP}/depends-on`;
/** A word of the TypeScript library, which a user of manifests does not know. */
const TYPESCRIPT = /\w\(\)|\bnew [A-Z]|\b(?:ReadyCheck|StartCondition|OnTimeout|Guarantee|Mechanism|ContainerRole|AgentDelivery|Dependency|StartupOrder|Duration)\.\w|declare\(|\bon[A-Z]\w+\(|podSpecPath|throughApi|toJson|undefined/;

const PROBE = { readinessProbe: { tcpSocket: { port: 80 } } };
const APP = { name: 'app', image: 'app', command: ['/app'] };
const PROXY = { name: 'proxy', image: 'proxy', command: ['/proxy'], ...PROBE };

/** A pod of two containers; `spec` and `more` (in the metadata) have additional fields. */
const pod = (spec: object = {}, more: object = {}) => manifest('Pod', 'shop', { containers: [APP, PROXY], ...spec }, more);
const annotated = (content: unknown) => pod({}, { annotations: { [ANNOTATION]: typeof content === 'string' ? content : JSON.stringify(content) } });

const containers = (app: object, proxy: object = {}) => ({ containers: [{ ...APP, ...app }, { ...PROXY, ...proxy }] });
const needs = (options: object = {}) => ({ app: { dependsOn: { proxy: options } } });
/** The proxy stays an app container, so the dependency needs the agent. */
const APPS = { containers: { ...needs(), proxy: { role: 'app' } } };
const external = (check: object, options: object = {}) => (
  { containers: { app: { dependsOn: { db: options } } }, externalDependencies: { db: check } });
const service = (name: string, namespace?: string, selector = { app: name }, more = {}) => manifest('Service', name, { selector, ...more }, { namespace });
const named = (targetPort: string) => service('shop', undefined, undefined, { ports: [{ port: 80, targetPort }] });
const labelled = (name: string, namespace?: string) => pod({}, { name, namespace, labels: { app: name } });
const JOB = manifest('Job', 'migrate', { ttlSecondsAfterFinished: 300, template: { spec: { containers: [APP], restartPolicy: 'Never' } } }, { namespace: 'tools' });
const DENY = manifest('NetworkPolicy', 'deny', { podSelector: {}, policyTypes: ['Egress'] });
const POLICY = ['--format', 'policy', '--policy-name', 'shop', '--namespace', 'tools'];
/** Deployments of one chart whose selector has the same labels. */
const deployment = (name: string) => manifest('Deployment', name, { selector: { matchLabels: { app: 'shop' } }, template: pod({}, { labels: { app: 'shop' } }) });
const jobSet = (annotations: object) => manifest('JobSet', 'shop', { replicatedJobs: [{ name: 'a', template: { spec: { template: pod({}, { annotations }) } } }] });
const MESH = { product: 'istio', version: '1.27' };

/** Orders the pod with a StartupOrder in another file. `spec` without workloads: all. */
function orderWith(
  order: object | undefined, input: object, args: readonly string[] = [],
): Outcome & { readonly files: Readonly<Record<string, string>> } {
  const spec = { kubernetesVersion: '1.33', architecture: 'amd64', workloads: [{ name: 'shop' }], ...order };
  const files = {
    'pod.yaml': [input].flat().map(document => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n'),
    ...order && { 'order.yaml': stringify({ apiVersion: `${GROUP}/v1alpha1`, kind: 'StartupOrder', spec }, { lineWidth: 0 }) },
  };
  const options = order ? ['-f', 'order.yaml'] : ['--kubernetes-version', '1.33', '--architecture', 'amd64'];
  return { ...cli(['order', 'pod.yaml', ...options, ...args], { files }), files };
}

/** `place`: the file and the text of its line. */
type Case = readonly [code: string, title: string, order: object | undefined, input: object, place: string, args?: readonly string[]];

const CASES: readonly Case[] = [
  ['SO101', 'an unknown dependency', { containers: { app: { dependsOn: ['prxy'] } } }, pod(), 'order.yaml: prxy'],
  ['SO101', 'an unknown dependency in an annotation', undefined, annotated({ app: ['prxy'] }), `pod.yaml: ${ANNOTATION}: '{"app":["prxy"]}'`],
  ['SO102', 'an unknown container', { containers: { ap: {} } }, pod(), 'order.yaml: ap: {}'],
  ['SO103', 'two containers with the same name', {}, pod({ containers: [APP, APP] }), 'pod.yaml: name: app'],
  ['SO104', 'an invalid name of a container', {}, pod({ initContainers: [{ ...APP, name: 'My_App' }] }), 'pod.yaml: name: My_App'],
  ['SO110', 'a container without a name', {}, pod({ containers: [APP, { image: 'proxy' }] }), 'pod.yaml: image: proxy'],
  ['SO631', 'containers that are no list', undefined, { ...annotated({ app: ['proxy'] }), spec: { initContainers: [], containers: { app: 1 } } }, 'pod.yaml: containers:'],
  ['SO201', 'a cycle', { containers: { app: { dependsOn: ['proxy'] }, proxy: { dependsOn: { app: {} } } } }, pod(), 'order.yaml: proxy'],
  ['SO202', 'an init container that waits for an app container', { containers: { app: { role: 'init', dependsOn: { proxy: {} } } } }, pod(), 'order.yaml: proxy: {}'],
  ['SO203', 'a condition that an init container cannot meet', { containers: { proxy: { role: 'init' }, ...needs({ condition: 'READY' }) } },
    pod(containers({}, { readinessProbe: undefined })), 'order.yaml: condition: READY'],
  ['SO204', 'a wait for the end of a server', { containers: needs({ condition: 'completed' }) }, pod(), 'order.yaml: condition: completed'],
  ['SO205', 'a pod without an app container', { containers: { app: { role: 'sidecar' }, proxy: { role: 'sidecar' } } }, pod(), 'order.yaml: role: sidecar'],
  ['SO230', 'a native sidecar before an init container, on old nodes', { kubernetesVersion: '1.27', containers: { s: {}, app: { dependsOn: ['proxy'] } } },
    pod({ initContainers: [{ ...PROXY, name: 's', restartPolicy: 'Always' }, { ...APP, name: 'i' }] }), 'order.yaml: s: {}'],
  ['SO301', 'a dependency without a check', { containers: needs() }, pod(containers({}, { readinessProbe: undefined })), 'order.yaml: proxy: {}'],
  ['SO301', 'a dependency without a check in an annotation', undefined, { ...annotated({ app: ['proxy'] }), spec: containers({}, { readinessProbe: undefined }) }, `pod.yaml: ${ANNOTATION}: '{"app":["proxy"]}'`],
  ['SO202', 'a role that an annotation cannot declare', undefined, { ...annotated({ app: ['proxy'] }), spec: { initContainers: [APP], containers: [PROXY] } }, `pod.yaml: ${ANNOTATION}: '{"app":["proxy"]}'`],
  ['SO302', 'an object without a namespace in a namespace', external({ resource: { name: 'nodes/a', condition: 'Ready', clusterScoped: true, namespace: 'b' } }), pod({}, { namespace: 'a' }), 'order.yaml: db:'],
  ['SO666', 'an account for a pod with another account', { ...external({ job: { name: 'db' } }), serviceAccountName: 'a' }, pod({ serviceAccountName: 'b' }, { namespace: 'a' }), 'order.yaml: serviceAccountName: a'],
  ['SO302', 'an impossible port', { containers: { proxy: { readyWhen: { tcpSocket: { port: 0 } } } } }, pod(), 'order.yaml: readyWhen:'],
  ['SO302', 'an impossible timeout', { containers: needs({ timeout: '0s' }) }, pod(), 'order.yaml: timeout: 0s'],
  ['SO302', 'an impossible host outside the pod', external({ dns: { host: '-h' } }), pod(), 'order.yaml: db:'],
  ['SO302', 'a server with a port in its host', external({ server: { protocol: 'Redis', host: 'cache:6379' } }), pod(), 'order.yaml: db:'],
  ['SO302', 'a ready check with TLS and without a port', { containers: { proxy: { readyWhen: { server: { protocol: 'TLS' } } } } }, pod(), 'order.yaml: readyWhen:'],
  ['SO302', 'an impossible name of a ConfigMap', { agent: { configMap: 'A B' } }, pod(), 'order.yaml: agent:'],
  ['SO303', 'a check that the agent cannot make', { containers: { ...needs(), proxy: { role: 'app', readyWhen: { grpc: { port: 9000 } } } } },
    pod(), 'order.yaml: proxy: {}'],
  ['SO304', 'a check of an image without an image file', { containers: { proxy: { readyWhen: { fromImage: {} } } } }, pod(), 'order.yaml: readyWhen:'],
  ['SO402', 'a mechanism that cannot enforce the order', { containers: needs({ mechanism: 'init_container' }) }, pod(), 'order.yaml: mechanism: init_container'],
  ['SO402', 'a mechanism of the whole object that cannot enforce the order', { mechanism: 'init_container', containers: needs() }, pod(), 'order.yaml: mechanism: init_container'],
  ['SO403', 'a guarantee that is not reached', { containers: needs({ mechanism: 'post_start', guarantee: 'fail_closed' }) }, pod(), 'order.yaml: guarantee: fail_closed'],
  ['SO404', 'a failing hook', { containers: needs({ mechanism: 'post_start', timeout: '5s', onTimeout: 'fail' }) }, pod(), 'order.yaml: onTimeout: fail'],
  ['SO405', 'an end that no mechanism waits for', { containers: needs({ condition: 'completed' }) }, pod({ restartPolicy: 'Never', ...containers({ command: undefined }) }), 'order.yaml: proxy:'],
  ['SO406', 'an onTimeout without a timeout', { containers: needs({ onTimeout: 'continue' }) }, pod(), 'order.yaml: onTimeout: continue'],
  ['SO407', 'a sleep that is longer than the grace period', { containers: needs() }, pod(containers({}, { lifecycle: { preStop: { sleep: { seconds: 45 } } } })), 'pod.yaml: name: proxy'],
  ['SO408', 'a pod for Windows', APPS, pod({ os: { name: 'windows' } }), 'order.yaml: proxy: {}'],
  ['SO409', 'a dependency that needs the forbidden agent', { agent: { delivery: 'none' }, ...APPS }, pod(), 'order.yaml: proxy: {}'],
  ['SO410', 'a hook that a guard bypasses', {
    kubernetesVersion: '1.37', containers: { ...needs({ mechanism: 'post_start' }), proxy: { dependsOn: { db: { mechanism: 'guarded_hook' } } } },
  },
  pod({ containers: [{ ...PROXY, name: 'db' }, PROXY, APP] }), 'order.yaml: proxy:'],
  ['SO501', 'a hook that cannot be merged', { containers: needs({ mechanism: 'post_start' }) }, pod(containers({}, { lifecycle: { postStart: { httpGet: { port: 1 } } } })), 'pod.yaml: name: proxy'],
  ['SO502', 'a volume with the name of the agent', APPS,
    pod({ volumes: [{ name: 'startup-order-agent', emptyDir: {} }] }), 'pod.yaml: apiVersion: v1'],
  ['SO503', 'a mount at the path of the agent', APPS,
    pod(containers({ volumeMounts: [{ name: 'x', mountPath: '/startup-order' }] })), 'pod.yaml: name: app'],
  ['SO504', 'an init container with a probe', { containers: { proxy: { role: 'init' } } }, pod(), 'pod.yaml: name: proxy'],
  ['SO505', 'a variable of the agent', { kubernetesVersion: '1.35', ...APPS },
    pod(containers({ command: undefined, env: [{ name: 'STARTUP_ORDER_PROXY_READY', value: 'x' }] })), 'pod.yaml: name: app'],
  ['SO506', 'a sidecar with a hostPort', { containers: { proxy: { role: 'sidecar' } } }, pod(containers({}, { ports: [{ containerPort: 80, hostPort: 80 }] })), 'pod.yaml: name: proxy'],
  ['SO507', 'a Service of Knative', APPS, { ...deployment('shop'), apiVersion: 'serving.knative.dev/v1', kind: 'Service' }, 'pod.yaml: template:'],
  ['SO604', 'an unsupported version', { kubernetesVersion: '1.22' }, pod(), 'order.yaml: kubernetesVersion: "1.22"'],
  ['SO606', 'two options that contradict each other', { agent: { image: 'a', registry: 'b' } }, pod(), 'order.yaml: agent:'],
  ['SO621', 'no path of the agent in the images', { agent: { delivery: 'in_image' } }, pod(), 'order.yaml: agent:'],
  ['SO608', 'a blank reason', { disabledReason: ' ' }, pod(), 'order.yaml: disabledReason: " "'],
  ['SO609', 'an unknown capability', { capabilities: { envFile: true } }, pod(), 'order.yaml: capabilities:'],
  ['SO623', 'an unknown code of a warning', { acceptedWarnings: ['SW1O1'] }, pod(), 'order.yaml: acceptedWarnings:'],
  ['SO610', 'an image volume on old nodes', { agent: { delivery: 'image_volume', image: 'a' } }, pod(), 'order.yaml: agent:'],
  ['SO612', 'an unknown architecture', { architecture: 'x86_64' }, pod(), 'order.yaml: architecture: x86_64'],
  ['SO613', 'an image volume without an image', { kubernetesVersion: '1.35', agent: { delivery: 'image_volume' } }, pod(), 'order.yaml: agent:'],
  ['SO614', 'a ConfigMap for an unknown architecture', { architecture: undefined, agent: { delivery: 'config_map' }, ...APPS },
    pod(), 'order.yaml: spec:'],
  ['SO615', 'a static pod with a ConfigMap', APPS, pod({}, { annotations: { 'kubernetes.io/config.source': 'file' } }),
    'pod.yaml: kubernetes.io/config.source: file'],
  ['SO630', 'an unknown field', { containers: { app: { dependOn: [] } } }, pod(), 'order.yaml: dependOn: []'],
  ['SO631', 'a wrong type', { containers: { app: { dependsOn: 'proxy' } } }, pod(), 'order.yaml: dependsOn: proxy'],
  ['SO631', 'a wrong type in the pod', {}, pod({ containers: [{ ...APP, command: 'x' }] }), 'pod.yaml: command: x'],
  ['SO632', 'an HTTP check without a port', { containers: { proxy: { readyWhen: { httpGet: { path: '/' } } } } }, pod(), 'order.yaml: readyWhen:'],
  ['SO633', 'a declaration in the pod spec', {}, pod({ containers: [{ ...APP, dependsOn: ['x'] }] }), 'pod.yaml: dependsOn:'],
  ['SO644', 'a missing image file', { images: 'none.json' }, pod(), 'order.yaml: images: none.json'],
  ['SO660', 'an annotation that is not JSON', undefined, annotated('{app: [proxy]}'), `pod.yaml: ${ANNOTATION}: "{app: [proxy]}"`],
  ['SO660', 'an annotation with a key twice', undefined, annotated('{"app":["proxy"],"app":["cache"]}'), `pod.yaml: ${ANNOTATION}: '{"app":["proxy"],"app":["cache"]}'`],
  ['SO661', 'two checks instead of one', { containers: { proxy: { readyWhen: { delay: '1s', tcpSocket: { port: 1 } } } } }, pod(), 'order.yaml: readyWhen:'],
  ['SO663', 'a selector without a match', { workloads: [{ name: 'shpo' }] }, pod(), 'order.yaml: name: shpo'],
  ['SO664', 'two declarations for one pod', {}, annotated({ app: ['proxy'] }), `pod.yaml: ${ANNOTATION}: '{"app":["proxy"]}'`],
  ['SO665', 'an annotation outside the pod template', undefined, manifest('Deployment', 'shop', { template: pod() }, { annotations: { [ANNOTATION]: '{}' } }), `pod.yaml: ${ANNOTATION}: "{}"`],
  ['SO666', 'a field without an effect', external({ dns: { host: 'db' } }, { condition: 'ready' }), pod(), 'order.yaml: condition: ready'],
  ['SO667', 'an external dependency with the name of a container', { ...external({ dns: { host: 'db' } }), containers: { db: {}, app: { dependsOn: ['db'] } } }, pod(), 'order.yaml: db:'],
  ['SO667', 'an external dependency with the name of a container that only the pod has', { containers: { app: { dependsOn: ['proxy'] } }, externalDependencies: { proxy: { dns: { host: 'proxy' } } } }, pod({ containers: [APP, { ...APP, name: 'proxy' }] }), 'order.yaml: proxy:'],
  ['SO663', 'a selector of an object that is not read', { workloads: [{ kind: 'JobSet' }] }, jobSet({}), 'order.yaml: kind: JobSet'],
  ['SO668', 'an annotation in an object that is not read', undefined, jobSet({ [ANNOTATION]: '{}' }), `pod.yaml: ${ANNOTATION}: "{}"`],
  ['SO668', 'an annotation in the template of the Jobs of a CronJob', undefined,
    manifest('CronJob', 'shop', { jobTemplate: { metadata: { annotations: { [ANNOTATION]: '{}' } }, spec: { template: pod() } } }), `pod.yaml: ${ANNOTATION}: "{}"`],
  ['SO672', 'a misspelt annotation in an object that is not read', undefined, jobSet({ [`${GROUP}/depend-on`]: '{}' }), `pod.yaml: ${GROUP}/depend-on: "{}"`],
  ['SO686', 'a dependency that waits for its dependent in its command', { containers: needs() },
    pod(containers({ ports: [{ containerPort: 5432 }] }, { command: ['sh', '-c', 'until nc -z localhost 5432; do sleep 1; done; /proxy'] })), 'pod.yaml: apiVersion: v1'],
  ['SO681', 'a pod that is ordered in another way', {}, pod({}, { annotations: { [`${GROUP}/ordered`]: 'sha256-0' } }), 'pod.yaml: apiVersion: v1'],
  ['SO701', 'a container that cannot stop later', { orderedShutdown: true, ...APPS },
    pod(containers({}, { lifecycle: { preStop: { httpGet: { port: 1 } } } })), 'order.yaml: orderedShutdown: true'],
  ['SO702', 'a grace period that is too short', { orderedShutdown: true, containers: { app: { dependsOn: ['proxy'], stopsWithin: '40s' } } }, pod(), 'order.yaml: stopsWithin: 40s'],
  ['SO703', 'a helper of a Job that cannot be terminated', { kubernetesVersion: '1.27', containers: { proxy: { role: 'sidecar' } } }, pod({ restartPolicy: 'Never', os: { name: 'windows' } }), 'order.yaml: proxy:'],
  ['SO704', 'a restart that is not propagated', { containers: needs({ restartAllContainers: true }) }, pod(), 'order.yaml: restartAllContainers: true'],
  ['SO801', 'an unsupported mesh', { mesh: { ...MESH, version: '1.2' } }, pod(), 'order.yaml: mesh:'],
  ['SO802', 'native sidecars without support', { mesh: { ...MESH, version: '1.18', nativeSidecars: true } }, pod(), 'order.yaml: mesh:'],
  ['SO803', 'a pod without a proxy of the mesh', { mesh: MESH }, pod({}, { labels: { 'sidecar.istio.io/inject': 'false' } }), 'order.yaml: mesh:'],
  ['SO804', 'an annotation that contradicts the order', { kubernetesVersion: '1.27', mesh: MESH, containers: needs() }, pod({}, { annotations: { 'proxy.istio.io/config': 'holdApplicationUntilProxyStarts: false' } }), 'order.yaml: mesh:'],
  ['SO805', 'a proxy in the manifest', { mesh: MESH }, pod({ containers: [APP, { ...PROXY, name: 'istio-proxy' }] }), 'order.yaml: mesh:'],
  ['SO806', 'an annotation that is not YAML', { kubernetesVersion: '1.27', mesh: MESH, containers: needs() }, pod({}, { annotations: { 'proxy.istio.io/config': 'concurrency: [' } }), 'pod.yaml: proxy.istio.io/config: "concurrency: ["'],
  ['SO807', 'a wait that the mesh breaks', { ...external({ tcpSocket: { host: 'db', port: 1 } }), kubernetesVersion: '1.27', mesh: { product: 'consul', version: '1.4' } }, pod(containers({ command: undefined })), 'order.yaml: db: {}'],
  ['SO916', 'a Service that would lose a named port', { kubernetesVersion: '1.32', containers: needs() },
    [named('http'), { ...pod(containers({}, { ports: [{ name: 'http', containerPort: 80 }] })), metadata: { name: 'shop', labels: { app: 'shop' } } }], 'pod.yaml: name: proxy'],
  ['SO901', 'a pod that waits for itself', external({ tcpSocket: { host: 'shop', port: 80 } }), [service('shop'), labelled('shop')], 'order.yaml: db: {}'],
  ['SO917', 'a port that a Service does not have', external({ tcpSocket: { host: 'web', port: 80 } }), [service('web', undefined, undefined, { ports: [{ port: 8080 }] }), labelled('shop')], 'order.yaml: db: {}'],
  ['SO901', 'a pod that waits for its labels', external({ pods: { labels: { app: 'shop' } } }), labelled('shop', 'tools'), 'order.yaml: db: {}'],
  ['SO902', 'two workloads that wait for each other', { workloads: [{ name: 'web' }], ...external({ tcpSocket: { host: 'shop', port: 80 } }) },
    [service('web', 'tools'), service('shop', 'tools', { app: 'other' }), labelled('web', 'tools'), labelled('other', 'tools'),
      { apiVersion: `${GROUP}/v1alpha1`, kind: 'StartupOrder', spec: { workloads: [{ name: 'other' }], ...external({ http: { url: 'http://web.tools/' } }) } }], 'order.yaml: db: {}'],
  ['SO903', 'a Job that is deleted', external({ job: { name: 'migrate' } }), [JOB, labelled('shop', 'tools')], 'order.yaml: db: {}'],
  ['SO904', 'a NetworkPolicy without egress', external({ dns: { host: 'db' } }), [DENY, labelled('shop')], 'order.yaml: db: {}'],
  ['SO904', 'a NetworkPolicy whose selector is null', external({ dns: { host: 'db' } }), [{ ...DENY, spec: { ...DENY.spec, podSelector: null } }, labelled('shop')], 'order.yaml: db: {}'],
  ['SO905', 'a wait for a Job without a namespace', external({ job: { name: 'migrate' } }), pod(), 'order.yaml: db: {}'],
  ['SO914', 'a request to the API by a pod without a service account', external({ job: { name: 'migrate' } }), labelled('shop', 'tools'), 'order.yaml: db: {}'],
  ['SO915', 'a wait for localhost', external({ tcpSocket: { host: 'localhost', port: 80 } }), pod(containers({ command: undefined })), 'order.yaml: db: {}'],
  ['SO915', 'a wait for loopback by a short address', external({ tcpSocket: { host: '127.1', port: 80 } }), pod(containers({ command: undefined })), 'order.yaml: db: {}'],
  ['SO915', 'a wait for localhost as a full name', external({ tcpSocket: { host: 'localhost.', port: 80 } }), pod(containers({ command: undefined })), 'order.yaml: db: {}'],
  ['SO915', 'a wait for every address of the pod', external({ tcpSocket: { host: '0.0.0.0', port: 80 } }), pod(containers({ command: undefined })), 'order.yaml: db: {}'],
  ['SO906', 'a policy for a pod without a namespace', { containers: needs() }, pod(), 'pod.yaml: apiVersion: v1', POLICY.slice(0, 4)],
  ['SO907', 'a policy for pods without labels', { workloads: [{ kind: 'Job' }], containers: needs() },
    { ...JOB, spec: { template: pod({ restartPolicy: 'Never' }) } }, 'pod.yaml: template:', POLICY],
  ['SO908', 'a policy for pods with the same labels', { workloads: [{ kind: 'Deployment' }], containers: needs() },
    [deployment('shop'), deployment('canary')], 'pod.yaml: template:', POLICY],
];

test.each(CASES.map(([code, title, order, input, place, args = []]) => [code, title, order, input, place, args] as const))(
  '%s (%s) has the place of the cause', (code, _title, order, input, place, args) => {
    const { code: exit, out, error, files } = orderWith(order, input, args);
    expect([exit, out]).toEqual([2, '']);
    const first = error.split('\n').find(line => line.endsWith(`[${code}]`))!;
    const [, file, line, column] = /^([^:]+):(\d+):(\d+): /.exec(first) ?? [];
    expect(`${file}: ${files[file]?.split('\n')[Number(line) - 1]?.slice(Number(column) - 1)}\n${first}`).toBe(`${place}\n${first}`);
    expect(error).not.toMatch(TYPESCRIPT);
    expect(error).not.toMatch(order ? /\?;/ : /: (\w+ \S+): \1 |(?:`readyWhen`|the role [A-Z]+)(?!.*StartupOrder)/);
  });

test.each([{ policyTypes: ['Ingress'] }, { ingress: [] }])('a NetworkPolicy for incoming traffic alone denies no wait: %j', rules => {
  const policy = { ...DENY, spec: { podSelector: {}, ...rules } };
  expect(orderWith(external({ dns: { host: 'db' } }), [policy, labelled('shop')]).code).toBe(0);
});

test('the error of an object that is not read names the object and the path of the annotation', () => {
  expect(orderWith(undefined, { apiVersion: 'v1', kind: 'List', items: [pod(), jobSet({ [ANNOTATION]: '{}' })] }).error).toContain(
    `: JobSet shop has the annotation ${ANNOTATION} in items[1].spec.replicatedJobs[0].template.spec.template.metadata.annotations, where it has no effect: `);
});

test('the name of a container and of an external dependency is one error for several dependents', () => {
  const dependent = { dependsOn: ['proxy'] };
  const input = pod({ containers: ['app', 'web', 'proxy'].map(name => ({ ...APP, name })) });
  expect(orderWith({ containers: { app: dependent, web: dependent }, externalDependencies: { proxy: { dns: { host: 'db' } } } }, input).error)
    .toMatch(/^order\.yaml:\d+:\d+: Pod shop \(pod\.yaml:1\): 'proxy' is the name of a container and of an external dependency, .*\n$/);
});

test('an object that is not read may contain a pod template that was ordered as a Pod', () => {
  const ordered = { [ANNOTATION]: '{"app": ["proxy"]}', [`${GROUP}/ordered`]: 'sha256-0', [`${GROUP}/agent-path`]: '/wait' };
  const { code, out, files } = orderWith(undefined, jobSet(ordered));
  expect([code, out]).toEqual([0, files['pod.yaml']]);
});

test('containers that wait for each other before the order are no error of the order', () => {
  const waiting = (port: number) => ({ command: ['sh', '-c', `until nc -z localhost ${port}; do sleep 1; done; /app`] });
  const both = containers({ ports: [{ containerPort: 1 }], ...waiting(2) }, { ports: [{ containerPort: 2 }], ...waiting(1) });
  expect(orderWith({ containers: needs() }, pod(both)).error).not.toContain('[SO686]');
});

/** The codes that no document provokes in the command `order`. */
const OTHERS = {
  // Two declarations in TypeScript for one container or workload; a key of YAML is unique.
  twice: ['SO105', 'SO106', 'SO603'],
  // The reader of the StartupOrder reports SO631 before.
  ofTheirType: ['SO401'],
  constructs: ['SO601', 'SO602', 'SO605', 'SO607', 'SO616', 'SO617', 'SO618', 'SO619', 'SO620', 'SO621', 'SO622', 'SO634', 'SO635', 'SO636', 'SO911', 'SO912', 'SO913'],
  imageFiles: ['SO640', 'SO641', 'SO642', 'SO643', 'SO651', 'SO652', 'SO653', 'SO654', 'SO655', 'SO656', 'SO657', 'SO658', 'SO659'],
  plans: ['SO645', 'SO646'],
  check: ['SO683', 'SO684', 'SO685'],
  text: ['SO662', 'SO670', 'SO671', 'SO680'],
  // test/suggest
  waits: ['SO673', 'SO674'],
  policy: ['SO909', 'SO910'],
  patches: ['SO682'],
  compose: ['SO690', 'SO692', 'SO693', 'SO694'],
};

test('each code of the command order is provoked', () => {
  const all = [...CASES.map(([code]) => code), ...Object.values(OTHERS).flat()];
  expect(PROBLEM_INDEX.map(([code]) => code).filter(code => !all.includes(code))).toEqual([]);
});

const HEAD = `apiVersion: ${GROUP}/v1alpha1\nkind: StartupOrder\n`;
const ORDER = `${HEAD}spec:\n  workloads:\n    - name: shop\n  containers:\n    app:\n      dependsOn: [proxy]\n`;
const MANIFEST = stringify(pod());
const HELM = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n';

type TextCase = readonly [title: string, files: Readonly<Record<string, string | undefined>>, error: RegExp];

/** Files: `order.yaml` and `second.yaml` are passed with `--file`, and all others as arguments. */
const TEXTS: readonly TextCase[] = [
  ['a wrong version', { 'order.yaml': ORDER.replace('v1alpha1', 'v2') },
    /^order\.yaml:1:1: the apiVersion of the StartupOrder is 'cdk8s-startup-order\.github\.io\/v2'; write .* \[SO662\]\n$/],
  ['a misspelt API group', { 'order.yaml': ORDER.replace('cdk8s-startup-order.github.io', 'startuporder.io') },
    /^order\.yaml:1:1: the apiVersion of the StartupOrder is 'startuporder\.io\/v1alpha1'; write .* \[SO662\]\n$/],
  ['no apiVersion', { 'pod.yaml': `${MANIFEST}---\n${ORDER.replace(/.*\n/, '')}` }, /^pod\.yaml:19:1: the apiVersion of the StartupOrder is missing; write .* \[SO662\]\n$/],
  ['a manifest as declaration', { 'order.yaml': `${ORDER}---\n${MANIFEST}` }, /^order\.yaml:10:1: the document has the kind Pod, .* pass manifests as arguments, .* \[SO671\]\n$/],
  ['two objects for one workload', { 'order.yaml': `# first\n${ORDER}`, 'second.yaml': ORDER.replace('spec', 'metadata: {name: two}\nspec') },
    /^second\.yaml:5:3: Pod shop gets its start order from the StartupOrder \(order\.yaml:2\) and from the StartupOrder 'two' \(second\.yaml:1\); keep one of the two \[SO664\]\n$/],
  ['two equal keys', { 'order.yaml': `${ORDER}      dependsOn: []\n` }, /^order\.yaml:9:7: duplicated mapping key; correct the input \[SO670\]\n$/],
  ['two manifests without a separator', { 'order.yaml': ORDER, 'pod.yaml': `${MANIFEST}${MANIFEST}` }, /^pod\.yaml:\d+:1: there is no line `---` between two objects; correct the input \[SO670\]\n/],
  ['a declaration and a manifest without a separator', { 'pod.yaml': `${ORDER}${MANIFEST}` }, /^pod\.yaml:9:1: there is no line `---` between two objects; correct the input \[SO670\]\n$/],
  ['a declaration in a List', { 'pod.yaml': `kind: List\nitems:\n- ${ORDER.replaceAll('\n', '\n  ')}` }, /^pod\.yaml:3:3: a StartupOrder in a List has no effect; .* \[SO670\]\n$/],
  ['a tab', { 'order.yaml': ORDER.replace('    app:', '\tapp:') }, /^order\.yaml:7:1: tab characters must not be used in indentation; correct the input \[SO670\]\n$/],
  ['a wrong line with CRLF', { 'order.yaml': ORDER.replace('proxy', 'prxy').replaceAll('\n', '\r\n') }, /^order\.yaml:8:19: .* \[SO101\]\n$/],
  ['a wrong line after a byte order mark', { 'order.yaml': `\ufeff${ORDER.replace('proxy', 'prxy')}` }, /^order\.yaml:8:19: .* \[SO101\]\n$/],
  ['an empty file', { 'order.yaml': '' }, /^order\.yaml: there is no Kubernetes object; correct the input \[SO670\]\n$/],
  ['only comments', { 'pod.yaml': '# nothing\n---\n' }, /^pod\.yaml: there is no Kubernetes object; correct the input \[SO670\]\n$/],
  ['an unrendered template', { 'pod.yaml': HELM }, /^pod\.yaml:4:3: .*what is in {{ }} has to be filled in first: pass what `helm template` prints \[SO670\]\n$/],
  ['an unrendered declaration', { 'order.yaml': ORDER.replace('[proxy]', '{{ .Values.x }}') }, /^order\.yaml:8:7: .*pass what `helm template` prints \[SO670\]\n$/],
  ['values without a kind', { 'pod.yaml': 'replicas: 3\n' }, /^pod\.yaml:1:1: this is not a Kubernetes object: .* \[SO670\]\n$/],
  ['a folder without YAML', { 'dir/a.txt': '' }, /^dir: there is no YAML or JSON file in this directory; correct the input \[SO670\]\n$/],
  ['a missing file', { 'none.yaml': undefined }, /^none\.yaml: there is no such file; correct the input \[SO670\]\n$/],
  ['a missing file of declarations', { 'order.yaml': undefined }, /^order\.yaml: there is no such file; correct the input \[SO670\]\n$/],
];

test.each(TEXTS)('%s is an error with its place', (_title, given, expected) => {
  const files = { 'pod.yaml': MANIFEST, ...given };
  const names = [...new Set(Object.keys(files).map(name => name.split('/')[0]))];
  const declarations = ['order.yaml', 'second.yaml'].filter(name => names.includes(name));
  const args = [...names.filter(name => !declarations.includes(name)), ...declarations.flatMap(name => ['-f', name])];
  const { code, out, error } = cli(['order', ...args], { files: files as Record<string, string> });
  expect([code, out, error]).toEqual([2, '', expect.stringMatching(expected)]);
  expect(error).not.toMatch(TYPESCRIPT);
});

test('a Service whose selector is null selects no pod', () => {
  expect(orderWith(external({ tcpSocket: { host: 'db', port: 80 } }), [service('db', undefined, null as never), labelled('shop')])).toMatchObject({ code: 0, error: '' });
});
