import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { leaves } from '../../../api/private/check';
import { isFileCheck } from '../../../pod/checks';
import { ContainerIntent } from '../../../pod/intent';
import { AwaitedDependency, SidecarMount, WaitContainerPlan } from '../../../pod/pod-plan';
import { Edge } from '../../graph/edge';
import { choosePositions } from '../../schedule/schedule';
import { findMount } from '../check-visibility';
import { ChosenEdge } from '../chosen-edge';
import { compareLimits, findLongestTimeout } from '../timeouts';
import { nameWait, WaitDraft } from '../wait-draft';

/** An init container that waits for native sidecars that are earlier in the list. */
export interface SidecarWait {
  readonly plan: WaitDraft;
  /** The index of the first dependent in the list; the length of the list: only app containers depend on the sidecars. */
  readonly before: number;
}

/** A native sidecar, and the edges that rely on a wait for it. */
interface AwaitedSidecar {
  readonly sidecar: ContainerIntent;
  readonly edges: readonly Edge[];
}

/**
 * Plans as few waits as possible: each directly before the first container of the list that needs one of its sidecars, and a last wait for sidecars
 * that only app containers need. A wait takes as long as its slowest sidecar. `order`: the containers of the list in start order.
 */
export function planSidecarWaits(order: readonly ContainerIntent[], chosen: readonly ChosenEdge<Edge>[], names: Set<string>): SidecarWait[] {
  const edgesOn: Edge[][] = [];
  for (const { edge, choice } of chosen) {
    if (choice.mechanism === Mechanism.SIDECAR_WAIT_INIT) { (edgesOn[edge.dependency.place] ??= []).push(edge); }
  }
  if (edgesOn.length === 0) { return []; }
  const indexOf: (number | undefined)[] = [];
  order.forEach((c, i) => { indexOf[c.place] = i; });
  const sidecars = order.flatMap((sidecar, i) => {
    const edges = edgesOn[sidecar.place];
    if (!edges) { return []; }
    const last = edges.reduce((first, { dependent }) => Math.min(first, indexOf[dependent.place] ?? Infinity), order.length);
    return [{ sidecar, edges, first: i + 1, last }];
  });
  const [early, late] = [sidecars.filter(s => s.last < order.length), sidecars.filter(s => s.last === order.length)];
  const awaitedBefore: AwaitedSidecar[][] = [];
  choosePositions(early).forEach((place, i) => { (awaitedBefore[place] ??= []).push(early[i]); });
  if (late.length > 0) { awaitedBefore[order.length] = late; }
  return awaitedBefore.flatMap((awaited, before) => groupWaits(awaited, before, order, names));
}

/** Plans one wait, or several if two sidecars mount different volumes at the same path or inside each other. */
function groupWaits(awaited: readonly AwaitedSidecar[], before: number, order: readonly ContainerIntent[], names: Set<string>): SidecarWait[] {
  const groups: { members: AwaitedSidecar[]; mounts: MountSet }[] = [];
  for (const one of awaited) {
    const seen = listMounts(one.sidecar);
    const group = groups[groups.length - 1];
    if (group?.mounts.haveRoomFor(seen)) {
      group.members.push(one);
      group.mounts.add(seen);
    } else {
      groups.push({ members: [one], mounts: new MountSet().add(seen) });
    }
  }
  return groups.map(({ members, mounts }) => ({
    plan: {
      name: nameWait(members.map(m => m.sidecar.name), names),
      ...chooseImage(members, order[before]),
      anyImage: true,
      awaited: members.map(planAwaited).sort(compareLimits),
      sidecarMounts: mounts.all,
      ...chooseUser(mounts.all, members),
    },
    before,
  }));
}

/** Returns the user who writes the files that the checks read. Not root, because an injected container has `runAsNonRoot`. */
function chooseUser(mounts: readonly SidecarMount[], members: readonly AwaitedSidecar[]): Pick<WaitContainerPlan, 'runAsUser'> {
  const [runAsUser, ...others] = new Set(members.flatMap(({ sidecar }) => mounts.some(m => m.container === sidecar.name) ? [sidecar.user] : []));
  return runAsUser && others.length === 0 ? { runAsUser } : {};
}

/** Returns the image of the container after the wait. If only app containers need the sidecars, returns the image of the first of these. */
function chooseImage(awaited: readonly AwaitedSidecar[], next: ContainerIntent | undefined): Pick<WaitContainerPlan, 'image' | 'imagePullPolicy'> {
  const { image, imagePullPolicy } = next ?? awaited[0].edges[0].dependent;
  return { image, imagePullPolicy };
}

/**
 * A dependent that starts after a timeout opens the wait for all. A dependent with a gate of its own counts, too, because the init container holds it
 * anyway.
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
  const paths = leaves(sidecar.ready!.check).flatMap(leaf => isFileCheck(leaf) ? [leaf.path] : []);
  const mounts = new Map(paths.map(path => findMount(sidecar, path)!).map(m => [m.path, m]));
  return [...mounts.values()].map(({ volume, path }) => ({ container: sidecar.name, volume, path }));
}

/** The mounts of one wait. */
class MountSet {
  public readonly all: SidecarMount[] = [];
  private readonly volumeAt = new Map<string, string>();
  private readonly above = new Set<string>();

  public haveRoomFor(mounts: readonly SidecarMount[]): boolean {
    return mounts.every(({ volume, path }) => {
      const [own, ...parents] = listDirectories(path);
      const there = this.volumeAt.get(own);
      return there === volume || (there === undefined && !this.above.has(own) && !parents.some(p => this.volumeAt.has(p)));
    });
  }

  public add(mounts: readonly SidecarMount[]): this {
    for (const mount of mounts) {
      const [own, ...parents] = listDirectories(mount.path);
      if (this.volumeAt.has(own)) { continue; }
      this.all.push(mount);
      this.volumeAt.set(own, mount.volume);
      parents.forEach(p => this.above.add(p));
    }
    return this;
  }
}

/** Returns '/a/b', '/a' and '' for '/a/b/'. */
function listDirectories(path: string): string[] {
  const parts = path.split('/').filter(part => part);
  return [...parts, ''].map((_, i) => parts.slice(0, parts.length - i).map(part => `/${part}`).join(''));
}
