import { ApiObject, Chart } from 'cdk8s';
import { ContainerRole, Dependency, Guarantee, Mechanism, ReadyCheck, StartCondition, StartupOrder, StartupOrderOptions } from 'cdk8s-startup-order';
import { NEEDS_CACHE } from './apps/gated';
import { expectRefusal } from '../runner/plans';
import { exit, follows, injected, killSandbox, ready, start, startsAfter, startsBefore, Story, Target } from '../runner/story';

/** A pod in a sandbox of gVisor, whose containers have commands. */
function sandboxed(chart: Chart, { kubernetesVersion }: Target, names: readonly string[], options: StartupOrderOptions = {}, restartPolicy = 'Always'): StartupOrder {
  const pod = new ApiObject(chart, 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    spec: {
      runtimeClassName: 'gvisor',
      restartPolicy,
      terminationGracePeriodSeconds: 2,
      containers: names.map(name => ({ name, image: `shop/${name}:7`, command: [`/${name}`] })),
    },
  });
  return StartupOrder.of(pod, { kubernetesVersion, ...options });
}

function exportThenReport(chart: Chart, target: Target, options?: StartupOrderOptions): void {
  sandboxed(chart, target, ['report', 'export'], options, 'Never').declare('report', { dependsOn: [Dependency.on('export', { condition: StartCondition.EXITED })] });
}

function guarded(chart: Chart, target: Target): void {
  const order = sandboxed(chart, target, ['app', 'cache']);
  order.declare('cache', { role: ContainerRole.APP, readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
  order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
}

const NO_LOCKS = 'may not see the locks of each other';

/** Sandboxes of gVisor: the identity of a sandbox, and locks. */
export const stories: Readonly<Record<string, Story>> = {
  'gvisor-sidecar': {
    about: 'gVisor: a native sidecar delays the app, by default, also in a new sandbox.',
    runtimeClass: 'gvisor',
    app: (chart, target) => {
      const order = sandboxed(chart, target, ['app', 'cache']);
      order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
      order.declare('app', { dependsOn: [Dependency.on('cache')] });
    },
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s' } },
    faults: [killSandbox('cache', { at: start('app'), afterMs: 2000 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 4000 }),
      follows(start('cache', 2), injected('kill the sandbox of cache')),
      follows(start('app', 2), ready('cache', 2), { withinMs: 15_000 }),
    ],
  },
  'gvisor-gates': {
    about: 'gVisor: a gate that makes the check itself, and a gate that reads a mark, keep their order in a restart and in a new sandbox, where the old mark is invalid.',
    runtimeClass: 'gvisor',
    app: (chart, target) => {
      expectRefusal(NO_LOCKS, refused => { exportThenReport(refused, target); });
      expectRefusal('SO402', refused => { guarded(refused, target); });
      const order = sandboxed(chart, target, ['late', 'app', 'cache'], { mechanism: Mechanism.ENTRYPOINT_GATE });
      order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
      order.declare('app', { dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })] });
      order.declare('late', { dependsOn: [Dependency.on('app', { condition: StartCondition.STARTED, guarantee: Guarantee.FAIL_CLOSED })] });
    },
    containers: { late: {}, app: { ...NEEDS_CACHE, crashAt: '2s', crashTimes: 1 }, cache: { http: '8080/ready@6s' } },
    faults: [killSandbox('cache', { at: start('app', 2), afterMs: 2000 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 1500 }),
      // The agent makes the mark before it runs the command.
      follows(start('late'), start('app'), { atLeastMs: -500, withinMs: 2000 }),
      follows(start('app', 2), exit('app')),
      follows(start('cache', 2), injected('kill the sandbox of cache')),
      follows(start('app', 3), ready('cache', 2), { withinMs: 25_000 }),
      follows(start('late', 2), start('app', 3), { atLeastMs: -500 }),
    ],
    deadlineMs: 90_000,
  },
  'gvisor-hook': {
    about: 'gVisor: POST_START delays the next container until its dependency is ready.',
    runtimeClass: 'gvisor',
    app: (chart, target) => {
      const order = sandboxed(chart, target, ['cache', 'app'], { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT });
      order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
      order.declare('app', { dependsOn: [Dependency.on('cache')] });
    },
    containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
    expect: [startsAfter('app', ready('cache'), { withinMs: 2000 })],
  },
  'gvisor-no-locks': {
    about: 'DISORDER: gVisor: no container sees the locks of another. With a wrong `sharedFileLocks: true`, a wait for an exit opens while its dependency runs.',
    runtimeClass: 'gvisor',
    app: (chart, target) => { exportThenReport(chart, target, { capabilities: { sharedFileLocks: true } }); },
    containers: { report: { exitAt: '1s' }, export: { exitAt: '12s' } },
    expect: [startsBefore('report', exit('export'), { atLeastMs: 4000 })],
  },
};
