/** Writes the golden of each example. Review the diff before you commit it. */
import { rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { builtLibrary } from '../test/built-library';
import { EXAMPLES, synthesize } from '../test/examples';
import { golden } from '../test/golden';

async function main() {
  const library = builtLibrary();
  await Promise.all(EXAMPLES.map(async found => { writeFileSync(join(found.directory, 'expected.yaml'), golden(await synthesize(found, library))); }));
  rmSync(library, { recursive: true });
}

void main();
