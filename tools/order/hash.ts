import { isObject } from '../../src/api/private/json-object';
import { sha256 } from '../../src/pod/sha256';
import { sortKeys } from '../../src/pod/sort-keys';

/** Returns the first digits of a hash, which does not depend on the order of keys. */
export function hash(hashed: unknown, digits: number): string {
  const text = JSON.stringify(hashed, (_key, value: unknown) => (isObject(value) ? sortKeys({ ...value }) : value));
  return sha256(text).slice(0, digits);
}

const HASH_DIGITS = 8;

/** Returns a name of at most `longest` characters. A hash replaces the end of a longer name, so it stays unique. */
export function fitName(name: string, longest: number): string {
  if (name.length <= longest) {
    return name;
  }
  const begin = name.slice(0, longest - HASH_DIGITS - 1).replace(/[^a-z0-9]+$/, '');
  return `${begin}-${hash(name, HASH_DIGITS)}`;
}
