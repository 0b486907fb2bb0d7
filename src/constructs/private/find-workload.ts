import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { listItems, pathOf, unchangedManifest } from './api-object';
import { problem } from './problems';
import { errorAt } from '../../api/private/problem';
import { parsePointer, valueAt } from '../../pod/json-path';
import { findItemPath } from '../../pod/list-items';
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

/** The words that select a workload. */
export interface WorkloadSelector {
  readonly podSpecPath?: string;
  /** The name of the workload, or `Kind/name`. */
  readonly workload?: string;
}

/**
 * Returns the only workload in `scope` that the selector selects. Throws an error that lists the API objects if there
 * is no workload, or several.
 */
export function theWorkloadIn(scope: IConstruct, selector: WorkloadSelector): Workload {
  const { podSpecPath, workload } = selector;
  const apiObjects = scope.node.findAll().filter(ApiObject.isApiObject) as ApiObject[];
  // A single custom resource is found even if its pod spec is added later.
  const found =
    podSpecPath !== undefined && apiObjects.length === 1
      ? [customResource(apiObjects[0], podSpecPath)]
      : apiObjects.flatMap(o => workloadsOf(o, podSpecPath));
  const selected = found.filter(w => isSelected(w, selector));
  if (selected.length === 1) {
    return selected[0];
  }
  throw errorAt(pathOf(scope), findProblem());

  function findProblem() {
    if (found.length === 0) {
      return problem('SO601', { found: apiObjects.map(o => `${typeOf(o)} ${pathOf(o)}`) });
    }
    if (selected.length > 1) {
      return problem('SO602', { found: selected.map(describe), example: findExample(selected) });
    }
    return problem('SO622', {
      workload: workload!,
      found: found.map(describe),
      names: found.map(findName),
    });
  }
}

/** Whether the workload has the name of the selector, or the selector contains none. */
export function isSelected(found: Workload, { workload }: WorkloadSelector): boolean {
  return workload === undefined || [findName(found), kindAndName(found)].includes(workload);
}

/** `podSpecPath`: the path to the pod spec of a custom resource. */
export function workloadsOf(apiObject: ApiObject, podSpecPath?: string): Workload[] {
  if (podSpecPath !== undefined) {
    return customResourceIn(apiObject, podSpecPath);
  }
  const items = listItems(apiObject) ?? [{ path: [], value: apiObject }];
  return items.flatMap(({ value, path }) => {
    const { apiVersion, kind } = (value ?? {}) as { apiVersion?: string; kind?: string };
    const inItem = findSpecPath(apiVersion ?? '', kind ?? '');
    if (!inItem) {
      return [];
    }
    const specPath = [...path, ...inItem];
    return [{ apiObject, specPath, podSpecPath: `/${specPath.join('/')}`, type: `${apiVersion}/${kind}` }];
  });
}

function customResourceIn(apiObject: ApiObject, podSpecPath: string): Workload[] {
  const workload = customResource(apiObject, podSpecPath);
  try {
    const containers = valueAt(unchangedManifest(apiObject), [...workload.specPath, 'containers']);
    return Array.isArray(containers) ? [workload] : [];
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

function typeOf(apiObject: ApiObject): string {
  return `${apiObject.apiVersion}/${apiObject.kind}`;
}

/** 'apps/v1/Deployment shop/all (web)' */
function describe(workload: Workload): string {
  return `${workload.type} ${pathOf(workload.apiObject)} (${findName(workload)})`;
}

/** Returns the property that selects the first of several workloads. */
function findExample(found: readonly Workload[]): string | undefined {
  const [first] = found;
  const isOnly = (nameOf: (workload: Workload) => string) =>
    found.filter(w => nameOf(w) === nameOf(first)).length === 1;
  if (isOnly(findName)) {
    return `workload: '${findName(first)}'`;
  }
  if (isOnly(kindAndName)) {
    return `workload: '${kindAndName(first)}'`;
  }
  return isOnly(w => pathOf(w.apiObject)) ? undefined : `podSpecPath: '${first.podSpecPath}'`;
}

/** Returns the name in the manifest: of the item of a List, otherwise of the object. */
export function findName({ apiObject, specPath }: Workload): string {
  const path = findItemPath(specPath);
  if (path.length === 0) {
    return apiObject.name;
  }
  const name = valueAt(unchangedManifest(apiObject), [...path, 'metadata', 'name']);
  return (name as string | undefined) ?? '';
}

function kindAndName(workload: Workload): string {
  return `${findKind(workload)}/${findName(workload)}`;
}

export function findKind({ type }: Workload): string {
  return type.split('/').pop()!;
}
