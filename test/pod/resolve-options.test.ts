import { ARCHITECTURES } from '../../src/agent/binaries';
import { AgentDelivery } from '../../src/api/private/agent-delivery';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { AgentOptions, StartupOrderOptions } from '../../src/api/startup-order-options';
import { resolveTarget } from '../../src/pod/capabilities';
import { OrderContext, resolveOptions } from '../../src/pod/resolve-options';
import { said } from '../dsl';

const objections = (options: StartupOrderOptions, context?: OrderContext) => said(resolveOptions(options, context).problems);
const agent = (options: AgentOptions) => resolveOptions({ agent: options }).settings.agent;
const agentObjections = (options: AgentOptions) => objections({ agent: options });

test('without options the settings are the defaults', () => {
  expect(resolveOptions({})).toEqual({
    settings: {
      target: resolveTarget('1.29', {}),
      statedVersion: undefined,
      architecture: undefined,
      agent: {
        image: 'busybox:1.37.0', delivery: undefined, configMap: undefined, registry: undefined, resources: undefined, omitRunAsUser: false,
      },
      mechanism: undefined,
      guarantee: undefined,
      acceptedWarnings: [],
      orderedShutdown: false,
      disabledReason: undefined,
    },
    problems: [],
  });
});

describe('the Kubernetes version', () => {
  const version = (options: StartupOrderOptions, kubernetesVersion?: unknown) =>
    resolveOptions(options, { kubernetesVersion }).settings.target.version;

  test('the version is the option, otherwise the context, otherwise the default', () => {
    expect([version({ kubernetesVersion: '1.35' }, '1.30'), version({}, '1.30'), version({})]).toEqual(['1.35', '1.30', '1.29']);
  });

  test.each([
    [{ kubernetesVersion: '1.22' }, undefined, '1.22'],
    [{}, 'newest', 'newest'],
    [{}, 1.3, '1.3'],
  ])('%j with the context %j is refused', (options, kubernetesVersion, given) => {
    expect(objections(options, { kubernetesVersion })).toEqual([
      `SO604: kubernetesVersion is '${given}'; it must be the version of the oldest node, from '1.${OLDEST_MINOR}' to '1.${NEWEST_MINOR}', as 'major.minor' or 'major.minor.patch'`,
    ]);
  });
});

describe('a capability', () => {
  const envFiles = (version: string, option?: Record<string, boolean>, context?: unknown) =>
    resolveOptions({ kubernetesVersion: version, capabilities: option }, { capabilities: context }).settings.target.capabilities.envFiles;

  test('a capability is the option, otherwise the context, otherwise that of the version', () => {
    expect([envFiles('1.34'), envFiles('1.35')]).toEqual([false, true]);
    expect([envFiles('1.34', undefined, { envFiles: true }), envFiles('1.35', undefined, { envFiles: false })]).toEqual([true, false]);
    expect(envFiles('1.35', { envFiles: true }, { envFiles: false })).toBe(true);
  });

  test('a capability of the options leaves the other capabilities of the context unchanged', () => {
    const option = { nativeSidecars: true, sleepAction: undefined! };
    const context = { sleepAction: true, envFiles: undefined };
    const { target } = resolveOptions({ capabilities: option }, { capabilities: context }).settings;
    expect(target.capabilities).toMatchObject({ nativeSidecars: true, sleepAction: true, envFiles: false });
  });

  const CONTEXT = "the context 'cdk8s-startup-order:capabilities'";
  const KNOWN = 'nativeSidecars, sleepAction, envFiles, containerRestartRules, restartAllContainers, imageVolumes, serialStarts, hostVisibleEmptyDirs';
  test.each<[unknown, string[]]>([
    [{ envFile: false }, [`SO609: ${CONTEXT} has 'envFile', which is not a capability (known: ${KNOWN}); did you mean 'envFiles'? Correct the name, or remove it`]],
    [{ userNamespaces: false }, [`SO609: ${CONTEXT} has 'userNamespaces', which is not a capability (known: ${KNOWN}); correct the name, or remove it`]],
    [{ envFiles: 'false' }, [`SO302: ${CONTEXT}: envFiles is "false"; it must be true or false`]],
    [{ envFiles: null }, [`SO302: ${CONTEXT}: envFiles is null; it must be true or false`]],
    ...[false, 'envFiles', null, ['envFiles']].map((given): [unknown, string[]] =>
      [given, [`SO302: ${CONTEXT}: the value is ${JSON.stringify(given)}; it must be an object such as { envFiles: false }`]]),
    [{}, []],
    [undefined, []],
  ])('the capabilities %j in the context are validated', (capabilities, expected) => {
    expect(objections({}, { capabilities })).toEqual(expected);
  });

  test('the capabilities of the options are validated for callers without a compiler', () => {
    expect(objections({ capabilities: { sidecars: 1 } as never }, { capabilities: 1 }).map(text => text.slice(0, 60))).toEqual([
      "SO302: the context 'cdk8s-startup-order:capabilities': the va", "SO609: `capabilities` has 'sidecars', which is not a capability",
    ].map(text => text.slice(0, 60)));
  });
});

test('an unknown code of an accepted warning is an error, and a known code is a setting', () => {
  expect(objections({ acceptedWarnings: ['SW101', 'SW1O1', 'SO101'] })).toEqual([
    "SO623: `acceptedWarnings` has 'SW1O1', which is no code of a warning; did you mean 'SW101'? Correct the code, which the warning shows at its end",
    expect.stringMatching(/^SO623: `acceptedWarnings` has 'SO101'/),
  ]);
  expect(resolveOptions({ acceptedWarnings: ['SW101'] }).settings.acceptedWarnings).toEqual(['SW101']);
});

describe('disabledReason', () => {
  test('a disabled order keeps its reason', () => {
    expect(resolveOptions({ disabledReason: 'migration' }, undefined).settings.disabledReason).toBe('migration');
    expect(objections({ disabledReason: 'migration' })).toEqual([]);
  });

  test('an empty reason is refused', () => {
    expect(objections({ disabledReason: '' })).toEqual(['SO608: `disabledReason` is empty; write the reason for disabling the order, which the plan shows']);
  });
});

describe('the image of the agent', () => {
  test.each<[AgentOptions, string]>([
    [{}, 'busybox:1.37.0'],
    [{ registry: 'registry.example.com' }, 'registry.example.com/busybox:1.37.0'],
    [{ registry: 'registry.example.com:5000/mirror/' }, 'registry.example.com:5000/mirror/busybox:1.37.0'],
    [{ image: 'own/busybox@sha256:0' }, 'own/busybox@sha256:0'],
  ])('the image of an agent with %j is %s', (options, image) => {
    expect([agent(options).image, agentObjections(options)]).toEqual([image, []]);
  });

  test.each(['', 'a b', 'a\n'])('the image %j is refused', image => {
    expect(agentObjections({ image })).toEqual([`SO302: the wait agent: image is '${image}'; it must be an image reference`]);
  });

  test.each(['https://r.example', '/r', 'r//x', ' r', ''])('the registry %j is refused', registry => {
    expect(agentObjections({ registry })).toEqual([
      `SO302: the wait agent: registry is '${registry}'; it must be a registry with an optional path, without 'https://'`,
    ]);
  });
});

describe('the architecture of the nodes', () => {
  const architecture = (options: StartupOrderOptions, context?: unknown) => resolveOptions(options, { architecture: context }).settings.architecture;

  test('the architecture is the option, otherwise the context, otherwise unknown', () => {
    expect([architecture({ architecture: 'arm64' }, 'amd64'), architecture({}, 'amd64'), architecture({})]).toEqual([
      { name: 'arm64', source: '`startupOrder.architecture`' }, { name: 'amd64', source: "the context 'cdk8s-startup-order:architecture'" }, undefined,
    ]);
  });

  test.each<[StartupOrderOptions, unknown, string, string]>([
    [{ architecture: 'x86_64' }, undefined, '`startupOrder.architecture`', 'x86_64'],
    [{}, 64, "the context 'cdk8s-startup-order:architecture'", '64'],
    [{ architecture: '' }, 'amd64', '`startupOrder.architecture`', ''],
    [{ architecture: 'toString' }, undefined, '`startupOrder.architecture`', 'toString'],
  ])('%j with the context %j is refused', (options, context, where, given) => {
    expect(objections(options, { architecture: context })).toEqual([
      `SO612: ${where} is '${given}', and the package has no wait agent for it (it has: ${Object.keys(ARCHITECTURES).join(', ')}); write one of these values of the label kubernetes.io/arch `
      + 'of the nodes, or use IMAGE_VOLUME as `agent.delivery` with an image of the agent for that architecture',
    ]);
  });

  test('with an image volume the architecture can have any value', () => {
    expect(objections({ kubernetesVersion: '1.37', architecture: 'sparc', agent: { delivery: AgentDelivery.IMAGE_VOLUME, image: 'own/wait:1' } })).toEqual([]);
  });
});

describe('the delivery from the context', () => {
  const delivery = (options: StartupOrderOptions, agentDelivery: unknown) => resolveOptions(options, { agentDelivery }).settings.agent.delivery;

  test('is that of a workload without a delivery, and the options of the workload take precedence', () => {
    expect([delivery({}, 'NONE'), delivery({ agent: { omitRunAsUser: true } }, 'NONE'), delivery({ agent: { delivery: AgentDelivery.COPY } }, 'NONE')])
      .toEqual([AgentDelivery.NONE, AgentDelivery.NONE, AgentDelivery.COPY]);
  });

  test.each<[unknown, string]>([['none', "'none'"], [true, 'true'], ['', "''"]])('is refused with the value %j', (given, words) => {
    expect(objections({}, { agentDelivery: given })).toEqual([
      `SO302: the wait agent: the context 'cdk8s-startup-order:agentDelivery' is ${words}; it must be ${Object.values(AgentDelivery).join(', ')}`,
    ]);
  });
});

describe('the agent in the images', () => {
  const delivery = AgentDelivery.IN_IMAGE;
  const WRITE = 'write the absolute path of the agent in the images, such as /usr/local/bin/wait';

  test.each(['/wait', '/usr/local/bin/wait-1.0_x', '/opt/..hidden/wait'])('the path %s is valid, with any architecture', path => {
    expect(objections({ architecture: 'sparc', agent: { delivery, path } })).toEqual([]);
  });

  test.each<[AgentOptions, string]>([
    [{ delivery }, `\`agent.delivery\` is IN_IMAGE, but \`agent.path\` is not set; ${WRITE}`],
    ...['', 'wait', './wait', '/', '/bin/', '//wait', '/opt/../wait', '/./wait', '/a b', '/$(HOME)/wait']
      .map((path): [AgentOptions, string] => [{ delivery, path }, `\`agent.path\` is '${path}'; ${WRITE}`]),
    [{ path: '/wait' }, '`agent.path` has no effect without IN_IMAGE as `agent.delivery`; write both, or remove `agent.path`'],
    [{ delivery: AgentDelivery.COPY, path: '/wait' }, '`agent.path` has no effect without IN_IMAGE as `agent.delivery`; write both, or remove `agent.path`'],
    ...(['image', 'configMap'] as const).map((other): [AgentOptions, string] => [
      { delivery, path: '/wait', [other]: 'own' },
      `\`agent.${other}\` has no effect with IN_IMAGE as \`agent.delivery\`: the images of the pod contain the agent; remove \`agent.${other}\``,
    ]),
  ])('%j is refused', (options, text) => {
    expect(agentObjections(options)).toEqual([`SO621: ${text}`]);
  });
});

test('without the agent the architecture can have any value', () => {
  expect(objections({ architecture: 'sparc', agent: { delivery: AgentDelivery.NONE } })).toEqual([]);
});

describe('the ConfigMap of the agent', () => {
  test.each(['wait', 'a.b-c.1', 'a'.repeat(253)])('the ConfigMap name %j is valid', configMap => {
    expect([agent({ configMap }).configMap, agentObjections({ configMap })]).toEqual([configMap, []]);
  });

  test.each(['', 'A', '-a', 'a.', 'a/b', 'a'.repeat(254)])('the ConfigMap name %j is refused', configMap => {
    expect(agentObjections({ configMap })).toEqual([`SO302: the wait agent: configMap is '${configMap}'; it must be the name of a ConfigMap`]);
  });
});

test('an image and a registry contradict each other', () => {
  expect(agentObjections({ image: 'a', registry: 'b' })).toEqual([
    'SO606: `agent.image` and `agent.registry` contradict each other; write the registry in the image reference, and remove `agent.registry`',
  ]);
});

describe('the agent as an image volume', () => {
  const mounted = { delivery: AgentDelivery.IMAGE_VOLUME, image: 'own/wait:1' };
  const refused = (version: string) => [`SO610: \`agent.delivery\` is IMAGE_VOLUME, but not all nodes support image volumes (Kubernetes ${version}, or `
    + '`capabilities`); set `kubernetesVersion` to 1.35 or newer, or leave `agent.delivery` out'];

  test.each<[StartupOrderOptions, string[]]>([
    [{}, refused('1.29')],
    [{ kubernetesVersion: '1.34' }, refused('1.34')],
    [{ kubernetesVersion: '1.35' }, []],
    [{ kubernetesVersion: '1.33', capabilities: { imageVolumes: true } }, []],
    [{ kubernetesVersion: '1.37', capabilities: { imageVolumes: false } }, refused('1.37')],
    [{ kubernetesVersion: '1.22' }, [`SO604: kubernetesVersion is '1.22'; it must be the version of the oldest node, from '1.${OLDEST_MINOR}' to '1.${NEWEST_MINOR}', as 'major.minor' or 'major.minor.patch'`]],
  ])('an image volume with %j', (options, expected) => {
    expect(objections({ ...options, agent: mounted })).toEqual(expected);
  });

  test('an image volume without an image is refused', () => {
    expect(objections({ kubernetesVersion: '1.37', agent: { delivery: AgentDelivery.IMAGE_VOLUME } })).toEqual([
      'SO613: `agent.delivery` is IMAGE_VOLUME, but `agent.image` is not set; write the image of the wait agent, with the agent at /wait',
    ]);
  });

  test('an image volume with a ConfigMap is refused', () => {
    expect(objections({ kubernetesVersion: '1.37', agent: { ...mounted, configMap: 'wait' } })).toEqual([
      'SO606: `agent.configMap` and IMAGE_VOLUME as `agent.delivery` contradict each other; remove one of the two',
    ]);
  });
});

test('all problems of the options are reported together', () => {
  expect(objections({ kubernetesVersion: '1', disabledReason: '', agent: { image: '', configMap: '' } }).map(text => text.slice(0, 5)))
    .toEqual(['SO604', 'SO608', 'SO302', 'SO302']);
});
