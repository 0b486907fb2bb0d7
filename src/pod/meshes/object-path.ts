/** Returns the value at the path of an object, or the reason why the path cannot have a value. */
export function readField(content: unknown, path: readonly string[]): { readonly given?: unknown } | { readonly why: string } {
  for (let depth = 0; depth < path.length; depth++) {
    const around = readPath(content, path.slice(0, depth));
    if (around === null || around === undefined) { return {}; }
    if (typeof around !== 'object' || Array.isArray(around)) { return { why: depth === 0 ? 'it is no mapping' : `'${path.slice(0, depth).join('.')}' is no mapping` }; }
  }
  return { given: readPath(content, path) ?? undefined };
}

function readPath(content: any, path: readonly string[]): unknown {
  return path.reduce((found, key) => found?.[key], content);
}
