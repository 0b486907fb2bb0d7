import { ChosenEdge } from './choose';
import { byLimit, longestTimeout } from './limits';
import { entriesOf } from './list';
import { Edge } from './resolve';
import { tranchesOf } from './schedule';
import { mountOf } from './visible';
import { waitName } from './wait-name';
import { Mechanism } from '../model/mechanism';
import { OnTimeout } from '../model/on-timeout';
import { leaves } from '../model/private/check';
import { ContainerIntent } from '../model/private/intent';
import { AwaitedDecision, WaitDecision } from '../model/private/pod-plan';

/** An init container that waits for native sidecars in front of it. */
export interface SidecarWait {
  readonly decision: WaitDecision;
  /** The tranche at whose end it stands; `undefined`: it stands at the end of the list, since only app containers need its sidecars. */
  readonly closes: number | undefined;
}

/** A native sidecar that is waited for, and the edges that rely on it. */
interface Awaited {
  readonly sidecar: ContainerIntent;
  readonly edges: readonly Edge[];
}

type Mount = WaitDecision['mounts'][number];

/**
 * One wait at the end of each tranche whose sidecars something in the next one needs ready, and one at the end of the list: all sidecars of
 * a tranche are under way before the first is waited for, and nobody waits for one that he does not need. `containers`: those of the list.
 */
export function sidecarWaitsOf(containers: readonly ContainerIntent[], chosen: readonly ChosenEdge<Edge>[], names: Set<string>): SidecarWait[] {
  const edgesOn: Edge[][] = [];
  for (const { edge, choice } of chosen) {
    if (choice.mechanism === Mechanism.SIDECAR_WAIT_INIT) { (edgesOn[edge.dependency.place] ??= []).push(edge); }
  }
  if (edgesOn.length === 0) { return []; }
  const tranches = tranchesOf(entriesOf(containers, [], chosen));
  const trancheOf: (number | undefined)[] = [];
  containers.forEach((c, i) => { trancheOf[c.place] = tranches[i]; });

  const closing: Awaited[][] = [];
  const atTheEnd: Awaited[] = [];
  for (const sidecar of containers) {
    const edges = edgesOn[sidecar.place];
    if (!edges) { continue; }
    const deadline = edges.reduce((first, { dependent }) => Math.min(first, (trancheOf[dependent.place] ?? Infinity) - 1), Infinity);
    (deadline === Infinity ? atTheEnd : closing[deadline] ??= []).push({ sidecar, edges });
  }
  return [...closing.flatMap((awaited, tranche) => waitsFor(awaited, tranche, names)), ...waitsFor(atTheEnd, undefined, names)];
}

/** One, unless two of the sidecars have different things at the same path, or one's mount inside another's. */
function waitsFor(awaited: readonly Awaited[], closes: number | undefined, names: Set<string>): SidecarWait[] {
  const groups: { members: Awaited[]; mounts: Mounts }[] = [];
  for (const one of awaited) {
    const seen = mountsOf(one.sidecar);
    const group = groups[groups.length - 1];
    if (group?.mounts.haveRoomFor(seen)) {
      group.members.push(one);
      group.mounts.add(seen);
    } else {
      groups.push({ members: [one], mounts: new Mounts().add(seen) });
    }
  }
  return groups.map(({ members, mounts }) => ({
    decision: {
      name: waitName(members.map(m => m.sidecar.name), names),
      awaited: members.map(awaitedOf).sort(byLimit),
      mounts: mounts.all,
    },
    closes,
  }));
}

/** One dependent that goes on opens it for all. A dependent that waits in its own gate counts, too: the init container holds it all the same. */
function awaitedOf({ sidecar, edges }: Awaited): AwaitedDecision {
  const held = [...new Set([...edges, ...edges[0].siblings.open])];
  return {
    dependency: sidecar.name,
    check: sidecar.ready!.check,
    timeoutSeconds: longestTimeout(held),
    onTimeout: held.some(e => e.declared.onTimeout === OnTimeout.CONTINUE) ? OnTimeout.CONTINUE : OnTimeout.FAIL,
  };
}

/** What its ready check needs to see. */
function mountsOf(sidecar: ContainerIntent): Mount[] {
  const paths = leaves(sidecar.ready!.check).flatMap(leaf => 'path' in leaf && leaf.kind !== 'httpGet' ? [leaf.path] : []);
  const mounts = new Map(paths.map(path => mountOf(sidecar, path)!).map(m => [m.path, m]));
  return [...mounts.values()].map(({ volume, path }) => ({ container: sidecar.name, volume, path }));
}

/** The mounts of one wait. */
class Mounts {
  public readonly all: Mount[] = [];
  private readonly volumeAt = new Map<string, string>();
  private readonly above = new Set<string>();

  public haveRoomFor(mounts: readonly Mount[]): boolean {
    return mounts.every(({ volume, path }) => {
      const [own, ...parents] = directories(path);
      const there = this.volumeAt.get(own);
      return there === volume || (there === undefined && !this.above.has(own) && !parents.some(p => this.volumeAt.has(p)));
    });
  }

  public add(mounts: readonly Mount[]): this {
    for (const mount of mounts) {
      const [own, ...parents] = directories(mount.path);
      if (this.volumeAt.has(own)) { continue; }
      this.all.push(mount);
      this.volumeAt.set(own, mount.volume);
      parents.forEach(p => this.above.add(p));
    }
    return this;
  }
}

/** '/a/b', '/a', '' for '/a/b/'. */
function directories(path: string): string[] {
  const parts = path.split('/').filter(part => part);
  return [...parts, ''].map((_, i) => parts.slice(0, parts.length - i).map(part => `/${part}`).join(''));
}
