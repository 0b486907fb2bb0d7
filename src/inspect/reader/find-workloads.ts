import { JsonObject, listOf, objectOf, textOf, valueAt } from './coerce-json';
import { findSpecPath, USUAL_SPEC_PATHS } from '../../pod/workload-paths';

/** One workload of a document, and where its pod is. */
export interface FoundWorkload {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty where there is none, or only a `generateName`, which stands here with its dash then. */
  readonly name: string;
  /** `undefined`: none is said. */
  readonly namespace?: string;
  /** From the document, such as `spec.template`; `items[2].spec.template` in a List. Empty for a Pod. */
  readonly templatePath: string;
  /** The whole object, for what it says of the pod outside of the template. */
  readonly object: JsonObject;
  /** Pod template, or the Pod itself: `metadata` and `spec`, of which nobody knows whether they are what they should be. */
  readonly template: JsonObject;
}

/** 'Deployment shop/web'. */
export function titleOf({ kind, name, namespace }: Pick<FoundWorkload, 'kind' | 'name' | 'namespace'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name || '(no name)'}`;
}

/** Lists in lists are legal; nobody writes them deeper than this. */
const DEEPEST = 8;

/**
 * Every workload of a document: of Kubernetes itself, in a List, and any custom resource with a pod template at the usual place, such as an
 * Argo Rollout. What has another shape is left out.
 */
export function workloadsIn(document: unknown): FoundWorkload[] {
  return find(document, '', 0);
}

/** Every object of a document: those of a List one by one, anything else as it is. */
export function objectsIn(document: unknown): JsonObject[] {
  return objects(document, '', 0).map(([object]) => object);
}

function find(document: unknown, path: string, depth: number): FoundWorkload[] {
  return objects(document, path, depth).flatMap(([object, at]) => workloadOf(object, at));
}

function objects(document: unknown, path: string, depth: number): [JsonObject, string][] {
  const object = objectOf(document);
  if (!object) { return []; }
  if (!(textOf(object.kind) ?? '').endsWith('List') || !Array.isArray(object.items) || depth >= DEEPEST) { return [[object, path]]; }
  return listOf(object.items).flatMap((item, i) => objects(item, `${path}items[${i}].`, depth + 1));
}

function workloadOf(object: JsonObject, at: string): FoundWorkload[] {
  const apiVersion = textOf(object.apiVersion) ?? '';
  const kind = textOf(object.kind) ?? '';
  const known = findSpecPath(apiVersion, kind);
  const specPath = (known ? [known] : kind === '' ? [] : USUAL_SPEC_PATHS).find(path => isPodSpec(valueAt(object, path)));
  if (!specPath) { return []; }
  const path = specPath.slice(0, -1);
  return [{
    apiVersion,
    kind,
    name: textOf(valueAt(object, ['metadata', 'name'])) ?? textOf(valueAt(object, ['metadata', 'generateName'])) ?? '',
    namespace: textOf(valueAt(object, ['metadata', 'namespace'])),
    templatePath: `${at}${path.join('.')}`.replace(/\.$/, ''),
    object,
    template: objectOf(valueAt(object, path))!,
  }];
}

function isPodSpec(value: unknown): boolean {
  const spec = objectOf(value);
  return spec !== undefined && (Array.isArray(spec.containers) || Array.isArray(spec.initContainers));
}
