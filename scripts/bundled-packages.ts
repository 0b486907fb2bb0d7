/** The npm packages in an output of esbuild, and their licences. */
import { readFileSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..');

/** Returns the packages of the input files, such as `commander`. */
export function listPackages(inputs: Readonly<Record<string, unknown>>): string[] {
  return [
    ...new Set(Object.keys(inputs).flatMap(file => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])),
  ].sort();
}

/** Returns the notices that the licences of the packages require: their names, copyrights and texts. */
export function describeLicences(packages: readonly string[]): string[] {
  const texts = new Map<string, string[]>();
  for (const name of packages) {
    const text = readLicence(name);
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  return [...texts].map(([text, names]) => `The licence of ${names.join(' and ')}:\n${text}`);
}

/** For the licence of this library, its address and the notice of the package are enough. */
function readLicence(name: string): string {
  const read = (file: string) => readFileSync(join(ROOT, 'node_modules', name, file), 'utf8').trim();
  const { license } = JSON.parse(read('package.json')) as { license: string };
  return license === 'Apache-2.0'
    ? `Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0\n${read('NOTICE')}`
    : read('LICENSE');
}
