import { PodSpecJson } from '../../src/api/private/pod-spec';
import { AppObjects } from '../../src/pod/app-objects';
import { resolveTarget } from '../../src/pod/capabilities';
import { findLostPorts } from '../../src/pod/lost-ports';

const HTTP = { name: 'http', containerPort: 8080 };
const APP = { name: 'app', image: 'app' };
const PROXY = { name: 'proxy', image: 'proxy', ports: [HTTP] };
const GIVEN: PodSpecJson = { containers: [APP, PROXY] };
const ORDERED: PodSpecJson = { initContainers: [{ ...PROXY, restartPolicy: 'Always' }], containers: [APP] };

interface Situation {
  readonly service?: object;
  readonly port?: object;
  readonly given?: PodSpecJson;
  readonly ordered?: PodSpecJson;
  readonly version?: string;
  readonly capabilities?: object;
  readonly namespace?: string;
}

/** The texts of the problems of a pod whose proxy becomes a native sidecar, and of the Service `web`, which finds its port by name. */
function lostPorts({ service, port, given = GIVEN, ordered = ORDERED, version = '1.32', capabilities = {}, namespace }: Situation): string[] {
  const spec = { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http', ...port }], ...service };
  const objects = new AppObjects([{ kind: 'Service', name: 'web', path: 'web', readSpec: () => spec }], []);
  const metadata = { labels: { app: 'web', tier: 'front' } };
  const target = resolveTarget(version, capabilities)!;
  return findLostPorts({ given: { metadata, spec: given }, ordered: { metadata, spec: ordered }, namespace }, target.capabilities, () => objects)
    .map(({ text, code }) => `${text} [${code}]`);
}

test('a Service that finds the port of a new native sidecar by its name is an error before Kubernetes 1.33', () => {
  expect(lostPorts({})).toEqual([
    "the Service web finds port 8080 of container 'proxy' by its name 'http', and 'proxy' becomes a native sidecar: Kubernetes before 1.33 finds no named port "
    + 'of a native sidecar (kubernetes#128850), so the Service would have no endpoint; write `kubernetesVersion: \'1.33\'` if the cluster has that version, '
    + 'otherwise `targetPort: 8080` in the Service [SO916]',
  ]);
});

const UDP = { ...PROXY, ports: [{ ...HTTP, protocol: 'UDP' }] };
const LOSSES: readonly (readonly [title: string, situation: Situation])[] = [
  ['a port with its protocol', { port: { protocol: 'UDP' }, given: { containers: [APP, UDP] }, ordered: { initContainers: [{ ...UDP, restartPolicy: 'Always' }], containers: [APP] } }],
  ['a port whose name an app container has with another protocol', { ordered: { ...ORDERED, containers: [{ ...APP, ports: [{ ...HTTP, protocol: 'UDP' }] }] } }],
  ['one of two ports', { service: { ports: [{ port: 81, targetPort: 8081 }, { port: 80, targetPort: 'http' }] } }],
  ['a version without the capability', { version: '1.37', capabilities: { sidecarPortNames: false } }],
];
test.each(LOSSES)('%s is lost', (_title, situation) => {
  expect(lostPorts(situation)).toEqual([expect.stringContaining("by its name 'http'")]);
});

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
  ['a container that stays where it is', { ordered: GIVEN }],
  ['a sidecar that was native before', { given: ORDERED }],
  ['an app container with the same name of a port', {
    given: { containers: [{ ...APP, ports: [{ name: 'http', containerPort: 80 }] }, PROXY] },
    ordered: { ...ORDERED, containers: [{ ...APP, ports: [{ name: 'http', containerPort: 80 }] }] },
  }],
  ['a container that becomes an init container', { ordered: { initContainers: [PROXY], containers: [APP] } }],
];
test.each(NO_LOSSES)('%s loses nothing', (_title, situation) => {
  expect(lostPorts(situation)).toEqual([]);
});

test('objects of the app are read only if a named port moves', () => {
  const unread = () => { throw new Error('the objects were read'); };
  const template = { spec: GIVEN };
  expect(findLostPorts({ given: template, ordered: template }, resolveTarget('1.29', {})!.capabilities, unread)).toEqual([]);
});
