import { countOutcomes } from '../runner/report';
import { Run } from '../runner/run-story';

/** Returns the figures of random pods. A promise about a container that has not started is not judged. */
export function summarize(runs: readonly Pick<Run, 'version' | 'passed' | 'late' | 'verdicts' | 'about'>[]): string[] {
  return [...new Set(runs.map(r => r.version))].map(version => {
    const mine = runs.filter(r => r.version === version);
    const promises = mine.flatMap(r => r.verdicts).filter(v => / (starts|gets SIGTERM) after /.test(v.text));
    const judged = promises.filter(v => v.milliseconds !== undefined || v.state === 'fails').length;
    const disturbed = mine.filter(r => !r.about.endsWith('Fault: none.')).length;
    const { wrong, late } = countOutcomes(mine);
    return `${version}: ${mine.length} random pods, ${disturbed} with a fault; ${judged} of ${promises.length} promises judged; wrong: ${wrong}, late: ${late}`;
  });
}
