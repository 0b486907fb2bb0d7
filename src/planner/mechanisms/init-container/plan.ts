import { classifyTraffic } from './mesh-traffic';
import { OnTimeout } from '../../../api/on-timeout';
import { ExternalTarget } from '../../../api/private/declaration';
import { groupBy } from '../../../api/private/group-by';
import { findTool } from '../../../pod/checks';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { AwaitedDependency } from '../../../pod/pod-plan';
import { ExternalEdge } from '../../graph/edge';
import { compareLimits } from '../timeouts';
import { nameWait, PlacedWait } from '../wait-draft';

/** A target outside the pod, and the dependencies on it with the same limit. */
interface AwaitedTarget {
  readonly decision: AwaitedDependency;
  readonly edges: readonly ExternalEdge[];
}

/**
 * Plans as few init containers as possible. Waits before the same container share one init container if they need only
 * the agent, which then runs in the image of the dependent, or the same program, image and environment. `order`: the
 * containers of `initContainers`. `names`: the taken names.
 */
export function planOutsideWaits(
  externals: readonly ExternalEdge[],
  order: readonly ContainerIntent[],
  names: Set<string>,
  { mesh }: PodIntent,
): PlacedWait[] {
  const indexOf = new Map(order.map((c, i) => [c, i]));
  const before = ({ edges }: AwaitedTarget) => Math.min(...edges.map(e => indexOf.get(e.dependent) ?? order.length));
  const userOf = ({ decision }: AwaitedTarget) =>
    classifyTraffic(decision.check, mesh) === 'plainAsUser' ? mesh!.uncapturedUser : undefined;
  const groups = groupBy(mergeAwaited(externals), (awaited, i) =>
    JSON.stringify([before(awaited), userOf(awaited), findShared(awaited.edges[0].target) ?? i]),
  );
  return [...groups.values()].map(group => {
    const edges = group.flatMap(a => a.edges);
    const [{ target }] = edges;
    const place = before(group[0]);
    const { dependent } = edges.find(e => (indexOf.get(e.dependent) ?? order.length) === place)!;
    const tool = findTool(target.check);
    const runAsUser = userOf(group[0]);
    return {
      edges,
      before: place,
      plan: {
        name: nameWait([...new Set(group.map(a => a.decision.dependency))], names),
        ...(target.image
          ? { image: target.image }
          : tool
            ? {}
            : { image: dependent.image, imagePullPolicy: dependent.imagePullPolicy }),
        anyImage:
          tool === undefined && target.image === undefined && target.env === undefined && target.file === undefined,
        tool,
        env: target.env,
        file: target.file,
        awaited: group.map(a => a.decision).sort(compareLimits),
        sidecarMounts: [],
        ...(runAsUser === undefined ? {} : { runAsUser }),
      },
    };
  });
}

/** Merges dependencies on the same target with the same limit. */
function mergeAwaited(externals: readonly ExternalEdge[]): AwaitedTarget[] {
  const same = groupBy(externals, ({ target, declared: { timeoutSeconds, onTimeout = OnTimeout.FAIL } }) =>
    JSON.stringify([target, timeoutSeconds, onTimeout]),
  );
  return [...same.values()].map(edges => {
    const [
      {
        target,
        declared: { timeoutSeconds, onTimeout = OnTimeout.FAIL },
      },
    ] = edges;
    return { edges, decision: { dependency: target.name, check: target.check, timeoutSeconds, onTimeout } };
  });
}

/**
 * Returns what the waits in one init container must have in common; `undefined`: the wait needs an init container of
 * its own.
 */
function findShared({ check, image, env, file }: ExternalTarget): object | undefined {
  const tool = findTool(check);
  const runsInImageOfDependent = tool === undefined && image === undefined;
  if (runsInImageOfDependent && (env !== undefined || file !== undefined)) {
    return undefined;
  }
  return { tool, image, env, file };
}
