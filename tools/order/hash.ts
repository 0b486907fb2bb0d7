import { isObject } from '../../src/api/private/json-object';
import { sha256 } from '../../src/pod/sha256';
import { sortKeys } from '../../src/pod/sort-keys';

/** Returns the first digits of a hash, which does not depend on the order of keys. */
export function hash(hashed: unknown, digits: number): string {
  const text = JSON.stringify(hashed, (_key, value: unknown) => (isObject(value) ? sortKeys({ ...value }) : value));
  return sha256(text).slice(0, digits);
}

const HASH_DIGITS = 8;

/** Kubernetes 1.37, k8s.io/apimachinery/pkg/api/validation/generic.go ValidateServiceAccountName: a DNS subdomain. */
const LONGEST_NAME = 253;

/** Returns the name of an object. A hash replaces the end of a name that is too long, so it stays unique. */
export function fitName(name: string): string {
  if (name.length <= LONGEST_NAME) {
    return name;
  }
  const begin = name.slice(0, LONGEST_NAME - HASH_DIGITS - 1).replace(/[^a-z0-9]+$/, '');
  return `${begin}-${hash(name, HASH_DIGITS)}`;
}
