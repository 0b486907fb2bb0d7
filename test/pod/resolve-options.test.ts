import { Size } from 'cdk8s';
import { Cpu } from 'cdk8s-plus-27';
import { ARCHITECTURES } from '../../src/agent/binaries';
import { OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { OrderContext, resolveOptions } from '../../src/pod/resolve-options';
import { AGENT_DELIVERIES, AgentOptions, resolveTarget, said, StartupOrderOptions } from '../dsl';

const objections = (options: StartupOrderOptions, context?: OrderContext) => said(resolveOptions(options, context).problems);
const agent = (options: AgentOptions) => resolveOptions({ agent: options }).settings.agent;

const [, COPY, IMAGE_VOLUME, IN_IMAGE, NONE] = AGENT_DELIVERIES;

test('without options the settings are the defaults', () => {
  const settings = { target: resolveTarget('1.29', {}), agent: { image: 'busybox:1.37.0', omitRunAsUser: false }, acceptedWarnings: [], orderedShutdown: false };
  expect(resolveOptions({})).toEqual({ settings, problems: [] });
});

test('a capability is the option, otherwise the context, otherwise that of the version', () => {
  const envFiles = (version: string, option?: Record<string, boolean>, context?: unknown) =>
    resolveOptions({ kubernetesVersion: version, capabilities: option }, { capabilities: context }).settings.target.capabilities.envFiles;
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

test('the delivery is the option, otherwise the context', () => {
  const delivery = (options: AgentOptions) => resolveOptions({ agent: options }, { agentDelivery: 'NONE' }).settings.agent.delivery;
  expect([resolveOptions({}, { agentDelivery: 'NONE' }).settings.agent.delivery, delivery({ omitRunAsUser: true }), delivery({ delivery: COPY })]).toEqual([NONE, NONE, COPY]);
});

test('accepted warnings and the reason of a disabled order are settings', () => {
  expect(resolveOptions({ acceptedWarnings: ['SW101'], disabledReason: 'migration' })).toMatchObject({ settings: { acceptedWarnings: ['SW101'], disabledReason: 'migration' }, problems: [] });
});

test.each<[AgentOptions, string]>([
  [{}, 'busybox:1.37.0'],
  [{ registry: 'registry.example.com' }, 'registry.example.com/busybox:1.37.0'],
  [{ registry: 'registry.example.com:5000/mirror/' }, 'registry.example.com:5000/mirror/busybox:1.37.0'],
  [{ image: 'own/busybox@sha256:0' }, 'own/busybox@sha256:0'],
])('the image of an agent with %j is %s', (options, image) => {
  expect([agent(options).image, objections({ agent: options })]).toEqual([image, []]);
});

const MOUNTED = { delivery: IMAGE_VOLUME, image: 'own/wait:1' };

test.each<[StartupOrderOptions]>([
  [{ architecture: 'sparc', kubernetesVersion: '1.37', agent: MOUNTED }],
  [{ architecture: 'sparc', agent: { delivery: NONE } }],
  [{ kubernetesVersion: '1.35', agent: MOUNTED }],
  [{ kubernetesVersion: '1.33', capabilities: { imageVolumes: true }, agent: MOUNTED }],
  ...['wait', 'a.b-c.1', 'a'.repeat(253)].map((configMap): [StartupOrderOptions] => [{ agent: { configMap } }]),
  ...['/wait', '/usr/local/bin/wait-1.0_x', '/opt/..hidden/wait'].map((path): [StartupOrderOptions] => [{ architecture: 'sparc', agent: { delivery: IN_IMAGE, path } }]),
])('%j is valid', options => {
  const { settings, problems } = resolveOptions(options, { capabilities: {} });
  expect(problems).toEqual([]);
  expect(settings.agent).toMatchObject(options.agent!);
});

const CONTEXT = 'the context \'cdk8s-startup-order:';
const OLDEST_NODE = `it must be the version of the oldest node, '1.${OLDEST_MINOR}' or newer, as 'major.minor' or 'major.minor.patch'`;
const CAPABILITIES = 'nativeSidecars, sleepAction, envFiles, containerRestartRules, restartAllContainers, imageVolumes, sidecarPortNames, serialStarts, hostVisibleEmptyDirs, sharedFileLocks';
const LABEL_VALUES = `and the package has no wait agent for it (it has: ${Object.keys(ARCHITECTURES).join(', ')}); write one of these values of the label kubernetes.io/arch `
  + 'of the nodes, or bring an agent for that architecture with IN_IMAGE as `agent.delivery` and `agent.path`, or IMAGE_VOLUME and `agent.image` (from Kubernetes 1.35 on)';
const WRITE_PATH = 'write the absolute path of the agent in the images, such as /usr/local/bin/wait';
const WITHOUT_IN_IMAGE = 'SO621: `agent.path` has no effect without IN_IMAGE as `agent.delivery`; write both, or remove `agent.path`';
const noImageVolumes = (version: string) => `SO610: \`agent.delivery\` is IMAGE_VOLUME, but not all nodes support image volumes (Kubernetes ${version}, or `
  + '`capabilities`); set `kubernetesVersion` to 1.35 or newer, or leave `agent.delivery` out';
const DENIED_IMAGE_VOLUMES = 'SO610: `agent.delivery` is IMAGE_VOLUME, but not all nodes support image volumes (nodes with `imageVolumes: false`); '
  + 'plan for nodes with this feature (`capabilities: { imageVolumes: true }`), or leave `agent.delivery` out';
const refuse = (values: readonly string[], option: (value: string) => AgentOptions, text: (value: string) => string) =>
  values.map((value): [StartupOrderOptions, OrderContext, string] => [{ agent: option(value) }, {}, text(value)]);

test.each<[StartupOrderOptions, OrderContext, string]>([
  [{ kubernetesVersion: '1.22' }, {}, `SO604: kubernetesVersion is '1.22'; ${OLDEST_NODE}`],
  [{ kubernetesVersion: '1.22', agent: MOUNTED }, {}, `SO604: kubernetesVersion is '1.22'; ${OLDEST_NODE}`],
  [{}, { kubernetesVersion: 'newest' }, `SO604: kubernetesVersion is 'newest'; ${OLDEST_NODE}`],
  [{}, { kubernetesVersion: 1.3 }, `SO604: kubernetesVersion is '1.3'; ${OLDEST_NODE}`],
  [{}, { capabilities: { envFile: false } },
    `SO609: ${CONTEXT}capabilities' has 'envFile', which is not a capability (known: ${CAPABILITIES}); did you mean 'envFiles'? Correct the name, or remove it`],
  [{}, { capabilities: { userNamespaces: false } },
    `SO609: ${CONTEXT}capabilities' has 'userNamespaces', which is not a capability (known: ${CAPABILITIES}); correct the name, or remove it`],
  [{}, { capabilities: { envFiles: 'false' } }, `SO302: ${CONTEXT}capabilities': envFiles is "false"; it must be true or false`],
  [{}, { capabilities: { envFiles: null } }, `SO302: ${CONTEXT}capabilities': envFiles is null; it must be true or false`],
  ...[false, 'envFiles', null, ['envFiles']].map((capabilities): [StartupOrderOptions, OrderContext, string] =>
    [{}, { capabilities }, `SO302: ${CONTEXT}capabilities': the value is ${JSON.stringify(capabilities)}; it must be an object such as { envFiles: false }`]),
  [{ acceptedWarnings: ['SW101', 'SW1O1'] }, {},
    "SO623: `acceptedWarnings` has 'SW1O1', which is no code of a warning; did you mean 'SW101'? Correct the code, which the warning shows at its end"],
  [{ acceptedWarnings: ['SO101'] }, {}, "SO623: `acceptedWarnings` has 'SO101', which is no code of a warning; did you mean 'SW101'? Correct the code, which the warning shows at its end"],
  ...['', ' ', '\n'].map((disabledReason): [StartupOrderOptions, OrderContext, string] => [{ disabledReason }, {},
    'SO608: `disabledReason` is empty; write the reason for disabling the order, which the plan shows']),
  [{ architecture: 'x86_64' }, {}, `SO612: \`startupOrder.architecture\` is 'x86_64', ${LABEL_VALUES}`],
  [{}, { architecture: 64 }, `SO612: ${CONTEXT}architecture' is '64', ${LABEL_VALUES}`],
  [{ architecture: '' }, { architecture: 'amd64' }, `SO612: \`startupOrder.architecture\` is '', ${LABEL_VALUES}`],
  [{ architecture: 'toString' }, {}, `SO612: \`startupOrder.architecture\` is 'toString', ${LABEL_VALUES}`],
  ...['none', true, ''].map((agentDelivery): [StartupOrderOptions, OrderContext, string] => [{}, { agentDelivery },
    `SO302: the wait agent: ${CONTEXT}agentDelivery' is ${agentDelivery === true ? 'true' : `'${agentDelivery}'`}; it must be ${AGENT_DELIVERIES.join(', ')}`]),
  ...refuse(['', 'a b', 'a\n'], image => ({ image }), image => `SO302: the wait agent: image is '${image}'; it must be an image reference`),
  ...refuse(['https://r.example', '/r', 'r//x', ' r', ''], registry => ({ registry }),
    registry => `SO302: the wait agent: registry is '${registry}'; it must be a registry with an optional path, without 'https://'`),
  ...refuse(['', 'A', '-a', 'a.', 'a/b', 'a'.repeat(254)], configMap => ({ configMap }),
    configMap => `SO302: the wait agent: configMap is '${configMap}'; it must be the name of a ConfigMap`),
  ...refuse(['', 'wait', './wait', '/', '/bin/', '//wait', '/opt/../wait', '/./wait', '/a b', '/$(HOME)/wait'], path => ({ delivery: IN_IMAGE, path }),
    path => `SO621: \`agent.path\` is '${path}'; ${WRITE_PATH}`),
  ...refuse(['image', 'configMap'], other => ({ delivery: IN_IMAGE, path: '/wait', [other]: 'own' }),
    other => `SO621: \`agent.${other}\` has no effect with IN_IMAGE as \`agent.delivery\`: the images of the pod contain the agent; remove \`agent.${other}\``),
  [{ agent: { resources: { memory: { request: Size.mebibytes(64), limit: Size.mebibytes(32) } } } }, {},
    'SO302: the wait agent: the memory request in `resources` is 64Mi; it must be at most the limit, 32Mi'],
  [{ agent: { resources: { cpu: { request: Cpu.units(1), limit: Cpu.millis(500) } } } }, {},
    'SO302: the wait agent: the cpu request in `resources` is 1; it must be at most the limit, 500m'],
  [{ agent: { delivery: IN_IMAGE } }, {}, `SO621: \`agent.delivery\` is IN_IMAGE, but \`agent.path\` is not set; ${WRITE_PATH}`],
  [{ agent: { path: '/wait' } }, {}, WITHOUT_IN_IMAGE],
  [{ agent: { delivery: COPY, path: '/wait' } }, {}, WITHOUT_IN_IMAGE],
  [{ agent: { image: 'a', registry: 'b' } }, {},
    'SO606: `agent.image` and `agent.registry` contradict each other; write the registry in the image reference, and remove `agent.registry`'],
  [{ agent: MOUNTED }, {}, noImageVolumes('1.29')],
  [{ kubernetesVersion: '1.34', agent: MOUNTED }, {}, noImageVolumes('1.34')],
  [{ kubernetesVersion: '1.37', capabilities: { imageVolumes: false }, agent: MOUNTED }, {}, DENIED_IMAGE_VOLUMES],
  [{ kubernetesVersion: '1.37', agent: { delivery: IMAGE_VOLUME } }, {},
    'SO613: `agent.delivery` is IMAGE_VOLUME, but `agent.image` is not set; write the image of the wait agent, with the agent at /wait'],
  [{ kubernetesVersion: '1.37', agent: { ...MOUNTED, configMap: 'wait' } }, {},
    'SO606: `agent.configMap` and IMAGE_VOLUME as `agent.delivery` contradict each other; remove one of the two'],
])('%j with the context %j is refused', (options, context, text) => { expect(objections(options, context)).toEqual([text]); });

test('the capabilities of the options are validated for callers without a compiler', () => {
  expect(objections({ capabilities: { sidecars: 1 } as never }, { capabilities: 1 })).toEqual([
    expect.stringContaining("SO302: the context 'cdk8s-startup-order:capabilities': the va"), expect.stringContaining("SO609: `capabilities` has 'sidecars', which is not"),
  ]);
});

test('all problems of the options are reported together', () => {
  expect(objections({ kubernetesVersion: '1', disabledReason: '', agent: { image: '', configMap: '' } }).map(text => text.slice(0, 5)))
    .toEqual(['SO604', 'SO608', 'SO302', 'SO302']);
});
