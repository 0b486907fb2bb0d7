import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { AgentDelivery, AgentOptions, Dependency, Guarantee, OrderedDeployment, ReadyCheck } from '../../src';
import { DEFAULT_IMAGE } from '../../src/agent/contract';

const ROOT = join(__dirname, '..', '..');

function page(name: string): string {
  return join('docs', (readdirSync(join(ROOT, 'docs'), { recursive: true }) as string[]).find(file => file.endsWith(name))!);
}

test.each([
  ['src/model/startup-order-options.ts', /@default '(busybox:.*)'/],
  ['conformance/images/build.sh', /^image docker\.io\/library\/(busybox:\S+)/m],
  ['conformance/stories/noexec.ts', /image: '(busybox:.*)'/],
  ['conformance/stories/apps/guarded-by-hand.ts', /image: '(busybox:.*?)'/],
  [page('agent-contract.md'), /The default image is `(busybox:.*?)`/],
  [page('update-agent-image.md'), /by default `(busybox:.*?)`/],
])('%s names the default image of the agent', (file, pattern) => {
  expect(pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]).toBe(DEFAULT_IMAGE);
});

test('the busybox that the tests build is the one of the default image', () => {
  const [, version] = /^busybox:(.*)-musl$/.exec(DEFAULT_IMAGE)!;
  expect(readFileSync(join(ROOT, 'scripts', 'build-busybox.sh'), 'utf8')).toContain(`\nversion=${version}\n`);
  for (const file of ['test/agent/shells.ts', 'scripts/agent-bench/waiters.ts']) {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`'busybox-${version}-musl'`);
  }
});

test.each<[string, AgentOptions]>([
  ['installed', {}],
  ['mounted', { delivery: AgentDelivery.IMAGE_VOLUME }],
])('an image with a digest is taken as it stands, everywhere: %s', (_how, options) => {
  const image = `registry.example.com/mirror/${DEFAULT_IMAGE}@sha256:${'0123456789abcdef'.repeat(4)}`;
  const chart = new Chart(new App(), 'test');
  new OrderedDeployment(chart, 'web', {
    startupOrder: { kubernetesVersion: '1.37', agent: { ...options, image } },
    containers: [
      { name: 'app', image: 'app', dependsOn: [Dependency.on('db', { guarantee: Guarantee.START_ORDER }), Dependency.onTcp('licence.tools', 80)] },
      { name: 'db', image: 'db', readyWhen: ReadyCheck.tcpSocket(5432) },
    ],
  });
  const manifest = JSON.stringify(Testing.synth(chart));
  const named = manifest.match(/"[^"]*busybox:[^"]*"/g) ?? [];
  expect(new Set(named)).toEqual(new Set([`"${image}"`]));
  expect(named.length).toBeGreaterThan(1);
});
