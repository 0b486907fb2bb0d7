import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { problem, startOrderError } from '../../model/private/problem';

/** One workload: an API object, or one item of a List, and where its pod spec is. */
export interface Workload {
  readonly apiObject: ApiObject;
  /** Keys and indexes from the object's JSON to the pod spec. */
  readonly specPath: readonly (string | number)[];
  /** 'apps/v1/Deployment'. */
  readonly type: string;
}

const TEMPLATE = ['spec', 'template', 'spec'];
const SPEC_PATHS: Readonly<Record<string, readonly string[]>> = {
  '/Pod': ['spec'],
  'apps/Deployment': TEMPLATE,
  'apps/StatefulSet': TEMPLATE,
  'apps/DaemonSet': TEMPLATE,
  'apps/ReplicaSet': TEMPLATE,
  'batch/Job': TEMPLATE,
  'batch/CronJob': ['spec', 'jobTemplate', ...TEMPLATE],
};

/** The one workload in `scope`; an error that lists what was found when there is none, or more than one. */
export function theWorkloadIn(scope: IConstruct, podSpecPath: string | undefined): Workload {
  const apiObjects = scope.node.findAll().filter(ApiObject.isApiObject) as ApiObject[];
  const found = podSpecPath === undefined ? apiObjects.flatMap(workloadsOf) : customResources(apiObjects, podSpecPath);
  if (found.length === 0) {
    throw startOrderError([{ path: pathOf(scope), problem: problem('SO601', { found: apiObjects.map(o => named(o, typeOf(o))) }) }]);
  }
  if (found.length > 1) {
    throw startOrderError([{ path: pathOf(scope), problem: problem('SO602', { found: found.map(w => named(w.apiObject, w.type, nameOf(w))) }) }]);
  }
  return found[0];
}

export function workloadsOf(apiObject: ApiObject): Workload[] {
  const specPath = specPathOf(apiObject.apiVersion, apiObject.kind);
  if (specPath) { return [{ apiObject, specPath, type: typeOf(apiObject) }]; }
  // Include keeps a List as one object.
  if (apiObject.kind !== 'List') { return []; }
  const items: { apiVersion?: string; kind?: string }[] = apiObject.toJson().items ?? [];
  return items.flatMap((item, i) => {
    const path = specPathOf(item.apiVersion ?? '', item.kind ?? '');
    return path ? [{ apiObject, specPath: ['items', i, ...path], type: `${item.apiVersion}/${item.kind}` }] : [];
  });
}

/** The construct path as the user knows it: cdk8s-plus calls its API object 'Resource'. */
export function pathOf(construct: IConstruct): string {
  return construct.node.path.replace(/\/(Resource|Default)$/, '') || construct.node.id;
}

function specPathOf(apiVersion: string, kind: string): readonly string[] | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return SPEC_PATHS[`${group}/${kind}`];
}

function customResources(apiObjects: readonly ApiObject[], podSpecPath: string): Workload[] {
  const specPath = podSpecPath.split('/').slice(1).map(key => key.replace(/~1/g, '/').replace(/~0/g, '~'));
  return apiObjects.map(apiObject => ({ apiObject, specPath, type: typeOf(apiObject) }));
}

function typeOf(apiObject: ApiObject): string {
  return `${apiObject.apiVersion}/${apiObject.kind}`;
}

function named(apiObject: ApiObject, type: string, name?: string): string {
  return `${type} ${pathOf(apiObject)}${name === undefined ? '' : ` (${name})`}`;
}

/** The name of an item of a List: the construct path is that of the whole List. */
function nameOf({ apiObject, specPath }: Workload): string | undefined {
  return specPath[0] === 'items' ? apiObject.toJson().items[specPath[1]].metadata?.name : undefined;
}
