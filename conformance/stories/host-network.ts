import { Duration } from 'cdk8s';
import { Dependency, Guarantee, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

const DEPENDENTS = ['gated', 'guarded', 'proxied'];
/** Ports of the node, which few programs use. */
const [CACHE, PROXY] = [38_471, 38_472];

const story: Story = {
  about: 'In the network of the node, gate, guard and native sidecar keep their order in the first sandbox and in the next.',
  app: orderedPod({
    hostNetwork: true,
    terminationGracePeriod: Duration.seconds(2),
    containers: [
      { name: 'gated', image: 'shop/gated:7', command: ['/gated'], dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
      {
        name: 'guarded',
        image: 'shop/guarded:7',
        dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK, guarantee: Guarantee.FAIL_CLOSED })],
      },
      { name: 'proxied', image: 'shop/proxied:7', dependsOn: [Dependency.on('proxy')] },
      { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.tcpSocket(CACHE) },
      { name: 'proxy', image: 'shop/proxy:2', readyWhen: ReadyCheck.httpGet('/ready', { port: PROXY }) },
    ],
  }),
  containers: {
    gated: { needs: `tcp:127.0.0.1:${CACHE}` },
    guarded: { needs: `tcp:127.0.0.1:${CACHE}` },
    proxied: { needs: `tcp:127.0.0.1:${PROXY}` },
    cache: { tcp: `${CACHE}@3s` },
    proxy: { http: `${PROXY}/ready@2s` },
  },
  faults: [killSandbox('cache', { at: start('guarded'), afterMs: 2000 })],
  doesNotApply: before(35, 'no variables from files'),
  expect: DEPENDENTS.flatMap(name => {
    const dependency = name === 'proxied' ? 'proxy' : 'cache';
    return [
      startsAfter(name, ready(dependency), { withinMs: 4000 }),
      follows(start(name, 2), ready(dependency, 2), { withinMs: 15_000 }),
      follows(start(dependency, 2), injected('kill the sandbox of cache')),
    ];
  }),
};
export default story;
