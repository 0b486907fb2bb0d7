/** Fills the column of hooks in docs/explanation/why-hooks-fail-open.md from the fault matrix. */
import { readFileSync } from 'fs';
import { join } from 'path';
import { FAULTS_DOC, Table, tablesBelow } from './doc-tables';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';

export const HOOKS_DOC = join(__dirname, '..', 'docs', 'explanation', 'why-hooks-fail-open.md');

/** A hook, compared with mechanisms without this weakness. */
const COLUMNS = ['`POST_START`', '`GUARDED_HOOK`', '`ENTRYPOINT_GATE`'];

export function hooksDoc(before: string): string {
  const text = readFileSync(FAULTS_DOC, 'utf8');
  const start = tablesBelow(text, '### While the pod starts');
  const later = tablesBelow(text, '### After it has started');
  const [head, ...rows] = [...columns(start), ...columns(later).slice(2)];
  // Without the rows that refer to a footnote of the matrix.
  const plain = rows.filter(row => !row.some(cell => cell.startsWith('–[^')));
  return withBlocks(before, { 'hook-faults': table(head, plain) });
}

function columns(given: Table): string[][] {
  const [head, ...rows] = given;
  const places = COLUMNS.map(column => {
    const place = head.indexOf(column);
    if (place < 0) {
      throw new Error(`the fault matrix has no column ${column}`);
    }
    return place;
  });
  return [head, ...rows].map(row => [row[0], ...places.map(place => row[place])]);
}
