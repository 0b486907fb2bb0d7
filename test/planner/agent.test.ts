import {
  AgentDelivery, blocking, Check, command, delay, Delivery, file, listHooks, NEWEST, on, one, outside, plan, pod, PodBuilder, refusals, tcp,
} from '../dsl';

const CONFIG_MAP: Delivery = { delivery: 'CONFIG_MAP', stated: false, reason: 'the node selector of the pod states the architecture amd64', architectures: ['amd64'], boundBy: 'the node selector of the pod' };

describe('a delivery that cannot work is an error', () => {
  const UNKNOWN_ARCHITECTURE = 'SO614: `agent.delivery` is CONFIG_MAP, but the architecture of the nodes is unknown; write `architecture`, such as \'amd64\', or bind the pod with the '
    + 'node selector kubernetes.io/arch';

  test.each<[string, Partial<Delivery>, string[], Check?]>([
    ['a ConfigMap for an unknown architecture', { architectures: ['amd64', 'arm64'] }, [UNKNOWN_ARCHITECTURE]],
    ['an architecture that the package has no agent for', { architectures: ['sparc'] },
      [expect.stringMatching(/^SO612: the node selector of the pod is 'sparc', and the package has no wait agent for it \(it has: amd64, arm64/) as never]],
    ['but not with an image of the user', { delivery: 'IMAGE_VOLUME', architectures: ['sparc'] }, []],
    ['nor an init container for an unknown architecture', { delivery: 'COPY', architectures: ['amd64', 'arm64'] }, []],
    ['nor if no container runs the agent', { architectures: ['sparc'] }, [], delay(5)],
  ])('%s', (_what, delivery, expected, ready = tcp(1)) => {
    expect(refusals(one('app', { ready }, {}, { delivery: { ...CONFIG_MAP, ...delivery } }))).toEqual(expected);
  });

  test.each<[AgentDelivery, Record<string, string>, string | undefined]>([
    ['CONFIG_MAP', { 'kubernetes.io/config.source': 'file' }, 'config.source'],
    ['COPY', { 'kubernetes.io/config.source': 'http' }, 'config.source'],
    ['CONFIG_MAP', { 'kubernetes.io/config.source': 'api', 'kubernetes.io/config.mirror': 'aa' }, 'config.mirror'],
    ['CONFIG_MAP', { 'kubernetes.io/config.source': 'api' }, undefined],
    ['IN_IMAGE', { 'kubernetes.io/config.source': 'file' }, undefined],
    ['IMAGE_VOLUME', { 'kubernetes.io/config.source': 'file' }, undefined],
  ])('a static pod may refer to no ConfigMap: %s with %j', (delivery, annotations, named) => {
    const expected = named === undefined ? [] : [expect.stringMatching(`^SO615: the annotation kubernetes.io/${named} says that the pod is a static pod`)];
    expect(refusals(one('app', { ready: tcp(1) }, {}, { delivery: { ...CONFIG_MAP, delivery }, annotations }))).toEqual(expected);
  });
});

describe('with an unknown architecture, the shell of a wait selects the binary', () => {
  const UNKNOWN: Delivery = { delivery: 'COPY', stated: false, reason: 'the architecture of the nodes is unknown', architectures: ['amd64', 'arm64'] };
  const COPIED = ['COPY', false, 1];
  const installed = (build: (p: PodBuilder) => void, delivery: Delivery) => {
    const { agent, initContainers } = plan(pod(build, { delivery }));
    return [agent?.delivery, agent?.byShell ?? false, initContainers.filter(c => c.kind === 'installer').length];
  };
  const outsideOnly = (p: PodBuilder) => { p.app('app', [outside('db')]); };
  const withFile = (path: string) => (p: PodBuilder) => { p.sidecar('config', { ready: file(`${path}/ready`), mounts: { v: path } }); p.app('app', ['config']); };

  test.each<[string, (p: PodBuilder) => void, Partial<Delivery>, unknown[]]>([
    ['a wait for a file of a sidecar needs no installer', withFile('/config'), {}, ['CONFIG_MAP', true, 0]],
    ['a ConfigMap that the user asks for is no error then', outsideOnly, { delivery: 'CONFIG_MAP', stated: true }, ['CONFIG_MAP', true, 0]],
    ['an init container copies the agent if a volume of the sidecar hides the shell', withFile('/bin'), {}, COPIED],
    ['if a volume of the sidecar hides the libraries of the shell', withFile('/usr/lib'), {}, COPIED],
  ])('%s', (_what, build, about, expected) => { expect(installed(build, { ...UNKNOWN, ...about })).toEqual(expected); });
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
  ])('%s', (_what, check, options, first) => { expect(found(check, options)).toEqual([['first', ...first], ['db', true, true, []]]); });
});
