/** The engine of the playground: pure functions from the text of manifests to their order. */
import { Declared, Form, readDeclared, readOptions, SOURCE } from './declarations';
import { Change, findHunks, Hunk } from './hunks';
import { formatPlaceholder } from './placeholder';
import { isObject } from '../../src/api/private/json-object';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';
import { valueAt } from '../../src/pod/json-path';
import { explain } from '../../src/report/explain';
import { predict } from '../../src/report/predict';
import { formatSeconds } from '../../src/report/seconds';
import { toStartupPlan } from '../../src/report/to-startup-plan';
import { readModel } from '../../tools/compose/compose-model';
import { addComposeOrders } from '../../tools/compose/compose-orders';
import { Severity } from '../../tools/lint/finding';
import { Orders } from '../../tools/order/declare-orders';
import { formatYaml } from '../../tools/order/format-yaml';
import { locateFindings } from '../../tools/order/locate-findings';
import { ManifestStream, StreamDocument } from '../../tools/order/manifest-stream';
import { PlannedWorkload } from '../../tools/order/order-workload';
import { isUnreadable, ManifestDocument, parseDocuments, parseTexts } from '../../tools/order/parse-documents';
import { writeManifests } from '../../tools/order/write-manifests';
import { drawTimelineSvg } from '../../tools/pictures/timeline-svg';
import { objectOf, textOf } from '../../tools/read/coerce-json';
import { formatTitle } from '../../tools/read/find-workloads';
import { createPlanFromManifest } from '../../tools/read/plan-from-manifest';
import { readPod } from '../../tools/read/read-pod';

/** The widths of texts and pictures. */
export interface Size {
  /** The width of a line, in characters. */
  readonly columns: number;
  /** The width of a picture, in pixels. */
  readonly width?: number;
}

/** The facts about the cluster. */
export interface Cluster {
  readonly kubernetesVersion: string;
  /** Empty: unknown. */
  readonly architecture: string;
}

/** A text about a line of the manifests. */
export interface LineMessage {
  /** From 1; `undefined`: the message is about all manifests. */
  readonly line?: number;
  readonly text: string;
}

export interface LintMessage extends LineMessage {
  readonly line: number;
  readonly severity: Severity;
  readonly rule: string;
  readonly why: string;
  readonly fix: string;
  readonly docs: string;
  /** The ordered manifests do not have this finding. */
  readonly isSolved: boolean;
}

/** A workload as the form shows it. */
export interface EditableWorkload {
  readonly title: string;
  readonly containers: readonly EditableContainer[];
  /** The declared conditions, by dependent and dependency; an empty condition is the default. */
  readonly dependencies: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface EditableContainer {
  readonly name: string;
  /** The declared role in lower case; empty: none. */
  readonly role: string;
  /** The role of the plan in lower case; `undefined`: there is no plan. */
  readonly planned?: string;
}

/** One dependency of a plan in short: who waits for whom, the guarantee, and the predicted cost. */
export interface DependencySummary {
  readonly text: string;
  readonly guarantee: string;
  /** The time by which the dependent starts later than without an order, such as `1 s`; `undefined`: unknown. */
  readonly delay?: string;
}

export interface WorkloadPlan {
  readonly title: string;
  readonly dependencies: readonly DependencySummary[];
  /** The plan as text. */
  readonly explanation: string;
  /** The predicted start as SVG. */
  readonly timeline: string;
}

export interface Evaluation {
  readonly errors: readonly LineMessage[];
  /** The ordered manifests; `undefined`: there are errors. */
  readonly ordered?: string;
  /** The parts of the ordered manifests: all new objects form one part without a text before. Empty: there are errors. */
  readonly changes: readonly Change[];
  /** The changed lines of `changes`. */
  readonly hunks: readonly Hunk[];
  /** The form of all declarations of the text; `undefined`: there is none, or there are several. */
  readonly form?: Form;
  /** The parts of a compose file that the manifests lose. */
  readonly losses: readonly string[];
  readonly workloads: readonly EditableWorkload[];
  /** The plans of the first workloads. */
  readonly plans: readonly WorkloadPlan[];
  /** The number of workloads in order. */
  readonly orderedCount: number;
  readonly findings: readonly LintMessage[];
}

/** Orders the manifests, and judges them. `isCompose`: the text also contains the compose file of the manifests. */
export function evaluate(text: string, cluster: Cluster, size: Size = { columns: 100 }, isCompose = false): Evaluation {
  const stream = new ManifestStream();
  // A compose file is no manifest, so its document is no error.
  stream.read({ source: SOURCE, text, isNamed: !isCompose });
  const nothing = { changes: [], hunks: [], losses: [], plans: [], orderedCount: 0, findings: [] };
  try {
    const { orders, losses } = findOrders(stream, text, cluster, isCompose);
    const declared = readDeclared(text, stream, orders);
    const { errors, ordered, changes, planned } = order(stream, orders);
    const plans = ordered === undefined ? [] : describePlans(declared, planned, cluster, size);
    const forms = new Set(declared.flatMap(one => one.form ?? []));
    return {
      errors,
      ordered,
      changes,
      plans,
      losses,
      hunks: findHunks(changes),
      form: forms.size === 1 ? [...forms][0] : undefined,
      workloads: declared.map((one, i) => toEditable(one, planned.get(i))),
      orderedCount: countOrdered(planned),
      findings: lint(text, ordered, cluster),
    };
  } catch (error) {
    const workloads = readDeclared(text, stream, new Map()).map(one => toEditable(one, undefined));
    return { ...nothing, errors: [{ text: (error as Error).message }], workloads };
  }
}

/** A disabled order and an annotation without dependencies order nothing. */
function countOrdered(planned: ReadonlyMap<number, PlannedWorkload>): number {
  const isOrdered = ({ settings, plan }: PlannedWorkload) => settings.disabledReason === undefined && (plan === undefined || plan.edges.length > 0);
  return [...planned.values()].filter(isOrdered).length;
}

function findOrders(stream: ManifestStream, text: string, { kubernetesVersion, architecture }: Cluster, isCompose: boolean) {
  // As on the command line, nothing states the default, and the manifest does not record it.
  const stated = kubernetesVersion === DEFAULT_VERSION ? undefined : kubernetesVersion;
  const found = stream.findOrders({ kubernetesVersion: stated, architecture: architecture === '' ? undefined : architecture });
  if (!isCompose) { return { orders: found.orders, losses: [] }; }
  const { orders, losses, exposed } = addComposeOrders(stream, found, readModel(COMPOSE, findModel(text)), COMPOSE);
  return { orders, losses: [...losses.map(lost => `${lost.text} [${lost.code}]`), ...exposed === '' ? [] : [exposed]] };
}

const COMPOSE = 'compose file';

/** Returns the document that is a compose file. */
function findModel(text: string): unknown {
  const values = [...parseTexts(SOURCE, text)].map(({ read }) => read());
  return values.find(value => isObject(value) && value.kind === undefined && value.services !== undefined);
}

function order(stream: ManifestStream, orders: Orders) {
  stream.checkWaits(orders);
  const indexes = new Map(stream.workloads.map((workload, i) => [workload, i]));
  const planned = new Map<number, PlannedWorkload>();
  const ordered = stream.order(orders, found => { planned.set(indexes.get(found.workload)!, found); });
  const texts = stream.problems.length > 0 ? [] : writeManifests(stream, ordered);
  const errors = stream.problems.map(({ position, message }) => ({ line: position?.line, text: message }));
  if (errors.length > 0) { return { errors, changes: [], planned }; }
  return { errors, ordered: texts.join(''), changes: findChanges(stream, texts), planned };
}

/** Returns a change for each object, and one for all new objects. The difference of the whole text would mix their lines, and takes seconds for 3000 lines. */
function findChanges(stream: ManifestStream, texts: readonly string[]): Change[] {
  const added = stream.missing;
  const place = stream.findPlace();
  const compare = (documents: readonly StreamDocument[], first: number) => documents.flatMap(({ text: before, workloads }, i) => {
    const after = texts[first + i];
    return workloads.length > 1 ? compareItems(before, after) : [{ before, after }];
  });
  return [
    ...compare(stream.documents.slice(0, place), 0),
    { before: '', after: texts.slice(place, place + added.length).join('') },
    ...compare(stream.documents.slice(place), place + added.length),
  ].filter(change => change.before !== change.after);
}

/** Returns a change for each item of a List, with the lines before the first item in the first change. */
function compareItems(before: string, after: string): Change[] {
  const [old, now] = [before, after].map(splitItems);
  return old.length === now.length ? old.map((item, i) => ({ before: item, after: now[i] })) : [{ before, after }];
}

/** Splits the text of a List before the line of each item but the first. */
function splitItems(text: string): string[] {
  const [document] = parseTexts(SOURCE, text);
  const items = valueAt(document.read(), ['items']);
  const lines = (Array.isArray(items) ? items : []).slice(1).map((_, i) => document.positionOf(['items', `${i + 1}`]).line - 1);
  const begins = [0, ...lines.filter((line, i) => line > (lines[i - 1] ?? 0))];
  const all = text.split(/(?<=\n)/);
  return begins.map((begin, i) => all.slice(begin, begins[i + 1]).join(''));
}

/** The number of plans and pictures. More would be slow, and hard to read. */
const MOST_PLANS = 20;

/** Returns the plan of each of the first workloads: of its order, or of the manifest as it is. `planned`: the orders by the index of the workload. */
function describePlans(
  declared: readonly Declared[], planned: ReadonlyMap<number, PlannedWorkload>, { kubernetesVersion }: Cluster, { columns, width }: Size,
): WorkloadPlan[] {
  return declared.slice(0, MOST_PLANS).map(({ workload }, i) => {
    // Several workloads can have the same title, such as the variants of an overlay.
    const title = formatTitle(workload);
    const { settings, plan: found } = planned.get(i) ?? {};
    const plan = settings && found ? toStartupPlan(title, settings, found)
      : createPlanFromManifest(readPod(workload, kubernetesVersion));
    const timeline = predict(plan);
    const dependencies = plan.dependencies.map((d, at): DependencySummary => {
      const { delay } = timeline.edges[at];
      return {
        text: `${d.dependent} after ${d.dependency} ${d.condition.toLowerCase()}: ${d.mechanism}`,
        guarantee: d.guarantee,
        delay: delay === undefined ? undefined : formatSeconds(delay),
      };
    });
    return { title, dependencies, explanation: explain(plan, { width: columns }, timeline), timeline: drawTimelineSvg(timeline, undefined, width) };
  });
}

function lint(text: string, ordered: string | undefined, { kubernetesVersion }: Cluster): LintMessage[] {
  const given = findLint(text, kubernetesVersion);
  const known = new Set(given.map(identify));
  // A finding that is left can have another text, such as another first container of a cycle.
  const left = new Set(ordered === undefined ? [] : findLint(ordered, kubernetesVersion)
    .flatMap(finding => known.has(identify(finding)) ? identify(finding) : [identify(finding), identifyRule(finding)]));
  // The manifests are not yet in order, so this rule would find each annotation.
  return given.filter(({ rule }) => rule !== 'declared-order-is-missing').map(finding => ({
    line: finding.position.line,
    text: finding.message,
    severity: finding.severity,
    rule: finding.rule,
    why: finding.why,
    fix: finding.fix.without,
    docs: finding.docs,
    isSolved: ordered !== undefined && !left.has(identify(finding)) && !left.has(identifyRule(finding)),
  }));
}

const findLint = (text: string, kubernetesVersion: string) => locateFindings(listObjects(text), { kubernetesVersion }).findings;
const identifyRule = ({ rule, workload }: ReturnType<typeof findLint>[number]) => `${rule} ${formatTitle(workload)}`;
const identify = (finding: ReturnType<typeof findLint>[number]) => `${identifyRule(finding)} ${finding.message}`;

function listObjects(text: string): ManifestDocument[] {
  return [...parseDocuments(SOURCE, text)].filter((read): read is ManifestDocument => !isUnreadable(read));
}

function toEditable({ workload, containers }: Declared, planned: PlannedWorkload | undefined): EditableWorkload {
  const lists = ['initContainers', 'containers'].flatMap(list => valueAt(workload.template, ['spec', list]) ?? []) as unknown[];
  const names = lists.map(container => textOf(objectOf(container)?.name)).filter((name): name is string => name !== undefined);
  const { initContainers = [], containers: ofPlan = [] } = planned?.plan ?? {};
  const roles = new Map([...initContainers, ...ofPlan].map(entry => [entry.name, entry.kind === 'container' ? entry.container.role.toLowerCase() : undefined]));
  const entries = Object.entries(containers).map(([name, { dependsOn }]) => [
    name, Object.fromEntries(Object.entries(readOptions(dependsOn)).map(([dependency, options]) => [dependency, textOf(options.condition) ?? ''])),
  ]);
  return {
    title: formatTitle(workload),
    containers: [...new Set(names)].map(name => ({ name, role: textOf(containers[name]?.role) ?? '', planned: roles.get(name) })),
    dependencies: Object.fromEntries(entries),
  };
}

/** Returns the ordered manifests with the binaries, in base64 by path; `undefined`: there are errors. */
export function writeWithBinaries(
  text: string, cluster: Cluster, isCompose: boolean, binaries: Readonly<Record<string, string>>,
): string | undefined {
  const { ordered } = evaluate(text, cluster, undefined, isCompose);
  return Object.entries(binaries).reduce((found, [path, base64]) => (
    found?.replaceAll(formatYaml(formatPlaceholder(path)).trimEnd(), formatYaml(base64).trimEnd())), ordered);
}
