import { GLOSSARY, STOP_REASONS } from './glossary';
import { computeCost, describeLimit, describeOutcome, describePlace } from './labels';
import { predict } from './predict';
import { formatSeconds, roundToTenths } from './seconds';
import { StartStep, computeStartSteps } from './start-steps';
import { PLACES, Timeline } from './timeline';
import { getShape, wrapText } from './wrap';
import { ContainerRole } from '../api/container-role';
import { ContainerSlot } from '../api/private/container-slot';
import { ExplainOptions } from '../api/report-options';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../api/startup-plan';
import { MECHANISMS } from '../planner/mechanisms';

/** A line before it is broken: its text, the indent of its first line, and the indent of the others. */
type TextLine = readonly [text: string, indent: number, hang: number];

/** Returns the plan as text: start order, dependencies and how they are enforced, guarantees, cost in seconds, and warnings. */
export function explain(plan: StartupPlan, options: ExplainOptions = {}, timeline: Timeline = predict(plan)): string {
  return renderLines(createLines(plan, timeline), options);
}

/** Returns all plans of an app, and after them the dependencies between workloads. */
export function explainAll(plans: readonly StartupPlan[], options: ExplainOptions = {}): string {
  const between = plans.flatMap(p => p.dependencies.flatMap(d => (d.workloads ?? [])
    .map((w): TextLine => [`- ${p.path} (${d.dependent}) waits for ${w}: ${d.check}`, 2, 4])));
  return [...plans.map(p => explain(p, options)), ...(between.length > 0 ? [renderLines([['between workloads:', 0, 2], ...between], options)] : [])].join('\n');
}

function renderLines(lines: readonly TextLine[], options: ExplainOptions): string {
  const shape = getShape(options);
  return lines.flatMap(([text, indent, hang]) => wrapText(text, indent, hang, shape)).map(line => `${line}\n`).join('');
}

function createLines(plan: StartupPlan, timeline: Timeline): TextLine[] {
  if (plan.disabledReason !== undefined) { return [[`${plan.path}: start order disabled (${plan.disabledReason})`, 0, 2]]; }
  const steps = computeStartSteps(plan);
  return [
    [`${plan.path}: start order for Kubernetes ${plan.kubernetesVersion} and newer${startTogether(steps) ? '; containers with the same number start together' : ''}`, 0, 2],
    ...steps.map(({ container: c, step }): TextLine => [`${step}. ${c.name} (${describeKind(c)}): ${c.reason}${c.moved === undefined ? '' : `; ${c.moved}`}`, 2, 5]),
    ...(plan.dependencies.length > 0 ? createSection('dependencies:', plan.dependencies.flatMap(describeDependency)) : [[describeNoDependencies(steps), 2, 4] as const]),
    ...createSection(`shutdown, ${plan.stopTime?.toSeconds()} s if each container takes its whole shutdown time:`, plan.dependencies.flatMap(({ dependent, dependency, stopMechanism: by }) =>
      by === undefined ? [] : [createItem(`${dependency} stops after ${dependent}: ${by}: ${STOP_REASONS[by]}`)])),
    ...createSection('injected:', plan.injections.map(i => createItem(`${i.container ?? 'pod'}: \`${i.field}\`: ${i.reason}`))),
    ...(plan.dependencies.length > 0 ? describePrediction(timeline) : []),
    ...createSection('to know:', plan.warnings.map(createItem)),
  ];
}

function startTogether(steps: readonly StartStep[]): boolean {
  return steps.some(({ step }, i) => step === steps[i - 1]?.step);
}

function describeNoDependencies(steps: readonly StartStep[]): string {
  const regular = steps.filter(s => s.container._slot === ContainerSlot.CONTAINER);
  const isHeld = regular.some(s => s.step > regular[0].step);
  const together = isHeld ? 'start in list order, and a postStart hook holds the containers after it' : 'start together';
  return `no dependencies: ${steps.length === 1 ? 'the pod has one container'
    : regular.length === steps.length ? `the containers ${together}` : `the entries of \`initContainers\` start one after the other, then the containers ${together}`}`;
}

function createSection(title: string, lines: readonly TextLine[]): TextLine[] {
  return lines.length > 0 ? [[title, 2, 4], ...lines] : [];
}

function createItem(text: string): TextLine {
  return [`- ${text}`, 4, 6];
}

function describeKind({ _slot: slot, role, injected }: PlannedContainer): string {
  return [PLACES[slot], ...(slot === ContainerSlot.CONTAINER && role === ContainerRole.SIDECAR ? ['sidecar'] : []), ...(injected ? ['injected'] : [])].join(', ');
}

function describeDependency(d: PlannedDependency): TextLine[] {
  const limit = describeLimit(d) !== undefined ? `, at most ${describeLimit(d)}` : d.external ? ', no limit' : '';
  const where = d.waitsIn === undefined ? '' : ` in ${MECHANISMS[d.mechanism].waiter} ${d.waitsIn}`;
  return [
    createItem(`${d.dependent} starts after ${d.dependency}${d.workloads ? ` (${d.workloads.join(', ')})` : ''} is ${d.condition}${describeCheckSource(d)}`),
    [`${d.mechanism}${where}${limit}; guarantee ${d.guarantee}: ${d.reason}`, 6, 8],
    ...(d.remedy === undefined ? [] : [[`to raise it: ${d.remedy}`, 6, 8] as const]),
  ];
}

/** ': GET http://127.0.0.1:8080/ready (its readiness probe)'. */
function describeCheckSource({ check, checkSource }: PlannedDependency): string {
  return check === undefined ? '' : `: ${check}${checkSource === undefined ? '' : ` (${checkSource})`}`;
}

/** A table of the predicted times, and the critical path. */
function describePrediction(timeline: Timeline): TextLine[] {
  const { rows, criticalPath, allReady, notes } = timeline;
  const guesses = rows.some(r => r.guessed);
  const cost = computeCost(timeline);
  const table = rows.map(r => ({
    cells: [formatFigure(r.created), formatFigure(r.started), formatFigure(r.ready ?? r.ended, r.guessed)],
    name: `${r.name}${r.ended === undefined ? '' : ' (has exited)'}${r.place === 'outside' ? ` (${describePlace(r)})` : ''}`,
  }));
  const line = (cells: readonly string[], name: string): TextLine => [cells.map(c => c.padStart(8)).join('') + (name ? `  ${name}` : ''), 2, 28];
  return createSection(`predicted, in seconds after the creation of the pod${guesses ? '; ~: a guess, since `expectedReadyIn` is unspecified' : ''}:`, [
    line(['created', 'starts', 'ready'], ''),
    ...table.map(({ cells, name }) => line(cells, name)),
    ...(criticalPath.length === 0 ? [] : [[`critical path: ${criticalPath.filter(s => roundToTenths(s.to - s.from) > 0).map(s => `${s.who} ${s.what} ${formatSeconds(s.to - s.from)}`).join(' → ')}`, 4, 6] as const]),
    ...(allReady === undefined ? [] : [[describeOutcome(timeline), 4, 6] as const]),
    ...(cost && cost.waits + cost.overhead >= 0.05 ? [[`waits: ${GLOSSARY.waits} overhead: ${GLOSSARY.overhead}`, 4, 6] as const] : []),
    ...notes.map((note): TextLine => [note, 4, 6]),
  ]);
}

function formatFigure(value: number | undefined, guessed = false): string {
  return value === undefined ? '-' : `${guessed ? '~' : ''}${roundToTenths(value).toFixed(1)}`;
}
