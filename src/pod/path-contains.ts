/** Whether one is the other, or lies in it. Slashes that are too many make no difference. */
export function isUnder(path: string, directory: string): boolean {
  return `${path}/`.replace(/\/+/g, '/').startsWith(`${directory}/`.replace(/\/+/g, '/'));
}
