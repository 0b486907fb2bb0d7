import { isObject } from '../../src/api/private/json-object';
import { sha256 } from '../../src/pod/sha256';
import { sortKeys } from '../../src/pod/sort-keys';

/** Returns the first digits of a hash, which does not depend on the order of keys. */
export function hash(hashed: unknown, digits: number): string {
  const text = JSON.stringify(hashed, (_key, value: unknown) => (isObject(value) ? sortKeys({ ...value }) : value));
  return sha256(text).slice(0, digits);
}
