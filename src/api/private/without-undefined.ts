/** Returns the object without the keys whose value is `undefined`. */
export function withoutUndefined<T extends object>(object: T): T {
  const defined: Partial<T> = {};
  for (const key of Object.keys(object) as (keyof T)[]) {
    if (object[key] !== undefined) {
      defined[key] = object[key];
    }
  }
  return defined as T;
}
