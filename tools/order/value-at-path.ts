/** Returns the value at a path of keys and indexes; `undefined`: there is no such value. */
export function valueAtPath(json: any, path: readonly string[]): unknown {
  return path.reduce((value, key) => value?.[key], json);
}

/** Returns a copy with another value at the path. Values beside the path are not copied. */
export function replaceAtPath(json: any, path: readonly string[], replacement: unknown): any {
  if (path.length === 0) { return replacement; }
  const [key, ...rest] = path;
  const value = replaceAtPath(json[key], rest, replacement);
  return Array.isArray(json) ? Object.assign([...json], { [key]: value }) : { ...json, [key]: value };
}
