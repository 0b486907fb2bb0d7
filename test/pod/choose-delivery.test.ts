import { chooseDelivery, Delivery } from '../../src/pod/delivery';
import { AGENT_DELIVERIES, AgentDelivery, PodSpecJson, resolveOptions, StartupOrderOptions } from '../dsl';

const delivery = (spec: PodSpecJson, options: StartupOrderOptions = {}, architecture?: string): Delivery =>
  chooseDelivery(spec, resolveOptions(options, { architecture }).settings);
const known = (source: string, name: string, binds: boolean): Delivery => ({
  ...UNKNOWN, delivery: 'CONFIG_MAP', reason: `${source} states the architecture ${name}`, architectures: [name], boundBy: binds ? source : undefined,
});
const UNKNOWN: Delivery = {
  delivery: 'COPY', stated: false, reason: 'the architecture of the nodes is unknown', architectures: ['amd64', 'arm64'], boundBy: undefined,
};

const expression = (values: readonly string[], operator = 'In', key = 'kubernetes.io/arch') => ({ key, operator, values });
/** A node matches if it matches one term. */
const withTerms = (...nodeSelectorTerms: object[]) =>
  ({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } }) as PodSpecJson;
/** One list of expressions for each term. */
const affinity = (...terms: ReturnType<typeof expression>[][]) => withTerms(...terms.map(matchExpressions => ({ matchExpressions })));

const SELECTED: PodSpecJson = { nodeSelector: { 'kubernetes.io/arch': 'arm64' } };
const BY_SELECTOR = known('the node selector of the pod', 'arm64', true);
const BY_AFFINITY = known('the node affinity of the pod', 'arm64', true);

describe('the architecture of the agent', () => {
  test.each<[string, PodSpecJson, StartupOrderOptions, string | undefined, Delivery]>([
    ['is unknown', {}, {}, undefined, UNKNOWN],
    ['is the option', {}, { architecture: 'amd64' }, 'arm64', known('`startupOrder.architecture`', 'amd64', false)],
    ['is the value of the context', {}, {}, 'arm64', known("the context 'cdk8s-startup-order:architecture'", 'arm64', false)],
    ['is the node selector before the option', SELECTED, { architecture: 'amd64' }, 'amd64', BY_SELECTOR],
    ['is the node selector with the old label', { nodeSelector: { 'beta.kubernetes.io/arch': 'arm64' } }, {}, undefined, BY_SELECTOR],
    ['is the node selector before the node affinity', { ...SELECTED, ...affinity([expression(['amd64'])]) }, {}, undefined, BY_SELECTOR],
    ['is the node affinity before the option', affinity([expression(['arm64'])]), { architecture: 'amd64' }, undefined, BY_AFFINITY],
    ['is the architecture of all terms of the node affinity', affinity([expression(['ssd'], 'In', 'disk'), expression(['arm64'])], [expression(['arm64'])]), {}, undefined, BY_AFFINITY],
    ['is unknown where one term has another', affinity([expression(['arm64'])], [expression(['amd64'])]), {}, undefined, UNKNOWN],
    ['is unknown where one term has none', affinity([expression(['arm64'])], [expression(['ssd'], 'In', 'disk')]), {}, undefined, UNKNOWN],
    ['is unknown where a term has none at first', affinity([expression(['ssd'], 'In', 'disk')], [expression(['arm64'])]), {}, undefined, UNKNOWN],
    ['is that of the other terms where a term is empty and matches no node', affinity([], [expression(['arm64'])]), {}, undefined, BY_AFFINITY],
    ['is unknown where a term has only fields', withTerms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }, { matchExpressions: [expression(['arm64'])] }), {}, undefined, UNKNOWN],
    ['is unknown where a term has two', affinity([expression(['arm64', 'amd64'])]), {}, undefined, UNKNOWN],
    ['is unknown where a term excludes one', affinity([expression(['arm64'], 'NotIn')]), {}, undefined, UNKNOWN],
    ['is the option where the affinity binds to none', affinity([expression(['arm64', 'amd64'])]), { architecture: 'amd64' }, undefined, known('`startupOrder.architecture`', 'amd64', false)],
    ['is not a preference', {
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [expression(['arm64'])] } }] } },
    } as PodSpecJson, {}, undefined, UNKNOWN],
    ['is unknown without terms', affinity(), {}, undefined, UNKNOWN],
    ['is no other label', { nodeSelector: { 'kubernetes.io/os': 'linux' } }, {}, undefined, UNKNOWN],
  ])('%s', (_what, spec, options, context, expected) => { expect(delivery(spec, options, context)).toEqual(expected); });
});

const [CONFIG_MAP, COPY, IMAGE_VOLUME] = AGENT_DELIVERIES;

test.each<[AgentDelivery, PodSpecJson, StartupOrderOptions, Partial<Delivery>]>([
  [CONFIG_MAP, {}, { architecture: 'amd64' }, { architectures: ['amd64'], boundBy: undefined }],
  [CONFIG_MAP, SELECTED, {}, { architectures: ['arm64'], boundBy: 'the node selector of the pod' }],
  [CONFIG_MAP, {}, {}, { architectures: ['amd64', 'arm64'], boundBy: undefined }],
  [COPY, {}, { architecture: 'amd64' }, { architectures: ['amd64'], boundBy: undefined }],
  [COPY, SELECTED, {}, { architectures: ['arm64'], boundBy: 'the node selector of the pod' }],
  [IMAGE_VOLUME, {}, {}, {}],
])('a delivery from the options: the option %s decides, for %j with %j', (stated, spec, options, expected) => {
  const found = delivery(spec, { kubernetesVersion: '1.37', ...options, agent: { delivery: stated, image: 'own:1' } });
  expect(found).toMatchObject({ delivery: stated, reason: '`agent.delivery` asks for it', ...expected });
});
