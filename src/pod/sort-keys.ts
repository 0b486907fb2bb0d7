/** Returns an object with its keys in alphabetical order, as cdk8s prints them. */
export function sortKeys<T extends object>(object: T): T {
  const keys = Object.keys(object);
  if (keys.every((key, i) => i === 0 || keys[i - 1] < key)) {
    return object;
  }
  const copy: any = {};
  for (const key of keys.sort()) {
    copy[key] = object[key as keyof T];
  }
  return copy;
}
