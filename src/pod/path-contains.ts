/** Whether the path equals the directory or is in it; repeated slashes make no difference. */
export function isUnder(path: string, directory: string): boolean {
  return `${path}/`.replace(/\/+/g, '/').startsWith(`${directory}/`.replace(/\/+/g, '/'));
}
