import { LintContext } from './lint-context';
import { MetadataTexts } from '../../src/api/private/pod-spec';
import { MeshFacts, MESHES } from '../../src/pod/meshes/mesh-facts';
import { requestsProxy } from '../../src/pod/meshes/resolve-mesh';
import { parsePortRanges } from '../../src/pod/pod-mesh';
import { PodReading } from '../read/read-pod';

/**
 * Returns the mesh whose proxy, a regular container, will capture the traffic of this pod, according to the manifests.
 */
export function findCapturingMesh(
  { labels, annotations, containers, spec, workload }: PodReading,
  { app }: LintContext,
): MeshFacts | undefined {
  const own = { ...labels, ...annotations };
  const namespace = app.findNamespaceTexts(workload.namespace);
  return Object.values(MESHES).find(facts => {
    const { proxy, skipsHostNetwork } = facts.always;
    const isThere = containers.find(c => c.name === proxy);
    const isNative = asksForNative(facts, annotations) || isThere?.slot === 'NATIVE_SIDECAR';
    const isFree = facts.initTraffic === 'free' || isNative || (spec.hostNetwork === true && skipsHostNetwork === true);
    return (requestsProxy(facts, own, namespace) || isThere !== undefined) && !isFree;
  });
}

/** Whether an annotation of the pod makes the proxy a native sidecar. */
function asksForNative({ nativeAnnotation }: MeshFacts, annotations: MetadataTexts): boolean {
  return (nativeAnnotation?.keys ?? []).some(([, key]) => annotations[key] === 'true');
}

/** The annotations of the pod exclude this port, or all ports, from the capture. */
export function isPortExcluded(
  port: number | undefined,
  { always: { excludePorts } }: MeshFacts,
  annotations: MetadataTexts,
): boolean {
  if (
    Object.keys(annotations).some(key =>
      /excludeOutboundIPRanges|includeOutboundIPRanges|exclude-outbound-cidrs|skip-subnets|includeOutboundPorts/.test(
        key,
      ),
    )
  ) {
    return true;
  }
  const text = excludePorts === undefined ? '' : (annotations[excludePorts] ?? '');
  return port !== undefined && parsePortRanges(text).some(({ from, to }) => from <= port && port <= to);
}
