import { Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { Check } from '../../src/api/private/check';
import { OnTimeout, AgentDelivery } from '../../src/api/private/enums';
import { planPod } from '../../src/planner/plan';
import { PodIntent } from '../../src/pod/intent';
import { listContainers } from '../../src/pod/pod-plan';
import { blocking, delay, file, kept, NEWEST, OLD, on, outside, plan, pod, PodBuilder, refusals, said, tcp } from '../dsl';

const NONE: Partial<PodIntent> = { ...NEWEST, delivery: { delivery: AgentDelivery.NONE, stated: true, reason: '', architectures: [] } };

const none = (build: (p: PodBuilder) => void, about: Partial<PodIntent> = {}) => pod(build, { ...NONE, ...about });

/** The words of SO409 after its code and the two names. */
const advising = (remedy: string) => expect.stringContaining(
  `, which needs the wait agent, and \`agent.delivery\` is NONE: the kubelet alone cannot keep this order; ${remedy}, or use another \`agent.delivery\``);

describe('without the agent, the kubelet alone keeps an order', () => {
  test('by a startup probe of a container that becomes a native sidecar', () => {
    const intent = none(p => p.app('app', [p.app('db', { ready: tcp(1), roleStated: false })], { command: true }));
    expect(kept(plan(intent), 'app', 'db')).toBe('SIDECAR_PROBE FAIL_CLOSED');
    expect(plan(intent).agent).toBeUndefined();
  });

  test('by the position of an init container', () => {
    expect(kept(plan(none(p => p.app('app', [p.init('migrate')]))), 'app', 'migrate')).toBe('POSITION FAIL_CLOSED');
  });

  test.each<[string, Partial<PodIntent>, Guarantee | undefined]>([
    ['of the dependency', {}, Guarantee.BEST_EFFORT], ['of the workload', { guarantee: Guarantee.BEST_EFFORT }, undefined],
  ])('by the list of regular containers, if the guarantee %s is BEST_EFFORT', (_, about, guarantee) => {
    const intent = none(p => {
      p.app('proxy');
      p.app('app', [on('proxy', { condition: StartCondition.RUNNING, guarantee })]);
    }, about);
    expect(kept(plan(intent), 'app', 'proxy')).toBe('POSITION BEST_EFFORT');
  });

  test('as the mechanism POSITION, if the user asks for it', () => {
    const intent = none(p => {
      p.app('proxy');
      p.app('app', [on('proxy', { condition: StartCondition.RUNNING, mechanism: Mechanism.POSITION })]);
    });
    expect(kept(plan(intent), 'app', 'proxy')).toBe('POSITION BEST_EFFORT');
  });
});

describe('without the agent, a dependency that needs it is an error with the remedies', () => {
  const pair = (ready: Check | undefined, options: Parameters<typeof on>[1] = {}, words: object = {}, about: Partial<PodIntent> = {}) => none(p => {
    p.app('db', { ready, ...words });
    p.app('app', [on('db', options)], { command: true, mounts: { data: '/data' } });
  }, about);
  const inferred = { roleStated: false };
  const volume = { ...inferred, mounts: { data: '/data' } };

  test.each<[string, PodIntent, string]>([
    ['on a container with the role APP', pair(tcp(1)), "give 'db' the role SIDECAR"],
    ['on nodes without native sidecars', pair(tcp(1), {}, inferred, OLD),
      "give 'db' the role SIDECAR and plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`)"],
    ['with a mechanism that runs the agent', pair(tcp(1), { mechanism: Mechanism.ENTRYPOINT_GATE }, inferred), 'leave `mechanism` out'],
    ['with the guarantee EVERY_START', pair(tcp(1), { guarantee: Guarantee.EVERY_START }, inferred), 'leave `guarantee` out'],
    ['that opens after a timeout', pair(tcp(1), { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE }, inferred), "use FAIL as `onTimeout` of container 'app'"],
    ['on the end of a regular container', pair(tcp(1), { condition: StartCondition.COMPLETED }, inferred, { restartPolicy: 'Never' }),
      "give 'db' the role INIT and use the condition COMPLETED"],
    ['on something outside the pod', none(p => p.app('app', [outside('api')], { command: true })), "let 'app' try again until 'api' answers"],
  ])('%s', (_, intent, remedy) => {
    expect(refusals(intent)).toEqual([advising(remedy)]);
    expect(refusals(intent)[0]).toMatch(/^SO409: container 'app' depends on '(db|api)' being (READY|COMPLETED), /);
  });

  test.each<[string, Check]>([
    ['a file', file('/data/ready')], ['a command that blocks', blocking('wait')], ['a time', delay(5)],
  ])('with a check that only the agent can make: %s', (_, check) => {
    expect(refusals(pair(check, {}, volume))).toEqual([
      advising("give 'db' the role SIDECAR, and a startup probe or a check that the kubelet can make (HTTP, TCP, gRPC or a command)"),
    ]);
  });

  test('a container without a check needs one, as with any delivery', () => {
    expect(refusals(pair(undefined, { condition: StartCondition.READY }, inferred))).toEqual([expect.stringMatching(/^SO301: /)]);
  });

  test('an ordered shutdown of regular containers', () => {
    const intent = none(p => {
      p.app('db');
      p.app('app', [on('db', { condition: StartCondition.RUNNING, mechanism: Mechanism.POSITION })]);
    }, { orderedShutdown: true });
    expect(refusals(intent)).toEqual([expect.stringMatching(/^SO701: .*`agent.delivery` is NONE\); give 'db' the role SIDECAR/)]);
  });

  test('the end of a sidecar of a Job on nodes without native sidecars', () => {
    const intent = none(p => {
      p.sidecar('proxy', { command: true });
      p.app('main', [on('proxy', { condition: StartCondition.RUNNING, guarantee: Guarantee.BEST_EFFORT })], { command: true });
    }, { ...OLD, restartPolicy: 'Never' });
    expect(refusals(intent)).toEqual([expect.stringMatching(/^SO703: .*the wait agent, which could terminate it, is forbidden \(`agent.delivery` is NONE\)/)]);
  });
});

test('without the agent no plan runs it, with any declaration, and each refusal has a code', () => {
  const codes = new Set<string>();
  const offences: unknown[] = [];
  let plans = 0;
  const judge = (intent: PodIntent) => {
    const { plan: found, problems } = planPod(intent);
    said(problems).forEach(text => codes.add(text.slice(0, 5)));
    if (!found) { return; }
    plans++;
    const isFree = found.agent === undefined && found.volumes.length === 0 && found.initContainers.every(c => c.kind === 'container')
      && listContainers(found).every(c => c.mounts.length === 0);
    if (!isFree) { offences.push(intent); }
  };
  for (const about of [NEWEST, { ...OLD, restartPolicy: 'Never' as const }]) {
    for (const role of ['app', 'sidecar', 'init'] as const) {
      for (const ready of [tcp(1), file('/data/x'), blocking('wait'), undefined]) {
        for (const condition of Object.values(StartCondition)) {
          for (const mechanism of [undefined, ...Object.values(Mechanism)]) {
            for (const guarantee of [undefined, ...Object.values(Guarantee)]) {
              const build = (roleStated: boolean) => (p: PodBuilder) => {
                p[role]('db', { ready, roleStated, mounts: { data: '/data' }, command: true });
                p.app('app', [on('db', { condition, mechanism, guarantee })], { command: true, mounts: { data: '/data' } });
              };
              judge(none(build(true), { ...about, orderedShutdown: true }));
              judge(none(build(false), about));
            }
          }
        }
      }
    }
  }
  expect(offences).toEqual([]);
  expect(plans).toBeGreaterThan(200);
  expect([...codes].sort()).toEqual(['SO203', 'SO204', 'SO301', 'SO402', 'SO403', 'SO409', 'SO701', 'SO703']);
});
