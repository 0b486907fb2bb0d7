import { DependencyOptions } from 'cdk8s-startup-order';
import { Column, ColumnName, Life } from './columns';
import { Behaviour, Expectation, Fault, startsAfter } from '../runner/story';

/** One thing that goes wrong, and what the plan promises then by each column. A column without a word does not compile. */
export interface Row extends Circumstances {
  readonly name: string;
  /** For the table, after "when". */
  readonly title: string;
  readonly cells: Readonly<Record<ColumnName, Cell>>;
}

/** What a story of the row is made of; a cell may say what differs. */
export interface Circumstances {
  readonly life: Life;
  /** What 'app' does besides. */
  readonly app?: Behaviour;
  /** What 'dep' does in place of what its life says. */
  readonly dep?: Behaviour;
  readonly edge?: Pick<DependencyOptions, 'timeout' | 'onTimeout'>;
  /** 'app' has a liveness probe that gives up after two seconds. */
  readonly liveness?: true;
  /** A container that waits for nobody: with one, not all app containers of the pod are down when 'app' is. */
  readonly bystander?: true;
  readonly faults?: (column: Column) => readonly Fault[];
  /** Seconds. */
  readonly grace?: number;
  readonly deadlineMs?: number;
  /** Why no cluster but our own can show it; that faults other than a deletion cannot is known. */
  readonly needsOwnNode?: string;
}

/** What happens, in the words of the table. */
export type Outcome =
  | 'holds' // 'app' starts, and only when what it waits for is there
  | 'holds, not promised' // the same, but nobody should rely on it
  | 'waits' // 'app' does not start
  | 'opens' // 'app' starts without what it waits for, as the guarantee admits
  | 'fails alone' // 'app' is tried when what it waits for is there, cannot run, and disturbs nobody
  | 'runs on' // 'app' is not disturbed
  | 'ends'; // the pod goes

export interface Runs {
  readonly kind: 'runs';
  readonly outcome: Outcome;
  /** The time of the first one that measures any is shown in the table. */
  readonly expect: (column: Column) => readonly Expectation[];
  readonly differs: Partial<Circumstances>;
}

export type Cell =
  | Runs
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'doesNotApply'; readonly reason: string }
  | { readonly kind: 'changes'; readonly since: number; readonly before: Runs; readonly after: Runs };

export function runs(outcome: Outcome, expect: Runs['expect'], differs: Partial<Circumstances> = {}): Runs {
  return { kind: 'runs', outcome, expect, differs };
}

/** There is no such plan; the code says why. */
export function refused(code: string): Cell {
  return { kind: 'refused', code };
}

export function doesNotApply(reason: string): Cell {
  return { kind: 'doesNotApply', reason };
}

/** Kubelets of that minor version and newer do something else. */
export function changes(since: number, { before, after }: { readonly before: Runs; readonly after: Runs }): Cell {
  return { kind: 'changes', since, before, after };
}

/** 'app' starts when what it waits for is there, in the time that its column promises, and whatever else is said is true. */
export function holds(more: Runs['expect'] = () => [], differs?: Partial<Circumstances>): Runs {
  return runs('holds', c => [startsAfter('app', c.there(), { withinMs: c.opensWithinMs }), ...more(c)], differs);
}
