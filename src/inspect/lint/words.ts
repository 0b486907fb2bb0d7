export { quoteList as quoted } from '../../pod/quote-list';

/** Returns the verb for one subject or for several. */
export function verb(names: readonly unknown[], one: string, several: string): string {
  return names.length === 1 ? one : several;
}
