import { findAnnotations, parseAnnotation } from './annotation';
import { PlacedProblem } from './placed-problem';
import { StartupOrderObject, WorkloadSelector } from './startup-order-object';
import { toDeclaration, toOptions } from './to-declaration';
import { Guarantee } from '../../src/api/guarantee';
import { DEPENDS_ON_ANNOTATION, KUBERNETES_VERSION_ANNOTATION } from '../../src/api/private/annotations';
import { closestName } from '../../src/api/private/closest-name';
import { PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { ContainerJson } from '../../src/api/private/pod-spec';
import { Problem, problem } from '../../src/api/private/problem';
import { ImageFileReading } from '../../src/images/read-image-file';
import { findItemPath } from '../../src/pod/list-items';
import { findUnknownAnnotations } from '../../src/pod/own-names';
import { readRecordedVersion } from '../../src/pod/record-version';
import { OptionValues, resolveOptionValues } from '../../src/pod/resolve-options';
import { OrderSettings } from '../../src/pod/settings';
import { objectOf } from '../read/coerce-json';

/** A workload of the manifests. */
export interface DeclaredWorkload {
  readonly kind: string;
  readonly name: string;
  /** `undefined`: unspecified. */
  readonly namespace?: string;
  /** The path of the pod template in the document, such as `items[2].spec.template`. Empty for a Pod. */
  readonly templatePath: string;
  /** The labels and annotations in the metadata of the workload itself. */
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
  /** The pod template. Only its `metadata` is read. */
  readonly template: JsonObject;
}

/** The options of the command line. */
export interface CommandContext {
  readonly kubernetesVersion?: string;
  readonly architecture?: string;
  /** The guarantee of each dependency for which neither it nor an object states one. */
  readonly guarantee?: Guarantee;
  /** Reads an image file; without `path`, the file of the command line or of the working directory. */
  readonly readImages?: (path: string | undefined) => ImageFileReading | undefined;
}

/** What a pod gets besides its order. */
export interface PodAdditions {
  /** Fields by container. */
  readonly fields: Readonly<Record<string, Partial<ContainerJson>>>;
  readonly initContainers: readonly ContainerJson[];
}

/** The order of one workload. */
export interface DeclaredOrder {
  readonly declaration: PodDeclaration;
  readonly settings: OrderSettings;
  /** The index of the object that declares the order; `undefined`: the annotation. */
  readonly object?: number;
  readonly additions?: PodAdditions;
  /** The pod gets only the additions. */
  readonly isUnordered?: boolean;
}

export interface DeclaredOrders {
  /** One entry for each workload, in the same order; `undefined`: no declaration, or a declaration with problems. */
  readonly orders: readonly (DeclaredOrder | undefined)[];
  /** The settings of a workload without an object. */
  readonly settings: OrderSettings;
  /** Problems of the command line. */
  readonly contextProblems: readonly Problem[];
  readonly problems: readonly OrderProblem[];
}

/** A problem of an object, or of the document that contains a workload. The keys begin at the root of either. */
export type OrderProblem = PlacedProblem & ({ readonly object: number } | { readonly workload: number });

const SOURCES = { option: '`spec.architecture`', context: '`--architecture`' };

/** Finds the order of each workload, in its annotation or in an object. */
export function declareOrders(
  objects: readonly StartupOrderObject[], workloads: readonly DeclaredWorkload[], context: CommandContext,
): DeclaredOrders {
  const { settings, problems: contextProblems } = resolve({}, context);
  const known = new Set(contextProblems.map(({ text }) => text));
  const { byWorkload, problems } = matchSelectors(objects, workloads);
  const declared = objects.map(({ spec }, object): DeclaredOrder | undefined => {
    const resolved = resolve(toOptions(spec), context);
    const own = resolved.problems.filter(({ text }) => !known.has(text));
    problems.push(...own.map(found => ({ object, keys: locateOption(found), problem: found })));
    return own.length > 0 ? undefined : { declaration: toDeclaration(spec), settings: resolved.settings, object };
  });
  const ofRecorded = new Map<string, OrderSettings>();
  const orders = workloads.map(findOrder);
  return { orders: known.size > 0 ? workloads.map(() => undefined) : orders, settings, contextProblems, problems };

  /** Without a stated version, the version that the workload records counts: a second `order` finds the same options. */
  function settingsFor({ annotations }: DeclaredWorkload, byDefault: OrderSettings, object?: number): OrderSettings {
    const recorded = readRecordedVersion({ metadata: { annotations } });
    if (recorded === undefined || byDefault.statedVersion !== undefined) { return byDefault; }
    const key = JSON.stringify([object, recorded]);
    const options = object === undefined ? {} : toOptions(objects[object].spec);
    const found = ofRecorded.get(key) ?? resolve(options, { ...context, kubernetesVersion: recorded }).settings;
    ofRecorded.set(key, found);
    return found;
  }

  function findOrder(workload: DeclaredWorkload, index: number): DeclaredOrder | undefined {
    const templateKeys = workload.templatePath.split(/[.[\]]+/).filter(key => key !== '');
    const inTemplate = [...templateKeys, 'metadata', 'annotations'];
    const selectedBy = byWorkload[index];
    const [annotation, second] = findAnnotations(workload.template.metadata);
    // The template of a Pod is the Pod itself.
    const isPod = templateKeys.length === findItemPath(templateKeys).length;
    const wrong = findWrongAnnotations(workload, inTemplate, [...findItemPath(templateKeys), 'metadata', 'annotations']);
    if (wrong.length > 0) {
      problems.push(...wrong.map(found => ({ workload: index, ...found })));
      return undefined;
    }
    const isMisplaced = !isPod && Object.hasOwn(workload.annotations, DEPENDS_ON_ANNOTATION);
    if (isMisplaced) {
      const about = { annotation: DEPENDS_ON_ANNOTATION, workload: formatWorkload(workload), path: `${workload.templatePath}.metadata.annotations` };
      const keys = [...findItemPath(templateKeys), 'metadata', 'annotations', DEPENDS_ON_ANNOTATION];
      problems.push({ workload: index, keys, problem: problem('SO665', about) });
    }
    const named = [annotation, second].flatMap(key => key === undefined ? [] : [`the annotation ${key}`]);
    const sources = [...selectedBy.map(i => titleOf(objects[i])), ...named];
    if (sources.length > 1) {
      const twice = problem('SO664', { workload: formatWorkload(workload), first: sources[0], second: sources[1] });
      problems.push(annotation === undefined ? { object: selectedBy[1], keys: ['spec', 'workloads'], problem: twice }
        : { workload: index, keys: [...inTemplate, annotation], problem: twice });
      return undefined;
    }
    if (annotation === undefined) {
      const order = isMisplaced ? undefined : declared[selectedBy[0]];
      return order && { ...order, settings: settingsFor(workload, order.settings, selectedBy[0]) };
    }
    const read = parseAnnotation(workload.template.metadata, annotation, [...inTemplate, annotation]);
    problems.push(...read.problems.map(found => ({ workload: index, ...found })));
    return read.declaration && { declaration: read.declaration, settings: settingsFor(workload, settings) };
  }
}

/** Returns the annotations of this project that do not exist, and a recorded version that is no version. */
function findWrongAnnotations(
  { annotations, template }: DeclaredWorkload, inTemplate: readonly string[], inWorkload: readonly string[],
): PlacedProblem[] {
  const isPod = inTemplate.length === inWorkload.length;
  const ofTemplate = isPod ? {} : objectOf(objectOf(template.metadata)?.annotations);
  const places = [[annotations, inWorkload], [ofTemplate, inTemplate]] as const;
  const unknown = places.flatMap(([found, keys]) => (
    findUnknownAnnotations(found).map(({ name, problem: wrong }) => ({ keys: [...keys, name], problem: wrong }))));
  const given = annotations[KUBERNETES_VERSION_ANNOTATION];
  if (given === undefined || readRecordedVersion({ metadata: { annotations } }) !== undefined) { return unknown; }
  const wrongVersion = problem('SO604', { given: String(given), oldest: `1.${OLDEST_MINOR}`, newest: `1.${NEWEST_MINOR}` });
  return [...unknown, { keys: [...inWorkload, KUBERNETES_VERSION_ANNOTATION], problem: wrongVersion }];
}

function resolve(options: OptionValues, { kubernetesVersion, architecture, guarantee, readImages }: CommandContext) {
  const stated = { ...options, guarantee: options.guarantee ?? guarantee };
  const defaults = { kubernetesVersion, architecture, images: readImages?.(options.images) };
  return resolveOptionValues(stated, defaults, SOURCES);
}

function locateOption({ subject }: Problem): string[] {
  return ['spec', ...subject?.in === 'options' ? [subject.field] : []];
}

/** Returns the objects that select each workload, and the selectors without a workload. */
function matchSelectors(objects: readonly StartupOrderObject[], workloads: readonly DeclaredWorkload[]) {
  const byWorkload = workloads.map((): number[] => []);
  const problems: OrderProblem[] = [];
  objects.forEach(({ spec }, object) => spec.workloads.forEach((selector, s) => {
    const selected = workloads.flatMap((workload, i) => matches(selector, workload) ? [i] : []);
    // Two selectors of one object may match the same workload.
    selected.filter(i => !byWorkload[i].includes(object)).forEach(i => byWorkload[i].push(object));
    if (selected.length === 0) { problems.push({ object, keys: ['spec', 'workloads', `${s}`], problem: describeMissing(selector, workloads) }); }
  }));
  return { byWorkload, problems };
}

function matches(selector: WorkloadSelector, { kind, name, namespace, labels }: DeclaredWorkload): boolean {
  const given = { kind, name, namespace };
  return (['kind', 'name', 'namespace'] as const).every(field => selector[field] === undefined || selector[field] === given[field])
    && Object.entries(selector.labels ?? {}).every(([key, value]) => labels[key] === value);
}

/** The longest list of workloads in an error. */
const MOST_WORKLOADS = 5;

function describeMissing({ kind, name, namespace, labels = {} }: WorkloadSelector, workloads: readonly DeclaredWorkload[]): Problem {
  const all = workloads.map(formatWorkload);
  const selector = [
    ...Object.entries({ kind, name, namespace }).flatMap(([field, value]) => value === undefined ? [] : [`${field}: ${value}`]),
    ...Object.entries(labels).map(([key, value]) => `label ${key}: ${value}`),
  ].join(', ');
  const likely = name === undefined ? [] : workloads.filter(w => (kind ?? w.kind) === w.kind);
  const closest = closestName(name ?? '', likely.map(w => w.name));
  const found = all.length > MOST_WORKLOADS ? [...all.slice(0, MOST_WORKLOADS), `${all.length - MOST_WORKLOADS} more`] : all;
  return problem('SO663', { selector, found, closest: closest === undefined ? undefined : formatWorkload(likely.find(w => w.name === closest)!) });
}

function formatWorkload({ kind, name, namespace }: DeclaredWorkload): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name || '(no name)'}`;
}

function titleOf({ name, place }: StartupOrderObject): string {
  return `the StartupOrder${name === undefined ? '' : ` '${name}'`}${place === undefined ? '' : ` (${place})`}`;
}
