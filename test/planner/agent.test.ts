import { Check } from '../../src/api/private/check';
import { AgentDelivery } from '../../src/api/private/enums';
import { Delivery } from '../../src/pod/delivery';
import { PodIntent } from '../../src/pod/intent';
import { blocking, command, ContainerWords, delay, file, listHooks, NEWEST, on, outside, plan, pod, PodBuilder, refusals, tcp } from '../dsl';

const CONFIG_MAP: Delivery = { delivery: AgentDelivery.CONFIG_MAP, stated: false, reason: 'the node selector of the pod states the architecture amd64', architectures: ['amd64'], boundBy: 'the node selector of the pod' };

const pair = (words: ContainerWords, about: Partial<PodIntent> = {}, app: ContainerWords = {}) => pod(p => {
  p.app('db', words);
  p.app('app', ['db'], app);
}, about);

test.each<[string, Check, Delivery | undefined]>([
  ['a check of the agent', tcp(1), CONFIG_MAP],
  ['a blocking command of the user', blocking('/wait'), undefined], ['a sleep of the kubelet', delay(5), undefined],
])('a plan has a delivery only if a container runs the agent: %s', (_what, ready, expected) => {
  expect(plan(pair({ ready }, { delivery: CONFIG_MAP })).agent).toEqual(expected);
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

  test.each<[AgentDelivery, Record<string, string>, string | undefined]>([
    [AgentDelivery.CONFIG_MAP, { 'kubernetes.io/config.source': 'file' }, 'config.source'],
    [AgentDelivery.COPY, { 'kubernetes.io/config.source': 'http' }, 'config.source'],
    [AgentDelivery.CONFIG_MAP, { 'kubernetes.io/config.source': 'api', 'kubernetes.io/config.mirror': 'aa' }, 'config.mirror'],
    [AgentDelivery.CONFIG_MAP, { 'kubernetes.io/config.source': 'api' }, undefined],
    [AgentDelivery.IN_IMAGE, { 'kubernetes.io/config.source': 'file' }, undefined],
    [AgentDelivery.IMAGE_VOLUME, { 'kubernetes.io/config.source': 'file' }, undefined],
  ])('a static pod may refer to no ConfigMap: %s with %j', (delivery, annotations, named) => {
    const expected = named === undefined ? [] : [expect.stringMatching(`^SO615: the annotation kubernetes.io/${named} says that the pod is a static pod`)];
    expect(refusals(pair({ ready: tcp(1) }, { delivery: { ...CONFIG_MAP, delivery }, annotations }))).toEqual(expected);
  });

  test('a delivery that cannot work is no error if no container runs the agent', () => {
    expect(refusals(pair({ ready: delay(5) }, { delivery: { ...CONFIG_MAP, architectures: ['sparc'] } }))).toEqual([]);
  });
});

describe('with an unknown architecture, the shell of a wait selects the binary', () => {
  const UNKNOWN: Delivery = { delivery: AgentDelivery.COPY, stated: false, reason: 'the architecture of the nodes is unknown', architectures: ['amd64', 'arm64'] };
  const installed = (build: (p: PodBuilder) => void, delivery = UNKNOWN) => {
    const { agent, initContainers } = plan(pod(build, { delivery }));
    return [agent?.delivery, agent?.byShell ?? false, initContainers.filter(c => c.kind === 'installer').length];
  };
  const outsideOnly = (p: PodBuilder) => { p.app('app', [outside('db')]); };
  const withFile = (path: string) => (p: PodBuilder) => { p.sidecar('config', { ready: file(`${path}/ready`), mounts: { v: path } }); p.app('app', ['config']); };

  test.each<[string, (p: PodBuilder) => void]>([['outside the pod', outsideOnly], ['for a file of a sidecar', withFile('/config')]])('a wait %s needs no installer', (_what, build) => {
    expect(installed(build)).toEqual([AgentDelivery.CONFIG_MAP, true, 0]);
  });

  test('a ConfigMap that the user asks for is no error then', () => {
    expect(installed(outsideOnly, { ...UNKNOWN, delivery: AgentDelivery.CONFIG_MAP, stated: true })).toEqual([AgentDelivery.CONFIG_MAP, true, 0]);
  });

  test.each<[string, (p: PodBuilder) => void, Partial<Delivery>]>([
    ['if the user asks for a copy', outsideOnly, { stated: true }],
    ['if a container runs the agent, too', p => { outsideOnly(p); p.app('a', { ready: tcp(1) }); p.app('b', ['a'], { command: true }); }, {}],
    ['if a check needs an image of its own', p => { p.app('app', [outside('db', { image: 'own/check:1' })]); }, {}],
    ['if a volume of the sidecar hides the shell', withFile('/bin'), {}],
    ['if a volume of the sidecar hides the libraries of the shell', withFile('/usr/lib'), {}],
  ])('an init container copies the agent %s', (_what, build, about) => {
    expect(installed(build, { ...UNKNOWN, ...about })).toEqual([AgentDelivery.COPY, false, 1]);
  });
});

describe('marks of an earlier sandbox that would open a guard', () => {
  const BY_HOOK = { mechanism: 'POST_START' as never };
  const found = (first: Check, options: object) => listHooks(plan(pod(p => {
    p.app('first', { ready: first });
    p.app('db', [on('first', options)], { ready: tcp(2) });
    p.app('app', ['db']);
  }, NEWEST))).map(h => [h.container, h.resets, h.usesAgent, h.forgets]);

  test.each<[string, Check, object, unknown[]]>([
    ['the hooks of earlier containers remove them, and the hook of the dependency resets its own', command('/c'), {}, [true, true, ['db']]],
    ['a hook that writes no marks removes them, too', tcp(1), BY_HOOK, [false, true, ['db']]],
    ['a hook without the agent removes nothing', blocking('/wait'), BY_HOOK, [false, false, []]],
  ])('%s', (_what, check, options, first) => {
    expect(found(check, options)).toEqual([['first', ...first], ['db', true, true, []]]);
  });

  test('without guards, hooks remove nothing', () => {
    expect(listHooks(plan(pair({ ready: tcp(1) }))).map(h => h.forgets)).toEqual([[]]);
  });
});
