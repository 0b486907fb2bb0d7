import { withoutNulls } from '../../src/pod/without-nulls';
import { declared, on, orderPod, PodDeclaration, PodTemplateJson, REGULAR, resolveOptions, said } from '../dsl';

const SPEC = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' as const }, { name: 'migrate' }], containers: [{ name: 'app' }] };
const TEMPLATE: PodTemplateJson = { spec: SPEC };
const UNORDERED: PodDeclaration = { containers: [], sidecarsFirst: false };

const APP_NEEDS_PROXY = declared({ app: { dependsOn: [on('proxy')] } });

const order = (template: PodTemplateJson, declaration: PodDeclaration, kubernetesVersion = '1.27') =>
  orderPod(template, declaration, resolveOptions({ kubernetesVersion }).settings);

test('a pod without declarations stays the same object, also with a native sidecar on old nodes', () => {
  const { template, plan } = order(TEMPLATE, UNORDERED);
  expect(template).toBe(TEMPLATE);
  expect([...plan!.initContainers, ...plan!.containers].map(c => [c.name, c.kind === 'container' && c.slot])).toEqual([
    ['proxy', 'NATIVE_SIDECAR'], ['migrate', 'INIT'], ['app', 'CONTAINER'],
  ]);
});

test.each<[string, PodTemplateJson, PodDeclaration, RegExp]>([
  ['a pod with a declaration keeps no native sidecar on nodes without native sidecars', TEMPLATE, declared({ app: REGULAR }), /^SO230: /],
  ['a pod without declarations is validated', { spec: { containers: [{ name: 'app' }, { name: 'app' }] } }, UNORDERED, /^SO103: /],
])('%s', (_what, template, declaration, text) => { expect(said(order(template, declaration).problems)).toEqual([expect.stringMatching(text)]); });

test('a key without a value is absent, as for the API server, and a label without a value is an error', () => {
  const nulls = (keys: string) => Object.fromEntries(keys.split(' ').map(key => [key, null]));
  const ofContainer = nulls('args command env envFrom lifecycle livenessProbe ports readinessProbe resources restartPolicy securityContext startupProbe volumeMounts workingDir');
  const ofPod = nulls('affinity initContainers hostNetwork imagePullSecrets nodeSelector restartPolicy securityContext serviceAccountName shareProcessNamespace tolerations volumes');
  const pod = (spec: object, container: object, probe: object, metadata?: any) => ({
    ...metadata && { metadata },
    spec: { ...spec, containers: [{ ...container, name: 'app', image: 'x' }, { ...container, name: 'proxy', image: 'y', readinessProbe: { ...probe, tcpSocket: { port: 80 } } }] },
  });
  const plain = order(pod({}, {}, {}), APP_NEEDS_PROXY);
  const sparse = order(pod(ofPod, ofContainer, nulls('exec httpGet periodSeconds'), nulls('annotations labels')), APP_NEEDS_PROXY);
  expect([plain.problems, sparse.problems]).toEqual([[], []]);
  expect(JSON.parse(JSON.stringify(withoutNulls(sparse.template)))).toEqual(JSON.parse(JSON.stringify(plain.template)));
  expect(said(order(pod({}, {}, {}, { labels: { app: null } }), APP_NEEDS_PROXY).problems)).toEqual([expect.stringMatching(/^SO6/)]);
});

describe('a probe that names a port', () => {
  const WEB = [{ name: 'web', containerPort: 8080 }];
  const onProxy = (probe: object, proxyPorts: typeof WEB) =>
    order({ spec: { containers: [{ name: 'app', ports: WEB }, { name: 'proxy', ports: proxyPorts, ...probe }] } }, APP_NEEDS_PROXY, '1.33');

  test.each([
    ['a readiness probe', { readinessProbe: { httpGet: { port: 'web' } } }],
    ['a startup probe', { startupProbe: { tcpSocket: { port: 'web' } } }],
  ])('of %s: the port is one of its own container, and not of another one', (_what, probe) => {
    expect(onProxy(probe, WEB).problems).toEqual([]);
    expect(said(onProxy(probe, []).problems)).toEqual([
      "SO301: container 'app' depends on 'proxy' being READY, but the probe of 'proxy' names the port 'web', which 'proxy' does not declare; "
      + 'add it to the `ports` of that container, or correct the port of the probe',
    ]);
    expect(said(onProxy({ readinessProbe: { tcpSocket: { port: '9901' } } }, []).problems)[0]).toMatch(/; write 9901 without quotes, as a number$/);
  });
});
