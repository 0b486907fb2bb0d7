import { Story } from './runner/story';
import { Stamp } from './runner/timestamps';

/** What `test-reports/conformance.json` says, as far as the tables of the docs need it. */
export interface Results {
  readonly machine: { readonly date: string; readonly cores: number; readonly load: readonly number[] };
  readonly nodes: readonly { readonly version: string }[];
  readonly runs: readonly RunResult[];
}

export interface RunResult {
  readonly story: string;
  readonly version: string;
  readonly passed: boolean;
  readonly verdicts: readonly { readonly milliseconds?: number }[];
  readonly stamps: readonly Stamp[];
}

export type NamedStory = readonly [name: string, story: Story];

/** Several results as one: versions may be run one after the other. */
export function joined(all: readonly Results[]): Results {
  return { machine: all[0].machine, nodes: all.flatMap(r => r.nodes), runs: all.flatMap(r => r.runs) };
}

/** Those of nodes that are of one version; a kubelet that is older than its API server, or a container runtime that mounts images, has stories of its own. */
function versionsOf(nodes: Results['nodes']): string[] {
  return [...new Set(nodes.map(n => n.version))].filter(v => /^[\d.]+$/.test(v)).sort();
}

/** Throws when a story was not seen on a version that it applies to, or failed there: a table shows all, or is not written. */
export function assertAllPassed({ nodes, runs }: Results, stories: readonly NamedStory[]): void {
  const wrong = stories.flatMap(([name, story]) => {
    const applies = versionsOf(nodes).filter(v => story.doesNotApply?.(Number(v.split('.')[1])) === undefined);
    return applies.length === 0 ? [`${name}: no version that it applies to`] : applies.flatMap(version => {
      const mine = runs.filter(r => r.story === name && r.version === version);
      const failed = mine.filter(r => !r.passed).length;
      if (mine.length === 0) { return [`${name}: no run on ${version}`]; }
      return failed > 0 ? [`${name}: ${failed} of ${mine.length} runs failed on ${version}`] : [];
    });
  });
  if (wrong.length > 0) { throw new Error(wrong.join('\n')); }
}

/** What was run, where and when. */
export function provenance({ machine, nodes, runs }: Results, stories: readonly NamedStory[]): string {
  const names = new Set(stories.map(([name]) => name));
  const count = runs.filter(r => names.has(r.story)).length;
  return `${machine.date}, Kubernetes ${versionsOf(nodes).join(', ')}: ${count} runs, all of them as promised. Up to eight pods at a time on ${machine.cores} cores, load `
    + `average ${machine.load[0].toFixed(0)} at the end: [measured.md](measured.md) has the times of a machine that does nothing else.`;
}
