/** Figures that other pages repeat from a generated table: read there, so that there is one place in which they are written. */
import { readFileSync } from 'fs';
import { join } from 'path';

const EXPLANATION = join(__dirname, '..', 'docs', 'explanation');
const MEASURED_DOC = join(EXPLANATION, 'measured.md');
export const GUARANTEES_DOC = join(EXPLANATION, 'guarantees.md');

export type Table = readonly (readonly string[])[];

const SEPARATOR = /^[|: -]+$/;

/** The rows of all tables below a heading, up to the next heading: the cells as they stand there. */
export function tablesBelow(text: string, heading: string): Table {
  const lines = text.split('\n');
  const from = lines.indexOf(heading);
  if (from < 0) { throw new Error(`there is no heading '${heading}'`); }
  const to = lines.findIndex((line, i) => i > from && line.startsWith('#'));
  return lines.slice(from, to < 0 ? undefined : to).filter(line => line.startsWith('| ') && !SEPARATOR.test(line)).map(cellsOf);
}

/** A `|` between backticks, as in code, separates nothing here: none of our tables has one. */
function cellsOf(line: string): string[] {
  return line.replace(/^\| | \|$/g, '').split(' | ');
}

export interface Figures {
  /** From the ready dependency to the start of the dependent; `undefined` where no figure is in the table. */
  readonly afterReady: (story: string) => Spread | undefined;
  /** From the creation of the pod to the start of the dependent, less the time that the dependency needs. */
  readonly afterCreation: (story: string) => Spread | undefined;
  /** The third column: of the critical path. */
  readonly ratioOf: (story: string) => string;
}

export interface Spread {
  readonly p50: string;
  readonly max: string;
}

/** What measured.md says of one version of Kubernetes. */
export function measuredFigures(version: string): Figures {
  const rows = tablesBelow(readFileSync(MEASURED_DOC, 'utf8'), `### Kubernetes ${version}`);
  const row = (story: string): readonly string[] => {
    const found = rows.filter(([about]) => about === story);
    if (found.length !== 1) { throw new Error(`measured.md has ${found.length} rows '${story}' for ${version}`); }
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
