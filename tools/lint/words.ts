/** Returns the verb for one subject or for several. */
export function chooseVerb(names: readonly unknown[], one: string, several: string): string {
  return names.length === 1 ? one : several;
}
