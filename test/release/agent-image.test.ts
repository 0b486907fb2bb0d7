import { readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { AgentOptions, Dependency, Guarantee, OrderedDeployment, ReadyCheck } from '../../src';
import { DEFAULT_IMAGE } from '../../src/agent/contract';

const ROOT = join(__dirname, '..', '..');

test.each([
  ['src/api/startup-order-options.ts', /@default - '(busybox:.*?)'/],
  ['conformance/images/build.sh', /^image docker\.io\/library\/(busybox:\S+)/m],
  ['conformance/stories/apps/guarded-by-hand.ts', /image: '(busybox:.*?)'/],
])('%s contains the image that copies the agent', (file, pattern) => {
  expect(pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]).toBe(DEFAULT_IMAGE);
});

test('the conformance images use the same busybox version as the image', () => {
  expect(readFileSync(join(ROOT, 'scripts', 'build-busybox.sh'), 'utf8')).toContain(`\nversion=${DEFAULT_IMAGE.split(':')[1]}\n`);
});

test.each<[string, AgentOptions]>([
  ['of the init container that copies the agent', {}],
  ['that is mounted', { delivery: 'IMAGE_VOLUME' }],
])('an image with a digest stays unchanged: %s', (_how, options) => {
  const image = `registry.example.com/mirror/wait:1@sha256:${'0123456789abcdef'.repeat(4)}`;
  const chart = new Chart(new App(), 'test');
  const dependsOn = [Dependency.on('db', { guarantee: Guarantee.BEST_EFFORT }), Dependency.onTcp('licence.tools', 80)];
  const orderedContainers = [{ name: 'app', image: 'app', dependsOn }, { name: 'db', image: 'db', readyWhen: ReadyCheck.tcpSocket(5432) }];
  new OrderedDeployment(chart, 'web', { startupOrder: { kubernetesVersion: '1.37', agent: { ...options, image } }, orderedContainers });
  const manifest = JSON.stringify(Testing.synth(chart).at(-1));
  expect(manifest.match(/"[^"]*wait:1[^"]*"/g)).toEqual([`"${image}"`]);
});
