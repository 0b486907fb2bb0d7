/** Formats a number with its noun, such as '1 image' or '2 images'. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
