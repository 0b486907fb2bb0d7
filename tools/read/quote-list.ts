/** `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'` */
export function quoteList(names: readonly string[]): string {
  const all = names.map(name => `'${name}'`);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
}

/** `'a' waits`, `'a' and 'b' wait`: the names with the verb for one subject or for several. */
export function quoteWithVerb(names: readonly string[], one: string, several: string): string {
  return `${quoteList(names)} ${chooseVerb(names, one, several)}`;
}

/** Returns the verb for one subject or for several. */
export function chooseVerb(names: readonly string[], one: string, several: string): string {
  return names.length === 1 ? one : several;
}
