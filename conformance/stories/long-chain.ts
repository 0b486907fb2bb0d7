import { ApiObject } from 'cdk8s';
import { ContainerRole, Dependency, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { before, follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

/** More containers than the hooks of a pod share a time for, and than a hook looks at (hook-placement.ts). */
const NAMES = Array.from({ length: 22 }, (_, i) => `c${i}`);
const NEXT = NAMES.slice(1).map((name, i): [name: string, needed: string] => [name, NAMES[i]]);
const PORT = 8000;

function chain(mechanism?: Mechanism): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: { terminationGracePeriodSeconds: 2, containers: NAMES.map(name => ({ name, image: `shop/${name}:7`, command: ['/app'] })) },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion, mechanism });
    const role = mechanism && ContainerRole.APP;
    NAMES.forEach((name, i) => { order.declare(name, { role, readyWhen: ReadyCheck.tcpSocket(PORT + i) }); });
    NEXT.forEach(([name, needed]) => { order.declare(name, { dependsOn: [Dependency.on(needed)] }); });
  };
}

const LOSS = 'kill the sandbox of c0';

const longChain = (name: string, mechanism?: Mechanism): Story => ({
  about: `${name}: a chain of 22 containers starts in order, and again in a new sandbox.`,
  app: chain(mechanism),
  containers: Object.fromEntries(NAMES.map((container, i) =>
    [container, { tcp: `${PORT + i}@200ms`, ...i > 0 ? { needs: `tcp:127.0.0.1:${PORT + i - 1}` } : {} }])),
  faults: [killSandbox('c0', { at: ready(NAMES.at(-1)!), afterMs: 1500 })],
  deadlineMs: 180_000,
  expect: [
    ...NEXT.map(([container, needed]) => startsAfter(container, ready(needed))),
    ...NAMES.map(container => follows(start(container, 2), injected(LOSS))),
    ...NEXT.map(([container, needed]) => follows(start(container, 2), ready(needed, 2))),
  ],
});

/** Pods with many containers. */
export const stories: Readonly<Record<string, Story>> = {
  'long-chain-guards': { ...longChain('GUARDED_HOOK', Mechanism.GUARDED_HOOK), doesNotApply: before(35, 'no variables from files') },
  'long-chain-gates': longChain('ENTRYPOINT_GATE', Mechanism.ENTRYPOINT_GATE),
  'long-chain-sidecars': { ...longChain('Native sidecars'), doesNotApply: before(29, 'no native sidecars') },
};
