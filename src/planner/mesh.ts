/** The proxy that a mesh injects is no container of the manifest. The mesh itself enforces its edges. */
import { findExceptions } from './edges';
import { problem } from './problems';
import { PodMesh } from '../api/private/mesh';
import { Problem } from '../api/private/problem';
import { PodIntent } from '../pod/intent';
import { EdgePlan } from '../pod/pod-plan';

/** Plans the edges that the mesh enforces because of annotations. */
export function planMesh(intent: PodIntent): { edges: readonly EdgePlan[]; problems: readonly Problem[] } {
  const { mesh, containers } = intent;
  if (!mesh || mesh.order === 'none') {
    return { edges: [], problems: [] };
  }
  const dependents = containers.filter(c => c.slot === 'CONTAINER');
  const edges = dependents.map(({ name }) => planMeshEdge(name, mesh, intent));
  return { edges, problems: findWeakGuarantee(edges, intent) };
}

function planMeshEdge(
  dependent: string,
  { name, proxy, order, ready, forNative }: PodMesh,
  intent: PodIntent,
): EdgePlan {
  const native = order === 'native';
  const byKubelet = ready ? 'SIDECAR_PROBE' : 'POSITION';
  const partOfNative = ready ? 'startupProbe' : undefined;
  const part = native ? partOfNative : 'containers';
  return {
    dependent,
    dependency: proxy,
    external: false,
    condition: ready ? 'READY' : 'STARTED',
    check: ready,
    mechanism: native ? byKubelet : 'POST_START',
    guarantee: native ? 'FAIL_CLOSED' : 'BEST_EFFORT',
    reason: !native
      ? `${name} holds the app containers with its hook, which opens when it fails or gives up`
      : `${name} has the kubelet hold all app containers`,
    part,
    exceptions: findExceptions(part, intent),
    accepted: intent.guarantee === 'BEST_EFFORT',
    findRemedies: () => (forNative === undefined ? [] : [forNative]),
    waitsIn: native && !ready ? undefined : proxy,
  };
}

/** The guarantee that the user states for the workload also applies to the mesh. */
function findWeakGuarantee(edges: readonly EdgePlan[], { guarantee: wanted, mesh }: PodIntent): Problem[] {
  const [edge] = edges;
  if (!edge || !wanted || wanted === 'BEST_EFFORT' || wanted === edge.guarantee) {
    return [];
  }
  const remedy =
    edge.mechanism === 'SIDECAR_PROBE' || wanted === 'EVERY_START'
      ? `demand no more of the workload than ${edge.guarantee}, and more of the dependencies that need it`
      : (mesh?.forNative ?? '');
  return [
    problem('SO403', {
      dependent: edge.dependent,
      dependency: edge.dependency,
      wanted,
      reached: edge.guarantee,
      mechanism: edge.mechanism,
      remedy,
    }),
  ];
}
