/** Returns the text in place of a binary of the wait agent. The script of the page does not contain the binaries. */
export function formatPlaceholder(path: string): string {
  return `<the wait agent, ${path}: \`Copy manifests\` adds the content>`;
}
