import { OrderedPod, orderedPod, refusals, Setup } from './pod';
import { Column } from './subjects';
import { Code } from '../../src/api/private/problem';

/** One behaviour, with a cell for each mechanism. A missing cell does not compile. */
export interface Behaviour {
  /** The behaviour as a statement, for a title. */
  readonly title: string;
  /** The pod for the test. */
  readonly given: Setup;
  /** Asserts the behaviour with `expect`. */
  readonly then: (pod: OrderedPod) => void;
  readonly cells: Readonly<Record<Column, Cell>>;
}

export type Cell =
  | { readonly kind: 'holds' }
  | { readonly kind: 'doesNotApply'; readonly reason: string; readonly evidence: Code | ((pod: OrderedPod) => void) };

export const holds: Cell = { kind: 'holds' };

/** `evidence` proves the reason: the code of the refusal, or an assertion about the given pod. */
export function doesNotApply(reason: string, evidence: Code | ((pod: OrderedPod) => void)): Cell {
  return { kind: 'doesNotApply', reason, evidence };
}

/** A cell of a behaviour of the dependency. */
const outsideThePod = doesNotApply('the dependency is outside the pod', pod => expect(pod.subject.outside).toBe(true));

/** The columns. A new mechanism does not compile without its cell here. */
const EVERYWHERE: Behaviour['cells'] = {
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

/** A behaviour of all mechanisms but those with a cell of their own. */
export const everywhere = (title: string, given: Setup, then: Behaviour['then'], exceptions: Partial<Behaviour['cells']> = {}): Behaviour =>
  ({ title, given, then, cells: { ...EVERYWHERE, ...exceptions } });

/** A behaviour of all mechanisms whose dependency is a container, but those with a cell of their own. */
export const insideThePod: typeof everywhere = (title, given, then, exceptions) =>
  everywhere(title, given, then, { INIT_CONTAINER: outsideThePod, ...exceptions });

/** Throws if the cell is missing or wrong. */
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
