/** Writes the manifest of each example beside it. Read the diff before you commit it: these files are the product. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { EXAMPLES, synthesize } from '../test/examples';

async function main() {
  for (const found of EXAMPLES) {
    writeFileSync(join(found.directory, 'expected.yaml'), await synthesize(found));
  }
}

void main();
