import { findAnnotations, parseAnnotation } from './annotation';
import { PlacedProblem } from './placed-problem';
import { problem } from './problems';
import { StartupOrderObject, WorkloadSelector } from './startup-order-object';
import { toDeclaration } from './to-declaration';
import { Guarantee } from '../../src/api/enums';
import { DEPENDS_ON_ANNOTATION, KUBERNETES_VERSION_ANNOTATION } from '../../src/api/private/annotations';
import { closestName } from '../../src/api/private/closest-name';
import { getOrCreate } from '../../src/api/private/collections';
import { PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { ContainerJson } from '../../src/api/private/pod-spec';
import { Problem, errorAt } from '../../src/api/private/problem';
import { ImageFileReading } from '../../src/images/image-file';
import { hasLabels } from '../../src/pod/app-objects';
import { valueAt } from '../../src/pod/json-path';
import { findItemPath } from '../../src/pod/list-items';
import { problem as podProblem } from '../../src/pod/problems';
import { readRecordedVersion } from '../../src/pod/record-version';
import { OptionValues, resolveOptionValues } from '../../src/pod/resolve-options';
import { OrderSettings } from '../../src/pod/settings';
import { objectOf } from '../read/coerce-json';
import { formatPath, formatTitle, FoundWorkload } from '../read/find-workloads';

/** A workload of the manifests without its pod spec, which stays in memory between two passes. */
export interface ManifestWorkload extends Omit<FoundWorkload, 'object'> {
  /** The labels and annotations in the metadata of the workload itself. */
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
}

export function withoutPod({ object, template: { metadata }, ...workload }: FoundWorkload): ManifestWorkload {
  const [labels, annotations] = ['labels', 'annotations'].map(
    key => objectOf(valueAt(object, ['metadata', key])) ?? {},
  );
  return { ...workload, labels, annotations, template: { metadata } };
}

/** The options of the command line. */
export interface CommandContext {
  readonly kubernetesVersion?: string;
  readonly architecture?: string;
  /** The guarantee of each dependency for which neither it nor an object states one. */
  readonly guarantee?: Guarantee;
  readonly createServiceAccount?: boolean;
  /** Reads an image file; without `path`, the file of the command line or of the working directory. */
  readonly readImages?: (path: string | undefined) => ImageFileReading;
}

/** The order of one workload. */
export interface DeclaredOrder {
  readonly declaration: PodDeclaration;
  readonly settings: OrderSettings;
  /** A pod without a service account gets one of its own for a dependency that needs the Kubernetes API. */
  readonly createsAccount: boolean;
  /** The object that declares the order; `undefined`: the annotation. */
  readonly object?: StartupOrderObject;
  /** The fields that containers get besides the order, by container. */
  readonly additions?: Readonly<Record<string, Partial<ContainerJson>>>;
  /** The pod gets only the additions. */
  readonly isUnordered?: boolean;
}

/** The orders of the workloads with a valid declaration. */
export type Orders = ReadonlyMap<ManifestWorkload, DeclaredOrder>;

export interface DeclaredOrders {
  readonly orders: Orders;
  /** The options of a workload without an object. */
  readonly byDefault: Pick<DeclaredOrder, 'settings' | 'createsAccount'>;
  readonly problems: readonly OrderProblem[];
}

/** A problem of an object, or of the document that contains a workload. The keys begin at the root of either. */
type OrderProblem = PlacedProblem & ({ readonly object: StartupOrderObject } | { readonly workload: ManifestWorkload });

const SOURCES = { option: '`spec.architecture`', context: '`--architecture`' };

/**
 * Finds the order of each workload, in its annotation or in an object. Throws an error for a problem of the context.
 */
export function declareOrders(
  objects: readonly StartupOrderObject[],
  workloads: readonly ManifestWorkload[],
  context: CommandContext,
): DeclaredOrders {
  const { settings, problems: contextProblems } = resolve({}, context);
  if (contextProblems.length > 0) {
    throw errorAt('order', ...contextProblems);
  }
  const byDefault = { settings, createsAccount: context.createServiceAccount ?? false };
  const { selectedBy, problems } = matchSelectors(objects, workloads);
  const ofObject = new Map(
    objects.map(object => {
      const { settings: own, problems: ofOptions } = resolve(object.spec, context);
      for (const found of ofOptions) {
        const field = found.subject?.in === 'options' ? [found.subject.field] : [];
        problems.push({ object, keys: ['spec', ...field], problem: found });
      }
      const createsAccount = object.spec.createServiceAccount ?? byDefault.createsAccount;
      const order = { declaration: toDeclaration(object.spec), settings: own, createsAccount, object };
      return [object, ofOptions.length > 0 ? undefined : order];
    }),
  );
  const ofRecorded = new Map<string, OrderSettings>();
  const orders = new Map<ManifestWorkload, DeclaredOrder>();
  for (const workload of workloads) {
    const order = findOrder(workload);
    if (order) {
      orders.set(workload, { ...order, settings: settingsFor(workload, order) });
    }
  }
  return { orders, byDefault, problems };

  /**
   * Without a stated version, the version that the workload records counts: a second `order` finds the same options.
   */
  function settingsFor(workload: ManifestWorkload, order: DeclaredOrder): OrderSettings {
    const { settings: stated, object } = order;
    const recorded = readVersion(workload);
    if (recorded === undefined || stated.statedVersion !== undefined) {
      return stated;
    }
    const key = JSON.stringify([object && objects.indexOf(object), recorded]);
    const recordedContext = { ...context, kubernetesVersion: recorded };
    return getOrCreate(ofRecorded, key, () => resolve(object?.spec ?? {}, recordedContext).settings);
  }

  function findOrder(workload: ManifestWorkload): DeclaredOrder | undefined {
    const { template, templateKeys } = workload;
    const inTemplate = [...templateKeys, 'metadata', 'annotations'];
    const inWorkload = [...findItemPath(templateKeys), 'metadata', 'annotations'];
    // The template of a Pod is the Pod itself.
    const isPod = inTemplate.length === inWorkload.length;
    const report = (keys: readonly string[], found: Problem) => {
      problems.push({ workload, keys, problem: found });
    };
    const version = workload.annotations[KUBERNETES_VERSION_ANNOTATION];
    if (version !== undefined && readVersion(workload) === undefined) {
      const wrongVersion = podProblem('SO604', { given: String(version), oldest: `1.${OLDEST_MINOR}` });
      report([...inWorkload, KUBERNETES_VERSION_ANNOTATION], wrongVersion);
    }
    const isMisplaced = !isPod && Object.hasOwn(workload.annotations, DEPENDS_ON_ANNOTATION);
    if (isMisplaced) {
      const [annotation, path] = [DEPENDS_ON_ANNOTATION, formatPath(inTemplate)];
      report([...inWorkload, annotation], problem('SO665', { annotation, workload: formatTitle(workload), path }));
    }
    const annotations = findAnnotations(template.metadata);
    const [annotation] = annotations;
    const selecting = selectedBy.get(workload) ?? [];
    const [first, second] = [...selecting.map(titleOf), ...annotations.map(key => `the annotation ${key}`)];
    if (second !== undefined) {
      const twice = problem('SO664', { workload: formatTitle(workload), first, second });
      if (annotation === undefined) {
        problems.push({ object: selecting[1], keys: ['spec', 'workloads'], problem: twice });
      } else {
        report([...inTemplate, annotation], twice);
      }
      return undefined;
    }
    if (annotation === undefined) {
      return isMisplaced ? undefined : ofObject.get(selecting[0]);
    }
    const read = parseAnnotation(template.metadata, annotation);
    read.problems.forEach(found => {
      report([...inTemplate, annotation], found);
    });
    return read.declaration && { declaration: read.declaration, ...byDefault };
  }
}

/** Returns the version that the workload records. */
function readVersion({ annotations }: ManifestWorkload): string | undefined {
  return readRecordedVersion({ metadata: { annotations } });
}

function resolve(options: OptionValues, { kubernetesVersion, architecture, guarantee, readImages }: CommandContext) {
  const stated = { ...options, guarantee: options.guarantee ?? guarantee };
  const defaults = { kubernetesVersion, architecture, images: readImages?.(options.images) };
  return resolveOptionValues(stated, defaults, SOURCES);
}

/** Returns the objects that select each workload, and the selectors without a workload. */
function matchSelectors(objects: readonly StartupOrderObject[], workloads: readonly ManifestWorkload[]) {
  const selectedBy = new Map<ManifestWorkload, StartupOrderObject[]>();
  const problems: OrderProblem[] = [];
  objects.forEach(object =>
    object.spec.workloads.forEach((selector, s) => {
      const selected = workloads.filter(workload => matches(selector, workload));
      for (const workload of selected) {
        const known = selectedBy.get(workload) ?? [];
        // Two selectors of one object may match the same workload.
        if (!known.includes(object)) {
          selectedBy.set(workload, [...known, object]);
        }
      }
      if (selected.length === 0) {
        problems.push({ object, keys: ['spec', 'workloads', `${s}`], problem: describeMissing(selector, workloads) });
      }
    }),
  );
  return { selectedBy, problems };
}

function matches({ labels = {}, ...names }: WorkloadSelector, workload: ManifestWorkload): boolean {
  return hasLabels({ ...workload }, names) && hasLabels(workload.labels, labels);
}

/** The longest list of workloads in an error. */
const MOST_WORKLOADS = 5;

function describeMissing(
  { kind, name, namespace, labels = {} }: WorkloadSelector,
  workloads: readonly ManifestWorkload[],
): Problem {
  const all = workloads.map(formatTitle);
  const selector = [
    ...Object.entries({ kind, name, namespace }).flatMap(([field, value]) =>
      value === undefined ? [] : [`${field}: ${value}`],
    ),
    ...Object.entries(labels).map(([key, value]) => `label ${key}: ${value}`),
  ].join(', ');
  const closest = closestName(
    name ?? '',
    workloads.map(w => w.name),
  );
  const found =
    all.length > MOST_WORKLOADS ? [...all.slice(0, MOST_WORKLOADS), `${all.length - MOST_WORKLOADS} more`] : all;
  return problem('SO663', {
    selector,
    found,
    closest: closest === undefined ? undefined : formatTitle(workloads.find(w => w.name === closest)!),
  });
}

function titleOf({ name, place }: StartupOrderObject): string {
  return `the StartupOrder${name === undefined ? '' : ` '${name}'`}${place === undefined ? '' : ` (${place})`}`;
}
