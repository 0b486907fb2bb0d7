import { ApiObject, ApiObjectMetadata, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { problem } from './problems';
import { isObject } from '../../api/private/json-object';
import { errorAt } from '../../api/private/problem';
import { AppObject, AppObjects, isAppObject, WaitingWorkload } from '../../pod/app-objects';
import { ListItem, unwrapList } from '../../pod/list-items';

/** Returns the construct path of a workload, without 'Resource', the id that cdk8s-plus gives its API object. */
export function pathOf(construct: IConstruct): string {
  return construct.node.path.replace(/\/(Resource|Default)$/, '') || construct.node.id;
}

type Change = (manifest: any) => any;

/** The API object of each manifest. */
const origins = new WeakMap<object, ApiObject>();

const changed = new WeakMap<ApiObject, { readonly toJson: () => any; readonly changes: Change[] }>();

/**
 * Applies `change` to every later `toJson()` of the object. Several changes apply one after the other, because a List
 * can contain several workloads. Throws an error if the `toJson` of the object cannot be replaced.
 */
export function changeManifest(apiObject: ApiObject, change: Change): void {
  const known = changed.get(apiObject);
  if (known) {
    known.changes.push(change);
    return;
  }
  const { toJson } = apiObject;
  const changes = [change];
  replaceToJson(apiObject, () => {
    const manifest = changes.reduce((before, c) => c(before), unchangedManifest(apiObject));
    origins.set(manifest, apiObject);
    return manifest;
  });
  changed.set(apiObject, { toJson, changes });
}

/** Throws an error if the `toJson` of the object cannot be replaced. */
export function replaceToJson(object: ApiObject | Chart, toJson: () => any): void {
  Object.defineProperty(object, 'toJson', { configurable: true, writable: true, enumerable: false, value: toJson });
}

/** Returns the API object of a changed manifest; `undefined` for any other manifest. */
export function originOf(manifest: object): ApiObject | undefined {
  return origins.get(manifest);
}

/**
 * Returns the manifest without the changes. The classes of cdk8s-plus do not check their input: a string as the command
 * of a probe throws a TypeError.
 */
export function unchangedManifest(apiObject: ApiObject): any {
  try {
    return (changed.get(apiObject)?.toJson ?? apiObject.toJson).call(apiObject);
  } catch (error) {
    if ((error as Error | undefined)?.name !== 'TypeError') {
      throw error;
    }
    const { kind } = apiObject;
    throw errorAt(pathOf(apiObject), problem('SO634', { kind, message: (error as Error).message }));
  }
}

/** Returns the items of a List, which Include keeps as one object; `undefined`: the object is no List. */
export function listItems(apiObject: ApiObject): ListItem[] | undefined {
  return apiObject.kind.endsWith('List') ? unwrapList(unchangedManifest(apiObject)) : undefined;
}

/** Finds the objects of the app that waits are about. Reads a manifest when a wait needs it. */
export function indexApp<W extends WaitingWorkload>(root: IConstruct, workloads: readonly W[]): AppObjects<W> {
  const apiObjects = root.node.findAll().filter(ApiObject.isApiObject) as ApiObject[];
  return new AppObjects(apiObjects.flatMap(readAppObjects), workloads);
}

function readAppObjects(object: ApiObject): AppObject[] {
  const path = pathOf(object);
  const items = listItems(object);
  if (!items) {
    const { kind, name, metadata } = object;
    return isAppObject(object)
      ? [{ kind, name, namespace: metadata.namespace, path, read: () => unchangedManifest(object) }]
      : [];
  }
  return items.flatMap(({ value }) => {
    if (!isObject(value) || !isAppObject(value)) {
      return [];
    }
    const { name = '', namespace = object.metadata.namespace } = (value.metadata ?? {}) as ApiObjectMetadata;
    return [{ kind: String(value.kind), name, namespace, path: `${path} (${name})`, read: () => value }];
  });
}
