/** Writes the tables of docs/explanation/guarantees.md from results of the suite: guarantees.ts RESULTS.json… */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { endsTable } from './ends/table';
import { storiesOf, timesOf } from './faults/results';
import { ROWS } from './faults/rows';
import { faultTable } from './faults/table';
import { joined, provenance } from './results';
import { withBlocks } from '../scripts/generated-blocks';

export const GUARANTEES_DOC = join(__dirname, '..', 'docs', 'explanation', 'guarantees.md');

if (require.main === module) {
  const files = process.argv.slice(2);
  const results = joined((files.length > 0 ? files : ['test-reports/conformance.json']).map(file => JSON.parse(readFileSync(file, 'utf8'))));
  writeFileSync(GUARANTEES_DOC, withBlocks(readFileSync(GUARANTEES_DOC, 'utf8'), {
    faults: `${provenance(results, storiesOf(ROWS))}\n\n${faultTable(timesOf(results))}`,
    ends: endsTable(results),
  }));
}
