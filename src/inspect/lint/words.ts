export { named as quoted } from '../../pod/quote-list';

/** The verb for one or for several. */
export function verb(names: readonly unknown[], one: string, several: string): string {
  return names.length === 1 ? one : several;
}
