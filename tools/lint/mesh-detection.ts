import { LintContext } from './lint-context';
import { ContainerSlot } from '../../src/api/private/container-slot';
import { Mesh } from '../../src/api/private/mesh';
import { MetadataTexts } from '../../src/pod/meshes/mesh-product';
import { describeUnversioned, MESHES } from '../../src/pod/meshes/resolve-mesh';
import { parsePortRanges } from '../../src/pod/pod-mesh';
import { PodReading } from '../read/read-pod';

/**
 * Returns the mesh whose proxy, a regular container, will capture the traffic of this pod, according to the manifests.
 */
export function findCapturingMesh(
  { labels, annotations, containers, spec, workload }: PodReading,
  { namespaces }: LintContext,
): Mesh | undefined {
  const own = { ...labels, ...annotations };
  const ofNamespace = namespaces.get(workload.namespace ?? '') ?? {};
  return Object.values(MESHES).flatMap(module => {
    const signs = module.injection;
    const mesh = describeUnversioned(module);
    const isInjected =
      !signs.refused(own) && (signs.requested(own) || (signs.requested(ofNamespace) && !signs.refused(ofNamespace)));
    const isThere = containers.find(c => c.name === mesh.proxy);
    const isNative = signs.native(annotations) || isThere?.slot === ContainerSlot.NATIVE_SIDECAR;
    const isFree =
      mesh.initTraffic === 'free' || isNative || (spec.hostNetwork === true && mesh.skipsHostNetwork === true);
    return (isInjected || isThere) && !isFree ? [mesh] : [];
  })[0];
}

/** The annotations of the pod exclude this port, or all ports, from the capture. */
export function isPortExcluded(port: number | undefined, mesh: Mesh, annotations: MetadataTexts): boolean {
  if (
    Object.keys(annotations).some(key =>
      /excludeOutboundIPRanges|includeOutboundIPRanges|exclude-outbound-cidrs|skip-subnets|includeOutboundPorts/.test(
        key,
      ),
    )
  ) {
    return true;
  }
  const text = mesh.excludePorts === undefined ? '' : (annotations[mesh.excludePorts] ?? '');
  return port !== undefined && parsePortRanges(text).some(({ from, to }) => from <= port && port <= to);
}
