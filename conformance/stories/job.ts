import { Chart, Duration } from 'cdk8s';
import { Job, RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedJob, ReadyCheck } from 'cdk8s-startup-order';
import { before, completes, ended, exit, Fault, follows, happens, injected, jobCondition, kill, killSandbox, never, neverStarts, podPhase, ready, rebootPod, start, startsAfter, Story, term } from '../runner/story';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';

const KILLED = injected('kill main');

/**
 * The kubelet runs the proxy and the second main container again, and not the first, which has completed. `ends`: how often both end by themselves
 * or after SIGTERM, and not after SIGKILL.
 */
function endsAgain(when: string, fault: Fault, ends: number): Story {
  return {
    about: `${when}, where the kubelet does not run a main container that has completed, the proxy of the Job still ends.`,
    app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 3, mains: ['main', 'second'], withoutNativeSidecars: true }),
    containers: { ...helped({ exitAt: '1s' }), second: { needs: 'tcp:127.0.0.1:5432', exitAt: '6s' } },
    faults: [fault],
    expect: [
      follows(start('second', 2), injected(fault.name)),
      never(start('main', 2), { after: start('second', 2), forMs: 3000 }),
      follows(term('proxy', ends), exit('second', ends), { withinMs: 4000 }),
      happens(jobCondition('Complete')),
    ],
  };
}

/** Jobs with sidecars that never exit by themselves. */
export const stories: Readonly<Record<string, Story>> = {
  'job-deadline': {
    about: 'A Job that takes longer than its activeDeadlineSeconds is Failed, and all its containers end.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, activeDeadline: Duration.seconds(12) }),
    containers: helped({}),
    expect: [startsAfter('main', ready('proxy'), { withinMs: 6000 }), happens(term('proxy')), happens(term('main')), happens(jobCondition('Failed'))],
  },
  'job-done-never': {
    about: 'A Job with restartPolicy Never is Complete after its main container exits with 0, and its proxy ends.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
    containers: helped({ exitAt: '1s' }),
    expect: endsAs('Complete', 'Succeeded'),
  },
  'job-done-on-failure': {
    about: 'A Job with restartPolicy OnFailure is Complete after its main container exits with 0, and its proxy ends.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE }),
    containers: helped({ exitAt: '1s' }),
    expect: endsAs('Complete', 'Succeeded'),
  },
  'job-ends-in-new-sandbox': endsAgain('In a new sandbox', killSandbox('second', { at: start('second'), afterMs: 3000 }), 2),
  'job-ends-after-reboot': endsAgain('After a reboot of the node', rebootPod('second', { at: start('second'), afterMs: 3000 }), 1),
  'job-fails-never': {
    about: 'A Job with restartPolicy Never is Failed after its main container exits with 3, and its proxy ends.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
    containers: helped({ exitAt: '1s', exitCode: 3 }),
    expect: endsAs('Failed', 'Failed'),
  },
  'job-fails-on-failure': {
    about: 'A Job with OnFailure whose main container fails again and again is Failed after its backoffLimit, and its proxy ends.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 1 }),
    containers: helped({ crashAt: '1s' }),
    expect: [startsAfter('main', ready('proxy'), { withinMs: 6000 }), happens(term('proxy')), happens(jobCondition('Failed'))],
  },
  'job-gate-gives-up': {
    about: 'If the gate of a main container times out, the proxy ends and the Job fails.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, withoutNativeSidecars: true, timeout: Duration.seconds(3) }),
    containers: helped({}, { tcp: '5432@600s' }),
    expect: [
      follows(term('proxy'), start('proxy'), { withinMs: 8000 }),
      neverStarts('main', { after: start('proxy'), forMs: 8000 }),
      happens(ended('main', 124)),
      happens(podPhase('Failed')),
      happens(jobCondition('Failed')),
    ],
  },
  'job-helper-crashes-never': {
    about: 'The kubelet restarts a native sidecar that crashes under Never, and the Job is Complete.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
    containers: helped({ exitAt: '6s' }, { crashAt: '3s', crashTimes: 1 }),
    expect: [...endsAs('Complete', 'Succeeded'), happens(start('proxy', 2))],
    doesNotApply: before(29, 'no native sidecars: job-wrapped-helper-crashes-never'),
  },
  'job-helper-crashes': {
    about: 'The kubelet restarts a proxy that crashes under OnFailure, and the Job ends with the result of its main container.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 3 }),
    containers: helped({ exitAt: '6s' }, { crashAt: '3s', crashTimes: 1 }),
    expect: [...endsAs('Complete', 'Succeeded'), happens(start('proxy', 2))],
  },
  'job-main-killed': {
    about: 'If a main container is killed together with its agent, the proxy still ends and the Job fails.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, withoutNativeSidecars: true }),
    containers: helped({}),
    faults: [kill('main', { at: start('main'), afterMs: 1000 })],
    expect: [
      startsAfter('main', ready('proxy'), { withinMs: 6000 }),
      follows(term('proxy'), KILLED, { withinMs: 4000 }),
      happens(podPhase('Failed')),
      happens(jobCondition('Failed')),
    ],
  },
  'job-pod-failure-policy': {
    about: 'A Job with a podFailurePolicy sees the exit code of the main container and is Failed at once.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, backoffLimit: 3, failJobOn: 42 }),
    containers: helped({ exitAt: '1s', exitCode: 42 }),
    expect: endsAs('Failed', 'Failed'),
  },
  'job-retries': {
    about: 'The kubelet restarts a main container that fails under OnFailure, and the proxy keeps running.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 3 }),
    containers: helped({ crashAt: '1s', crashTimes: 1, exitAt: '2s' }),
    expect: [...endsAs('Complete', 'Succeeded', 2), never(exit('proxy'), { after: exit('main'), forMs: 500 })],
  },
  'job-several-mains': {
    about: 'The proxy of a Job with two main containers ends after both, not after the first.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, mains: ['main', 'second'] }),
    containers: { ...helped({ exitAt: '1s' }), second: { needs: 'tcp:127.0.0.1:5432', exitAt: '5s' } },
    expect: [
      never(term('proxy'), { after: exit('main'), forMs: 2500 }),
      follows(term('proxy'), exit('second'), { withinMs: 4000 }),
      happens(podPhase('Succeeded')),
      happens(jobCondition('Complete')),
    ],
  },
  'job-with-sidecar': {
    about: 'A Job ends after its main container, although its sidecar never exits by itself.',
    timesInFull: TIMES_IN_FULL,
    app: (chart, { kubernetesVersion }) => {
      new OrderedJob(chart, 'job', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [
          { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')] },
          { name: 'proxy', image: 'shop/db-proxy:3', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(5432) },
        ],
      });
    },
    containers: ({ delay }) => ({ report: { needs: 'tcp:127.0.0.1:5432', exitAt: '1s' }, proxy: { tcp: `5432@${delay}` } }),
    expect: [
      startsAfter('report', ready('proxy'), { withinMs: 4000 }),
      follows(term('proxy'), exit('report')),
      happens(podPhase('Succeeded')),
      happens(jobCondition('Complete')),
    ],
    doesNotApply: before(29, 'without native sidecars its command would have to be known (SO703)'),
  },
  'job-without-order': {
    about: 'DISORDER: without this library a Job never ends, because its proxy never exits.',
    timesInFull: TIMES_IN_FULL,
    app: (chart: Chart) => {
      new Job(chart, 'job', {
        restartPolicy: RestartPolicy.NEVER,
        backoffLimit: 0,
        containers: ['main', 'proxy'].map(name => ({ name, image: `shop/${name}:7`, securityContext: { ensureNonRoot: false, readOnlyRootFilesystem: false } })),
      });
    },
    // Nothing delays 'main', so 'main' needs nothing.
    containers: { ...helped({ exitAt: '1s' }), main: { exitAt: '3s' } },
    expect: [
      happens(completes('main')),
      never(podPhase('Succeeded'), { after: completes('main'), forMs: 10_000 }),
      never(term('proxy'), { after: completes('main'), forMs: 10_000 }),
    ],
  },
  'job-wrapped-helper-crashes-never': {
    about: 'Without native sidecars a proxy that crashes under Never fails its Job, even if the main container exits with 0. The plan warns about this.',
    timesInFull: TIMES_IN_FULL,
    app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
    containers: helped({ exitAt: '6s' }, { crashAt: '3s' }),
    expect: [
      follows(completes('main'), start('main')),
      never(start('proxy', 2), { after: start('main'), forMs: 8000 }),
      happens(podPhase('Failed')),
      happens(jobCondition('Failed')),
    ],
    doesNotApply: minor => minor < 29 ? undefined : `Kubernetes 1.${minor}: has native sidecars`,
  },
};
