import { JsonPatch } from 'cdk8s';
import { problem } from './problems';
import { isObject } from '../../api/private/json-object';
import { Problem } from '../../api/private/problem';
import { parsePointer, valueAt } from '../../pod/json-path';

/** A JSON patch as RFC 6902 writes it. */
interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
}

/** Returns a patched copy of the manifest, or the problem of the first patch that cannot be applied. */
export function applyJsonPatches(
  manifest: unknown,
  patches: readonly JsonPatch[],
): { readonly patched?: any; readonly problem?: Problem } {
  if (patches.length === 0) {
    return { patched: manifest };
  }
  let patched: unknown = structuredClone(manifest);
  for (const patch of patches) {
    // cdk8s has no public way to read an operation.
    const operation: Operation = patch._toJson();
    const why = findObstacle(patched, operation);
    if (why !== undefined) {
      return failed(operation, why);
    }
    try {
      patched = JsonPatch.apply(patched, patch);
    } catch (error) {
      return failed(operation, (error as Error).message.split('\n')[0]);
    }
    if (!isObject(patched)) {
      return failed(operation, 'the result is no object');
    }
  }
  return { patched };
}

function failed({ op, path }: Operation, why: string) {
  return { problem: problem('SO617', { op, path, why }) };
}

/**
 * RFC 6902 demands that the place exists. The library that cdk8s uses writes or removes nothing there, without an
 * error.
 */
function findObstacle(manifest: unknown, { op, path, from }: Operation): string | undefined {
  for (const pointer of [from, path]) {
    if (pointer !== undefined && pointer !== '' && !pointer.startsWith('/')) {
      return `'${pointer}' does not begin with '/'`;
    }
  }
  if (from !== undefined && !exists(manifest, from)) {
    return `the manifest has nothing at '${from}'`;
  }
  if (!['add', 'copy', 'move'].includes(op)) {
    return exists(manifest, path) ? undefined : 'the manifest has nothing there';
  }
  const keys = parsePointer(path);
  const last = keys.pop();
  const around = valueAt(manifest, keys);
  if (last === undefined) {
    return undefined;
  }
  if (typeof around !== 'object' || around === null) {
    return `the manifest has no object or list at '/${keys.join('/')}'`;
  }
  if (!Array.isArray(around) || last === '-') {
    return undefined;
  }
  const isIndex = /^\d+$/.test(last) && Number(last) <= around.length;
  return isIndex ? undefined : `'${last}' is no index of a list of ${around.length}`;
}

function exists(manifest: unknown, pointer: string): boolean {
  return valueAt(manifest, parsePointer(pointer)) !== undefined;
}
