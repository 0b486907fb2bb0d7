import {
  About, BEST_EFFORT, blocking, Check, COMPLETED, CONTINUE, delay, ENTRYPOINT_GATE, EVERY_START, FAIL_CLOSED, file,
  Guarantee, http, kept, listContainers, Mechanism, NEWEST, OLD, on, one, Options, outside, plan, planPod, pod, PodBuilder,
  PodIntent, POSITION, READY, READY_ON_1, refusals, RUNNING, said, StartCondition, tcp,
} from '../dsl';

const NONE: About = { ...NEWEST, delivery: { delivery: 'NONE', stated: true, reason: '', architectures: [] } };

const none = (build: (p: PodBuilder) => void, about: About = {}) => pod(build, { ...NONE, ...about });

/** The words of SO409 after its code and the two names. */
const advising = (remedy: string) => expect.stringContaining(
  `, which needs the wait agent, and \`agent.delivery\` is NONE: the kubelet alone cannot keep this order; ${remedy}, or use another \`agent.delivery\``);

test.each<[string, PodIntent, string]>([
  ['by a startup probe of a container that becomes a native sidecar', one('app', { ...READY_ON_1, roleStated: false }, {}, NONE, { command: true }), 'SIDECAR_PROBE FAIL_CLOSED'],
  ['by the position of an init container', one('init', {}, {}, NONE), 'POSITION FAIL_CLOSED'],
  ['by the list of regular containers, if the guarantee of the dependency is BEST_EFFORT',
    one('app', {}, { condition: RUNNING, guarantee: BEST_EFFORT }, NONE), 'POSITION BEST_EFFORT'],
  ['or that of the workload', one('app', {}, { condition: RUNNING }, { ...NONE, guarantee: BEST_EFFORT }), 'POSITION BEST_EFFORT'],
  ['as the mechanism POSITION, if the user asks for it', one('app', {}, { condition: RUNNING, mechanism: POSITION }, NONE), 'POSITION BEST_EFFORT'],
])('without the agent, the kubelet alone keeps an order %s', (_what, intent, expected) => {
  expect([kept(plan(intent)), plan(intent).agent]).toEqual([expected, undefined]);
});

describe('without the agent, a dependency that needs it is an error with the remedies', () => {
  const pair = (ready: Check | undefined, options: Options = {}, words: object = {}, about: About = {}) =>
    one('app', { ready, ...words }, options, { ...NONE, ...about }, { command: true, mounts: { data: '/data' } });
  const inferred = { roleStated: false };
  const probed = one('sidecar', { ready: tcp(1), startup: http(2) }, {}, NONE);
  const withoutPort = probed.containers.map(c => ({ ...c, startup: c.startup && { ...c.startup, check: undefined } }));
  const volume = { ...inferred, mounts: { data: '/data' } };

  test.each<[string, PodIntent, string]>([
    ['on a container with the role APP', pair(tcp(1)), "give 'dep' the role SIDECAR"],
    ['with a field that a sidecar cannot have', pair(tcp(1), {}, { forbiddenOnSidecar: ['restartPolicy Never'] }), "remove restartPolicy Never from 'dep', give it the role SIDECAR"],
    ['on nodes without native sidecars', pair(tcp(1), {}, inferred, OLD),
      "give 'dep' the role SIDECAR and plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`)"],
    ['with a mechanism that runs the agent', pair(tcp(1), { mechanism: ENTRYPOINT_GATE }, inferred), 'leave `mechanism` out'],
    ['with the guarantee EVERY_START', pair(tcp(1), { guarantee: EVERY_START }, inferred), 'leave `guarantee` out'],
    ['that opens after a timeout', pair(tcp(1), { timeoutSeconds: 5, onTimeout: CONTINUE }, inferred), "use FAIL as `onTimeout` of container 'app'"],
    ['on the end of a regular container', pair(tcp(1), { condition: COMPLETED }, { ...inferred, command: true }, { restartPolicy: 'Never' }),
      "give 'dep' the role INIT and use the condition COMPLETED"],
    ['on a sidecar with a startup probe of its own and another check', probed, "leave `readyWhen` of 'dep' out"],
    ['the same with a probe of an unknown port', { ...probed, containers: withoutPort }, "remove the startup probe of 'dep'"],
    ['the same with the role APP', pair(tcp(1), {}, { startup: http(2) }), "give 'dep' the role SIDECAR and leave `readyWhen` of 'dep' out"],
    ['the same with a mechanism of the agent', pair(tcp(1), { condition: COMPLETED, mechanism: ENTRYPOINT_GATE }, { ...inferred, command: true }, { restartPolicy: 'Never' }),
      "give 'dep' the role INIT and use the condition COMPLETED, and leave `mechanism` out"],
    ['with EVERY_START and the role APP', pair(tcp(1), { guarantee: EVERY_START }), "leave `guarantee` out, and give 'dep' the role SIDECAR"],
    ['with a timeout that has no meaning then', pair(undefined, { condition: RUNNING, guarantee: FAIL_CLOSED, timeoutSeconds: 5 }),
      "leave `timeout` out, and give 'dep' the role SIDECAR"],
    ...[file('/data/ready'), blocking('wait'), delay(5)].map((check): [string, PodIntent, string] => ['with a check that only the agent can make',
      pair(check, {}, volume), "give 'dep' the role SIDECAR and give 'dep' a check that the kubelet can make (HTTP, TCP, gRPC or a command)"]),
    ['on something outside the pod', none(p => p.app('app', [outside('dep')], { command: true })), "let 'app' try again until 'dep' answers"],
  ])('%s', (_, intent, remedy) => {
    expect(refusals(intent)).toEqual([advising(remedy)]);
    expect(refusals(intent)[0]).toMatch(/^SO409: container 'app' depends on 'dep' being (READY|COMPLETED|RUNNING), /);
  });

  test.each<[string, PodIntent, RegExp]>([
    ['on a container without a check, which needs one with any delivery', pair(undefined, { condition: READY }, inferred), /^SO301: .* RUNNING$/],
    ['the same where RUNNING needs the agent, too', pair(undefined, { condition: READY }), /^SO301: .* or give it a startup or readiness probe$/],
    ['in an ordered shutdown of regular containers', one('app', {}, { condition: RUNNING, mechanism: POSITION }, { ...NONE, ...OLD, orderedShutdown: true }),
      /^SO701: .*`agent.delivery` is NONE\); give 'dep' the role SIDECAR and plan for nodes of Kubernetes 1.29/],
    ['for the end of a sidecar of a Job on nodes without native sidecars',
      one('sidecar', { command: true }, { condition: RUNNING, guarantee: BEST_EFFORT }, { ...NONE, ...OLD, restartPolicy: 'Never' }, { command: true }),
      /^SO703: .*the wait agent, which could terminate it, is forbidden \(`agent.delivery` is NONE\)/],
  ])('%s', (_what, intent, text) => { expect(refusals(intent)).toEqual([expect.stringMatching(text)]); });
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
