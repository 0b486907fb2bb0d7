/** Writes the golden of each example. Review the diff before you commit it. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { EXAMPLES, runExample } from '../test/examples';
import { golden } from '../test/golden';

for (const found of EXAMPLES) {
  writeFileSync(join(found.directory, 'expected.yaml'), golden(runExample(found).manifests));
}
