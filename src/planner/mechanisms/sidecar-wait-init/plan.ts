import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { leaves } from '../../../api/private/check';
import { isFileCheck } from '../../../pod/checks';
import { ContainerIntent } from '../../../pod/intent';
import { isUnder } from '../../../pod/path-contains';
import { AwaitedDependency, SidecarMount, WaitContainerPlan } from '../../../pod/pod-plan';
import { Edge, groupByPlace } from '../../graph/edge';
import { indexContainers } from '../../schedule/list-order';
import { choosePositions } from '../../schedule/schedule';
import { findMount } from '../check-visibility';
import { ChosenEdge, selectEdges } from '../chosen-edge';
import { compareLimits, findLongestTimeout } from '../timeouts';
import { nameWait, PlacedWait } from '../wait-draft';

/** A native sidecar, and the edges that rely on a wait for it. */
interface AwaitedSidecar {
  readonly sidecar: ContainerIntent;
  readonly edges: readonly Edge[];
}

/**
 * Plans as few waits as possible: each directly before the first container of the list that needs one of its sidecars,
 * and a last wait for sidecars that only app containers need. A wait takes as long as its slowest sidecar. `order`: the
 * containers of the list in start order.
 */
export function planSidecarWaits(
  order: readonly ContainerIntent[],
  chosen: readonly ChosenEdge<Edge>[],
  names: Set<string>,
): PlacedWait[] {
  const edgesOn = groupByPlace(selectEdges(chosen, Mechanism.SIDECAR_WAIT_INIT), e => e.dependency);
  const indexOf = indexContainers(order);
  const sidecars = order.flatMap((sidecar, i) => {
    const edges = edgesOn[sidecar.place];
    if (!edges) {
      return [];
    }
    const last = Math.min(...edges.map(({ dependent }) => indexOf[dependent.place] ?? order.length));
    return [{ sidecar, edges, first: i + 1, last }];
  });
  const [early, late] = [sidecars.filter(s => s.last < order.length), sidecars.filter(s => s.last === order.length)];
  const awaitedBefore: AwaitedSidecar[][] = [];
  choosePositions(early).forEach((place, i) => {
    (awaitedBefore[place] ??= []).push(early[i]);
  });
  if (late.length > 0) {
    awaitedBefore[order.length] = late;
  }
  return awaitedBefore.flatMap((awaited, before) => groupWaits(awaited, before, order, names));
}

/** Plans one wait, or several if two sidecars mount different volumes at the same path or inside each other. */
function groupWaits(
  awaited: readonly AwaitedSidecar[],
  before: number,
  order: readonly ContainerIntent[],
  names: Set<string>,
): PlacedWait[] {
  const groups: { members: AwaitedSidecar[]; mounts: SidecarMount[] }[] = [];
  for (const one of awaited) {
    const seen = listMounts(one.sidecar);
    const group = groups[groups.length - 1];
    if (group && canMount(group.mounts, seen)) {
      group.members.push(one);
      group.mounts.push(...seen.filter(({ path }) => !group.mounts.some(m => isUnder(path, m.path))));
    } else {
      groups.push({ members: [one], mounts: seen });
    }
  }
  return groups.map(({ members, mounts }) => ({
    plan: {
      name: nameWait(
        members.map(m => m.sidecar.name),
        names,
      ),
      ...chooseImage(members, order[before]),
      anyImage: true,
      awaited: members.map(planAwaited).sort(compareLimits),
      sidecarMounts: mounts,
      ...chooseUser(mounts, members),
    },
    edges: members.flatMap(m => m.edges),
    before,
  }));
}

/**
 * Returns the user who writes the files that the checks read. Not root, because an injected container has
 * `runAsNonRoot`.
 */
function chooseUser(
  mounts: readonly SidecarMount[],
  members: readonly AwaitedSidecar[],
): Pick<WaitContainerPlan, 'runAsUser'> {
  const [runAsUser, ...others] = new Set(
    members.flatMap(({ sidecar }) => (mounts.some(m => m.container === sidecar.name) ? [sidecar.user] : [])),
  );
  return runAsUser && others.length === 0 ? { runAsUser } : {};
}

/**
 * Returns the image of the container after the wait. If only app containers need the sidecars, returns the image of the
 * first of these.
 */
function chooseImage(
  awaited: readonly AwaitedSidecar[],
  next: ContainerIntent | undefined,
): Pick<WaitContainerPlan, 'image' | 'imagePullPolicy'> {
  const { image, imagePullPolicy } = next ?? awaited[0].edges[0].dependent;
  return { image, imagePullPolicy };
}

/**
 * A dependent that starts after a timeout opens the wait for all. A dependent with a gate of its own counts, too,
 * because the init container holds it anyway.
 */
function planAwaited({ sidecar, edges }: AwaitedSidecar): AwaitedDependency {
  const held = [...new Set([...edges, ...edges[0].siblings.open])];
  return {
    dependency: sidecar.name,
    check: sidecar.ready!.check,
    timeoutSeconds: findLongestTimeout(held),
    onTimeout: held.some(e => e.declared.onTimeout === OnTimeout.CONTINUE) ? OnTimeout.CONTINUE : OnTimeout.FAIL,
  };
}

/** Returns the mounts of the sidecar that its ready check reads. */
function listMounts(sidecar: ContainerIntent): SidecarMount[] {
  const paths = leaves(sidecar.ready!.check).flatMap(leaf => (isFileCheck(leaf) ? [leaf.path] : []));
  const mounts = new Map(paths.map(path => findMount(sidecar, path)!).map(m => [m.path, m]));
  return [...mounts.values()].map(({ volume, path }) => ({ container: sidecar.name, volume, path }));
}

/** Whether one container can have all these mounts: no two volumes at the same path or inside each other. */
function canMount(mounts: readonly SidecarMount[], added: readonly SidecarMount[]): boolean {
  return added.every(a =>
    mounts.every(b => {
      const isInside = isUnder(a.path, b.path);
      const isAround = isUnder(b.path, a.path);
      return isInside && isAround ? a.volume === b.volume : !isInside && !isAround;
    }),
  );
}
