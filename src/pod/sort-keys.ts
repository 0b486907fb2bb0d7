/** Returns an object, with changes, with its keys in alphabetical order, as cdk8s prints them. */
export function sortKeys<T extends object>(given: T | undefined, changes?: Partial<T>): T {
  const object = (changes ? Object.assign({}, given, changes) : given) as T;
  const keys = Object.keys(object);
  let sorted = 1;
  while (sorted < keys.length && keys[sorted - 1] < keys[sorted]) {
    sorted++;
  }
  if (sorted >= keys.length) {
    return object;
  }
  const copy: any = {};
  for (const key of keys.sort()) {
    copy[key] = object[key as keyof T];
  }
  return copy;
}
