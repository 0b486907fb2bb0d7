import { ApiObject } from 'cdk8s';
import { pathOf } from './path-of';
import { problem, startOrderError } from '../../api/private/problem';

type Change = (manifest: any) => any;

/** By the manifest, the object that it was made of. */
const origins = new WeakMap<object, ApiObject>();

const changed = new WeakMap<ApiObject, { readonly toJson: () => any; readonly changes: Change[] }>();

/**
 * From now on the manifest of the object is what `change` makes of it. Several changes are made one after the other: a List can hold
 * several workloads. Throws when the object's `toJson` cannot be replaced.
 */
export function changeManifest(apiObject: ApiObject, change: Change): void {
  const known = changed.get(apiObject);
  if (known) {
    known.changes.push(change);
    return;
  }
  const { toJson } = apiObject;
  const changes = [change];
  Object.defineProperty(apiObject, 'toJson', {
    configurable: true,
    writable: true,
    enumerable: false,
    value: () => {
      const manifest = changes.reduce((before, c) => c(before), unchangedManifest(apiObject));
      origins.set(manifest, apiObject);
      return manifest;
    },
  });
  changed.set(apiObject, { toJson, changes });
}

/** `undefined`: no object that was changed has this manifest. */
export function originOf(manifest: object): ApiObject | undefined {
  return origins.get(manifest);
}

/** The manifest as cdk8s writes it by itself. The classes of cdk8s-plus do not check their input: a string as the command of a probe is a TypeError there. */
export function unchangedManifest(apiObject: ApiObject): any {
  try {
    return (changed.get(apiObject)?.toJson ?? apiObject.toJson).call(apiObject);
  } catch (error) {
    if ((error as Error | undefined)?.name !== 'TypeError') { throw error; }
    throw startOrderError([{ path: pathOf(apiObject), problem: problem('SO634', { kind: apiObject.kind, message: (error as Error).message }) }]);
  }
}
