/**
 * Whether the path equals the directory or is in it. Repeated slashes make no difference, and a relative path begins at
 * the root.
 */
export function isUnder(path: string, directory: string): boolean {
  const [inner, outer] = [path, directory].map(each => `/${each}/`.replace(/\/+/g, '/'));
  return inner.startsWith(outer);
}
