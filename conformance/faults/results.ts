import { Row } from './matrix';
import { ROWS } from './rows';
import { columnNames, runsOf } from './stories';
import { Times } from './table';

/** What `test-reports/conformance.json` says, as far as it matters here. */
export interface Results {
  readonly machine: { readonly date: string; readonly cores: number; readonly load: readonly number[] };
  readonly nodes: readonly { readonly version: string }[];
  readonly runs: readonly {
    readonly story: string;
    readonly version: string;
    readonly passed: boolean;
    readonly verdicts: readonly { readonly milliseconds?: number }[];
  }[];
}

/** Several results as one: versions may be run one after the other. */
export function joined(all: readonly Results[]): Results {
  return { machine: all[0].machine, nodes: all.flatMap(r => r.nodes), runs: all.flatMap(r => r.runs) };
}

/** Throws when a cell was not seen on a version that it applies to, or not every time. */
export function timesOf(results: Results, rows: readonly Row[] = ROWS): Times {
  const versions = versionsOf(results.nodes);
  const wrong = storiesOf(rows).flatMap(([name, story]) => {
    const applies = versions.filter(v => story.doesNotApply?.(Number(v.split('.')[1])) === undefined);
    return applies.length === 0 ? [`${name}: no version that it applies to`] : applies.flatMap(version => {
      const runs = results.runs.filter(r => r.story === name && r.version === version);
      const failed = runs.filter(r => !r.passed).length;
      if (runs.length === 0) { return [`${name}: no run on ${version}`]; }
      return failed > 0 ? [`${name}: ${failed} of ${runs.length} runs failed on ${version}`] : [];
    });
  });
  if (wrong.length > 0) { throw new Error(wrong.join('\n')); }
  return story => {
    const all = results.runs.filter(r => r.story === story).flatMap(r => r.verdicts.find(v => v.milliseconds !== undefined)?.milliseconds ?? []);
    return all.length > 0 ? Math.max(...all) / 1000 : undefined;
  };
}

/** What was run, where and when. */
export function provenance({ machine, nodes, runs }: Results): string {
  const names = new Set(storiesOf(ROWS).map(([name]) => name));
  const count = runs.filter(r => names.has(r.story)).length;
  return `${machine.date}, Kubernetes ${versionsOf(nodes).sort().join(', ')}: ${count} runs, all of them as promised. Eight pods at a time on ${machine.cores} cores, load `
    + `average ${machine.load[0].toFixed(0)} at the end: [measured.md](measured.md) has the times of a machine that does nothing else.`;
}

/** A kubelet that is older than its API server has stories of its own. */
function versionsOf(nodes: Results['nodes']): string[] {
  return [...new Set(nodes.map(n => n.version))].filter(v => /^[\d.]+$/.test(v));
}

function storiesOf(rows: readonly Row[]) {
  return rows.flatMap(row => columnNames().flatMap(name => runsOf(row, name).map(({ story }) => story)));
}
