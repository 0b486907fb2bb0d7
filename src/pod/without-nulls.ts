import { isObject } from '../api/private/json-object';

/** Maps of texts: the API server reads `key: null` in them as an empty text. */
const MAPS: readonly string[] = ['annotations', 'labels', 'limits', 'matchLabels', 'nodeSelector', 'requests'];

/**
 * Returns the value without the keys whose value is null, which the API server reads as absent. Returns the same object
 * if there are none. Templates of charts often leave such keys: `env:` without an entry.
 */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls);
    return items.some((item, i) => item !== value[i]) ? (items as T) : value;
  }
  if (!isObject(value)) {
    return value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    const kept = MAPS.includes(key) ? inner : withoutNulls(inner);
    if (kept === null) {
      changed ??= { ...value };
      delete changed[key];
    } else if (kept !== inner) {
      changed ??= { ...value };
      changed[key] = kept;
    }
  }
  return (changed ?? value) as T;
}
