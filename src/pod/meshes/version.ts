/** Returns `major.minor` of `1.27`, `1.27.3` or `v1.27.3`; `undefined`: an invalid version. */
export function parseProductVersion(text: string): string | undefined {
  return /^v?(\d{1,4}\.\d{1,4})(?:\.\d+)?$/.exec(text)?.[1];
}

/** Compares versions as `major.minor`. */
export function isAtLeast(version: string, since: string): boolean {
  const [[major, minor], [sinceMajor, sinceMinor]] = [version, since].map(text => text.split('.').map(Number));
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}
