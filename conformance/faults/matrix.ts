import { DependencyOptions } from 'cdk8s-startup-order';
import { Column, ColumnName, Life } from './columns';
import { KUBELET_BUGS, OrderPart } from '../../src/pod/kubelet-bugs';
import { Behaviour, Expectation, Fault, startsAfter } from '../runner/story';

/** A fault, and its outcome for each column. A row without a cell for a column does not compile. */
export interface Row extends Circumstances {
  readonly name: string;
  /** The text in the table, after "when". */
  readonly title: string;
  readonly cells: Readonly<Record<ColumnName, Cell>>;
}

/** The pod and the faults of the stories of a row. A cell may override fields. */
export interface Circumstances {
  readonly life: Life;
  /** The further behaviour of 'app'. */
  readonly app?: Behaviour;
  /** The behaviour of 'dep', which overrides its life. */
  readonly dep?: Behaviour;
  readonly edge?: Pick<DependencyOptions, 'timeout' | 'onTimeout'>;
  /** 'app' has a liveness probe that fails after two seconds. */
  readonly liveness?: true;
  /** The pod has an app container without dependencies, so that one app container runs while 'app' does not. */
  readonly bystander?: true;
  readonly faults?: (column: Column) => readonly Fault[];
  /** The termination grace period in seconds. */
  readonly grace?: number;
  readonly deadlineMs?: number;
  /** The reason why only our own node can show the row. Faults other than a deletion need no reason. */
  readonly needsOwnNode?: string;
}

/** The bug by which a restart of the kubelet opens a startup probe that has not passed, and the first minor version with it. */
export const RESTART_BUG = findBug('startupProbe');

function findBug(part: OrderPart): { readonly issue: string; readonly since: number } {
  const [{ issue, fixedIn }] = KUBELET_BUGS.filter(({ opens }) => opens === part);
  return { issue, since: Math.min(...Object.keys(fixedIn).map(Number)) };
}

/** The outcomes in the table. */
export type Outcome =
  | 'holds' // 'app' starts only after the condition of its dependency is true
  | 'holds, not promised' // as above, but the plan does not guarantee it
  | 'waits' // 'app' does not start
  | 'opens' // 'app' starts without its dependency, as the guarantee allows
  | `exception: ${string}` // as above, by a bug of the kubelet: the plan names it as an exception of the dependency
  | 'fails alone' // the kubelet tries to start 'app' after its dependency is ready; the failure affects no other container
  | 'runs on' // 'app' keeps running
  | 'ends'; // the kubelet deletes the pod

export interface Runs {
  readonly kind: 'runs';
  readonly outcome: Outcome;
  /** The table shows the time of the first expectation that measures a time. */
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

/** The library refuses the plan with this error code. */
export function refused(code: string): Cell {
  return { kind: 'refused', code };
}

export function doesNotApply(reason: string): Cell {
  return { kind: 'doesNotApply', reason };
}

/** The outcome changes from the minor version `since` on. */
export function changes(since: number, { before, after }: { readonly before: Runs; readonly after: Runs }): Cell {
  return { kind: 'changes', since, before, after };
}

/** 'app' starts after the condition of its dependency, within the time of the column, and `more` is true. */
export function holds(more: Runs['expect'] = () => [], differs?: Partial<Circumstances>): Runs {
  return runs('holds', c => [startsAfter('app', c.there(), { withinMs: c.opensWithinMs }), ...more(c)], differs);
}
