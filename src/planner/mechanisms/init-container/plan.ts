/** An init container that waits, for one of two reasons: native sidecars before it, or targets outside the pod. */
import { WAIT_PREFIX } from '../../../agent/contract';
import { ExternalCheck, leaves } from '../../../api/private/check';
import { groupBy } from '../../../api/private/collections';
import { ExternalTarget } from '../../../api/private/declaration';
import { findTool, findTraffic, findVariable, listFiles } from '../../../pod/checks';
import { findPullPolicy } from '../../../pod/image-facts';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { isUnder } from '../../../pod/path-contains';
import { AwaitedDependency, SidecarMount, WaitContainerPlan } from '../../../pod/pod-plan';
import { AnyEdge, Edge, ExternalEdge } from '../../graph/edge';
import { choosePositions } from '../../schedule/positions';
import { findMount } from '../check-visibility';
import { Choices, Chosen, compareLimits, findLongestTimeout, readLimit, selectEdges } from '../mechanism';

/** One dependency of an init container that waits, and the edges that rely on the wait. */
interface Awaited<E extends AnyEdge> {
  readonly awaited: AwaitedDependency<ExternalCheck>;
  readonly edges: readonly Chosen<E>[];
  /** The index in `initContainers` of the first dependent; the length of the list: only app containers depend on it. */
  readonly before: number;
}

/** The dependencies of one init container, and the fields that its checks need. */
interface WaitGroup extends Pick<WaitContainerPlan, 'tool' | 'image' | 'env' | 'file' | 'sidecarMounts' | 'runAsUser'> {
  readonly members: readonly Awaited<AnyEdge>[];
  readonly before: number;
}

/**
 * Returns the entries of `initContainers`, in start order. Puts each wait directly before the first container that
 * needs it, otherwise at the end of the list. `order`: the containers of the list in start order. `forgets`: containers
 * whose marks of an earlier sandbox the waits remove.
 */
export function planWaits(
  { edges, externals }: Choices,
  order: readonly ContainerIntent[],
  forgets: readonly string[],
  intent: PodIntent,
): readonly (ContainerIntent | WaitContainerPlan)[] {
  const onTargets = selectEdges(externals, 'INIT_CONTAINER');
  const onSidecars = selectEdges(edges, 'SIDECAR_WAIT_INIT');
  if (onTargets.length === 0 && onSidecars.length === 0) {
    return order;
  }
  const indexOf = new Map(order.map((c, i) => [c, i]));
  const findFirst = (dependents: readonly AnyEdge[]) =>
    Math.min(...dependents.map(e => indexOf.get(e.dependent) ?? order.length));
  const names = new Set<string>();
  const addName = (group: WaitGroup) => ({ ...group, name: nameWait(group, names) });
  const targets = groupTargets(onTargets, findFirst, intent).map(addName);
  const sidecars = groupSidecars(onSidecars, order, findFirst).map(addName);
  // Sidecars first: the traffic to a target outside the pod may pass through a sidecar.
  const waits = [...sidecars, ...targets];
  return [...order, undefined].flatMap((container, i) => [
    ...waits.filter(w => w.before === i).map(w => planWait(w, container, forgets)),
    ...(container ? [container] : []),
  ]);
}

/** Plans the init container, and sets the wait of each edge that relies on it. `next`: the container after it. */
function planWait(
  { members, name, tool, image, env, file, sidecarMounts, runAsUser }: WaitGroup & { readonly name: string },
  next: ContainerIntent | undefined,
  forgets: readonly string[],
): WaitContainerPlan {
  for (const { awaited, edges } of members) {
    for (const edge of edges) {
      edge.wait = { waitsIn: name, timeoutSeconds: awaited.timeoutSeconds, onTimeout: awaited.onTimeout };
    }
  }
  const awaited = members.map(m => m.awaited).sort(compareLimits);
  const variable = awaited.map(a => findVariable(a.check)).find(found => found !== undefined);
  const own = image === undefined && tool === undefined ? (next ?? members[0].edges[0].dependent) : undefined;
  return {
    kind: 'wait',
    field: 'initContainers',
    reason: `waits for ${[...new Set(awaited.map(a => a.dependency))].join(', ')}`,
    name,
    image: image ?? own?.image,
    imagePullPolicy: own && findPullPolicy(own),
    anyImage: own !== undefined && env === undefined && file === undefined,
    tool,
    env: variable ? [variable, ...(env ?? [])] : env,
    file,
    awaited,
    sidecarMounts,
    mounts: [],
    forgets,
    runAsUser,
  };
}

/**
 * Groups native sidecars by as few waits as possible: each directly before the first container of the list that needs
 * one of its sidecars, and a last wait for sidecars that only app containers need. A wait takes as long as its slowest
 * sidecar.
 */
function groupSidecars(
  edges: readonly Chosen<Edge>[],
  order: readonly ContainerIntent[],
  findFirst: (edges: readonly Edge[]) => number,
): WaitGroup[] {
  const edgesOn = groupBy(edges, e => e.dependency);
  const sidecars = order.flatMap((sidecar, i) => {
    const on = edgesOn.get(sidecar);
    if (!on) {
      return [];
    }
    const last = findFirst(on);
    return [{ edges: on, first: last === order.length ? last : i + 1, last }];
  });
  const positions = choosePositions(sidecars);
  const members = sidecars.map((s, i) => awaitSidecar(s.edges, positions[i])).sort((a, b) => a.before - b.before);
  const groups: { members: Awaited<Edge>[]; before: number; sidecarMounts: SidecarMount[] }[] = [];
  for (const member of members) {
    const { before } = member;
    const mounts = listMounts(member.edges[0].dependency);
    const group = groups[groups.length - 1];
    // One container cannot mount different volumes at the same path or inside each other.
    if (group?.before === before && canMount(group.sidecarMounts, mounts)) {
      const added = mounts.filter(({ path }) => !group.sidecarMounts.some(m => isUnder(path, m.path)));
      group.members.push(member);
      group.sidecarMounts.push(...added);
    } else {
      groups.push({ members: [member], before, sidecarMounts: mounts });
    }
  }
  return groups.map(group => ({ ...group, runAsUser: chooseUser(group.sidecarMounts, group.members) }));
}

/**
 * A dependent that starts after a timeout opens the wait for all. A dependent with a gate of its own counts, too,
 * because the init container holds it anyway.
 */
function awaitSidecar(edges: readonly Chosen<Edge>[], before: number): Awaited<Edge> {
  const [{ dependency, siblings }] = edges;
  const held = [...edges, ...siblings.open];
  const opens = held.some(e => e.declared.onTimeout === 'CONTINUE');
  return {
    edges,
    before,
    awaited: {
      dependency: dependency.name,
      check: dependency.ready!.check,
      timeoutSeconds: findLongestTimeout(held),
      onTimeout: opens ? 'CONTINUE' : 'FAIL',
    },
  };
}

/**
 * Returns the user who writes the files that the checks read. Not root, because an injected container has
 * `runAsNonRoot`.
 */
function chooseUser(mounts: readonly SidecarMount[], members: readonly Awaited<Edge>[]): number | undefined {
  const sidecars = members.map(m => m.edges[0].dependency).filter(c => mounts.some(m => m.container === c.name));
  const [runAsUser, ...others] = new Set(sidecars.map(c => c.user));
  return runAsUser && others.length === 0 ? runAsUser : undefined;
}

/** Returns the mounts of the sidecar that its ready check reads. */
function listMounts(sidecar: ContainerIntent): SidecarMount[] {
  const mounts = new Map(
    listFiles(sidecar.ready!.check)
      .map(path => findMount(sidecar, path)!)
      .map(m => [m.path, m]),
  );
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

/**
 * Groups targets outside the pod by as few init containers as possible. Waits before the same container share one init
 * container if they need the same program, image and environment. A wait that needs only the agent shares any of these;
 * without one, it runs in the image of the dependent.
 */
function groupTargets(
  externals: readonly Chosen<ExternalEdge>[],
  findFirst: (edges: readonly ExternalEdge[]) => number,
  { mesh }: PodIntent,
): WaitGroup[] {
  const same = groupBy(externals, ({ target, declared }) => JSON.stringify([target, readLimit(declared)]));
  const members = [...same.values()].map((edges, i) => {
    const [{ target, declared, traffic }] = edges;
    const before = findFirst(edges);
    const runAsUser = traffic === 'plainAsUser' ? mesh!.uncapturedUser : undefined;
    const place = JSON.stringify([before, runAsUser]);
    return {
      edges,
      awaited: { dependency: target.name, check: target.check, ...readLimit(declared) },
      before,
      runAsUser,
      place,
      /** Equal for waits that need the same program, image and environment. */
      key: place + JSON.stringify(findShared(target) ?? i),
      needsOnlyAgent: needsOnlyAgent(target),
    };
  });
  // By place: the first wait that needs more than the agent.
  const hosts = new Map(
    members
      .filter(m => !m.needsOnlyAgent)
      .reverse()
      .map(m => [m.place, m.key]),
  );
  const groups = groupBy(members, m => (m.needsOnlyAgent ? hosts.get(m.place) : undefined) ?? m.key);
  return [...groups.values()].map(group => {
    const { edges, before, runAsUser } = group.find(m => !m.needsOnlyAgent) ?? group[0];
    const { check, image, env, file } = edges[0].target;
    return { members: group, before, tool: findTool(check), image, env, file, sidecarMounts: [], runAsUser };
  });
}

/** Whether the agent makes the check itself, with the same result in every image. */
function needsOnlyAgent({ check, image, env, file }: ExternalTarget): boolean {
  const isPlain = image === undefined && env === undefined && file === undefined && findTool(check) === undefined;
  return isPlain && leaves(check).every(leaf => findTraffic(leaf) !== 'unknown');
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

/** A DNS label has at most 63 characters. */
const LONGEST = 63 - WAIT_PREFIX.length - '-99'.length;

/** Returns a unique name for an init container, such as `wait-for-config-and-proxy`, and adds it to `taken`. */
function nameWait({ members }: WaitGroup, taken: Set<string>): string {
  const wanted = `${WAIT_PREFIX}${joinNames([...new Set(members.map(m => m.awaited.dependency))])}`;
  let name = wanted;
  for (let i = 2; taken.has(name); i++) {
    name = `${wanted}-${i}`;
  }
  taken.add(name);
  return name;
}

/** Joins as many names as fit, and adds the number of the remaining names. */
function joinNames(names: readonly string[]): string {
  const join = (count: number) => names.slice(0, count).join('-and-');
  const countMore = (count: number) => (count === names.length ? '' : `-and-${names.length - count}-more`);
  let shown = 1;
  while (shown < names.length && `${join(shown + 1)}${countMore(shown + 1)}`.length <= LONGEST) {
    shown += 1;
  }
  return `${shortenName(join(shown), LONGEST - countMore(shown).length)}${countMore(shown)}`;
}

function shortenName(name: string, longest: number): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, longest)
      .replace(/^-+|-+$/g, '') || 'it'
  );
}
