import { isWait } from './kubelet-simulation';
import { computeCost, describeLimit, describeOutcome, describePlace, STOP_REASONS } from './labels';
import { predict } from './predict';
import { formatSeconds, roundToTenths } from './seconds';
import { PLACES, Timeline } from './timeline';
import { wrapText } from './wrap';
import { ContainerRole } from '../api/enums';
import { groupBy, when } from '../api/private/collections';
import { StopMechanism } from '../api/private/enums';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../api/startup-plan';
import { MECHANISMS } from '../planner/mechanisms';

interface StartStep {
  readonly container: PlannedContainer;
  /** Containers with the same number start together. */
  readonly step: number;
}

/**
 * Returns the containers by the step in which they start. The entries of `initContainers` start one after the other; a
 * regular container starts one step after its dependencies, and one step after a container whose postStart hook holds
 * it.
 */
function computeStartSteps({ containers, dependencies }: StartupPlan): StartStep[] {
  const steps = new Map<string, number>();
  const regular = containers.filter(c => c._slot === 'CONTAINER');
  containers.filter(c => c._slot !== 'CONTAINER').forEach((c, i) => steps.set(c.name, i + 1));
  let next = steps.size + 1;
  for (const { name, _postStart: postStart } of regular) {
    const needs = dependencies.filter(d => d.dependent === name && d.dependency !== name && !isWait(d));
    const step = Math.max(next, ...needs.map(d => (d.external ? next : (steps.get(d.dependency) ?? 0)) + 1));
    steps.set(name, step);
    const holds =
      postStart &&
      (postStart.includesUserHook || postStart.waitsFor.length > 0) &&
      postStart.conditionalOn.length === 0;
    if (holds) {
      next = Math.max(next, step + 1);
    }
  }
  // A dependency outside the pod delays a container, but is no step.
  const numbers = [...new Set(steps.values())].sort((a, b) => a - b);
  return containers
    .map(container => ({ container, step: numbers.indexOf(steps.get(container.name)!) + 1 }))
    .sort((a, b) => a.step - b.step);
}

/** Options of a plan as text. The default is 100 columns, without `detail`. */
export interface ExplainOptions {
  readonly width?: number;
  /** Whether to print the reasons, the written fields, the shutdown, and the predicted times, too. */
  readonly detail?: boolean;
}

/** A line before it is broken: its text, the indent of its first line, and of the others, by default 2 more. */
type TextLine = readonly [text: string, indent: number, hang?: number];

/**
 * Returns the plan as text: start order, dependencies with their guarantees, what is written, and what to do. With
 * `detail`, also reasons and prediction.
 */
export function explain(plan: StartupPlan, options: ExplainOptions = {}, timeline: Timeline = predict(plan)): string {
  return renderLines(createLines(plan, timeline, options.detail ?? false), options);
}

/** Returns all plans of an app, and after them the dependencies between workloads. */
export function explainAll(plans: readonly StartupPlan[], options: ExplainOptions = {}): string {
  const between = plans.flatMap(p =>
    p.dependencies.flatMap(d =>
      (d.workloads ?? []).map((w): TextLine => [`- ${p.path} (${d.dependent}) waits for ${w}: ${d.check}`, 2]),
    ),
  );
  return [
    ...plans.map(p => explain(p, options)),
    ...when(between.length > 0, renderLines([['between workloads:', 0], ...between], options)),
  ].join('\n');
}

function renderLines(lines: readonly TextLine[], { width }: ExplainOptions): string {
  return lines
    .flatMap(([text, indent, hang = indent + 2]) => wrapText(text, indent, hang, width))
    .map(line => `${line}\n`)
    .join('');
}

function createLines(plan: StartupPlan, timeline: Timeline, detail: boolean): TextLine[] {
  if (plan.disabledReason !== undefined) {
    return [[`${plan.path}: start order disabled (${plan.disabledReason})`, 0]];
  }
  const steps = computeStartSteps(plan);
  const written = describeInjections(plan);
  const dependencies =
    plan.dependencies.length > 0
      ? plan.dependencies.map(d => describeDependency(d, timeline))
      : [describeNoDependencies(steps)];
  return [
    [
      `${plan.path}: start order on Kubernetes ${plan.kubernetesVersion} or ` +
        `newer${plan._kubernetesVersionAssumed ? ', assumed' : ''}`,
      0,
    ],
    ...steps.map(({ container, step }): TextLine => [`${step}. ${describeContainer(container)}`, 2, 5]),
    ...dependencies.map((text): TextLine => [text, 2]),
    ...when<TextLine>(written.length > 0, [`writes ${written.join(', ')}`, 2]),
    ...createSection('to do:', [...listRemedies(plan), ...plan.warnings].map(createItem)),
    ...(detail ? createDetails(plan, timeline) : []),
  ];
}

/** 'proxy: native sidecar, moved from `containers`, since 'app' needs it'. */
function describeContainer(container: PlannedContainer): string {
  const { name, reason } = container;
  return `${name}: ${describeKind(container)}${reason === undefined ? '' : `, ${reason}`}`;
}

/** 'proxy: `startupProbe`': the containers and fields that the plan adds or changes. */
function describeInjections({ _injections: injections }: StartupPlan): string[] {
  return [...groupBy(injections, i => i.container ?? 'the pod')].map(([container, written]) => {
    const fields = new Set(written.map(({ field }) => `\`${field.replace(/\[.*/, '')}\``));
    return `${[...fields].join(' and ')} of ${container}`;
  });
}

/** How to raise each dependency that holds only while nothing fails. */
function listRemedies({ dependencies }: StartupPlan): string[] {
  return dependencies
    .filter(d => d.remedy !== undefined)
    .map(d => `to raise the guarantee of ${d.dependent} after ${d.dependency}: ${d.remedy}`);
}

/** The reasons, the shutdown, and the prediction. */
function createDetails(plan: StartupPlan, timeline: Timeline): TextLine[] {
  const { dependencies, _injections: injections, notes, stopTime } = plan;
  const reasons = dependencies.flatMap(({ dependent, dependency, reason, exceptions = [] }) => [
    createItem(`${dependent} after ${dependency}: ${reason}`),
    ...exceptions.map((exception): TextLine => [`except ${exception}`, 6]),
  ]);
  const stops = dependencies.flatMap(({ dependent, dependency, stopMechanism: by }) =>
    by === undefined
      ? []
      : [createItem(`${dependency} stops after ${dependent}: ${STOP_REASONS[by as StopMechanism]}`)],
  );
  return [
    ...createSection('reasons:', reasons),
    ...createSection(`shutdown, ${stopTime?.toSeconds()} s if each container takes its whole shutdown time:`, stops),
    ...createSection(
      'written:',
      injections.map(i => createItem(`${i.container ?? 'the pod'}: \`${i.field}\`: ${i.reason}`)),
    ),
    ...(dependencies.length > 0 ? describePrediction(timeline) : []),
    ...createSection('to know:', notes.map(createItem)),
  ];
}

function describeNoDependencies(steps: readonly StartStep[]): string {
  const regular = steps.filter(s => s.container._slot === 'CONTAINER');
  const isHeld = regular.some(s => s.step > regular[0].step);
  const together = isHeld
    ? 'start in list order, and a postStart hook holds the containers after it'
    : 'start together';
  if (steps.length === 1) {
    return 'no dependencies: the pod has one container';
  }
  const first = regular.length < steps.length ? 'the entries of `initContainers` start one after the other, then ' : '';
  return `no dependencies: ${first}the containers ${together}`;
}

function createSection(title: string, lines: readonly TextLine[]): TextLine[] {
  return lines.length > 0 ? [[title, 2], ...lines] : [];
}

function createItem(text: string): TextLine {
  return createNote(`- ${text}`);
}

function createNote(text: string): TextLine {
  return [text, 4];
}

function describeKind({ _slot: slot, role, injected }: PlannedContainer): string {
  return [
    PLACES[slot],
    ...when(slot === 'CONTAINER' && role === ContainerRole.SIDECAR, 'sidecar'),
    ...when(injected, 'injected'),
  ].join(', ');
}

/**
 * 'app after proxy ready (GET http://POD_IP:9901/ready, from readyWhen): the startup probe of native sidecar proxy,
 * FAIL_CLOSED, +1.3 s'.
 */
function describeDependency(d: PlannedDependency, { edges }: Timeline): string {
  const limit = describeLimit(d) ?? (d.external ? 'no limit' : undefined);
  const edge = edges.find(e => e.dependent === d.dependent && e.dependency === d.dependency);
  const delay = edge?.delay === undefined || edge.delay < 0.05 ? [] : [`+${formatSeconds(edge.delay)}`];
  const terms = [describeWaiter(d), ...(limit === undefined ? [] : [limit]), d.guarantee, ...delay];
  const dependency = `${d.dependency}${d.workloads ? ` (${d.workloads.join(', ')})` : ''}`;
  const check = d.check === undefined ? '' : ` (${d.check})`;
  return (
    `${d.dependent} after ${dependency} ${d.condition.toLowerCase()}${check}: ` +
    `${terms.join(', ')}${describeExceptions(d.exceptions)}`
  );
}

function describeWaiter({ mechanism, waitsIn }: PlannedDependency): string {
  return waitsIn === undefined ? 'list order' : `${MECHANISMS[mechanism].waiter} ${waitsIn}`;
}

/** '; except kubernetes#142305 on 1.35 to 1.37'. */
export function describeExceptions(exceptions: readonly string[] = []): string {
  return exceptions.length === 0 ? '' : `; except ${exceptions.map(e => e.split(':')[0]).join(' and ')}`;
}

/** A table of the predicted times, and the critical path. */
function describePrediction(timeline: Timeline): TextLine[] {
  const { rows, criticalPath, allReady, notes } = timeline;
  const guesses = rows.some(r => r.guessed);
  const cost = computeCost(timeline);
  const line = (name: string, ...cells: readonly string[]): TextLine => [
    cells.map(c => c.padStart(8)).join('') + name,
    2,
    28,
  ];
  const table = rows.map(r => {
    const exit = r.ended === undefined ? '' : ' (has exited)';
    const place = r.place === 'outside' ? ` (${describePlace(r)})` : '';
    const ready = formatFigure(r.ready ?? r.ended, r.guessed);
    return line(`  ${r.name}${exit}${place}`, formatFigure(r.created), formatFigure(r.started), ready);
  });
  const longest = criticalPath
    .filter(s => roundToTenths(s.to - s.from) > 0)
    .map(s => `${s.who} ${s.what} ${formatSeconds(s.to - s.from)}`);
  return createSection(
    `predicted, in seconds after the creation of the ` +
      `pod${guesses ? '; ~: a guess, since `expectedReadyIn` is unspecified' : ''}:`,
    [
      line('', 'created', 'starts', 'ready'),
      ...table,
      ...when(criticalPath.length > 0, createNote(`critical path: ${longest.join(' → ')}`)),
      ...when(allReady !== undefined, createNote(describeOutcome(timeline))),
      ...when(
        cost && cost.waits + cost.overhead >= 0.05,
        createNote(
          'waits: the time that the dependencies need, with any mechanism; overhead: the time that the mechanisms add',
        ),
      ),
      ...notes.map(createNote),
    ],
  );
}

function formatFigure(value: number | undefined, guessed = false): string {
  return value === undefined ? '-' : `${guessed ? '~' : ''}${roundToTenths(value).toFixed(1)}`;
}
