/** Writes the golden of each example and of each compose file. Review the diff before you commit it. */
import { rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { builtLibrary } from '../test/built-library';
import { CONVERTED_CASES, goldenFile, goldenOf, orderCase } from '../test/compose/cases';
import { EXAMPLES, synthesize } from '../test/examples';
import { golden } from '../test/golden';

async function main() {
  for (const converted of CONVERTED_CASES) {
    const { out, error } = orderCase(converted);
    writeFileSync(goldenFile(converted), goldenOf(converted, out, error));
  }
  const library = builtLibrary();
  await Promise.all(EXAMPLES.map(async found => { writeFileSync(join(found.directory, 'expected.yaml'), golden(await synthesize(found, library))); }));
  rmSync(library, { recursive: true });
}

void main();
