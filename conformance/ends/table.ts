import { jobStories, stopStories } from './stories';
import { table } from '../../scripts/markdown';
import { assertAllPassed, provenance, Results, RunResult } from '../results';
import { spread } from '../runner/bench';
import { Story } from '../runner/story';
import { JOB, POD, RUNNER, Stamp } from '../runner/timestamps';

/** Returns the tables of pod and Job endings as Markdown. Throws if a story failed, or did not run on a version that it applies to. */
export function endsTable(results: Results, stops = stopStories(), jobs = jobStories()): string {
  const stories = [...stops, ...jobs];
  assertAllPassed(results, stories);
  return [
    provenance(results, stories),
    '',
    table(['pod', 'Kubernetes', 'stops', 'in order', 'last dependent ends → SIGTERM, ms: p50/p95/max', 'deleted → gone, ms'],
      stops.flatMap(([name, story]) => byVersion(results, name).map(([version, runs]) => stopLine(story, version, runs)))),
    '',
    table(['Job', 'Kubernetes', 'Jobs', 'ends as', 'last main container ends → the Job\'s condition, ms: p50/p95/max'],
      jobs.flatMap(([name, story]) => byVersion(results, name).map(([version, runs]) => jobLine(story, version, runs)))),
  ].join('\n');
}

function byVersion({ runs }: Results, story: string): [version: string, runs: readonly RunResult[]][] {
  const mine = runs.filter(r => r.story === story);
  return [...new Set(mine.map(r => r.version))].sort().map(version => [version, mine.filter(r => r.version === version)]);
}

function stopLine({ about, stops }: Story, version: string, runs: readonly RunResult[]): (string | number)[] {
  const steps = runs.map(run => stepsOf(run, stops!));
  const inOrder = steps.filter(of => of.every(ms => ms >= 0)).length;
  const gone = runs.map(({ stamps }) => between(find(stamps, RUNNER, 'delete the pod of app'), find(stamps, POD, 'gone')));
  return [about, version, runs.length, `${inOrder} of ${runs.length}`, spread(steps.flat()), spread(gone)];
}

/** Returns the times from the exit of the last dependent to the SIGTERM of each dependency. A negative time is too early. */
function stepsOf({ stamps }: RunResult, needs: NonNullable<Story['stops']>): number[] {
  return Object.keys(needs).flatMap(dependency => {
    const ends = Object.keys(needs).filter(name => needs[name].includes(dependency)).map(name => find(stamps, name, 'exit'));
    const last = ends.reduce<Stamp | undefined>((a, b) => a && a.t > b.t ? a : b, undefined);
    return last ? [between(last, find(stamps, dependency, 'term'))] : [];
  });
}

function jobLine({ about }: Story, version: string, runs: readonly RunResult[]): (string | number)[] {
  const ends = runs.map(({ stamps }) => ({
    condition: stamps.find(s => s.container === JOB && ['Complete', 'Failed'].includes(s.detail!)),
    exit: stamps.filter(s => s.stamp === 'exit' && s.container !== 'proxy').at(-1),
  }));
  const outcomes = [...new Set(ends.map(e => e.condition?.detail ?? 'does not end'))];
  return [about, version, runs.length, outcomes.join(', '),
    spread(ends.flatMap(({ condition, exit }) => condition && exit ? [between(exit, condition)] : []))];
}

function find(stamps: readonly Stamp[], container: string, stamp: string): Stamp {
  const found = stamps.find(s => s.container === container && s.stamp === stamp);
  if (!found) { throw new Error(`a run has no '${stamp}' stamp of ${container}`); }
  return found;
}

function between(from: Stamp, to: Stamp): number {
  return (to.t - from.t) / 1000;
}
