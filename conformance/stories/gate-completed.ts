import { ApiObject, Duration } from 'cdk8s';
import { Probe, RestartPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, Mechanism, ReadyCheck, StartCondition, StartupOrder } from 'cdk8s-startup-order';
import { chainOfThree, exportThenReport } from './apps/export';
import {
  before, ended, exit, follows, happens, injected, jobCondition, kill, neverStarts, podPhase, start, startsAfter, startsBefore, Story,
} from '../runner/story';

/** Fails two seconds after the start. */
const LIVENESS = Probe.fromCommand(['test-app', 'check', 'file:/well'], { periodSeconds: Duration.seconds(1), failureThreshold: 2 });

/** A pod whose report waits for the end of its export, which may count too early. */
function gated(spec: object, declare: (order: StartupOrder) => void = () => undefined): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    const order = StartupOrder.of(new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', spec }), { kubernetesVersion });
    declare(order);
    order.declare('report', { dependsOn: [Dependency.on('export', { condition: StartCondition.COMPLETED })] });
    const { guarantee } = order.plan().dependencies.find(d => d.dependent === 'report')!;
    if (guarantee !== Guarantee.BEST_EFFORT) { throw new Error(`the guarantee is ${guarantee}`); }
  };
}

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
  'gate-completed-pre-stop': {
    about: 'ENTRYPOINT_GATE: a preStop hook ends the container with code 0 before the kubelet stops and restarts it, and opens the gate: BEST_EFFORT.',
    app: gated({
      restartPolicy: 'OnFailure',
      containers: [
        { name: 'report', image: 'shop/report:7', command: ['/report'] },
        {
          name: 'export',
          image: 'shop/export:7',
          command: ['/export'],
          lifecycle: { preStop: { exec: { command: ['sh', '-c', 'kill -TERM $(pidof test-app); sleep 5'] } } },
          livenessProbe: { exec: { command: ['test-app', 'check', 'file:/well'] }, periodSeconds: 1, failureThreshold: 2 },
        },
      ],
    }),
    containers: { report: {}, export: { shell: true, stopIn: '100ms' } },
    expect: [startsAfter('report', exit('export')), startsBefore('report', start('export', 2))],
  },
  'gate-completed-restart-all': {
    about: 'ENTRYPOINT_GATE: after a restart of all containers in place, the old mark of a container that itself waits opens the gate: BEST_EFFORT.',
    app: gated({
      containers: [
        { name: 'cache', image: 'shop/cache:2' },
        { name: 'export', image: 'shop/export:7', command: ['/export'], restartPolicy: 'OnFailure' },
        {
          name: 'report',
          image: 'shop/report:7',
          command: ['/report'],
          restartPolicy: 'Always',
          restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }],
        },
      ],
    }, order => {
      order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
      order.declare('export', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
    }),
    containers: {
      cache: { tcp: '6379@14s' },
      export: { needs: 'tcp:127.0.0.1:6379', exitAt: '1s' },
      report: { crashAt: '3s', crashTimes: 1 },
    },
    expect: [
      startsAfter('report', exit('export')),
      follows(start('cache', 2), exit('report')),
      follows(exit('export', 2), start('report', 2), { atLeastMs: 1000 }),
    ],
    doesNotApply: before(36, 'RestartAllContainers is off by default'),
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
