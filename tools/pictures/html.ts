import { drawTimelineSvg } from './timeline-svg';
import { createElement, escapeText, formatProse } from './xml';
import { Guarantee } from '../../src/api/enums';
import { StartupPlan } from '../../src/api/startup-plan';
import { explain } from '../../src/report/explain';
import { formatAllReady } from '../../src/report/labels';
import { predict } from '../../src/report/predict';
import { Timeline } from '../../src/report/timeline';

/**
 * Returns an HTML page about all workloads of an app, the weakest guarantee first: a table, and for each workload its
 * timeline, its findings and the text of its plan. A workload of one container without findings is only a row of the
 * table. `page`: the page, with names in braces for these parts.
 */
export function createHtmlReport(plans: readonly StartupPlan[], page: string): string {
  const all = plans.map(describePlan).sort((a, b) => a.rank - b.rank);
  const parts: Readonly<Record<string, string>> = {
    title: `Start order of ${countWorkloads(all)}`,
    headline: writeHeadline(all),
    rows: all.map(writeRow).join('\n'),
    workloads: all.map(writeWorkload).join('\n'),
  };
  return page.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => parts[name]);
}

interface Workload {
  readonly plan: StartupPlan;
  readonly timeline: Timeline;
  readonly weakest: Guarantee | undefined;
  /** Whether the pod never becomes ready. */
  readonly isStuck: boolean;
  /** A stuck pod is first, then the weakest guarantee. Workloads without dependencies are last. */
  readonly rank: number;
}

/** The last one: no dependency. */
const FROM_WEAKEST = [Guarantee.BEST_EFFORT, Guarantee.FAIL_CLOSED, Guarantee.EVERY_START, undefined];

function describePlan(plan: StartupPlan): Workload {
  const timeline = predict(plan);
  const guarantees = plan.dependencies.map(({ guarantee }) => guarantee);
  const weakest = FROM_WEAKEST.find(guarantee => guarantee && guarantees.includes(guarantee));
  const isStuck = timeline.rows.some(row => row.app) && timeline.allReady === undefined;
  return { plan, timeline, weakest, isStuck, rank: isStuck ? -1 : FROM_WEAKEST.indexOf(weakest) };
}

/** '2 of 9 workloads hold their order only while nothing fails.' */
function writeHeadline(all: readonly Workload[]): string {
  const sentences: string[] = [];
  const count = (found: readonly Workload[], one: string, several: string) => {
    if (found.length > 0) {
      sentences.push(`${found.length} of ${countWorkloads(all)} ${found.length === 1 ? one : several}.`);
    }
  };
  const weak = all.filter(({ weakest }) => weakest === Guarantee.BEST_EFFORT);
  const disabled = all.filter(({ plan }) => plan.disabledReason !== undefined);
  const stuck = all.filter(({ isStuck }) => isStuck);
  count(stuck, 'never becomes ready', 'never become ready');
  count(weak, 'holds its order only while nothing fails', 'hold their order only while nothing fails');
  count(disabled, 'has its start order disabled', 'have their start order disabled');
  if (all.every(({ weakest }) => weakest === undefined)) {
    sentences.push('No workload has a dependency.');
  } else if (weak.length === 0) {
    sentences.push('When a pod starts, its order holds whatever fails in the pod.');
  }
  return sentences.join(' ');
}

/** Whether a picture and a plan would show nothing: the pod has one container, which waits for nothing. */
function isOneContainer({ plan }: Workload): boolean {
  return plan.disabledReason === undefined && plan.containers.length === 1 && plan.dependencies.length === 0;
}

/** Whether the page has more about the workload than its row. */
function hasSection(workload: Workload): boolean {
  return !isOneContainer(workload) || workload.plan.warnings.length > 0;
}

function writeRow(workload: Workload, index: number): string {
  const { plan, timeline, weakest, isStuck, rank } = workload;
  const path = escapeText(plan.path);
  const cell = (content: string, attributes = {}) => createElement('td', attributes, content);
  const cells = [
    cell(hasSection(workload) ? createElement('a', { href: `#w${index + 1}` }, path) : path),
    cell(plan.disabledReason === undefined ? `${plan.containers.length}` : 'switched off'),
    cell(`${plan.dependencies.length}`),
    // The table sorts the guarantees by their strength instead of their names.
    cell(weakest === Guarantee.BEST_EFFORT ? markWeak(weakest) : (weakest ?? '–'), { 'data-rank': rank }),
    cell(isStuck ? markWeak('never') : formatAllReady(timeline)),
    cell(`${plan.warnings.length}`),
  ];
  return createElement('tr', {}, ...cells);
}

function writeWorkload(workload: Workload, index: number): string {
  if (!hasSection(workload)) {
    return '';
  }
  const { plan, timeline } = workload;
  const id = `w${index + 1}`;
  const parts = [createElement('h2', { id: `${id}-title` }, escapeText(plan.path))];
  if (timeline.rows.length > 0 && !isOneContainer(workload)) {
    parts.push(scroll('div', 'Timeline', drawTimelineSvg(timeline)));
  }
  if (plan.warnings.length > 0) {
    const findings = plan.warnings.map(warning => createElement('li', {}, formatProse(warning)));
    parts.push(createElement('ul', { 'aria-label': 'Findings' }, ...findings));
  }
  if (!isOneContainer(workload)) {
    parts.push(scroll('pre', 'Plan', formatProse(explain(plan, { detail: true, width: 120 }, timeline))));
  }
  return createElement('section', { id, 'aria-labelledby': `${id}-title` }, ...parts);
}

/** A part that is wider than the page scrolls, also with the keyboard. */
function scroll(element: string, label: string, content: string): string {
  return createElement(element, { 'class': 'scroll', 'tabindex': 0, 'role': 'group', 'aria-label': label }, content);
}

function markWeak(text: string): string {
  return createElement('span', { class: 'weak' }, text);
}

function countWorkloads({ length }: readonly Workload[]): string {
  return length === 1 ? '1 workload' : `${length} workloads`;
}
