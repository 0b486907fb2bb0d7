/** `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'` */
export function quoteList(names: readonly string[]): string {
  const all = names.map(name => `'${name}'`);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
}
