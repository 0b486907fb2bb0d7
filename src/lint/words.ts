/** `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'` */
export function quoted(names: readonly string[]): string {
  const all = names.map(name => `'${name}'`);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
}

/** The verb for one or for several. */
export function verb(names: readonly unknown[], one: string, several: string): string {
  return names.length === 1 ? one : several;
}
