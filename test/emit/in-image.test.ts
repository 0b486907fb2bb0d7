import { urlTarget } from '../../src/api/private/external-target';
import { readEnforcedOrder } from '../../tools/read/enforced-order';
import { findWorkloads } from '../../tools/read/find-workloads';
import { readPodView } from '../../tools/read/pod-view';
import {
  box, command, declared, ENTRYPOINT_GATE, GUARDED_HOOK, objections, on, orderedTemplate, outside, PodDeclaration,
  PodSpecJson, PodTemplateJson, POSITION, POST_START, REGULAR, RUNNING, SIDECAR_WAIT_INIT, StartupOrderOptions, tcp,
} from '../dsl';

const PATH = '/usr/local/bin/wait';
const IN_IMAGE: StartupOrderOptions = { agent: { delivery: 'IN_IMAGE', path: PATH } };
const ANNOTATION = 'cdk8s-startup-order.github.io/agent-path';
const NEW = { kubernetesVersion: '1.37' };

const PAIR: PodSpecJson = { containers: [box('app', { command: ['/app'] }), box('db')] };
const BESIDE: PodSpecJson = { initContainers: [box('db', { restartPolicy: 'Always' })], containers: [box('app')] };
const BY_POSITION = { condition: RUNNING, mechanism: POSITION };
const APP_DB = (options: Parameters<typeof on>[1]) => declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db', options)] } });

/** A pod for each way in which the library runs the agent. */
const WAYS: readonly (readonly [string, PodSpecJson, PodDeclaration, StartupOrderOptions])[] = [
  ['a gate', PAIR, APP_DB({ mechanism: ENTRYPOINT_GATE }), {}],
  ['a hook', PAIR, APP_DB({ mechanism: POST_START }), {}],
  ['a guard, with its hook and its probe', PAIR, APP_DB({ mechanism: GUARDED_HOOK }), NEW],
  ['a mark for a gate', PAIR, declared({ db: { readyWhen: command('/ready') }, app: { dependsOn: [on('db', { mechanism: ENTRYPOINT_GATE })] } }), {}],
  ['an ordered shutdown', PAIR, declared({ db: REGULAR, app: { dependsOn: [on('db', { ...BY_POSITION, orderedShutdown: true })] } }), {}],
  ['an init container that waits for a sidecar', BESIDE, APP_DB({ mechanism: SIDECAR_WAIT_INIT }), NEW],
  ['an init container that waits outside the pod', { containers: [box('app')] }, declared({ app: { dependsOn: [outside('api')] } }), {}],
];

/** Removes the agent from a pod of the delivery CONFIG_MAP, and changes its path. */
function moveIntoImage({ spec, ...template }: PodTemplateJson): PodTemplateJson {
  const isAgent = (name: string) => name === 'startup-order-agent';
  const text = JSON.stringify(spec, (key, value) => {
    if (key !== 'volumeMounts' && key !== 'volumes') { return value; }
    const rest = value.filter(({ name }: { name: string }) => !isAgent(name));
    return rest.length === 0 ? undefined : rest;
  });
  const annotations = { ...template.metadata?.annotations, [ANNOTATION]: PATH };
  return { ...template, metadata: { ...template.metadata, annotations }, spec: JSON.parse(text.split('"/startup-order/wait"').join(JSON.stringify(PATH))) };
}

function read(template: PodTemplateJson) {
  const [workload] = findWorkloads({ apiVersion: 'v1', kind: 'Pod', ...template });
  return readEnforcedOrder(readPodView(workload, '1.37'));
}

describe.each(WAYS)('the agent in the images: %s', (_, spec, declaration, options) => {
  const mounted = () => orderedTemplate({ spec }, declaration, options);
  const inImage = () => orderedTemplate({ spec }, declaration, { ...options, ...IN_IMAGE });

  test('runs the path, without a volume, mount or init container for the agent, and is otherwise the same', () => {
    expect(JSON.stringify(mounted())).toContain('/startup-order/wait');
    expect(inImage()).toEqual(moveIntoImage(mounted()));
  });

  test('is read back as the same order, by the annotation', () => { expect(read(inImage())).toEqual(read(mounted())); });
});

test.each<[string, object]>([['without the annotation', {}], ['with another path', { [ANNOTATION]: '/bin/wait' }]])('%s, the program is not the agent', (_, annotations) => {
  const [, spec, declaration] = WAYS[0];
  const template = orderedTemplate({ spec }, declaration, IN_IMAGE);
  const waits = (found: PodTemplateJson) => read(found).ordered.filter(pair => pair.waitsFor !== undefined);
  expect(waits(template)).toHaveLength(1);
  expect(waits({ ...template, metadata: { annotations: annotations as Record<string, string> } })).toEqual([]);
});

test('the agent in the images works on an unknown architecture; without it there is no annotation', () => {
  const [, spec, declaration] = WAYS[0];
  expect(orderedTemplate({ spec }, declaration, { ...IN_IMAGE, architecture: undefined })).toEqual(orderedTemplate({ spec }, declaration, IN_IMAGE));
  const native = { initContainers: [box('migrate')], containers: [box('app')] };
  expect(orderedTemplate({ spec: native }, declared({ app: { dependsOn: [on('migrate')] } }), IN_IMAGE).metadata?.annotations).toBeUndefined();
});

test('the public image of a tool does not contain the agent, and an image of the user may', () => {
  const api = (image?: string) => ({ kind: 'external' as const, ...urlTarget('https://api/', { name: 'api', image }) });
  const wait = (image?: string) => declared({ app: { dependsOn: [{ target: api(image), required: true }] } });
  const spec = { containers: [box('app')] };
  expect(objections(spec, wait(), IN_IMAGE)).toEqual([expect.stringMatching(
    /^SO303: container 'app' depends on 'api', .*because curl runs in its public image, which does not contain the wait agent \(`agent.delivery` is IN_IMAGE\); write an `image`/)]);
  expect(orderedTemplate({ spec }, wait('shop/curl-and-agent:1'), IN_IMAGE).spec.initContainers).toEqual([
    expect.objectContaining({ image: 'shop/curl-and-agent:1', command: expect.arrayContaining([PATH]) }),
  ]);
});
