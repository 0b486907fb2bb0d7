import { ApiObject, Chart } from 'cdk8s';
import { manifestsOf, podSpecOf, podTemplateOf, testApp, workloadOf } from './manifests';
import { CLOUD_SQL_PROXY, ENVOY, ISTIO_PROXY, vaultAgent } from '../../conformance/stories/apps/sidecar-products';
import { Dependency, MeshOptions, OrderedContainerProps, OrderedDeployment, OrderedPod, ReadyCheck, SidecarFirstDeployment, StartupOrder, StartupOrderOptions } from '../../src';
import { explain } from '../../src/report/explain';

const APP = { name: 'app', image: 'shop/web:7' };
const ISTIO_HOLDS: MeshOptions = { product: 'istio', version: '1.23' };

function deployment(metadata: object = {}, mesh: MeshOptions = ISTIO_HOLDS, kubernetesVersion = '1.33', more: object = {}) {
  const chart = new Chart(testApp(), 'test');
  const template = { metadata, spec: { containers: [APP], ...more } };
  const object = new ApiObject(chart, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template } });
  const order = StartupOrder.of(object, { kubernetesVersion, mesh });
  return { chart, order, annotations: () => podTemplateOf(workloadOf(chart)).metadata.annotations };
}

describe('annotations', () => {
  test('are put into what the user has there', () => {
    const given = '# ours\nconcurrency: 2\nproxyMetadata:\n  A: "1"\n';
    expect(deployment({ annotations: { 'team': 'shop', 'proxy.istio.io/config': given } }).annotations())
      .toEqual({ 'team': 'shop', 'proxy.istio.io/config': `${given}holdApplicationUntilProxyStarts: true\n` });
  });

  test('are none where the mesh does it anyway', () => {
    const { chart } = deployment({ labels: { app: 'web' } }, { product: 'istio', version: '1.27' });
    expect(podTemplateOf(workloadOf(chart)).metadata).toEqual({ labels: { app: 'web' } });
  });

  test('a plain Pod also gets the annotations of the mesh', () => {
    const chart = new Chart(testApp(), 'test');
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion: '1.33', mesh: { product: 'linkerd', version: '2.18' } }, orderedContainers: [APP] });
    expect(workloadOf(chart).metadata.annotations).toEqual({
      'cdk8s-startup-order.github.io/kubernetes-version': '1.33',
      'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'true',
      'config.linkerd.io/proxy-await': 'enabled',
    });
  });
});

test('the plan shows the proxy as a container, and who holds the app', () => {
  expect(explain(deployment().order.plan(), { width: 1000 })).toContain([
    '  1. istio-proxy: container, sidecar, injected, Istio 1.23: injected as the first app container, with a postStart hook (`pilot-agent wait`)',
    '  2. app: container',
    '  app after istio-proxy ready (GET http://127.0.0.1:15021/healthz/ready): the postStart hook of istio-proxy, BEST_EFFORT, +',
  ].join('\n'));
  const native = deployment({}, { product: 'istio', version: '1.27' }).order.plan();
  expect(native.containers.map(c => [c.name, c.role, c.list, c.injected])).toEqual([['istio-proxy', 'SIDECAR', 'initContainers', true], ['app', 'APP', 'containers', false]]);
  expect(native.dependencies).toMatchObject([{
    dependent: 'app', dependency: 'istio-proxy', mechanism: 'SIDECAR_PROBE', guarantee: 'FAIL_CLOSED', check: 'GET http://POD_IP:15021/healthz/ready', waitsIn: 'istio-proxy',
  }]);
});

test.each<[string, object, [string, number]]>([
  ['runs as the user whose traffic is not captured', {}, ['wait-for-cache-and-postgres', 1337]],
  ['is like any other for ports that the pod takes out of the mesh itself', { annotations: { 'traffic.sidecar.istio.io/excludeOutboundPorts': '5432,8000-8010' } },
    ['wait-for-cache-and-postgres', 65534]],
])('a wait past the mesh %s', (_what, metadata, expected) => {
  const { chart, order } = deployment(metadata, { product: 'istio', version: '1.23', cni: true });
  order.declare('app', { dependsOn: [Dependency.onTcp('postgres.db', 5432), Dependency.onTcp('cache', 8005)] });
  expect(podSpecOf(workloadOf(chart)).initContainers.map((c: any) => [c.name, c.securityContext.runAsUser])).toEqual([expected]);
});

test('an agent that must run as another user cannot bypass the mesh', () => {
  const chart = new Chart(testApp(), 'test');
  const startupOrder = { kubernetesVersion: '1.33', mesh: { product: 'istio', version: '1.23', cni: true }, agent: { omitRunAsUser: true } };
  new OrderedPod(chart, 'pod', { startupOrder, orderedContainers: [{ ...APP, dependsOn: [Dependency.onTcp('postgres.db', 5432)] }] });
  expect(() => manifestsOf(chart)).toThrow('[SO807]');
});

test.each<[string, object, object, MeshOptions, string]>([
  ['a pod that is kept out', { labels: { 'sidecar.istio.io/inject': 'false' } }, {}, ISTIO_HOLDS,
    "`mesh` is Istio 1.23, but the label sidecar.istio.io/inject is 'false', so the pod gets no proxy; leave `mesh` out, or enable the injection [SO803]"],
  ['a pod that an annotation keeps out', { annotations: { 'sidecar.istio.io/inject': 'false' } }, {}, ISTIO_HOLDS, "the annotation sidecar.istio.io/inject is 'false'"],
  ['the network of the node', {}, { hostNetwork: true }, ISTIO_HOLDS, 'leave `mesh` out, or remove `hostNetwork` [SO803]'],
  ['an annotation that says the opposite', { annotations: { 'sidecar.istio.io/nativeSidecar': 'false' } }, {}, { product: 'istio', version: '1.24' },
    "sidecar.istio.io/nativeSidecar is 'false' in the manifest, and the order needs 'true' with Istio 1.24; remove it, or specify `mesh.nativeSidecars: false` [SO804]"],
  ['a setting that says the opposite', { annotations: { 'proxy.istio.io/config': 'holdApplicationUntilProxyStarts: false' } }, {}, ISTIO_HOLDS,
    "holdApplicationUntilProxyStarts in proxy.istio.io/config is 'false' in the manifest, and the order needs 'true' with Istio 1.23; remove it [SO804]"],
  ['an annotation that is no YAML', { annotations: { 'proxy.istio.io/config': 'concurrency: [' } }, {}, ISTIO_HOLDS, '[SO806]'],
  ['a proxy of the same name', {}, { initContainers: [{ name: 'istio-proxy', image: 'x' }] }, ISTIO_HOLDS, '[SO805]'],
])('%s is an error', (_what, metadata, more, mesh, text) => {
  expect(() => manifestsOf(deployment(metadata, mesh, '1.33', more).chart)).toThrow(text);
});

const inject = (value: string) => ({ 'sidecar.istio.io/inject': value });
test.each<[string, object, MeshOptions, object]>([
  ['a label of Istio, which takes precedence over its annotation', { labels: inject('true'), annotations: inject('false') }, ISTIO_HOLDS, {}],
  ['hostNetwork with a mesh that is not known to leave such pods alone', {}, { product: 'dapr', version: '1.15' }, { hostNetwork: true }],
])('%s is no error', (_what, metadata, mesh, more) => { expect(() => manifestsOf(deployment(metadata, mesh, '1.33', more).chart)).not.toThrow(); });

test.each<[OrderedContainerProps, object, object]>([
  [CLOUD_SQL_PROXY, {}, { cpu: '100m', memory: '128Mi' }],
  [vaultAgent('/vault/secrets/db'), { runAsUser: 100, runAsGroup: 1000 }, { cpu: '250m', memory: '64Mi' }],
  [ENVOY, { runAsUser: 101, runAsGroup: 101 }, { cpu: '100m', memory: '128Mi' }],
  [ISTIO_PROXY, { runAsUser: 1337, runAsGroup: 1337 }, { cpu: '100m', memory: '128Mi' }],
])('the sidecar product $name can start: its user is not root, and its requests are small', (product, user, requests) => {
  const chart = new Chart(testApp(), 'test');
  new SidecarFirstDeployment(chart, 'web', { sidecars: [product], orderedContainers: [APP] });
  const sidecar = podSpecOf(workloadOf(chart)).initContainers.find((c: any) => c.restartPolicy === 'Always');
  const restricted = { allowPrivilegeEscalation: false, privileged: false, readOnlyRootFilesystem: true, runAsNonRoot: true };
  expect([sidecar.securityContext, sidecar.resources.requests]).toEqual([{ ...restricted, ...user }, requests]);
});

describe('a pod with the labels or annotations of a mesh, without `mesh`', () => {
  const warningsOf = (
    metadata: object, more: Partial<OrderedContainerProps> = {}, name = 'opa', namespace?: object, hostNetwork = false, startupOrder: StartupOrderOptions = {},
  ) => {
    const chart = new Chart(testApp(), 'test', { namespace: 'shop' });
    if (namespace) { new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', ...namespace } }); }
    const orderedContainers = [
      { name: 'web', image: 'shop/web:7', dependsOn: [Dependency.on(name)], ...more },
      { name, image: 'openpolicyagent/opa:0.70.0', readyWhen: ReadyCheck.httpGet('/health', { port: 8282 }) },
    ];
    return new OrderedDeployment(chart, 'web', { podMetadata: metadata, hostNetwork, startupOrder, orderedContainers }).startupOrder.plan().warnings;
  };

  test.each<[object, string, string]>([
    [{ labels: { 'sidecar.istio.io/inject': 'true' } }, 'Istio', 'istio'],
    [{ annotations: { 'linkerd.io/inject': 'enabled' } }, 'Linkerd', 'linkerd'],
    [{ labels: { 'kuma.io/sidecar-injection': 'enabled' } }, 'Kuma', 'kuma'],
    [{}, '', ''],
    [{ labels: { 'sidecar.istio.io/inject': 'false' } }, '', ''],
    [{ labels: { 'sidecar.istio.io/inject': 'true', 'istio.io/dataplane-mode': 'ambient' } }, '', ''],
    [{ annotations: { 'linkerd.io/inject': 'disabled' } }, '', ''],
  ])('%j: the plan says what to state for %s', (metadata, title, product) => {
    expect(warningsOf(metadata)).toEqual(title === '' ? [] : [
      `${title} adds its proxy to the pod, as labels or annotations ask, and the plan does not know it; a proxy that is a regular container starts after 'opa', which may never `
      + `become ready: specify \`mesh: { product: '${product}', version: … }\` [SW802]`,
    ]);
  });

  const ISTIO = { labels: { 'istio-injection': 'enabled' } };
  test.each<[string, object, object, boolean, boolean]>([
    ['a label of its namespace', {}, ISTIO, false, true],
    ['an annotation of its namespace', {}, { annotations: { 'linkerd.io/inject': 'enabled' } }, false, true],
    ['no label of its namespace', {}, {}, false, false],
    ['a label that the pod refuses', { labels: { 'sidecar.istio.io/inject': 'false' } }, ISTIO, false, false],
    ['a label of a namespace in ambient mode', {}, { labels: { ...ISTIO.labels, 'istio.io/dataplane-mode': 'ambient' } }, false, false],
    ['a label of the namespace of a pod with hostNetwork', {}, ISTIO, true, false],
    ['a label of another namespace', {}, { ...ISTIO, name: 'other' }, false, false],
  ])('the mesh of the pod comes from %s', (_title, metadata, namespace, hostNetwork, expected) => {
    expect(warningsOf(metadata, {}, 'opa', namespace, hostNetwork).some(warning => warning.includes('[SW802]'))).toBe(expected);
  });

  test('a namespace adds no warning to a plan with a mesh, or without dependencies', () => {
    expect(warningsOf({}, {}, 'opa', ISTIO, false, { mesh: { product: 'istio', version: '1.27' } }).join()).not.toContain('SW802');
    expect(warningsOf({}, { dependsOn: [] }, 'opa', ISTIO)).toEqual([]);
  });

  test('the warning names no container if none becomes a native sidecar', () => {
    expect(warningsOf({ labels: { 'sidecar.istio.io/inject': 'true' } }, { dependsOn: [Dependency.onUrl('http://catalog/')], command: ['/web'] }).filter(w => w.includes('Istio'))).toEqual([
      "Istio adds its proxy to the pod, as labels or annotations ask, and the plan does not know it: specify `mesh: { product: 'istio', version: … }` [SW802]",
    ]);
  });

  test('the plan asks for nothing if it contains the proxy', () => {
    const metadata = { labels: { 'sidecar.istio.io/inject': 'true' } };
    expect(warningsOf(metadata, {}, 'istio-proxy')).toEqual([]);
    const dependsOn = [Dependency.onInjected('istio-proxy', ReadyCheck.httpGet('/healthz/ready', { port: 15021 }))];
    expect(warningsOf(metadata, { command: ['/web'], dependsOn }).filter(warning => warning.includes('`mesh:'))).toEqual([]);
  });
});
