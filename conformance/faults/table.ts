import { ColumnName, COLUMNS } from './columns';
import { Cell, Row, Runs } from './matrix';
import { GROUPS } from './rows';
import { columnNames, runsOf } from './stories';
import { table } from '../../scripts/markdown';

/** Returns the longest measured time of a story in seconds. `undefined`: the table shows no time. */
export type Times = (story: string) => number | undefined;

/** Returns the matrix as Markdown tables. `openInParallel`: the stories whose order opens if app containers start at the same time. */
export function faultTable(times: Times, openInParallel: ReadonlySet<string> = new Set()): string {
  const reasons: string[] = [];
  const names = columnNames();
  const tables = GROUPS.map(({ title, rows }) => [
    `### ${title}`,
    '',
    table(['when …', ...names.map(name => COLUMNS[name].title)], [
      ['promised', ...names.map(name => COLUMNS[name].guarantee)],
      ...rows.map(row => [row.title, ...names.map(name => words(row, name, times, openInParallel, reasons))]),
    ]),
  ].join('\n'));
  return [...tables, reasons.map((reason, i) => `[^${i + 1}]: ${reason}.`).join('\n')].join('\n\n');
}

function words(row: Row, name: ColumnName, times: Times, openInParallel: ReadonlySet<string>, reasons: string[]): string {
  const cell: Cell = row.cells[name];
  switch (cell.kind) {
    case 'refused': return `refused ([${cell.code}](../reference/errors.md#${cell.code.toLowerCase()}))`;
    case 'doesNotApply':
      if (!reasons.includes(cell.reason)) { reasons.push(cell.reason); }
      return `–[^${reasons.indexOf(cell.reason) + 1}]`;
    case 'runs':
    case 'changes': {
      const [first, second] = runsOf(row, name)
        .map(({ cell: { outcome }, story: [story] }) => phrase(outcome, times(story), openInParallel.has(story)));
      return cell.kind === 'runs' ? first : `${first} before 1.${cell.since}; ${second} from 1.${cell.since} on`;
    }
  }
}

function phrase(outcome: Runs['outcome'], seconds: number | undefined, opensInParallel: boolean): string {
  const parallel = opensInParallel && outcome !== 'opens' ? '; **opens** with parallel starts' : '';
  return serialPhrase(outcome, seconds) + parallel;
}

function serialPhrase(outcome: Runs['outcome'], seconds: number | undefined): string {
  const after = seconds === undefined ? '' : `, ${seconds.toFixed(1)} s`;
  switch (outcome) {
    case 'holds':
    case 'holds, not promised': return `${outcome}${after}`;
    case 'ends': return `gone${after}`;
    case 'opens': return '**opens**';
    default: return outcome.replace(/^exception/, '**exception**');
  }
}
