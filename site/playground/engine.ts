/** The engine of the playground: pure functions from the text of manifests to their order. */
import { formatPlaceholder } from './placeholder';
import { DEPENDS_ON_ANNOTATION } from '../../src/api/private/annotations';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';
import { replaceAt, valueAt } from '../../src/pod/json-path';
import { explain } from '../../src/report/explain';
import { predict } from '../../src/report/predict';
import { formatSeconds } from '../../src/report/seconds';
import { toStartupPlan } from '../../src/report/to-startup-plan';
import { Severity } from '../../tools/lint/finding';
import { changeText } from '../../tools/order/change-text';
import { formatYaml } from '../../tools/order/format-yaml';
import { locateFindings } from '../../tools/order/locate-findings';
import { ManifestStream, StreamDocument } from '../../tools/order/manifest-stream';
import { PlannedWorkload } from '../../tools/order/order-workload';
import { isUnreadable, ManifestDocument, parseDocuments, parsePath, parseTexts } from '../../tools/order/parse-documents';
import { writeManifests } from '../../tools/order/write-manifests';
import { drawTimelineSvg } from '../../tools/pictures/timeline-svg';
import { objectOf, textOf } from '../../tools/read/coerce-json';
import { findWorkloads, formatTitle, FoundWorkload } from '../../tools/read/find-workloads';
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
  readonly containers: readonly string[];
  /** The conditions of the annotation, by dependent and dependency. `undefined`: the annotation has options that the form does not show. */
  readonly dependencies?: Dependencies;
}

/** By dependent: the dependencies, each with its condition; an empty condition is the default. */
export type Dependencies = Readonly<Record<string, Readonly<Record<string, string>>>>;

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

/** A part of the manifests before and after. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

export interface Evaluation {
  readonly errors: readonly LineMessage[];
  /** The ordered manifests; `undefined`: there are errors. */
  readonly ordered?: string;
  /** The parts of the ordered manifests: all new objects form one part without a text before. Empty: there are errors. */
  readonly changes: readonly Change[];
  readonly workloads: readonly EditableWorkload[];
  /** The plans of the first workloads. */
  readonly plans: readonly WorkloadPlan[];
  /** The number of workloads in order. */
  readonly orderedCount: number;
  readonly findings: readonly LintMessage[];
}

const SOURCE = 'manifests';

/** Orders the manifests, and judges them. */
export function evaluate(text: string, cluster: Cluster, size: Size = { columns: 100 }): Evaluation {
  const workloads = listWorkloads(text).map(({ workload }) => toEditable(workload));
  try {
    const { errors, texts, planned, changes } = order(text, cluster);
    const ordered = errors.length > 0 ? undefined : texts.join('');
    const plans = ordered === undefined ? [] : describePlans(text, planned, cluster, size);
    return { errors, ordered, changes, workloads, plans, orderedCount: countOrdered(planned), findings: lint(text, ordered, cluster) };
  } catch (error) {
    return { errors: [{ text: (error as Error).message }], changes: [], workloads, plans: [], orderedCount: 0, findings: [] };
  }
}

/** A disabled order and an annotation without dependencies order nothing. */
function countOrdered(planned: ReadonlyMap<number, PlannedWorkload>): number {
  const isOrdered = ({ settings, plan }: PlannedWorkload) => settings.disabledReason === undefined && (plan === undefined || plan.edges.length > 0);
  return [...planned.values()].filter(isOrdered).length;
}

function order(text: string, { kubernetesVersion, architecture }: Cluster) {
  const stream = new ManifestStream();
  stream.read({ source: SOURCE, text, isNamed: true });
  // As on the command line, nothing states the default, and the manifest does not record it.
  const stated = kubernetesVersion === DEFAULT_VERSION ? undefined : kubernetesVersion;
  const { orders } = stream.findOrders({ kubernetesVersion: stated, architecture: architecture === '' ? undefined : architecture });
  stream.checkWaits(orders);
  const indexes = new Map(stream.workloads.map((workload, i) => [workload, i]));
  const planned = new Map<number, PlannedWorkload>();
  const ordered = stream.order(orders, found => { planned.set(indexes.get(found.workload)!, found); });
  const texts = stream.problems.length > 0 ? [] : writeManifests(stream, ordered);
  const errors = stream.problems.map(({ position, message }) => ({ line: position?.line, text: message }));
  return { errors, texts, planned, changes: errors.length > 0 ? [] : findChanges(stream, texts) };
}

/** Returns a change for each object, and one for all new objects. The difference of the whole text would mix their lines, and takes seconds for 3000 lines. */
function findChanges(stream: ManifestStream, texts: readonly string[]): Change[] {
  const added = stream.missing;
  const place = stream.findPlace();
  const compare = (documents: readonly StreamDocument[], first: number) => documents.flatMap(({ document: { text: before }, workloads }, i) => {
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

/** Returns the plans of the first workloads, by the indexes of all workloads: of its declared order, or of the manifest as it is. */
function describePlans(
  text: string, planned: ReadonlyMap<number, PlannedWorkload>, { kubernetesVersion }: Cluster, { columns, width }: Size,
): WorkloadPlan[] {
  return listWorkloads(text).slice(0, MOST_PLANS).map(({ workload }, i) => {
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

/** Returns the workloads of all documents, with the index of their document. */
function listWorkloads(text: string): { readonly document: number; readonly workload: FoundWorkload }[] {
  return [...parseTexts(SOURCE, text)].flatMap(({ read }, document) => findWorkloads(read()).map(workload => ({ document, workload })));
}

function toEditable(workload: FoundWorkload): EditableWorkload {
  const lists = ['initContainers', 'containers'].flatMap(list => valueAt(workload.template, ['spec', list]) ?? []) as unknown[];
  const names = lists.map(container => textOf(objectOf(container)?.name)).filter((name): name is string => name !== undefined);
  const given = valueAt(workload.template, ['metadata', 'annotations', DEPENDS_ON_ANNOTATION]);
  return { title: formatTitle(workload), containers: [...new Set(names)], dependencies: given === undefined ? {} : readDependencies(given) };
}

/** Returns `undefined` for an annotation that the form cannot show without loss. */
function readDependencies(annotation: unknown): Dependencies | undefined {
  let content: unknown;
  try {
    content = typeof annotation === 'string' ? JSON.parse(annotation) : undefined;
  } catch {
    return undefined;
  }
  if (!isObject(content)) { return undefined; }
  const entries = Object.entries(content).map(([dependent, value]) => [dependent, Array.isArray(value) ? readList(value) : readMap(value)] as const);
  return entries.every(([, dependencies]) => dependencies) ? Object.fromEntries(entries) as Dependencies : undefined;
}

const readList = (names: unknown[]) => (names.every(name => typeof name === 'string') ? Object.fromEntries(names.map(name => [name, ''])) : undefined);

function readMap(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) { return undefined; }
  const entries = Object.entries(value);
  const isPlain = entries.every(([, options]) => isObject(options) && Object.entries(options).every(([key, option]) => key === 'condition' && typeof option === 'string'));
  return isPlain ? Object.fromEntries(entries.map(([name, options]) => [name, textOf((options as JsonObject).condition) ?? ''])) : undefined;
}

/** Returns the text with another annotation of one workload. `undefined`: the text cannot be changed. */
export function writeDependencies(text: string, index: number, dependencies: Dependencies): string | undefined {
  const found = listWorkloads(text)[index];
  if (!found) { return undefined; }
  const documents = [...parseTexts(SOURCE, text)];
  const { text: own, read } = documents[found.document];
  const before = read();
  const path = parsePath(found.workload.templatePath);
  const { metadata: given, ...rest } = found.workload.template;
  const metadata = objectOf(given) ?? {};
  const { [DEPENDS_ON_ANNOTATION]: _old, ...others } = objectOf(metadata.annotations) ?? {};
  const value = formatDependencies(dependencies);
  const annotations = value === undefined ? others : { ...others, [DEPENDS_ON_ANNOTATION]: value };
  const { annotations: _annotations, ...labels } = metadata;
  const changed = { ...labels, ...Object.keys(annotations).length > 0 ? { annotations } : {} };
  const template = { ...Object.keys(changed).length > 0 ? { metadata: changed } : {}, ...rest };
  const written = changeText(own, before, replaceAt(before, path, template));
  return written === undefined ? undefined : documents.map((document, i) => i === found.document ? written : document.text).join('');
}

/** Returns the ordered manifests with the binaries, in base64 by path. */
export function addBinaries(ordered: string, binaries: Readonly<Record<string, string>>): string {
  return Object.entries(binaries).reduce((text, [path, base64]) => (
    text.replaceAll(formatYaml(formatPlaceholder(path)).trimEnd(), formatYaml(base64).trimEnd())), ordered);
}

/** The short form, a list of names, if all conditions are the default. */
function formatDependencies(dependencies: Dependencies): string | undefined {
  const entries = Object.entries(dependencies).filter(([, all]) => Object.keys(all).length > 0).map(([dependent, all]) => {
    const isShort = Object.values(all).every(condition => condition === '');
    const long = Object.fromEntries(Object.entries(all).map(([name, condition]) => [name, condition === '' ? {} : { condition }]));
    return [dependent, isShort ? Object.keys(all) : long];
  });
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : undefined;
}
