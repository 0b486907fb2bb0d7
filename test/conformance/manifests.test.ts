import { Images, swapImages } from '../../conformance/runner/manifests';

const IMAGES = { 'test-app': 'registry.local/test-app:1', 'test-app-shell': 'registry.local/test-app:1-shell', 'peers': 'registry.local/peers:1' };
const installer = { name: 'install-wait-agent', image: 'busybox:1.37.0', command: ['sh'], resources: { requests: { cpu: '10m' } } };

function swapped(container: object, behaviour = {}, images: Images = IMAGES, asTheyAre: string[] = []): any {
  const template = { spec: { initContainers: [installer], containers: [container] } };
  const manifest = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec: { template } };
  return swapImages(manifest, { app: behaviour }, images, asTheyAre).spec.template.spec;
}

test('the runner replaces only the program of a story container', () => {
  const rest = { env: [{ name: 'A', value: '1' }], lifecycle: { postStart: { exec: { command: ['/hook'] } } }, readinessProbe: { tcpSocket: { port: 1 } } };
  const spec = swapped({ name: 'app', image: 'shop/app:7', imagePullPolicy: 'Always', command: ['/app'], args: ['-v'], resources: {}, ...rest }, { tcp: '1@2s' });
  expect(spec.initContainers).toEqual([installer]);
  const command = ['/usr/local/bin/test-app', '-name=app', '-tcp=1@2s'];
  expect(spec.containers).toEqual([{ name: 'app', image: 'registry.local/test-app:1', imagePullPolicy: 'IfNotPresent', command, ...rest }]);
});

test('a waiter of another tool without its image is an error', () => {
  expect(() => swapped({ name: 'app', image: 'shop/app:7' }, { peers: true }, { ...IMAGES, peers: undefined })).toThrow('--image peers=REF');
});

test('the runner keeps a foreign image that the story specifies; another container is an error', () => {
  const container = { name: 'wait', image: 'postgres:17', args: ['postgres'], resources: { limits: { cpu: 1 } } };
  expect(swapped(container, {}, IMAGES, ['postgres:17']).containers).toEqual([container]);
  expect(() => swapped(container)).toThrow("the story has no behaviour for container 'wait'");
});
