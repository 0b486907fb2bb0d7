/** Writes the golden of each example. Review the diff before you commit it. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { EXAMPLES, synthesize } from '../test/examples';
import { golden } from '../test/golden';

async function main() {
  for (const found of EXAMPLES) {
    writeFileSync(join(found.directory, 'expected.yaml'), golden(await synthesize(found)));
  }
}

void main();
