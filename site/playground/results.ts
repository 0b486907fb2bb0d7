import { colour } from './colours';
import { create, find } from './dom';
import { Editor } from './editor';
import { Evaluation, LintMessage, WorkloadPlan } from './engine';
import { Hunk } from './hunks';

/** The longest part of a line that the diff shows, such as a binary in base64. */
const LONGEST_LINE = 300;

/** The longest lists on the page; longer lists would be slow. */
const MOST_FINDINGS = 100;
const MOST_LINES = 2000;

/** Between two hunks. A line of a hunk begins with its sign. */
const GAP = '⋯';

const KINDS: Readonly<Record<string, 'ins' | 'del' | 'span'>> = { '+': 'ins', '-': 'del', ' ': 'span' };

/** Draws the results of an evaluation. */
export function showResults({ ordered, hunks, losses, workloads, plans, orderedCount, findings, errors }: Evaluation, editor: Editor): void {
  const outcome = find('outcome');
  outcome.classList.toggle('error', errors.length > 0);
  const hasOlder = find('plan').textContent !== '';
  outcome.textContent = errors.length > 0 ? `${count(errors.length, 'error')} in the manifests.${hasOlder ? ' The predicted start, the changes and the plan come from the last manifests without errors.' : ''}`
    : `${orderedCount} of ${count(workloads.length, 'workload')} in order, ${count(findings.length, 'finding')}.`;
  find('results').classList.toggle('stale', errors.length > 0);
  find('findings-count').textContent = String(findings.length);
  find('findings').replaceChildren(...findings.length > 0 ? findings.slice(0, MOST_FINDINGS).map(finding => drawFinding(finding, editor)) : [create('li', { class: 'none' }, 'No findings.')]);
  find('losses').replaceChildren(...losses.map(text => create('li', {}, text)));
  if (ordered === undefined) { return; }
  drawPromises(plans);
  drawDiff(hunks);
  const pictures = find('timeline');
  pictures.replaceChildren();
  const withOrder = plans.filter(({ dependencies }) => dependencies.length > 0);
  for (const { timeline } of withOrder.length > 0 ? withOrder : plans.slice(0, 1)) {
    const picture = create('div', { class: 'picture' });
    // The engine escapes all texts of the picture. The content security policy blocks scripts in markup.
    picture.innerHTML = timeline;
    pictures.append(picture);
  }
  const rest = workloads.length > plans.length ? `\nOnly the first ${plans.length} of ${workloads.length} workloads. The command \`order --explain\` prints all plans.` : '';
  find('plan').textContent = plans.map(({ explanation }) => explanation).join('\n') + rest;
}

/** Draws a table with the guarantee and the predicted cost of each dependency. */
function drawPromises(plans: readonly WorkloadPlan[]): void {
  const rows = plans.flatMap(({ title, dependencies }) => dependencies.map(({ text, guarantee, delay }) => create('tr', {},
    ...plans.length > 1 ? [create('td', {}, title)] : [],
    create('td', {}, text),
    create('td', { class: guarantee === 'BEST_EFFORT' ? 'weak' : 'strong' }, guarantee),
    create('td', {}, delay === undefined ? '' : `${delay} later`))));
  find('promises').replaceChildren(rows.length > 0 ? create('table', {}, ...rows)
    : create('p', { class: 'none' }, 'No container waits for another.'));
}

function drawDiff(hunks: readonly Hunk[]): void {
  const lines = hunks.flatMap((hunk, i) => i > 0 ? [GAP, ...hunk] : hunk);
  const elements = lines.slice(0, MOST_LINES).map(line => line === GAP ? create('span', { class: 'gap' }, `${GAP}\n`)
    : create(KINDS[line[0]], {}, line[0], ...colour(shorten(line.slice(1))), '\n'));
  const [added, removed] = ['+', '-'].map(sign => hunks.flat().filter(line => line.startsWith(sign)).length);
  find('diff-count').textContent = hunks.length > 0 ? `+${added} −${removed}` : '';
  find('diff').replaceChildren(...lines.length > MOST_LINES ? [...elements, `${GAP} ${lines.length - MOST_LINES} more lines: \`Copy manifests\` contains all\n`]
    : elements.length > 0 ? elements : [
      create('span', { class: 'none' }, 'The manifests declare no order. Add a dependency, and the changes appear here.'),
    ]);
}

function shorten(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}… (${line.length} characters)`;
}

function drawFinding({ line, severity, rule, text, why, fix, docs, isSolved }: LintMessage, editor: Editor): HTMLElement {
  return create('li', { class: isSolved ? 'solved' : severity },
    create('p', {}, create('strong', { class: 'severity' }, severity), ' ', editor.linkLine(line), `: ${text}`, ...isSolved ? [' ', create('em', {}, 'The order solves this.')] : []),
    create('details', {}, create('summary', {}, rule),
      create('p', {}, why), create('p', {}, `To correct the manifest: ${fix}`), create('p', {}, create('a', { href: docs }, 'Documentation of the rule'))));
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
