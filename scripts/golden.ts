/** Writes the golden of each example and of a compose file. Review the diff before you commit it. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { goldenOf, orderCase, pathOf } from '../test/compose/cases';
import { EXAMPLES, runExample } from '../test/examples';
import { golden } from '../test/golden';

const { out, error } = orderCase('group');
writeFileSync(pathOf('group', 'ordered.yaml'), goldenOf('group', out, error));
for (const found of EXAMPLES) {
  writeFileSync(join(found.directory, 'expected.yaml'), golden(runExample(found).manifests));
}
