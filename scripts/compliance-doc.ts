/** Fills docs/compliance.md from the matrix that the tests run. With --check it fails when it is stale. */
import { join } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { BEHAVIOURS } from '../test/compliance/behaviours';
import { Cell } from '../test/compliance/matrix';
import { MECHANISMS, SUBJECTS } from '../test/compliance/subjects';

export const COMPLIANCE_DOC = join(__dirname, '..', 'docs', 'compliance.md');

export function complianceDoc(before: string): string {
  const reasons: string[] = [];
  const rows = BEHAVIOURS.map(({ title, cells }) => [title, ...MECHANISMS.map(m => wordOf(cells[m], reasons))]);
  const promised = ['Kubernetes, guarantee', ...MECHANISMS.map(m => SUBJECTS[m] ? `≥ ${SUBJECTS[m].kubernetesVersion}, ${SUBJECTS[m].guarantee}` : 'not built yet')];
  const table = [['', ...MECHANISMS.map(m => `\`${m}\``)], Array(MECHANISMS.length + 1).fill('---'), promised, ...rows];
  return withBlocks(before, {
    matrix: [...table.map(cells => `| ${cells.join(' | ')} |`), '', ...reasons.map((reason, i) => `[^${i + 1}]: ${reason}.`)].join('\n'),
  });
}

function wordOf(cell: Cell, reasons: string[]): string {
  if (cell.kind !== 'doesNotApply') { return cell.kind === 'holds' ? '✓' : ''; }
  const reason = `${cell.reason}${typeof cell.evidence === 'string' ? ` (refused: [${cell.evidence}](errors.md))` : ''}`;
  if (!reasons.includes(reason)) { reasons.push(reason); }
  return `no[^${reasons.indexOf(reason) + 1}]`;
}

if (require.main === module) { writeOrCheck(COMPLIANCE_DOC, complianceDoc); }
