/** Fills docs/contributing/compliance.md from the matrix of the tests. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';
import { BEHAVIOURS } from '../test/compliance/behaviours';
import { Cell } from '../test/compliance/matrix';
import { Column, COLUMNS, SUBJECTS } from '../test/compliance/subjects';

export const COMPLIANCE_DOC = join(__dirname, '..', 'docs', 'contributing', 'compliance.md');

export function complianceDoc(before: string): string {
  const reasons: string[] = [];
  const rows = BEHAVIOURS.map(({ title, cells }) => [title, ...COLUMNS.map(c => wordOf(cells[c], reasons))]);
  const promised = [
    'Kubernetes, guarantee',
    ...COLUMNS.map(c => `≥ ${SUBJECTS[c].kubernetesVersion}, ${SUBJECTS[c].guarantee}`),
  ];
  const matrix = table(['', ...COLUMNS.map(headOf)], [promised, ...rows]);
  const notes = reasons.map((reason, i) => `[^${i + 1}]: ${reason}.`);
  return withBlocks(before, { matrix: [matrix, '', ...notes].join('\n') });
}

const HEADS: Partial<Record<Column, string>> = {
  ENTRYPOINT_GATE_BY_MARK: '`ENTRYPOINT_GATE`, the dependency marks',
  GUARDED_HOOK_ON_SIDECAR: '`GUARDED_HOOK`, native sidecar',
};

function headOf(column: Column): string {
  return HEADS[column] ?? `\`${column}\``;
}

function wordOf(cell: Cell, reasons: string[]): string {
  if (cell.kind === 'holds') {
    return '✓';
  }
  const { evidence } = cell;
  const refusal =
    typeof evidence === 'string' ? ` (refused: [${evidence}](../reference/errors.md#${evidence.toLowerCase()}))` : '';
  const reason = cell.reason + refusal;
  if (!reasons.includes(reason)) {
    reasons.push(reason);
  }
  return `no[^${reasons.indexOf(reason) + 1}]`;
}
