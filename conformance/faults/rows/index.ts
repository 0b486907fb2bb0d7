import { AFTERWARDS } from './afterwards';
import { DEPENDENCY } from './dependency';
import { DEPENDENT } from './dependent';
import { NODE } from './node';
import { TIMEOUTS } from './timeouts';
import { Row } from '../matrix';

/** The groups of rows, in the order of the tables. */
export const GROUPS: readonly { readonly title: string; readonly rows: readonly Row[] }[] = [
  { title: 'While the pod starts', rows: [...DEPENDENCY, ...TIMEOUTS, ...DEPENDENT, ...NODE] },
  { title: 'After it has started', rows: AFTERWARDS },
];

export const ROWS: readonly Row[] = GROUPS.flatMap(g => g.rows);
