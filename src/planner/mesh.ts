/**
 * The proxy that a mesh injects is no container of the manifest. The plan contains it, with the edges that the mesh
 * itself enforces because of annotations.
 */
import { findExceptions } from './edges';
import { problem } from './problems';
import { PodMesh } from '../api/private/mesh';
import { Problem } from '../api/private/problem';
import { PodIntent } from '../pod/intent';
import { EdgePlan, MeshPlan, PodPlan } from '../pod/pod-plan';
import { describeRemedies } from '../pod/remedy';

export function planMesh(intent: PodIntent): Pick<PodPlan, 'mesh' | 'edges'> & { problems: readonly Problem[] } {
  const { mesh, containers } = intent;
  if (!mesh) {
    return { edges: [], problems: [] };
  }
  const dependents = containers.filter(c => c.slot === 'CONTAINER').map(c => c.name);
  const edges = mesh.order === 'none' ? [] : dependents.map(dependent => planMeshEdge(dependent, mesh, intent));
  const isNative = mesh.order === 'native';
  return {
    mesh: {
      proxy: {
        name: mesh.proxy,
        slot: isNative ? 'NATIVE_SIDECAR' : 'CONTAINER',
        reason: `${mesh.name}: ${mesh.reason}`,
      },
      holdsBy: findHoldingField(mesh),
      place: mesh.place,
    },
    edges,
    problems: findWeakGuarantee(edges, intent),
  };
}

function findHoldingField({ order, ready }: PodMesh): MeshPlan['holdsBy'] {
  if (order === 'hook') {
    return 'postStart';
  }
  return order === 'native' && ready ? 'startupProbe' : undefined;
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
function findWeakGuarantee(edges: readonly EdgePlan[], { guarantee: wanted }: PodIntent): Problem[] {
  const [edge] = edges;
  if (!edge || !wanted || wanted === 'BEST_EFFORT' || wanted === edge.guarantee) {
    return [];
  }
  const remedy =
    edge.mechanism === 'SIDECAR_PROBE' || wanted === 'EVERY_START'
      ? `demand no more of the workload than ${edge.guarantee}, and more of the dependencies that need it`
      : describeRemedies(edge.findRemedies());
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
