import { objectOf, textOf } from './coerce-json';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { valueAt } from '../../src/pod/json-path';
import { unwrapList } from '../../src/pod/list-items';
import { findSpecPath, USUAL_SPEC_PATHS } from '../../src/pod/workload-paths';

export interface WorkloadName {
  readonly kind: string;
  /** `generateName` with its dash if the object has no name; empty without both. */
  readonly name: string;
  /** `undefined`: unspecified. */
  readonly namespace?: string;
}

/** A workload of a document, with the path of its pod. */
export interface FoundWorkload extends WorkloadName {
  readonly apiVersion: string;
  /**
   * The keys of the pod template in the document, such as `spec`, `template`, or `items`, `2`, `spec`, `template` in a
   * List. Empty for a Pod.
   */
  readonly templateKeys: readonly string[];
  /** The whole object: some of its fields outside the template concern the pod. */
  readonly object: JsonObject;
  /** The pod template, or the Pod itself: `metadata` and `spec`, whose types are unchecked. */
  readonly template: JsonObject;
}

/** 'items[2].spec.template'. */
export function formatPath(keys: readonly string[]): string {
  return keys.join('.').replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}

/** 'Deployment shop/web'. */
export function formatTitle({ kind, name, namespace }: WorkloadName): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name || '(no name)'}`;
}

/**
 * Returns all workloads of a document: workloads of Kubernetes, also in a List, and custom resources with a pod
 * template at the usual path, such as an Argo Rollout. Ignores other objects.
 */
export function findWorkloads(document: unknown): FoundWorkload[] {
  return unwrapList(document).flatMap(({ value, path }) => readWorkload(objectOf(value) ?? {}, path));
}

/** Returns all objects of a document: the items of a List, or the document itself. */
export function unwrapDocument(document: unknown): JsonObject[] {
  return unwrapList(document).flatMap(({ value }) => (isObject(value) ? [value] : []));
}

function readWorkload(object: JsonObject, itemPath: readonly string[]): FoundWorkload[] {
  const apiVersion = textOf(object.apiVersion) ?? '';
  const kind = textOf(object.kind) ?? '';
  const known = findSpecPath(apiVersion, kind);
  const usual = kind === '' ? [] : USUAL_SPEC_PATHS;
  const specPath = (known ? [known] : usual).find(path => isPodSpec(valueAt(object, path)));
  if (!specPath) {
    return [];
  }
  const path = specPath.slice(0, -1);
  const { name, generateName, namespace } = objectOf(object.metadata) ?? {};
  return [
    {
      apiVersion,
      kind,
      name: textOf(name) ?? textOf(generateName) ?? '',
      namespace: textOf(namespace),
      templateKeys: [...itemPath, ...path],
      object,
      template: objectOf(valueAt(object, path))!,
    },
  ];
}

function isPodSpec(value: unknown): boolean {
  const spec = objectOf(value);
  return spec !== undefined && (Array.isArray(spec.containers) || Array.isArray(spec.initContainers));
}
