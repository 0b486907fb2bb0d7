/** Writes the golden of each example and of each compose file. Review the diff before you commit it. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { CONVERTED_CASES, goldenFile, goldenOf, orderCase } from '../test/compose/cases';
import { EXAMPLES, runExample } from '../test/examples';
import { golden } from '../test/golden';

for (const converted of CONVERTED_CASES) {
  const { out, error } = orderCase(converted);
  writeFileSync(goldenFile(converted), goldenOf(converted, out, error));
}
for (const found of EXAMPLES) { writeFileSync(join(found.directory, 'expected.yaml'), golden(runExample(found).manifests)); }
