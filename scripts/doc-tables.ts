/** Reads values from the generated tables of one page for other pages. */
import { readFileSync } from 'fs';
import { join } from 'path';

const DOCS = join(__dirname, '..', 'docs');
const MEASURED_DOC = join(DOCS, 'contributing', 'measured.md');
export const FAULTS_DOC = join(DOCS, 'contributing', 'faults.md');

export type Table = readonly (readonly string[])[];

const SEPARATOR = /^[|: -]+$/;

/** Returns the cells of all tables below a heading, up to the next one: several sections can have the same heading. */
export function tablesBelow(text: string, heading: string): Table {
  const rows: string[][] = [];
  let isFound = false;
  let isBelow = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) {
      isBelow = line === heading;
      isFound ||= isBelow;
    } else if (isBelow && line.startsWith('| ') && !SEPARATOR.test(line)) {
      rows.push(cellsOf(line));
    }
  }
  if (!isFound) {
    throw new Error(`there is no heading '${heading}'`);
  }
  return rows;
}

/** Splits a row. The tables contain no `|` between backticks. */
function cellsOf(line: string): string[] {
  return line.replace(/^\| | \|$/g, '').split(' | ');
}

export interface Figures {
  /** The time from the ready dependency to the start of the dependent; `undefined` if the table contains no value. */
  readonly afterReady: (story: string) => Spread | undefined;
  /** The time from the creation of the pod to the start of the dependent, minus the time that the dependency needs. */
  readonly afterCreation: (story: string) => Spread | undefined;
  /** The third column: the ratio to the critical path. */
  readonly ratioOf: (story: string) => string;
}

export interface Spread {
  readonly p50: string;
  readonly max: string;
}

/** Returns the measurements of one version of Kubernetes in measured.md. */
export function measuredFigures(version: string): Figures {
  const rows = tablesBelow(readFileSync(MEASURED_DOC, 'utf8'), `### Kubernetes ${version}`);
  const row = (story: string): readonly string[] => {
    const found = rows.filter(([about]) => about === story);
    if (found.length !== 1) {
      throw new Error(`measured.md has ${found.length} rows '${story}' for ${version}`);
    }
    return found[0];
  };
  const spread = (cell: string) => {
    const [p50, , max] = cell.split('/');
    return max === undefined ? undefined : { p50, max };
  };
  return {
    afterReady: story => spread(row(story)[1]),
    afterCreation: story => spread(row(story)[2]),
    ratioOf: story => row(story)[2],
  };
}
