import { MESH_FACTS } from '../../../scripts/mesh-facts';
import { MeshDeclaration } from '../../../src/api/private/mesh';
import { resolveMesh } from '../../../src/pod/meshes/resolve-mesh';
import { DENYING, LACKS, said } from '../../dsl';

const nodes = (minor: number) => ({ minor, nativeSidecars: minor >= 29, serialStarts: true, lacks: LACKS });

function resolved(product: MeshDeclaration['product'], version: string, minor: number, about: Partial<MeshDeclaration> = {}) {
  const { mesh, problems } = resolveMesh({ product, version, cni: false, ...about }, nodes(minor));
  expect(said(problems)).toEqual([]);
  return mesh!;
}

const HOLD = { key: 'proxy.istio.io/config', field: 'holdApplicationUntilProxyStarts', value: 'true' };
const ISTIO_NATIVE = { key: 'sidecar.istio.io/nativeSidecar', value: 'true' };
const AWAIT = { key: 'config.linkerd.io/proxy-await', value: 'enabled' };
const linkerdNative = (stage: string, value = 'true') => ({ key: `config.${stage}linkerd.io/proxy-enable-native-sidecar`, value });

test.each<[string, MeshDeclaration['product'], string, number, Partial<MeshDeclaration>, string, object[]]>([
  ['holds before it knows native sidecars', 'istio', '1.8', 37, {}, 'hook', [HOLD]],
  ['holds where only the whole mesh could be told', 'istio', '1.23', 37, {}, 'hook', [HOLD]],
  ['is native where the whole mesh was told', 'istio', '1.23', 29, { nativeSidecars: true }, 'native', []],
  ['is native by annotation', 'istio', '1.24', 29, {}, 'native', [ISTIO_NATIVE]],
  ['is native by annotation while a node is too old for the default', 'istio', '1.27', 32, {}, 'native', [ISTIO_NATIVE]],
  ['is native by default', 'istio', '1.27.3', 33, {}, 'native', []],
  ['holds on nodes without native sidecars', 'istio', '1.27', 28, {}, 'hook', [HOLD]],
  ['holds where native sidecars are not wanted', 'istio', '1.27', 33, { nativeSidecars: false }, 'hook', [HOLD, { ...ISTIO_NATIVE, value: 'false' }]],
  ['says nothing of native sidecars to a version that does not know them', 'istio', '1.18', 33, { nativeSidecars: false }, 'hook', [HOLD]],
  ['waits before it knows native sidecars', 'linkerd', '2.14', 37, {}, 'hook', [AWAIT]],
  ['is native by the alpha annotation', 'linkerd', '2.18', 29, {}, 'native', [AWAIT, linkerdNative('alpha.')]],
  ['is native by the beta annotation', 'linkerd', '2.19', 29, {}, 'native', [AWAIT, linkerdNative('beta.')]],
  ['is native by default', 'linkerd', '2.20', 29, {}, 'native', [AWAIT]],
  ['is not native by default on nodes that have none', 'linkerd', '2.20', 28, {}, 'hook', [AWAIT, linkerdNative('', 'false')]],
  ['holds with its lifecycle', 'consul', '1.5', 33, {}, 'hook', [
    { key: 'consul.hashicorp.com/enable-sidecar-proxy-lifecycle', value: 'true' },
    { key: 'consul.hashicorp.com/sidecar-proxy-lifecycle-startup-grace-period-seconds', value: '60' },
  ]],
  ['is native when that is wanted', 'consul', '1.8', 33, { nativeSidecars: true }, 'native',
    [{ key: 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar', value: 'true' }]],
  ['waits', 'kuma', '2.9', 33, {}, 'hook', [{ key: 'kuma.io/wait-for-dataplane-ready', value: 'true' }]],
  ['is native where the control plane was told', 'kuma', '2.9', 33, { nativeSidecars: true }, 'native', []],
  ['cannot be waited for', 'dapr', '1.17', 37, {}, 'none', []],
  ['is native by annotation', 'dapr', '1.18', 37, {}, 'native', [{ key: 'dapr.io/enable-native-sidecar', value: 'true' }]],
  ['is told not to be native on nodes that have none', 'dapr', '1.18', 28, {}, 'none', [{ key: 'dapr.io/enable-native-sidecar', value: 'false' }]],
])('%s: %s %s on 1.%d', (_what, product, version, minor, about, order, annotations) => {
  expect(resolved(product, version, minor, about)).toMatchObject({ order, annotations });
});

test.each<[string, MeshDeclaration['product'], string, Partial<MeshDeclaration>, string]>([
  ['behind istio-init, which stands last', 'istio', '1.23', {}, 'early'],
  ['captured by the CNI plugin', 'istio', '1.23', { cni: true }, 'lost'],
  ['behind the proxy', 'istio', '1.27', { cni: true }, 'meshed'],
  ['behind linkerd-init, which stands last', 'linkerd', '2.14', {}, 'early'],
  ['captured by the CNI plugin', 'linkerd', '2.14', { cni: true }, 'lost'],
  ['behind the proxy', 'linkerd', '2.20', {}, 'meshed'],
  ['nobody knows', 'consul', '1.5', {}, 'lost'],
  ['behind kuma-init, which stands last', 'kuma', '2.9', {}, 'early'],
  ['nothing is captured', 'dapr', '1.18', {}, 'free'],
])('the traffic of an init container: %s (%s %s)', (_what, product, version, about, initTraffic) => {
  expect(resolved(product, version, 33, about).initTraffic).toBe(initTraffic);
});

test.each<[MeshDeclaration['product'], string, number, boolean]>([
  ['istio', '1.19', 33, false], ['istio', '1.27', 33, false], ['linkerd', '2.15', 33, true], ['linkerd', '2.20', 33, true], ['linkerd', '2.20', 28, false],
  ['consul', '1.8', 33, true], ['kuma', '2.8', 33, true], ['kuma', '2.9', 33, false], ['dapr', '1.18', 33, false],
])('a TCP probe of a native sidecar: %s %s on 1.%d, passes at once: %s', (product, version, minor, expected) => {
  expect(resolved(product, version, minor, { nativeSidecars: minor > 28 }).passesTcpProbes).toBe(expected);
});

test('a native proxy of Istio before 1.20 has no startup probe and counts as ready when it has started', () => {
  expect(resolved('istio', '1.19', 33, { nativeSidecars: true }).ready).toBeUndefined();
  expect(resolved('istio', '1.20', 33, { nativeSidecars: true }).ready).toMatchObject({ port: 15021 });
});

test('a native proxy has no quit request, because the kubelet ends it', () => {
  expect(resolved('istio', '1.27', 33).quit).toBeUndefined();
  expect(resolved('istio', '1.23', 33).quit).toEqual({ url: 'http://127.0.0.1:15020/quitquitquit' });
  expect(resolved('linkerd', '2.15', 28).quit).toEqual({ url: 'http://127.0.0.1:4191/shutdown' });
  expect(resolved('linkerd', '2.16', 28).quit).toMatchObject({ needs: 'the Helm value `proxy.enableShutdownEndpoint: true`' });
});

test.each<[MeshDeclaration['product'], string, number, boolean | undefined, string]>([
  ['istio', 'latest', 33, undefined, "SO801: the version of Istio is 'latest'; it must be '1.8' or newer, as 'major.minor'"],
  ['istio', '1.7', 33, undefined, "SO801: the version of Istio is '1.7'; it must be '1.8' or newer, as 'major.minor'"],
  ['linkerd', '2.14', 33, true, 'SO802: `nativeSidecars: true` for Linkerd 2.14, but Linkerd has them from 2.15 on; leave `nativeSidecars` out, or correct the version'],
  ['istio', '1.27', 28, true, 'SO802: `nativeSidecars: true` for Istio 1.27, but Kubernetes has them from 1.29 on (`kubernetesVersion` is that of the oldest node); '
    + 'leave `nativeSidecars` out, or correct the version'],
])('%s %s on 1.%d with nativeSidecars: %s is refused', (product, version, minor, nativeSidecars, text) => {
  const { mesh, problems } = resolveMesh({ product, version, nativeSidecars, cni: false }, nodes(minor));
  expect([mesh, said(problems)]).toEqual([undefined, [text]]);
});

describe('the facts about meshes', () => {
  const facts = Object.entries(MESH_FACTS).flatMap(([of, all]) => all.map(fact => ({ ...fact, of })));

  test.each(facts.map(f => [`${f.of}: ${f.what.slice(0, 60)}`, f] as const))('the fact "%s…" has a source', (_what, { url, read }) => {
    expect(new URL(url).protocol).toBe('https:');
    expect(read).not.toBe('');
  });

  test.each(Object.entries(MESH_FACTS))('the facts about %s contain everything that the library writes into a manifest', (product, mine) => {
    const written = [8, 14, 23, 27].flatMap(v => [28, 33].flatMap(minor => [undefined, true].flatMap(nativeSidecars => {
      const version = product === 'linkerd' ? `2.${v}` : product === 'kuma' ? `2.${v}` : `1.${v}`;
      const { mesh } = resolveMesh({ product: product as MeshDeclaration['product'], version, nativeSidecars, cni: false }, nodes(minor));
      return mesh?.annotations.flatMap(a => [a.key, a.field ?? []].flat()) ?? [];
    })));
    const texts = mine.map(f => f.what).join('\n');
    expect(written.length).toBeGreaterThan(0);
    // The facts contain the prefix of a product only once.
    expect([...new Set(written)].filter(key => !texts.includes(key) && !texts.includes(key.split('/').pop()!))).toEqual([]);
  });
});

const WRITE = 'and write `nativeSidecars: true` of the mesh';

test.each<[MeshDeclaration['product'], string, number, Partial<MeshDeclaration>, string | undefined]>([
  ['istio', '1.27', 33, {}, undefined],
  ['istio', '1.27', 28, {}, 'plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`)'],
  ['istio', '1.23', 33, {}, `have the mesh inject its proxy as a native sidecar, ${WRITE}`],
  ['istio', '1.27', 33, { nativeSidecars: false }, `have the mesh inject its proxy as a native sidecar, ${WRITE}`],
  ['istio', '1.18', 28, {}, `have the mesh inject its proxy as a native sidecar (from Istio 1.19 and Kubernetes 1.29 on), ${WRITE}`],
  ['kuma', '2.9', 33, {}, `have the mesh inject its proxy as a native sidecar, ${WRITE}`],
  ['kuma', '2.9', 28, {}, `have the mesh inject its proxy as a native sidecar (from Kubernetes 1.29 on), ${WRITE}`],
])('the proxy of %s %s on Kubernetes 1.%s %j becomes native by: %s', (product, version, minor, about, remedy) => {
  const { forNative } = resolved(product, version, minor, about);
  expect(forNative).toBe(remedy);
});

describe('with `nativeSidecars: false` of the nodes', () => {
  const denying = { minor: 37, nativeSidecars: false, serialStarts: true, ...DENYING };
  const BY_NODES = 'plan for nodes with this feature (`capabilities: { nativeSidecars: true }`)';

  test.each<[string, boolean | undefined, string]>([
    ['1.27', undefined, BY_NODES],
    ['1.27', false, `${BY_NODES}, and have the mesh inject its proxy as a native sidecar, ${WRITE}`],
    ['1.18', undefined, `${BY_NODES}, and have the mesh inject its proxy as a native sidecar (from Istio 1.19 on), ${WRITE}`],
  ])('the remedy for Istio %s with nativeSidecars %s names this statement and no version', (version, nativeSidecars, remedy) => {
    expect(resolveMesh({ product: 'istio', version, cni: false, nativeSidecars }, denying).mesh!.forNative).toBe(remedy);
  });

  test.each<[string, string]>([
    ['1.27', '`capabilities` has `nativeSidecars: false`; leave `nativeSidecars` out, or correct `capabilities`'],
    ['1.18', 'Istio has them from 1.19 on; leave `nativeSidecars` out, or correct the version'],
  ])('native sidecars of Istio %s are an error with its reason', (version, why) => {
    expect(said(resolveMesh({ product: 'istio', version, cni: false, nativeSidecars: true }, denying).problems))
      .toEqual([`SO802: \`nativeSidecars: true\` for Istio ${version}, but ${why}`]);
  });
});
