import { ApiObject } from 'cdk8s';
import { Images, swapImages, synthesize } from '../../conformance/runner/manifests';

const IMAGES = { 'test-app': 'registry.local/test-app:1', 'test-app-shell': 'registry.local/test-app:1-shell', 'peers': 'registry.local/peers:1' };
const installer = { name: 'install-wait-agent', image: 'busybox:1.37.0', command: ['sh'], resources: { requests: { cpu: '10m' } } };

function swapped(container: object, behaviour = {}, images: Images = IMAGES, asTheyAre: string[] = []): any {
  const manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x' },
    spec: { template: { spec: { initContainers: [installer], containers: [container] } } },
  };
  return swapImages(manifest, { app: behaviour }, images, asTheyAre).spec.template.spec;
}

test('the runner replaces only the program of a story container', () => {
  const rest = { env: [{ name: 'A', value: '1' }], lifecycle: { postStart: { exec: { command: ['/hook'] } } }, readinessProbe: { tcpSocket: { port: 1 } } };
  const spec = swapped({ name: 'app', image: 'shop/app:7', imagePullPolicy: 'Always', command: ['/app'], args: ['-v'], resources: {}, ...rest }, { tcp: '1@2s' });
  expect(spec.containers).toEqual([{
    name: 'app', image: 'registry.local/test-app:1', imagePullPolicy: 'IfNotPresent', command: ['/usr/local/bin/test-app', '-name=app', '-tcp=1@2s'], ...rest,
  }]);
});

test('the runner keeps the init container that copies the agent', () => {
  expect(swapped({ name: 'app', image: 'shop/app:7' }).initContainers).toEqual([installer]);
});

test('an injected container that waits in the image of its dependent gets the image of the test app and keeps its command', () => {
  const wait = { name: 'wait-for-db', image: 'shop/app:7', command: ['/startup-order/wait', '--for=db', '--tcp=db:5432'] };
  expect(swapped(wait).containers).toEqual([{ ...wait, image: 'registry.local/test-app:1', imagePullPolicy: 'IfNotPresent' }]);
});

test('in a gated command the runner replaces only the command of the user', () => {
  const command = ['/startup-order/wait', '--for=db', '--tcp=127.0.0.1:5432', '--', '/app', '-v'];
  expect(swapped({ name: 'app', image: 'shop/app:7', command }).containers[0].command)
    .toEqual([...command.slice(0, 4), '/usr/local/bin/test-app', '-name=app']);
});

test('in a command with another wrapper the runner replaces only the command of the user, if the story specifies it', () => {
  const command = ['wait4x', 'tcp', '127.0.0.1:8080', '--', '/app', '-v'];
  expect(swapped({ name: 'app', image: 'shop/app:7', command }, { peers: true, command: 'wrapper' }).containers[0])
    .toMatchObject({ image: 'registry.local/peers:1', command: [...command.slice(0, 4), '/usr/local/bin/test-app', '-name=app'] });
});

test('the runner keeps the command of a waiter', () => {
  const command = ['sh', '-c', 'until test-app check tcp:db:5432; do sleep 2; done'];
  expect(swapped({ name: 'app', image: 'shop/wait:1', command }, { shell: true, command: 'waiter' }).containers[0])
    .toMatchObject({ image: 'registry.local/test-app:1-shell', command });
});

test('a waiter of another tool without its image is an error', () => {
  expect(() => swapped({ name: 'app', image: 'shop/app:7' }, { peers: true }, { ...IMAGES, peers: undefined })).toThrow('--image peers=REF');
});

test('the runner keeps a foreign image if the story specifies it', () => {
  const container = { name: 'wait', image: 'postgres:17', args: ['postgres'], resources: { limits: { cpu: 1 } } };
  expect(swapped(container, {}, IMAGES, ['postgres:17']).containers).toEqual([container]);
  expect(() => swapped(container)).toThrow("the story has no behaviour for container 'wait'");
});

test('a container without a story entry is an error', () => {
  expect(() => swapped({ name: 'other', image: 'shop/other:7' })).toThrow("the story has no behaviour for container 'other'");
});

test('the objects of a story are in its namespace, and contain its name', () => {
  const { manifests } = synthesize('story', 'story-1', chart => {
    new ApiObject(chart, 'account', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'shop', labels: { of: chart.namespace! } } });
  });
  expect(manifests).toEqual([
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'shop', namespace: 'story-1', labels: { of: 'story-1' } } },
  ]);
});

test('the app of a story gets the architecture of the node', () => {
  let architecture;
  synthesize('story', 'story-1', chart => { architecture = chart.node.tryGetContext('cdk8s-startup-order:architecture'); });
  expect(['amd64', 'arm64']).toContain(architecture);
});
