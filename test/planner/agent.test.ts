import { HttpCheck } from '../../src/api/private/check';
import { AgentDelivery } from '../../src/api/startup-order-options';
import { Delivery } from '../../src/pod/delivery';
import { PodIntent } from '../../src/pod/intent';
import { allOf, blocking, command, ContainerWords, delay, http, listHooks, NEWEST, on, outside, plan, pod, refusals, tcp } from '../dsl';

const CONFIG_MAP: Delivery = { delivery: AgentDelivery.CONFIG_MAP, reason: 'the node selector of the pod states the architecture amd64', architectures: ['amd64'], boundBy: 'the node selector of the pod' };
const HTTPS: HttpCheck = { ...http(443) as HttpCheck, scheme: 'https' };

const pair = (words: ContainerWords, about: Partial<PodIntent> = {}, app: ContainerWords = {}) => pod(p => {
  p.app('db', words);
  p.app('app', ['db'], app);
}, about);

test('a pod in which a container runs the agent has a delivery in its plan', () => {
  expect(plan(pair({ ready: tcp(1) }, { delivery: CONFIG_MAP })).agent).toEqual({ ...CONFIG_MAP, https: false });
});

test.each([['a blocking command of the user', blocking('/wait')], ['a sleep of the kubelet', delay(5)]])('a pod in which no container runs the agent has no delivery: %s', (_what, ready) => {
  expect(plan(pair({ ready })).agent).toBeUndefined();
});

describe('the plan uses the agent with TLS for an https check', () => {
  test.each<[string, PodIntent, boolean]>([
    ['in a hook', pair({ ready: HTTPS }), true],
    ['beside another check', pair({ ready: allOf(tcp(1), HTTPS) }), true],
    ['in a gate', pair({ ready: HTTPS }, {}, { command: true }), true],
    ['in the probe that opens a guard', pair({ ready: HTTPS }, NEWEST), true],
    ['in a startup probe of the user that runs after a gate', pair({ ready: tcp(1) }, {}, { command: true, startup: HTTPS }), true],
    ['in an agent that lingers', pair({ ready: allOf(command('/c'), HTTPS) }, {}, { command: true }), true],
    ['of something outside the pod', pod(p => { p.app('app', [outside('api', { check: HTTPS })]); }), true],
    ['but not for the request of the kubelet', pod(p => { p.sidecar('proxy', { ready: HTTPS }); p.app('db', { ready: tcp(1) }); p.app('app', ['proxy', 'db']); }), false],
    ['nor for the request of curl', pod(p => { p.app('app', [outside('api', { check: { ...HTTPS, method: 'POST' } as never })]); }), false],
    ['nor for http', pair({ ready: http(80) }), false],
  ])('%s', (_what, intent, https) => {
    expect(plan(intent).agent?.https).toBe(https);
  });
});

describe('a delivery that cannot work is an error', () => {
  const UNKNOWN_ARCHITECTURE = 'SO614: `agent.delivery` is CONFIG_MAP, but the architecture of the nodes is unknown; write `architecture`, such as \'amd64\', or bind the pod with the '
    + 'node selector kubernetes.io/arch';

  test.each<[string, Partial<Delivery>, string[]]>([
    ['a ConfigMap for an unknown architecture', { architectures: ['amd64', 'arm64'] }, [UNKNOWN_ARCHITECTURE]],
    ['an architecture that the package has no agent for', { architectures: ['sparc'] },
      [expect.stringMatching(/^SO612: the node selector of the pod is 'sparc', and the package has no wait agent for it \(it has: amd64, arm64/) as never]],
    ['but not with an image of the user', { delivery: AgentDelivery.IMAGE_VOLUME, architectures: ['sparc'] }, []],
    ['nor an init container for an unknown architecture', { delivery: AgentDelivery.COPY, architectures: ['amd64', 'arm64'] }, []],
  ])('%s', (_what, delivery, expected) => {
    expect(refusals(pair({ ready: tcp(1) }, { delivery: { ...CONFIG_MAP, ...delivery } }))).toEqual(expected);
  });

  test('an https check on an architecture without an agent with TLS', () => {
    const expected = "SO615: a check of the pod uses https, but the package has a wait agent with TLS only for amd64 and arm64, not for 's390x'; use an HTTP check, "
      + '`tcpSocket`, or a command of the image';
    expect(refusals(pair({ ready: HTTPS }, { delivery: { ...CONFIG_MAP, architectures: ['s390x'] } }))).toEqual([expected]);
    expect(refusals(pair({ ready: tcp(1) }, { delivery: { ...CONFIG_MAP, architectures: ['s390x'] } }))).toEqual([]);
  });

  test('a delivery that cannot work is no error if no container runs the agent', () => {
    expect(refusals(pair({ ready: delay(5) }, { delivery: { ...CONFIG_MAP, architectures: ['sparc'] } }))).toEqual([]);
  });
});

describe('marks of an earlier sandbox that would open a guard', () => {
  test('the hooks of earlier containers remove them, and the hook of the dependency resets its own', () => {
    const hooks = listHooks(plan(pod(p => {
      p.app('first', { ready: command('/c') });
      p.app('db', ['first'], { ready: command('/c') });
      p.app('app', ['db']);
    }, NEWEST)));
    expect(hooks.map(h => [h.container, h.resets, h.forgets])).toEqual([['first', true, ['db']], ['db', true, []]]);
  });

  test('a hook that writes no marks removes them, too', () => {
    const hooks = listHooks(plan(pod(p => {
      p.app('cache', { ready: tcp(1) });
      p.app('db', [on('cache', { mechanism: 'POST_START' as never })], { ready: tcp(2) });
      p.app('app', ['db']);
    }, NEWEST)));
    expect(hooks.map(h => [h.container, h.resets, h.forgets])).toEqual([['cache', false, ['db']], ['db', true, []]]);
  });

  test('a hook without the agent removes nothing', () => {
    const hooks = listHooks(plan(pod(p => {
      p.app('proxy', { ready: blocking('/wait') });
      p.app('db', [on('proxy', { mechanism: 'POST_START' as never })], { ready: tcp(2) });
      p.app('app', ['db']);
    }, NEWEST)));
    expect(hooks.map(h => [h.container, h.usesAgent, h.forgets])).toEqual([['proxy', false, []], ['db', true, []]]);
  });

  test('without guards, hooks remove nothing', () => {
    expect(listHooks(plan(pair({ ready: tcp(1) }))).map(h => h.forgets)).toEqual([[]]);
  });
});
