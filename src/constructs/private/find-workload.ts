import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { pathOf } from './path-of';
import { unchangedManifest } from './to-json-hook';
import { problem, startOrderError } from '../../api/private/problem';
import { findSpecPath } from '../../pod/workload-paths';

/** One workload: an API object, or one item of a List, and where its pod spec is. */
export interface Workload {
  readonly apiObject: ApiObject;
  /** Keys and indexes from the object's JSON to the pod spec. */
  readonly specPath: readonly string[];
  /** The same as a JSON pointer; as the user wrote it, if so. */
  readonly podSpecPath: string;
  /** 'apps/v1/Deployment'. */
  readonly type: string;
}

/** The one workload in `scope`; an error that lists what was found when there is none, or more than one. */
export function theWorkloadIn(scope: IConstruct, podSpecPath: string | undefined): Workload {
  const apiObjects = scope.node.findAll().filter(ApiObject.isApiObject) as ApiObject[];
  const found = podSpecPath === undefined ? apiObjects.flatMap(workloadsOf) : customResources(apiObjects, podSpecPath);
  if (found.length === 0) {
    throw startOrderError([{ path: pathOf(scope), problem: problem('SO601', { found: apiObjects.map(o => named(o, typeOf(o))) }) }]);
  }
  if (found.length > 1) {
    throw startOrderError([{ path: pathOf(scope), problem: problem('SO602', { inList: found.every(w => w.specPath[0] === 'items'), found: found.map(w => named(w.apiObject, w.type, nameOf(w))) }) }]);
  }
  return found[0];
}

export function workloadsOf(apiObject: ApiObject): Workload[] {
  const specPath = findSpecPath(apiObject.apiVersion, apiObject.kind);
  if (specPath) { return [{ apiObject, specPath, podSpecPath: pointerTo(specPath), type: typeOf(apiObject) }]; }
  // Include keeps a List as one object.
  if (apiObject.kind !== 'List') { return []; }
  const items: ({ apiVersion?: string; kind?: string } | undefined)[] = asList(unchangedManifest(apiObject).items);
  return items.flatMap((item, i) => {
    const inItem = findSpecPath(item?.apiVersion ?? '', item?.kind ?? '');
    const path = ['items', `${i}`, ...inItem ?? []];
    return inItem ? [{ apiObject, specPath: path, podSpecPath: pointerTo(path), type: `${item!.apiVersion}/${item!.kind}` }] : [];
  });
}

function asList(items: unknown): any[] {
  return Array.isArray(items) ? items : [];
}

/** All that have a pod spec there; the one object that was passed is meant, even if its pod spec comes later. */
function customResources(apiObjects: readonly ApiObject[], podSpecPath: string): Workload[] {
  return apiObjects.length === 1 ? [customResource(apiObjects[0], podSpecPath)] : apiObjects.flatMap(o => customResourceIn(o, podSpecPath));
}

export function customResourceIn(apiObject: ApiObject, podSpecPath: string): Workload[] {
  const workload = customResource(apiObject, podSpecPath);
  try {
    const spec = workload.specPath.reduce((value, key) => value?.[key], unchangedManifest(apiObject));
    return Array.isArray(spec?.containers) ? [workload] : [];
  } catch {
    // Of cdk8s-plus, and not finished yet: no custom resource.
    return [];
  }
}

function customResource(apiObject: ApiObject, podSpecPath: string): Workload {
  // What is no JSON pointer is a key that no manifest has, and the error then shows it as it was written.
  const specPath = podSpecPath.startsWith('/')
    ? podSpecPath.split('/').slice(1).map(key => key.replace(/~1/g, '/').replace(/~0/g, '~')) : [podSpecPath];
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

/** The name of an item of a List: the construct path is that of the whole List. */
function nameOf({ apiObject, specPath }: Workload): string | undefined {
  return specPath[0] === 'items' ? unchangedManifest(apiObject).items[specPath[1]].metadata?.name : undefined;
}
