/**
 * Writes the tables of docs/contributing/faults.md. `guarantees.ts RESULTS.json…` records the results of the suite in docs/data/faults.json; `npm run docs` makes the
 * table of faults from that file and the rows.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { endsTable } from './ends/table';
import { storiesOf, timesOf } from './faults/results';
import { ROWS } from './faults/rows';
import { faultTable } from './faults/table';
import { storiesThatOpen } from './parallel';
import { joined, provenance, Results } from './results';
import { withBlocks } from '../scripts/generated-blocks';
import { rawJson } from '../scripts/raw-data';

const DOCS = join(__dirname, '..', 'docs');
export const FAULTS_DOC = join(DOCS, 'contributing', 'faults.md');
const FAULTS_FILE = join(DOCS, 'data', 'faults.json');

/** The results of the stories of the table. */
interface RecordedFaults {
  readonly provenance: string;
  /** By story, rounded to tenths; `null`: the story measures no time. */
  readonly seconds: Readonly<Record<string, number | null>>;
}

/** Returns the page with the table of faults. */
export function faultsDoc(before: string): string {
  return withBlocks(before, { faults: describeFaults(JSON.parse(readFileSync(FAULTS_FILE, 'utf8')) as RecordedFaults) });
}

/** Throws if a story was not recorded. */
export function describeFaults({ provenance: origin, seconds }: RecordedFaults): string {
  const table = faultTable(story => {
    if (seconds[story] === undefined) { throw new Error(`${FAULTS_FILE} has no result of ${story}; run the story, and then conformance/guarantees.ts`); }
    return seconds[story] ?? undefined;
  }, storiesThatOpen());
  return `${origin}\n\n${table}`;
}

function recordFaults(results: Results): RecordedFaults {
  const [stories, times] = [storiesOf(ROWS), timesOf(results)];
  const seconds: Record<string, number | null> = {};
  for (const [name] of stories) {
    const longest = times(name);
    seconds[name] = longest === undefined ? null : Math.round(longest * 10) / 10;
  }
  return { provenance: provenance(results, stories), seconds };
}

if (require.main === module) {
  const files = process.argv.slice(2);
  const results = joined((files.length > 0 ? files : ['test-reports/conformance.json']).map(file => JSON.parse(readFileSync(file, 'utf8'))));
  writeFileSync(FAULTS_FILE, rawJson(recordFaults(results)));
  writeFileSync(FAULTS_DOC, withBlocks(faultsDoc(readFileSync(FAULTS_DOC, 'utf8')), { ends: endsTable(results) }));
}
