import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { pathOf } from './path-of';
import { unchangedManifest } from './to-json-hook';
import { problem, startOrderError } from '../../api/private/problem';
import { parsePointer } from '../../pod/json-path';
import { findItemPath, unwrapList } from '../../pod/list-items';
import { findSpecPath } from '../../pod/workload-paths';

/** One workload: an API object or one item of a List, and the path to its pod spec. */
export interface Workload {
  readonly apiObject: ApiObject;
  /** The keys and indexes from the manifest of the object to the pod spec. */
  readonly specPath: readonly string[];
  /** The same path as a JSON pointer; unchanged if the user specifies it. */
  readonly podSpecPath: string;
  /** 'apps/v1/Deployment'. */
  readonly type: string;
}

/** Returns the only workload in `scope`. Throws an error that lists the API objects if there is no workload, or several. */
export function theWorkloadIn(scope: IConstruct, podSpecPath: string | undefined): Workload {
  const apiObjects = scope.node.findAll().filter(ApiObject.isApiObject) as ApiObject[];
  const found = podSpecPath === undefined ? apiObjects.flatMap(workloadsOf) : customResources(apiObjects, podSpecPath);
  if (found.length === 0) {
    throw startOrderError([{ path: pathOf(scope), problem: problem('SO601', { found: apiObjects.map(o => named(o, typeOf(o))) }) }]);
  }
  if (found.length > 1) {
    throw startOrderError([{ path: pathOf(scope), problem: problem('SO602', { inList: found.every(w => w.specPath[0] === 'items'), found: found.map(w => named(w.apiObject, w.type, findItemName(w))) }) }]);
  }
  return found[0];
}

export function workloadsOf(apiObject: ApiObject): Workload[] {
  const specPath = findSpecPath(apiObject.apiVersion, apiObject.kind);
  if (specPath) { return [{ apiObject, specPath, podSpecPath: pointerTo(specPath), type: typeOf(apiObject) }]; }
  // Include keeps a List as one object.
  if (!apiObject.kind.endsWith('List')) { return []; }
  return unwrapList(unchangedManifest(apiObject)).flatMap(({ value, path }) => {
    const { apiVersion, kind } = (value ?? {}) as { apiVersion?: string; kind?: string };
    const inItem = findSpecPath(apiVersion ?? '', kind ?? '');
    return inItem ? [{ apiObject, specPath: [...path, ...inItem], podSpecPath: pointerTo([...path, ...inItem]), type: `${apiVersion}/${kind}` }] : [];
  });
}

/** Returns the objects with a pod spec at the path. A single object is returned even if its pod spec is added later. */
function customResources(apiObjects: readonly ApiObject[], podSpecPath: string): Workload[] {
  return apiObjects.length === 1 ? [customResource(apiObjects[0], podSpecPath)] : apiObjects.flatMap(o => customResourceIn(o, podSpecPath));
}

export function customResourceIn(apiObject: ApiObject, podSpecPath: string): Workload[] {
  const workload = customResource(apiObject, podSpecPath);
  try {
    const spec = workload.specPath.reduce((value, key) => value?.[key], unchangedManifest(apiObject));
    return Array.isArray(spec?.containers) ? [workload] : [];
  } catch {
    // An unfinished object of cdk8s-plus is no custom resource.
    return [];
  }
}

function customResource(apiObject: ApiObject, podSpecPath: string): Workload {
  // An invalid JSON pointer becomes a key that no manifest contains, so that the error shows it unchanged.
  const specPath = podSpecPath.startsWith('/') ? parsePointer(podSpecPath) : [podSpecPath];
  return { apiObject, specPath, podSpecPath, type: typeOf(apiObject) };
}

function pointerTo(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

function typeOf(apiObject: ApiObject): string {
  return `${apiObject.apiVersion}/${apiObject.kind}`;
}

function named(apiObject: ApiObject, type: string, name?: string): string {
  return `${type} ${pathOf(apiObject)}${name === undefined ? '' : ` (${name})`}`;
}

/** Returns the name of an item of a List, because the construct path identifies only the List. */
function findItemName({ apiObject, specPath }: Workload): string | undefined {
  const path = findItemPath(specPath);
  return path.length === 0 ? undefined : path.reduce((value, key) => value[key], unchangedManifest(apiObject)).metadata?.name;
}
