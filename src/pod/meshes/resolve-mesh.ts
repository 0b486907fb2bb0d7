import { consul } from './consul';
import { dapr } from './dapr';
import { istio } from './istio';
import { kuma } from './kuma';
import { linkerd } from './linkerd';
import { MeshModule, MeshNodes } from './mesh-product';
import { problem } from './problems';
import { ProductVersion } from './version';
import { Mesh, MeshDeclaration, MeshProduct } from '../../api/private/mesh';
import { Problem } from '../../api/private/problem';

/** The first version with native sidecars by default; 1.28 has a feature gate. */
const NATIVE_SIDECARS = '1.29';

export const MESHES: Readonly<Record<MeshProduct, MeshModule>> = { istio, linkerd, consul, kuma, dapr };

/** Returns the effect of the mesh on a pod on these nodes, or the problems of its options. */
export function resolveMesh(declared: MeshDeclaration, nodes: MeshNodes): { mesh?: Mesh; problems: Problem[] } {
  const { title, oldest, nativeSince, nativeByPod, meshOf } = MESHES[declared.product];
  const version = ProductVersion.parse(declared.version);
  if (!version?.isAtLeast(oldest)) {
    return { problems: [problem('SO801', { product: title, given: declared.version, oldest })] };
  }

  const isNewEnough = version.isAtLeast(nativeSince);
  if (declared.nativeSidecars && !(nodes.nativeSidecars && isNewEnough)) {
    const needs = isNewEnough
      ? `Kubernetes has them from ${NATIVE_SIDECARS} on (\`kubernetesVersion\` is that of the oldest node)`
      : `${title} has them from ${nativeSince} on`;
    return { problems: [problem('SO802', { product: title, version: declared.version, why: needs })] };
  }
  const decidedByPod = nativeByPod !== undefined && version.isAtLeast(nativeByPod);
  const native = declared.nativeSidecars ?? (nodes.nativeSidecars && decidedByPod);
  const forNative = native
    ? undefined
    : {
        product: isNewEnough ? undefined : `${title} ${nativeSince}`,
        version: nodes.nativeSidecars ? undefined : NATIVE_SIDECARS,
        stated: !decidedByPod || declared.nativeSidecars === false,
      };
  return { mesh: { ...meshOf({ version, declared, nodes, native }), forNative }, problems: [] };
}

/** Describes a mesh by the facts that depend on no version. */
export function describeUnversioned(module: MeshModule): Mesh {
  const version = ProductVersion.parse(module.oldest)!;
  const declared = { product: 'istio' as const, version: module.oldest, cni: false };
  const nodes = { minor: 28, nativeSidecars: false };
  return { ...module.meshOf({ version, declared, nodes, native: false }), name: module.title };
}
