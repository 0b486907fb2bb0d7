/** `'a', 'b'` */
export function quoteNames(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ');
}
