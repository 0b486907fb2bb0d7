import { Surroundings } from './lint-context';
import { Mesh, MeshProduct } from '../../api/private/mesh';
import { MeshModule } from '../../pod/meshes/mesh-product';
import { MESHES } from '../../pod/meshes/resolve-mesh';
import { ProductVersion } from '../../pod/meshes/version';
import { PodReading } from '../reader/read-pod';

type Texts = Readonly<Record<string, string>>;

/** The labels and annotations that request injection, of the pod or its namespace, and the annotations that make the proxy a native sidecar. */
interface Signs {
  readonly injected: (texts: Texts) => boolean;
  readonly refused: (texts: Texts) => boolean;
  readonly native: (annotations: Texts) => boolean;
}

const SIGNS: Partial<Record<MeshProduct, Signs>> = {
  istio: {
    injected: t => t['sidecar.istio.io/inject'] === 'true' || t['istio-injection'] === 'enabled' || t['istio.io/rev'] !== undefined,
    refused: t => t['sidecar.istio.io/inject'] === 'false' || t['istio.io/dataplane-mode'] === 'ambient',
    native: a => a['sidecar.istio.io/nativeSidecar'] === 'true',
  },
  linkerd: {
    injected: t => t['linkerd.io/inject'] === 'enabled' || t['linkerd.io/inject'] === 'ingress',
    refused: t => t['linkerd.io/inject'] === 'disabled',
    native: a => Object.entries(a).some(([key, value]) => /^config\.((alpha|beta)\.)?linkerd\.io\/proxy-enable-native-sidecar$/.test(key) && value === 'true'),
  },
  consul: {
    injected: t => t['consul.hashicorp.com/connect-inject'] === 'true',
    refused: t => t['consul.hashicorp.com/connect-inject'] === 'false' || t['consul.hashicorp.com/transparent-proxy'] === 'false',
    native: a => a['consul.hashicorp.com/enable-consul-dataplane-as-sidecar'] === 'true',
  },
  kuma: {
    injected: t => t['kuma.io/sidecar-injection'] === 'enabled' || t['kuma.io/sidecar-injection'] === 'true',
    refused: t => t['kuma.io/sidecar-injection'] === 'disabled' || t['kuma.io/sidecar-injection'] === 'false',
    native: () => false,
  },
};

/** Returns the mesh whose proxy, a regular container, will capture the traffic of this pod, according to the manifests. */
export function capturingMesh({ labels, annotations, containers, spec, workload }: PodReading, { namespaces }: Surroundings): Mesh | undefined {
  const own = { ...labels, ...annotations };
  const ofNamespace = namespaces.get(workload.namespace ?? '') ?? {};
  return Object.entries(SIGNS).flatMap(([product, signs]) => {
    const module = MESHES[product as MeshProduct];
    const mesh = factsOf(module);
    const isInjected = !signs.refused(own) && (signs.injected(own) || (signs.injected(ofNamespace) && !signs.refused(ofNamespace)));
    const isThere = containers.find(c => c.name === mesh.proxy);
    const isNative = signs.native(annotations) || isThere?.slot === 'NATIVE_SIDECAR';
    const leftAlone = isNative || (spec.hostNetwork === true && mesh.skipsHostNetwork === true);
    return (isInjected || isThere) && !leftAlone ? [mesh] : [];
  })[0];
}

/** The facts about a mesh that depend on no version. */
function factsOf(module: MeshModule): Mesh {
  const version = ProductVersion.parse(module.oldest)!;
  const declared = { product: 'istio' as const, version: module.oldest, cni: false };
  return { ...module.meshOf({ version, declared, nodes: { minor: 28, nativeSidecars: false }, native: false }), name: module.title };
}

/** The annotations of the pod exclude this port, or all ports, from the capture. */
export function isExcluded(port: number | undefined, mesh: Mesh, annotations: Texts): boolean {
  if (Object.keys(annotations).some(key => /excludeOutboundIPRanges|includeOutboundIPRanges|exclude-outbound-cidrs|skip-subnets|includeOutboundPorts/.test(key))) { return true; }
  const text = mesh.excludePorts === undefined ? '' : annotations[mesh.excludePorts] ?? '';
  return text.split(',').some(part => {
    const [, from, to = from] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
    return port !== undefined && from !== undefined && Number(from) <= port && port <= Number(to);
  });
}
