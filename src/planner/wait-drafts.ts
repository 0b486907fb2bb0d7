import { Choices, selectEdges } from './mechanisms/chosen-edge';
import { Mechanism } from '../api/mechanism';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { OutsideWait, planOutsideWaits } from './mechanisms/init-container/plan';
import { planSidecarWaits, SidecarWait } from './mechanisms/sidecar-wait-init/plan';
import { WaitDraft } from './mechanisms/wait-draft';
import { StartOrder } from './schedule/list-order';
import { Problem, problem } from '../api/private/problem';

/** The init containers that wait. */
export interface Waits {
  readonly external: readonly OutsideWait[];
  /** By the name of the sidecar. A wait for several sidecars has several entries. */
  readonly bySidecar: ReadonlyMap<string, SidecarWait>;
  /** The entries of `initContainers`, in start order. */
  readonly entries: readonly (ContainerIntent | WaitDraft)[];
  readonly problems: readonly Problem[];
}

/** Puts each wait directly before the first container of `initContainers` that needs it, otherwise at the end of the list. */
export function draftWaits({ edges, externals }: Choices, { init }: StartOrder, intent: PodIntent): Waits {
  const names = new Set<string>();
  const external = planOutsideWaits(selectEdges(externals, Mechanism.INIT_CONTAINER), init, names, intent);
  const sidecar = planSidecarWaits(init, edges, names);
  const before: WaitDraft[][] = [];
  // Sidecars first: the traffic to a target outside the pod may pass through a sidecar.
  for (const wait of [...sidecar, ...external]) { (before[wait.before] ??= []).push(wait.plan); }
  return {
    external,
    bySidecar: new Map(sidecar.flatMap(wait => wait.plan.awaited.map(a => [a.dependency, wait] as const))),
    entries: [...init.flatMap((c, i) => [...before[i] ?? [], c]), ...before[init.length] ?? []],
    problems: intent.containers.filter(c => names.has(c.name)).map(({ name }) => problem('SO502', { what: 'container', name })),
  };
}
