import { WAIT_PREFIX } from '../../agent/contract';
import { WaitContainerPlan } from '../../pod/pod-plan';
import { Edge, ExternalEdge } from '../graph/edge';

/** An init container that waits, without its mounts. */
export type WaitDraft = Omit<WaitContainerPlan, 'kind' | 'field' | 'reason' | 'mounts' | 'forgets'>;

/** A wait, its place in `initContainers`, and the dependencies that rely on it. */
export interface PlacedWait {
  readonly plan: WaitDraft;
  readonly edges: readonly (Edge | ExternalEdge)[];
  /** The index in `initContainers` of the first dependent; the length of the list: only app containers depend on it. */
  readonly before: number;
}

/** A DNS label has at most 63 characters. */
const LONGEST = 63 - WAIT_PREFIX.length - '-99'.length;

/** Returns a unique name for an init container, such as `wait-for-config-and-proxy`, and adds it to `taken`. */
export function nameWait(awaited: readonly string[], taken: Set<string>): string {
  const wanted = `${WAIT_PREFIX}${joinNames(awaited)}`;
  let name = wanted;
  for (let i = 2; taken.has(name); i++) {
    name = `${wanted}-${i}`;
  }
  taken.add(name);
  return name;
}

/** Joins as many names as fit, and adds the number of the remaining names. */
function joinNames([first, ...others]: readonly string[]): string {
  let shown = first;
  for (let i = 0; i < others.length; i++) {
    const next = `${shown}-and-${others[i]}`;
    const left = others.length - i - 1;
    if (`${next}${countMore(left)}`.length > LONGEST) {
      return `${shortenName(shown, LONGEST - countMore(left + 1).length)}${countMore(left + 1)}`;
    }
    shown = next;
  }
  return shortenName(shown, LONGEST);
}

function countMore(left: number): string {
  return left === 0 ? '' : `-and-${left}-more`;
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
