/** A container. */
interface Named {
  readonly name: string;
}

/** `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'` */
export function quoteList(all: readonly Named[]): string {
  const names = all.map(({ name }) => `'${name}'`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** `'a' waits`, `'a' and 'b' wait`: the names with the verb for one subject or for several. */
export function quoteWithVerb(all: readonly Named[], one: string, several: string): string {
  return `${quoteList(all)} ${chooseVerb(all, one, several)}`;
}

/** Returns the verb for one subject or for several. */
export function chooseVerb({ length }: readonly Named[], one: string, several: string): string {
  return length === 1 ? one : several;
}
