import { Row } from './matrix';
import { ROWS } from './rows';
import { columnNames, runsOf } from './stories';
import { Times } from './table';
import { assertAllPassed, NamedStory, Results } from '../results';

/** Throws if a cell failed, or did not run on a version that it applies to. */
export function timesOf(results: Results, rows: readonly Row[] = ROWS): Times {
  assertAllPassed(results, storiesOf(rows));
  return story => {
    const all = results.runs.filter(r => r.story === story).flatMap(r => r.verdicts.find(v => v.milliseconds !== undefined)?.milliseconds ?? []);
    return all.length > 0 ? Math.max(...all) / 1000 : undefined;
  };
}

export function storiesOf(rows: readonly Row[]): readonly NamedStory[] {
  return rows.flatMap(row => columnNames().flatMap(name => runsOf(row, name).map(({ story }) => story)));
}
