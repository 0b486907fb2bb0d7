/** Keys and indexes from a JSON value to a value in it. */
export type JsonPath = readonly string[];

/** Returns the value at a path; `undefined`: there is no such value. A key never finds a method of an object. */
export function valueAt(json: unknown, path: JsonPath): unknown {
  let found = json;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.prototype.hasOwnProperty.call(found, key)) {
      return undefined;
    }
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** Returns the keys of a JSON pointer: '/spec/template'. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(key => key.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Returns a copy with another value at the path. Values beside the path are not copied. */
export function replaceAt(json: any, path: JsonPath, replacement: unknown): any {
  if (path.length === 0) {
    return replacement;
  }
  const [key, ...rest] = path;
  const value = replaceAt(json[key], rest, replacement);
  return Array.isArray(json) ? Object.assign([...json], { [key]: value }) : { ...json, [key]: value };
}
