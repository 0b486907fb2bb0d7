import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { stringify } from 'yaml';

const files: string[] = [];
afterAll(() => files.forEach(file => rmSync(join(file, '..'), { recursive: true })));

/** Writes a YAML file of these texts or manifests for Include, and returns its path. */
export function yamlFile(...manifests: unknown[]): string {
  files.push(join(mkdtempSync(join(tmpdir(), 'startup-order-')), 'manifests.yaml'));
  writeFileSync(files.at(-1)!, manifests.map(m => typeof m === 'string' ? m : stringify(m)).join('---\n'));
  return files.at(-1)!;
}
