import { Duration } from 'cdk8s';
import { Probe, RestartPolicy } from 'cdk8s-plus-27';
import { ended, exit, follows, happens, injected, jobCondition, kill, neverStarts, podPhase, start, startsAfter, Story } from '../runner/story';
import { chainOfThree, exportThenReport } from './apps/export';

/** Fails two seconds after the start. */
const LIVENESS = Probe.fromCommand(['test-app', 'check', 'file:/well'], { periodSeconds: Duration.seconds(1), failureThreshold: 2 });

/** ENTRYPOINT_GATE: the exit of a container. */
export const stories: Readonly<Record<string, Story>> = {
  'gate-completed': {
    about: 'ENTRYPOINT_GATE: a container of a Job starts after another container exits with 0, here in its second run.',
    app: exportThenReport(RestartPolicy.ON_FAILURE),
    containers: { report: { exitAt: '1s' }, export: { crashAt: '1s', crashTimes: 1, exitAt: '2s' } },
    expect: [
      follows(start('export', 2), exit('export')),
      startsAfter('report', exit('export', 2), { withinMs: 1500 }),
      happens(jobCondition('Complete')),
    ],
  },
  'gate-completed-liveness': {
    about: 'ENTRYPOINT_GATE: a container that exits with 0 because its liveness probe fails has not completed: it runs again, and the gate stays closed.',
    app: exportThenReport(RestartPolicy.ON_FAILURE, undefined, LIVENESS),
    containers: { report: {}, export: { stopIn: '100ms' } },
    expect: [
      happens(ended('export', 0)),
      follows(start('export', 2), exit('export')),
      neverStarts('report', { after: start('export'), forMs: 12_000 }),
    ],
  },
  'gate-completed-chain': {
    about: 'ENTRYPOINT_GATE: three containers of a Job run one after the other.',
    app: chainOfThree,
    containers: { export: { exitAt: '1s' }, report: { exitAt: '1s' }, publish: { exitAt: '1s' } },
    expect: [
      startsAfter('report', exit('export'), { withinMs: 1500 }),
      startsAfter('publish', exit('report'), { withinMs: 1500 }),
      happens(jobCondition('Complete')),
    ],
  },
  'gate-completed-chain-killed': {
    about: 'ENTRYPOINT_GATE: the first container of a chain is killed together with its agent. No other container starts, and the Job fails.',
    app: chainOfThree,
    containers: { export: {}, report: {}, publish: {} },
    faults: [kill('export', { at: start('export'), afterMs: 2000 })],
    expect: [
      neverStarts('report', { after: start('export'), forMs: 8000 }),
      neverStarts('publish', { after: start('export'), forMs: 8000 }),
      happens(podPhase('Failed')),
      follows(jobCondition('Failed'), injected('kill export'), { withinMs: 20_000 }),
    ],
  },
  'gate-completed-fails': {
    about: 'ENTRYPOINT_GATE: without restarts, a gate that waits for exit code 0 fails after another exit code, and the Job ends.',
    app: exportThenReport(RestartPolicy.NEVER),
    containers: { report: { exitAt: '1s' }, export: { exitAt: '1s', exitCode: 3 } },
    expect: [
      neverStarts('report', { after: start('export'), forMs: 5000 }),
      follows(jobCondition('Failed'), exit('export'), { withinMs: 20_000 }),
    ],
  },
};
