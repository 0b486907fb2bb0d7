/** Writes the golden of each example and of each compose file. Review the diff before you commit it. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { COMPOSE_CASES, goldenOf, orderCase, pathOf } from '../test/compose/cases';
import { EXAMPLES, runExample } from '../test/examples';
import { golden } from '../test/golden';

for (const name of COMPOSE_CASES) {
  const { out, error } = orderCase(name);
  writeFileSync(pathOf(name, 'ordered.yaml'), goldenOf(name, out, error));
}
for (const found of EXAMPLES) { writeFileSync(join(found.directory, 'expected.yaml'), golden(runExample(found).manifests)); }
