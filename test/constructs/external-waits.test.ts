import { ApiObject, Chart, Duration, JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { appOnProxy, manifestsOf, names, podSpecOf, testApp, workloadOf } from './manifests';
import { ContainerRole, Dependency, OrderedDeployment, OrderedJob, OrderedPod, Protocol, StartupOrder, StartupOrderOptions } from '../../src';
import { explain } from '../../src/report/explain';

const KUBERNETES: StartupOrderOptions = { kubernetesVersion: '1.33', createServiceAccount: true };

const inShop = (namespace?: string) => new Chart(testApp(), 'test', { namespace, disableResourceNameHashes: true });

let chart: Chart;
beforeEach(() => { chart = inShop('shop'); });

/** A Deployment whose one container needs these. */
const waiting = (dependsOn: Dependency[], startupOrder = KUBERNETES, more: object = {}) =>
  new OrderedDeployment(chart, 'web', { startupOrder, orderedContainers: [{ name: 'app', image: 'shop/web:7', dependsOn }], ...more });

const job = (props: kplus.JobProps = {}) => new kplus.Job(chart, 'migrate', { containers: [{ image: 'shop/migrate:7' }], ...props });
const ofKind = (kind: string) => manifestsOf(chart).filter(m => m.kind === kind);
const deployed = () => podSpecOf(ofKind('Deployment')[0]);

/** The command line of the tool that an init container runs, also beside other waits; without a tool, the arguments of the agent. */
const waitIn = (spec: any, name: string): string[] => {
  const first = `--for=${name.replace('wait-for-', '')}`;
  const alone = spec.initContainers.find((c: any) => c.name === name);
  const { command: all } = alone ?? spec.initContainers.find((c: any) => c.command.includes(first));
  const command = alone ? all : all.slice(all.indexOf(first));
  const [, count] = /--command=([0-9]+)/.exec(command.join('\n')) ?? [];
  const from = command.indexOf(`--command=${count}`) + 1;
  return count === undefined ? command.slice(1) : command.slice(from, from + Number(count));
};

const errorOfSynth = (): string => { try { manifestsOf(chart); return 'no error'; } catch (error) { return (error as Error).message; } };

describe('what is looked up in the Kubernetes API', () => {
  const certificate = Dependency.onResource('certificates.cert-manager.io/shop', { condition: 'Ready' });
  const mayRead = (group: string, resource: string, name: string) =>
    ({ apiGroups: [group], resources: [resource], resourceNames: [name], verbs: ['get', 'list', 'watch'] });

  test('is allowed to the pod, by name, and its token is seen by the wait alone', () => {
    const web = waiting([Dependency.onJob(job()), certificate]);
    expect(ofKind('Role').map(({ metadata, rules }) => [metadata, rules])).toEqual([[{ name: 'test-web-wait-agent-role', namespace: 'shop' },
      [mayRead('batch', 'jobs', 'test-migrate'), mayRead('cert-manager.io', 'certificates', 'shop')]]]);
    const account = { apiGroup: '', kind: 'ServiceAccount', name: 'test-web-wait-agent-account', namespace: 'shop' };
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'test-web-wait-agent-role' };
    expect(ofKind('RoleBinding')).toEqual([expect.objectContaining({ subjects: [account], roleRef })]);
    const spec = deployed();
    expect([spec.serviceAccountName, spec.automountServiceAccountToken]).toEqual(['test-web-wait-agent-account', false]);
    const mounting = [...spec.initContainers, ...spec.containers].filter((c: any) => (c.volumeMounts ?? []).some((m: any) => m.name === 'startup-order-token'));
    expect(names(mounting)).toEqual(['wait-for-migrate-and-shop']);
    expect(explain(web.startupOrder.plan(), { width: 1000 })).toContain(': init container wait-for-migrate-and-shop, no limit, FAIL_CLOSED, +');
    const warnings = web.startupOrder.plan().warnings.filter(w => !w.startsWith('nothing limits the wait'));
    expect(warnings).toEqual(["the pod runs as account 'test-web-wait-agent-account', which may read the awaited objects, and no longer as 'default': pull secrets and rights of "
      + "'default' do not apply; give the pod an account (`serviceAccount`) to decide that yourself [SW404]"]);
    expect(waitIn(spec, 'wait-for-migrate')).toEqual(['kubectl', 'wait', 'jobs.batch/test-migrate', '--namespace=shop', '--for=condition=Complete', '--timeout=10s']);
    expect(waitIn(spec, 'wait-for-shop')).toEqual(['kubectl', 'wait', 'certificates.cert-manager.io/shop', '--for=condition=Ready', '--timeout=10s']);
    expect(manifestsOf(chart).map(m => m.kind).indexOf('RoleBinding')).toBeLessThan(manifestsOf(chart).map(m => m.kind).indexOf('Deployment'));
  });

  test('is allowed to the account that the pod has, and that stays as it is', () => {
    const serviceAccount = new kplus.ServiceAccount(chart, 'own');
    waiting([certificate], KUBERNETES, { serviceAccount, automountServiceAccountToken: true });
    expect(ofKind('ServiceAccount').map(m => m.metadata.name)).toEqual(['test-own']);
    expect(ofKind('RoleBinding')[0].subjects).toEqual([expect.objectContaining({ name: 'test-own', namespace: 'shop' })]);
    expect(deployed()).toMatchObject({ serviceAccountName: 'test-own', automountServiceAccountToken: true });
  });

  test.each<[string, () => Dependency]>([
    ['onJob', () => Dependency.onJob(job())],
    ['a Job by its name', () => Dependency.onResource('jobs.batch/seed', { condition: 'Complete', failedCondition: 'Failed' })],
    ['pods', () => Dependency.onResource('pods', { labels: { app: 'cache' } })],
    ['onResource', () => certificate],
    ['onService through the API', () => Dependency.onEndpoints(new kplus.Service(chart, 'db', { ports: [{ port: 1 }] }))],
  ])('never moves a pod to another account unasked: %s', (_what, dependency) => {
    waiting([dependency()], { kubernetesVersion: '1.33' });
    expect(errorOfSynth()).toMatch(/^\[test\/web\] .* the pod has no service account; write `serviceAccount` .*`createServiceAccount: true`.* \[SO914\]$/);
  });

  const PATCHED = [ApiObject.of, (workload: kplus.Deployment) => StartupOrder.of(workload)];
  test.each(PATCHED)('needs no option for a pod with an account, which may come later, or be the account `default` (%#)', patched => {
    const web = waiting([certificate], { kubernetesVersion: '1.33' });
    patched(web).addJsonPatch(JsonPatch.add('/spec/template/spec/serviceAccountName', 'default'));
    expect([ofKind('ServiceAccount'), ofKind('RoleBinding')[0].subjects[0].name, deployed().serviceAccountName]).toEqual([[], 'default', 'default']);
  });

  test.each(PATCHED)('gets its account also where the option, and the namespace, come after the dependency (%#)', patched => {
    const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'app', image: 'shop/web:7' }] });
    StartupOrder.of(web).declare('app', { dependsOn: [certificate] });
    StartupOrder.of(web, KUBERNETES);
    patched(web).addJsonPatch(JsonPatch.replace('/metadata/namespace', 'other'));
    expect(deployed().serviceAccountName).toBe('test-web-wait-agent-account');
    expect(manifestsOf(chart).map(m => `${m.kind} ${m.metadata.namespace}`)).toEqual(['Role other', 'RoleBinding other', 'ServiceAccount other', 'Deployment other']);
  });

  test('is allowed where it is: in another namespace, or in none', () => {
    waiting([
      Dependency.onResource('jobs.batch/seed', { condition: 'Complete', failedCondition: 'Failed', namespace: 'data' }), Dependency.onResource('pods', { labels: { app: 'cache' }, count: 3 }),
      Dependency.onResource('customresourcedefinitions.apiextensions.k8s.io/certificates.cert-manager.io', { condition: 'Established', clusterScoped: true, name: 'crd' }),
    ]);
    expect(ofKind('Role').map(r => [r.metadata.namespace, r.rules]))
      .toEqual([['data', [mayRead('batch', 'jobs', 'seed')]], ['shop', [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }]]]);
    expect(ofKind('RoleBinding').map(b => [b.metadata.namespace, b.subjects[0].namespace])).toEqual([['data', 'shop'], ['shop', 'shop']]);
    expect(ofKind('ClusterRole')[0].rules).toEqual([mayRead('apiextensions.k8s.io', 'customresourcedefinitions', 'certificates.cert-manager.io')]);
    expect(ofKind('ClusterRoleBinding')[0].subjects[0]).toMatchObject({ name: 'test-web-wait-agent-account', namespace: 'shop' });
    expect(waitIn(deployed(), 'wait-for-cache').slice(0, 4)).toEqual(['kubectl', 'get', 'pods', '--selector=app=cache']);
    expect(waitIn(deployed(), 'wait-for-seed')).toEqual(['kubectl', 'wait', 'jobs.batch/seed', '--namespace=data', '--for=condition=Complete', '--timeout=10s']);
  });

  test('may be a field, may be absent, and is allowed once when two containers need it', () => {
    const phase = Dependency.onResource('persistentvolumeclaims/data', { jsonPath: '{.status.phase}=Bound', required: false });
    const order = waiting([phase]).startupOrder;
    new OrderedPod(chart, 'other', { startupOrder: KUBERNETES, orderedContainers: [{ name: 'a', image: 'x', dependsOn: [phase] }, { name: 'b', image: 'x', dependsOn: [phase] }] });
    expect(ofKind('Role').map(r => r.rules)).toEqual(Array(2).fill([expect.objectContaining({ apiGroups: [''], resources: ['persistentvolumeclaims'] })]));
    expect(waitIn(deployed(), 'wait-for-data')).toEqual(['kubectl', 'wait', 'persistentvolumeclaims/data', '--for=jsonpath={.status.phase}=Bound', '--timeout=10s']);
    expect(order.plan().dependencies).toMatchObject([{ check: 'jsonpath={.status.phase}=Bound of persistentvolumeclaims/data', guarantee: 'FAIL_CLOSED', mechanism: 'INIT_CONTAINER' }]);
  });

  test('of pods on the same node learns the name of the node, and shares the init container', () => {
    const csi = Dependency.onResource('pods', { labels: { app: 'csi' }, namespace: 'kube-system', sameNode: true });
    const order = waiting([csi, certificate]).startupOrder;
    const { initContainers: [wait, ...others] } = deployed();
    const env = [{ name: 'STARTUP_ORDER_NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }];
    expect([wait.name, others, wait.env]).toEqual(['wait-for-csi-and-shop', [], env]);
    expect(wait.command.filter((word: string) => word.includes('STARTUP_ORDER_NODE')))
      .toEqual(['--field-selector=status.phase!=Succeeded,status.phase!=Failed,spec.nodeName=$(STARTUP_ORDER_NODE)']);
    expect(wait.command.find((word: string) => word.startsWith('go-template'))).toMatch(/^go-template=\{\{\$\$all := ""/);
    expect(order.plan().dependencies[0].check).toBe('all of the pods app=csi in kube-system on the same node Ready');
  });

  test('of a Job notes that an earlier Job of the same name also ends it', () => {
    const notesOf = (dependency: Dependency) => {
      chart = inShop('shop');
      return waiting([dependency]).startupOrder.plan().notes;
    };
    const note = "the wait for 'migrate' also ends when a Job of the same name from an earlier release is complete: "
      + 'give the Job of each release a name of its own, or delete the earlier Job first';
    expect(notesOf(Dependency.onResource('jobs.batch/migrate', { condition: 'Complete' }))).toContain(note);
    expect(notesOf(certificate)).not.toContain(note);
  });

  function rawPod(spec: object) {
    const object = new ApiObject(chart, 'raw', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'app', image: 'x' }], ...spec } });
    const order = StartupOrder.of(object, KUBERNETES);
    order.declare('app', { dependsOn: [certificate] });
    const warnings = () => order.plan().warnings.filter(w => /account|token/i.test(w));
    return { order, warnings, subject: () => ofKind('RoleBinding')[0].subjects[0].name, spec: () => podSpecOf(workloadOf(chart)) };
  }
  const ADDED = 'test-raw-wait-agent-account';

  test.each<[string, object]>([
    ['an empty name', { serviceAccountName: '' }],
    ['two empty names', { serviceAccountName: '', serviceAccount: '' }],
    ['null', { serviceAccountName: null }],
  ])('%s is no account: the pod gets an account of its own, beside it', (_what, given) => {
    const pod = rawPod(given);
    expect([pod.subject(), pod.spec().serviceAccountName]).toEqual([ADDED, ADDED]);
    expect(manifestsOf(chart).map(m => `${m.kind} ${m.metadata.name}`)).toEqual([
      `ServiceAccount ${ADDED}`, 'Role test-raw-wait-agent-role', 'RoleBinding test-raw-wait-agent-binding', 'Pod test-raw',
    ]);
  });

  test.each<[string, object]>([
    ['the deprecated field serviceAccount', { serviceAccount: 'own' }],
    ['the deprecated field beside an empty name', { serviceAccountName: '', serviceAccount: 'own' }],
    ['the name, and not the deprecated field beside it', { serviceAccountName: 'own', serviceAccount: 'old' }],
  ])('is allowed to the account in %s', (_what, given) => {
    const pod = rawPod(given);
    expect([pod.subject(), ofKind('ServiceAccount'), pod.warnings()]).toEqual(['own', [], []]);
    expect(pod.spec()).toMatchObject(given);
    expect(pod.spec().automountServiceAccountToken).toBeUndefined();
  });

  test('an explicit automountServiceAccountToken is kept, and the plan lists the containers with the token', () => {
    const automount = (given: object) => {
      chart = inShop('shop');
      const pod = rawPod(given);
      return [pod.spec().automountServiceAccountToken, pod.warnings().slice(1), pod.order.plan()._injections.some(i => i.field === 'automountServiceAccountToken')];
    };
    expect(automount({ automountServiceAccountToken: true })).toEqual([true, [
      "`automountServiceAccountToken: true` mounts the token of account 'test-raw-wait-agent-account' in every container of the pod, so every container may read the awaited objects; "
        + 'without the field only the containers that wait get a token [SW406]',
    ], false]);
    expect(automount({ automountServiceAccountToken: false })).toEqual([false, [], false]);
    expect(automount({})).toEqual([false, [
      'the containers of the pod get no token, except the containers that wait: `automountServiceAccountToken` becomes `false`; a container that calls the Kubernetes API needs an account of the pod (`serviceAccount`) [SW405]',
    ], true]);
  });

  test.each<[string, () => unknown]>([
    ['before', () => waiting([certificate], { disabledReason: 'incident 7' })],
    ['after', () => StartupOrder.of(waiting([certificate], {}), { disabledReason: 'incident 7' })],
  ])('an order that is disabled %s the declarations leaves no wait and no RBAC object', (_, declare) => {
    declare();
    expect(manifestsOf(chart).map(m => m.kind)).toEqual(['Deployment']);
    expect(deployed().serviceAccountName).toBeUndefined();
  });

  test('takes images from the mirror, or from the dependency', () => {
    const ofJob = (name: string, image?: string) => Dependency.onResource(`jobs.batch/${name}`, { condition: 'Complete', failedCondition: 'Failed', image });
    waiting([ofJob('a'), ofJob('b', 'house/kubectl:1'), Dependency.onUrl('https://cache')], { ...KUBERNETES, agent: { registry: 'mirror.house/k8s/' } });
    const images = { a: 'mirror.house/k8s/kubectl:v1.35.4', b: 'house/kubectl:1', cache: 'mirror.house/k8s/curlimages/curl:8.11.1' };
    expect(deployed().initContainers.map((c: any) => [c.name, c.image])).toEqual(Object.entries(images).map(([name, image]) => [`wait-for-${name}`, image]));
  });

  test('cannot be asked without a namespace', () => {
    chart = inShop();
    waiting([certificate]);
    expect(errorOfSynth()).toContain("container 'app' depends on 'shop', which is a request to the Kubernetes API, and its RoleBinding needs the namespace of the service account; "
      + 'write `metadata.namespace` of the workload [SO905]');
  });
});

describe('a Job of the same app', () => {
  test('a workload cannot wait for pods like its own, nor for a workload that waits for it', () => {
    waiting([Dependency.onResource('pods', { labels: { tier: 'web' }, name: 'peers' })]).podMetadata.addLabel('tier', 'web');
    expect(errorOfSynth()).toContain("container 'app' depends on pods with the labels of 'peers', which selects the pods of this workload itself");
    chart = inShop('shop');
    const migrate = new OrderedJob(chart, 'migrate', { startupOrder: KUBERNETES, orderedContainers: [{ name: 'm', image: 'x' }] });
    const web = waiting([Dependency.onJob(migrate)]);
    migrate.startupOrder.declare('m', { dependsOn: [Dependency.onResource('pods', { labels: { tier: 'web' } })] });
    expect(errorOfSynth()).toBe('no error');
    web.podMetadata.addLabel('tier', 'web');
    expect(errorOfSynth()).toContain('workloads wait for each other: test/migrate -> test/web -> test/migrate');
  });

  test('that is removed when it has finished is an error, unless it may be gone', () => {
    const error = (required?: boolean) => {
      chart = inShop('shop');
      waiting([Dependency.onJob(job({ ttlAfterFinished: Duration.minutes(5) }), { required })]);
      return errorOfSynth();
    };
    expect(error()).toContain("container 'app' depends on the Job test/migrate, which has ttlSecondsAfterFinished: 300; a pod that starts later finds no Job and waits forever; "
      + 'remove it, or write `required: false`: the container then starts if the Job does not exist [SO903]');
    expect(error(false)).toBe('no error');
  });
});

test('a wait by kubectl requests at most the memory limit that the user specifies', () => {
  const agent = { resources: { memory: { limit: Size.mebibytes(32) } } };
  waiting([Dependency.onResource('jobs.batch/migrate', { condition: 'Complete' })], { ...KUBERNETES, agent });
  expect(deployed().initContainers.map((c: any) => c.resources)).toEqual([{ limits: { memory: '32Mi' }, requests: { cpu: '10m', memory: '32Mi' } }]);
});

test('a Service can be checked through the API if a connection proves nothing', () => {
  const service = new kplus.Service(chart, 'db', { ports: [{ port: 5432 }], selector: kplus.Pods.select(chart, 'pods', { labels: { app: 'db' } }) });
  waiting([Dependency.onEndpoints(service)], { ...KUBERNETES, mesh: { product: 'istio', version: '1.27' } });
  expect(waitIn(deployed(), 'wait-for-db').slice(0, 5)).toEqual(['kubectl', 'get', 'endpointslices', '--namespace=shop', '--selector=kubernetes.io/service-name=test-db']);
  expect(ofKind('Role')[0].rules).toEqual([{ apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list'] }]);
});

test('a NetworkPolicy that lets nothing out is an error only where something outside is awaited', () => {
  const error = (dependsOn: Dependency[], allow: (web: OrderedDeployment) => void = () => undefined) => {
    chart = inShop('shop');
    allow(waiting(dependsOn, KUBERNETES, { isolate: true }));
    return errorOfSynth();
  };
  const onDb = [Dependency.onTcp('db.data', 5432)];
  expect(error(onDb)).toContain('containers of this workload wait for something outside the pod, but the NetworkPolicy test/web/DefaultDenyAll allows no egress, not even DNS; '
    + 'add egress rules for DNS and for the dependencies (cdk8s-plus: `connections.allowTo`), or remove the policy (cdk8s-plus: leave `isolate` out) [SO904]');
  expect(error([])).toBe('no error');
  expect(error(onDb, web => web.connections.allowTo(kplus.NetworkPolicyIpBlock.anyIpv4(chart, 'all')))).toBe('no error');
  chart = inShop('shop');
  waiting(onDb);
  const podSelector = { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] };
  new ApiObject(chart, 'deny', { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec: { podSelector, policyTypes: ['Egress'] } });
  expect(errorOfSynth()).toContain('the NetworkPolicy test/deny allows no egress');
});

const ON_HTTP = { ports: [{ name: 'http', number: 8080 }] };

test('a Service that finds a new native sidecar by its port name is an error, and a headless one is not', () => {
  const error = (startupOrder: StartupOrderOptions, clusterIP?: string) => {
    chart = inShop('shop');
    const web = new OrderedDeployment(chart, 'web', { startupOrder, orderedContainers: appOnProxy(ON_HTTP) });
    const spec = { selector: web.matchLabels, ports: [{ port: 80, targetPort: 'http' }], clusterIP };
    new ApiObject(chart, 'front', { apiVersion: 'v1', kind: 'Service', spec });
    return errorOfSynth();
  };
  expect(error({})).toMatch(/^\[test\/web\] the Service test\/front finds port 8080 of container 'proxy' by its name 'http', .* \[SO916\]$/);
  expect([error({ kubernetesVersion: '1.33' }), error({}, 'None')]).toEqual(['no error', 'no error']);
});

/** Selectors for pods with the label `app: web`. */
const by = (...matchExpressions: object[]) => ({ podSelector: { matchExpressions } });
const EXPRESSIONS: [string, object, undefined, boolean][] = [
  ['of pods with one of several labels', by({ key: 'app', operator: 'In', values: ['web', 'api'] }), undefined, true],
  ['of pods with one of several other labels', by({ key: 'app', operator: 'In', values: ['api'] }), undefined, false],
  ['of all pods but others', by({ key: 'app', operator: 'NotIn', values: ['api'] }), undefined, true],
  ['of all pods but these', by({ key: 'app', operator: 'NotIn', values: ['web'] }), undefined, false],
  ['of all pods but some of a tier', by({ key: 'tier', operator: 'NotIn', values: ['back'] }), undefined, true],
  ['of pods with a label', by({ key: 'app', operator: 'Exists' }), undefined, true],
  ['of pods with another label', by({ key: 'tier', operator: 'Exists' }), undefined, false],
  ['of pods without another label', by({ key: 'tier', operator: 'DoesNotExist' }), undefined, true],
  ['of pods without a label', by({ key: 'app', operator: 'DoesNotExist' }), undefined, false],
  ['of pods without a label that a controller may add', by({ key: 'pod-template-hash', operator: 'DoesNotExist' }), undefined, false],
  ['of pods that meet one of two', by({ key: 'app', operator: 'Exists' }, { key: 'tier', operator: 'Exists' }), undefined, false],
  ['of pods by an unknown operator', by({ key: 'app', operator: 'Like', values: ['web'] }), undefined, false],
];

test.each<[string, object, ContainerRole | undefined, boolean]>([
  ['by its name', {}, undefined, true],
  ['by its name, for all pods', { podSelector: {} }, undefined, true],
  ['by its number', { ingress: [{ ports: [{ port: 8080 }] }] }, undefined, false],
  ['by the name of another port', { ingress: [{ ports: [{ port: 'metrics' }] }] }, undefined, false],
  ['with another protocol', { ingress: [{ ports: [{ port: 'http', protocol: 'UDP' }] }] }, undefined, false],
  ['for outgoing traffic only', { ingress: undefined, egress: [{ ports: [{ port: 'http' }] }] }, undefined, false],
  ['of other pods', { podSelector: { matchLabels: { app: 'other' } } }, undefined, false],
  ['of all pods, with an empty list of expressions', { podSelector: { matchExpressions: [] } }, undefined, true],
  ['of these pods, with an empty list of expressions', { podSelector: { matchLabels: { app: 'web' }, matchExpressions: [] } }, undefined, true],
  ['of other pods, with an empty list of expressions', { podSelector: { matchLabels: { app: 'other' }, matchExpressions: [] } }, undefined, false],
  ...EXPRESSIONS,
  ['without ports', { ingress: [{}, null] }, undefined, false],
  ['of a container that stays where it is', {}, ContainerRole.APP, false],
])('a NetworkPolicy that allows a port %s', (_title, policy, role, warns) => {
  const shop = inShop('shop');
  const { startupOrder } = new OrderedDeployment(shop, 'web', {
    startupOrder: { kubernetesVersion: '1.37', architecture: 'amd64' },
    podMetadata: { labels: { app: 'web' } },
    orderedContainers: appOnProxy({ ...ON_HTTP, role }),
  });
  const spec = { podSelector: { matchLabels: { app: 'web' } }, ingress: [{ ports: [{ port: 'http' }] }], ...policy };
  new ApiObject(shop, 'policy', { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec });
  expect(startupOrder.plan().warnings.filter(w => w.includes('SW211'))).toEqual(warns ? [
    "NetworkPolicy test/policy allows port 'http' by its name, and Cilium finds no named port of a native sidecar such as 'proxy': write `port: 8080` in the policy [SW211]",
  ] : []);
});

describe('a request by curl', () => {
  const token = () => kplus.EnvValue.fromSecretValue({ secret: kplus.Secret.fromSecretName(chart, 'licence', 'licence'), key: 'token' });

  test('has the credentials in a variable that only it sees, and never in its arguments', () => {
    const authorities = kplus.ConfigMap.fromConfigMapName(chart, 'authorities', 'house.authorities');
    waiting([Dependency.onUrl('https://licence/ready', { headers: { 'Authorization': 'Bearer $(TOKEN)', 'X-Braces': '{{TOKEN}}$(TOKEN)' }, env: { TOKEN: token() }, authorities })]);
    const spec = deployed();
    const [wait] = spec.initContainers;
    const words = waitIn(spec, 'wait-for-licence');
    expect([words[0], ...words.slice(words.indexOf('--cacert'), words.indexOf('--output'))]).toEqual(['curl', '--cacert', '/startup-order-authorities/ca.crt',
      '--variable', '%TOKEN', '--expand-header', 'Authorization: Bearer {{TOKEN}}', '--expand-header', 'X-Braces: \\{{TOKEN}}{{TOKEN}}']);
    expect(wait.env).toEqual([{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'licence', key: 'token' } } }]);
    expect(wait.volumeMounts.at(-1)).toEqual({ mountPath: '/startup-order-authorities', name: 'startup-order-authorities', readOnly: true });
    expect(spec.volumes.at(-1)).toEqual({ name: 'startup-order-authorities', configMap: { name: 'house.authorities' } });
    expect(spec.containers[0].env).toBeUndefined();
  });

  test('is made only where the agent cannot ask', () => {
    waiting([
      Dependency.onUrl('http://plain/', { headers: { 'X-Team': 'shop' }, method: 'GET' }), Dependency.onUrl('http://other/', { statuses: [200] }),
      Dependency.onUrl('http://post/', { method: 'POST', statuses: [200, 405] }), Dependency.onUrl('https://known/'),
      Dependency.onUrl('https://anybody/', { verifyCertificate: false }),
    ]);
    expect(deployed().initContainers.map((c: any) => [c.name, c.image.split(':')[0]])).toEqual([
      ['wait-for-anybody-and-known-and-other-and-plain-and-post', 'curlimages/curl'],
    ]);
    expect(deployed().initContainers[0].command.join(' ')).toContain(
      '--for=other --http=http://other:80/ --status=200 --for=plain --http=http://plain:80/ --header=X-Team: shop --for=post --command=',
    );
    expect(waitIn(deployed(), 'wait-for-post').slice(-2)).toEqual(['--url', 'http://post:80/']);
    const curl = ['curl', '--silent', '--show-error', '--max-time', '5', '--location'];
    expect(waitIn(deployed(), 'wait-for-known').slice(0, 7)).toEqual([...curl, '--output']);
    expect(waitIn(deployed(), 'wait-for-anybody').slice(0, 7)).toEqual([...curl, '--insecure']);
  });
});

describe('a server outside the pod', () => {
  test('is asked by the agent in the image of the dependent, with the other waits of the agent', () => {
    const web = waiting([
      Dependency.onServer(Protocol.POSTGRESQL, 'pg.data'), Dependency.onServer(Protocol.REDIS, 'fd00::7', { port: 6380, name: 'cache' }), Dependency.onTcp('db', 1),
    ], { ...KUBERNETES, architecture: 'amd64' });
    const { initContainers, volumes } = deployed();
    expect(initContainers.map((c: any) => [c.name, c.image])).toEqual([['wait-for-cache-and-db-and-pg', 'shop/web:7']]);
    expect(names(volumes)).toEqual(['startup-order-agent']);
    expect(initContainers[0].command.slice(1)).toEqual([
      '--for=cache', '--tcp=[fd00::7]:6380', '--protocol=Redis', '--send=PING\\r\\n', '--ready=+PONG', '--ready=-NOAUTH', '--ready=-NOPERM', '--not-yet=-LOADING ', '--not-yet=-MASTERDOWN ', '--not-yet=-BUSY ',
      '--for=db', '--tcp=db:1',
      '--for=pg', '--tcp=pg.data:5432', '--protocol=PostgreSQL', expect.stringMatching(/^--send=\\x00/), expect.stringMatching(/^--not-yet=E/), '--ready=R\\x00\\x00', '--ready=E\\x00\\x00*\\x00M',
    ]);
    expect(web.startupOrder.plan().dependencies.map(d => d.check)).toEqual(['Redis at [fd00::7]:6380', 'TCP db:1', 'PostgreSQL at pg.data:5432']);
  });

  test('is asked through the proxy of a mesh, which a check of a port and kubectl bypass', () => {
    const userOfWait = (dependency: Dependency, mesh = { version: '1.27', cni: false }) => {
      chart = inShop('shop');
      waiting([dependency], { ...KUBERNETES, mesh: { product: 'istio', ...mesh } });
      return deployed().initContainers.at(-1).securityContext.runAsUser;
    };
    expect([userOfWait(Dependency.onServer(Protocol.MYSQL, 'db')), userOfWait(Dependency.onTcp('db', 3306))]).toEqual([65534, 1337]);
    expect(userOfWait(Dependency.onResource('jobs.batch/migrate', { condition: 'Complete' }), { version: '1.23', cni: true })).toBe(1337);
  });
});

test('maps in any order give the same manifest, as every language has its own', () => {
  const reversed = <T>(map: { [key: string]: T }) => Object.fromEntries(Object.entries(map).reverse());
  const manifest = (ordered: <T>(map: { [key: string]: T }) => { [key: string]: T }) => {
    chart = inShop('shop');
    const env = ordered({ B: kplus.EnvValue.fromValue('b'), A: kplus.EnvValue.fromValue('a'), C: kplus.EnvValue.fromValue('c') });
    waiting([
      Dependency.onUrl('http://licence/', { headers: ordered({ 'X-B': '$(B)', 'X-A': '$(A)' }), env }),
      Dependency.onResource('pods', { labels: ordered({ tier: 'cache', app: 'shop' }) }),
      Dependency.onCommand(['true'], { env }),
    ]);
    return manifestsOf(chart);
  };
  expect(manifest(map => map)).toEqual(manifest(reversed));
  const containers = podSpecOf(manifest(reversed).find(m => m.kind === 'Deployment')).initContainers;
  expect(names(containers)).toEqual(['wait-for-licence', 'wait-for-shop', 'wait-for-true']);
  expect(names(containers[0].env)).toEqual(['A', 'B', 'C']);
});

test('a variable comes before the variables that refer to it, as Kubernetes requires', () => {
  const env = { A: kplus.EnvValue.fromValue('$(C)/$(B)/$(other)/$(A)'), B: kplus.EnvValue.fromValue('b'), C: kplus.EnvValue.fromValue('$(A)') };
  waiting([Dependency.onCommand(['true'], { env })]);
  expect(names(deployed().initContainers.at(-1).env)).toEqual(['C', 'B', 'A']);
});

const AUTHORITIES = kplus.ConfigMap.fromConfigMapName(inShop(), 'authorities', 'house.authorities');

test.each<[string, () => Dependency, string]>([
  ['a resource without a name', () => Dependency.onResource('jobs.batch', { condition: 'Complete' }), "resource is 'jobs.batch'"],
  ['a resource with a kind', () => Dependency.onResource('Job/x', { condition: 'Complete' }), "resource is 'Job/x'"],
  ...['deployments/x', 'deploy/x', 'pod/x', 'deployments.v1.apps/x'].map((given): [string, () => Dependency, string] =>
    [`${given}, which RBAC does not know`, () => Dependency.onResource(given, { condition: 'Available' }), `resource is '${given}'; it must be given with its plural name and API group`]),
  ['a resource with a kind in capital letters', () => Dependency.onResource('PODS/x', { condition: 'Ready' }), "resource is 'PODS/x'; it must be resource, API group"],
  ['neither condition nor path', () => Dependency.onResource('jobs.batch/x', {}), "resource is 'jobs.batch/x' with neither"],
  ['both', () => Dependency.onResource('jobs.batch/x', { condition: 'A', jsonPath: '{.a}' }), "resource is 'jobs.batch/x' with both"],
  ['a path without braces', () => Dependency.onResource('jobs.batch/x', { jsonPath: '.status.phase' }), "jsonPath is '.status.phase'"],
  ['a condition that is none', () => Dependency.onResource('jobs.batch/x', { condition: 'Ready; rm' }), "condition is 'Ready; rm'"],
  ['a failed condition that is none', () => Dependency.onResource('jobs.batch/x', { condition: 'A', failedCondition: '' }), "failedCondition is ''"],
  ['a path with an empty value', () => Dependency.onResource('jobs.batch/x', { jsonPath: '{.a}=' }), "jsonPath is '{.a}='"],
  ['a value of two lines', () => Dependency.onResource('jobs.batch/x', { jsonPath: '{.a}=b\nc' }), "jsonPath is '{.a}=b\nc'"],
  ['a namespace that is none', () => Dependency.onResource('jobs.batch/x', { condition: 'Complete', failedCondition: 'Failed', namespace: 'My_Data' }), "namespace is 'My_Data'"],
  ['no labels', () => Dependency.onResource('pods', { labels: {} }), 'labels is empty'],
  ['a label that is none', () => Dependency.onResource('pods', { labels: { app: 'a,b=c' } }), 'labels is app=a,b=c'],
  ['no pods', () => Dependency.onResource('pods', { labels: { app: 'a' }, count: 0 }), 'count is 0'],
  ['a name with a blank', () => Dependency.onDns('my db'), "host is 'my db'"],
  ['a method in small letters', () => Dependency.onUrl('http://x/', { method: 'post' }), "method is 'post'"],
  ['a header of two lines', () => Dependency.onUrl('http://x/', { headers: { A: 'b\r\nC: d' } }), "headers is 'A'"],
  ['a variable that is not there', () => Dependency.onUrl('http://x/', { headers: { A: '$(B)' }, env: {} }), 'headers is $(B)'],
  ['no text', () => Dependency.onUrl('http://x/', { contains: '' }), 'contains is ""'],
  ['a certificate of http', () => Dependency.onUrl('http://x/', { verifyCertificate: true }), 'verifyCertificate is given for http'],
  ['authorities of http', () => Dependency.onUrl('http://x/', { authorities: AUTHORITIES }), 'authorities is given for http'],
  ['authorities without verification', () => Dependency.onUrl('https://x/', { verifyCertificate: false, authorities: AUTHORITIES }),
    'verifyCertificate is false with `authorities`'],
  ['credentials for anybody', () => Dependency.onUrl('https://x/', { verifyCertificate: false, env: { A: kplus.EnvValue.fromValue('b') } }), 'verifyCertificate is false with `env`'],
])('%s is an error', (_what, dependency, text) => {
  waiting([dependency()]);
  expect(errorOfSynth()).toContain(text);
  expect(errorOfSynth()).toMatch(/\[SO302\]$/m);
});
