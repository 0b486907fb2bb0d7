import { writeFileSync } from 'fs';
import { join } from 'path';
import { stringify } from 'yaml';
import { temporaryFolder } from '../temporary-folder';

/** Writes a YAML file of these texts or manifests for Include, and returns its path. */
export function yamlFile(...manifests: unknown[]): string {
  const file = join(temporaryFolder(), 'manifests.yaml');
  writeFileSync(file, manifests.map(m => typeof m === 'string' ? m : stringify(m)).join('---\n'));
  return file;
}
