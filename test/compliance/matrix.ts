import { OrderedPod, orderedPod, refusals, Setup } from './pod';
import { Column } from './subjects';
import { Code } from '../../src/api/private/problem';

/** One behaviour, and what each mechanism says to it. A column without a word does not compile. */
export interface Behaviour {
  /** A fact about the world, for a title. */
  readonly title: string;
  /** The pod in which it is looked at. */
  readonly given: Setup;
  /** What has to be true where the behaviour is supported. Throws, by `expect`. */
  readonly then: (pod: OrderedPod) => void;
  readonly cells: Readonly<Record<Column, Cell>>;
}

export type Cell =
  | { readonly kind: 'holds' }
  | { readonly kind: 'doesNotApply'; readonly reason: string; readonly evidence: Code | ((pod: OrderedPod) => void) };

export const holds: Cell = { kind: 'holds' };

/** `evidence` keeps the reason true: the code with which the combination is refused, or what has to be seen in the given pod instead. */
export function doesNotApply(reason: string, evidence: Code | ((pod: OrderedPod) => void)): Cell {
  return { kind: 'doesNotApply', reason, evidence };
}

/** For what is asked of a container that is waited for. */
export const outsideThePod = doesNotApply('what is waited for is outside the pod', pod => expect(pod.subject.outside).toBe(true));

export const EVERYWHERE: Behaviour['cells'] = {
  POSITION: holds,
  ENTRYPOINT_GATE: holds,
  ENTRYPOINT_GATE_BY_MARK: holds,
  GUARDED_HOOK: holds,
  GUARDED_HOOK_ON_SIDECAR: holds,
  SIDECAR_PROBE: holds,
  SIDECAR_WAIT_INIT: holds,
  POST_START: holds,
  INIT_CONTAINER: holds,
};

/** Wherever there is a container that is waited for. */
export const INSIDE_THE_POD: Behaviour['cells'] = { ...EVERYWHERE, INIT_CONTAINER: outsideThePod };

/** Throws where the cell is missing or does not say the truth. */
export function judge({ given, then, cells }: Behaviour, column: Column): void {
  const cell = cells[column] as Cell | undefined;
  if (!cell) { throw new Error(`no word on ${column}: holds or doesNotApply`); }
  if (cell.kind === 'holds') {
    then(orderedPod(column, given));
  } else if (typeof cell.evidence === 'string') {
    expect(refusals(column, given)).toEqual([cell.evidence]);
  } else {
    cell.evidence(orderedPod(column, given));
  }
}
