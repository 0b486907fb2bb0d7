import { AppObjects } from '../../src/pod/app-objects';
import { findLostPorts } from '../../src/pod/lost-ports';
import { ContainerRole, declared, orderPod, PodSpecJson, resolveOptions } from '../dsl';

const HTTP = { name: 'http', containerPort: 8080 };
const APP = { name: 'app', image: 'app' };
const PROXY = { name: 'proxy', image: 'proxy', ports: [HTTP] };
const GIVEN: PodSpecJson = { containers: [APP, PROXY] };

interface Situation {
  readonly service?: object;
  readonly port?: object;
  readonly given?: PodSpecJson;
  readonly role?: ContainerRole;
  readonly version?: string;
  readonly capabilities?: Record<string, boolean>;
  readonly namespace?: string;
}

const planOf = (spec: PodSpecJson, role: ContainerRole, kubernetesVersion: string, capabilities: Record<string, boolean> = {}) =>
  orderPod({ spec }, declared({ proxy: { role } }), resolveOptions({ kubernetesVersion, capabilities }).settings).plan!;

/** The texts of the problems of a pod whose proxy gets a role, and of the Service `web`, which finds its port by name. */
function lostPorts({ service, port, given = GIVEN, role = ContainerRole.SIDECAR, version = '1.32', capabilities, namespace }: Situation): string[] {
  const spec = { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http', ...port }], ...service };
  const objects = new AppObjects([{ kind: 'Service', name: 'web', path: 'web', read: () => ({ spec }) }], []);
  const pods = { namespace, labels: { app: 'web', tier: 'front' } };
  return findLostPorts(planOf(given, role, version, capabilities), () => pods, () => objects).map(({ text, code }) => `${text} [${code}]`);
}

test('a Service that finds the port of a new native sidecar by its name is an error before Kubernetes 1.33', () => {
  expect(lostPorts({})).toEqual([
    "the Service web finds port 8080 of container 'proxy' by its name 'http', and 'proxy' becomes a native sidecar: Kubernetes before 1.33 finds no named port "
    + 'of a native sidecar (kubernetes#128850), so the Service would have no endpoint; write `kubernetesVersion: \'1.33\'` if the cluster has that version, '
    + 'otherwise `targetPort: 8080` in the Service [SO916]',
  ]);
});

test('the remedy names the statement of the user that the nodes lack the names of ports', () => {
  const [text] = lostPorts({ version: '1.37', capabilities: { sidecarPortNames: false } });
  expect(text).toContain('; write `capabilities: { sidecarPortNames: true }` if the cluster has that version, otherwise');
});

const UDP = { ...PROXY, ports: [{ ...HTTP, protocol: 'UDP' }] };
const LOSSES: readonly (readonly [title: string, situation: Situation])[] = [
  ['a port with its protocol', { port: { protocol: 'UDP' }, given: { containers: [APP, UDP] } }],
  ['a port whose name an app container has with another protocol', { given: { containers: [{ ...APP, ports: [{ ...HTTP, protocol: 'UDP' }] }, PROXY] } }],
  ['one of two ports', { service: { ports: [{ port: 81, targetPort: 8081 }, { port: 80, targetPort: 'http' }] } }],
  ['a version without the capability', { version: '1.37', capabilities: { sidecarPortNames: false } }],
];
test.each(LOSSES)('%s is lost', (_title, situation) => { expect(lostPorts(situation)).toEqual([expect.stringContaining("by its name 'http'")]); });

const NO_LOSSES: readonly (readonly [title: string, situation: Situation])[] = [
  ['Kubernetes 1.33', { version: '1.33' }],
  ['a cluster with the capability', { capabilities: { sidecarPortNames: true } }],
  ['a port by its number', { port: { targetPort: 8080 } }],
  ['a port without targetPort', { port: { targetPort: undefined } }],
  ['the name of another port', { port: { targetPort: 'metrics' } }],
  ['another protocol', { port: { protocol: 'UDP' } }],
  ['a headless Service', { service: { clusterIP: 'None' } }],
  ['an ExternalName Service', { service: { type: 'ExternalName', externalName: 'web.example.com' } }],
  ['a Service for other pods', { service: { selector: { app: 'api' } } }],
  ['a Service without a selector', { service: { selector: undefined } }],
  ['a Service whose selector is empty', { service: { selector: {} } }],
  ['a Service without ports', { service: { ports: undefined } }],
  ['a pod of another namespace', { namespace: 'shop' }],
  ['a container that stays where it is', { role: ContainerRole.APP }],
  ['a sidecar that was native before', { given: { initContainers: [{ ...PROXY, restartPolicy: 'Always' }], containers: [APP] } }],
  ['an app container with the same name of a port', { given: { containers: [{ ...APP, ports: [{ name: 'http', containerPort: 80 }] }, PROXY] } }],
  ['a container that becomes an init container', { role: ContainerRole.INIT }],
];
test.each(NO_LOSSES)('%s loses nothing', (_title, situation) => { expect(lostPorts(situation)).toEqual([]); });

test('objects of the app are read only if a named port moves', () => {
  const unread = () => { throw new Error('the objects were read'); };
  expect(findLostPorts(planOf(GIVEN, ContainerRole.APP, '1.29'), unread, unread)).toEqual([]);
  expect(() => findLostPorts(planOf(GIVEN, ContainerRole.SIDECAR, '1.29'), unread, unread)).toThrow('the objects were read');
});

test('the labels of a namespace are read once for all of its workloads', () => {
  const read = jest.fn(() => ({ metadata: { labels: { a: 'b' } } }));
  const app = new AppObjects([{ kind: 'Namespace', name: 'shop', path: '', read }], []);
  expect([app.findNamespaceTexts('shop'), app.findNamespaceTexts('shop'), read.mock.calls.length]).toEqual([{ a: 'b' }, { a: 'b' }, 1]);
});
