import { Dependency, OrderedPodProps, ReadyCheck } from 'cdk8s-startup-order';
import { Behaviour, before, specified, Story } from '../../runner/story';

/** Containers that state only what they need, in the wrong order. The library makes native sidecars of 'proxy' and 'config', without the wait agent. */
export const INFERRED: OrderedPodProps['orderedContainers'] = [
  { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy')] },
  { name: 'metrics', image: 'shop/metrics:1' },
  {
    name: 'proxy',
    image: 'shop/proxy:3',
    readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
    dependsOn: [Dependency.on('config')],
  },
  { name: 'config', image: 'shop/config-agent:2', readyWhen: ReadyCheck.tcpSocket(8500) },
];

/** The behaviour of the containers, with changes by name. */
export function inferred(changes: Readonly<Record<string, Behaviour>> = {}): Readonly<Record<string, Behaviour>> {
  const all: Readonly<Record<string, Behaviour>> = {
    app: { needs: 'http:http://127.0.0.1:9901/ready', stopIn: '700ms' },
    metrics: {},
    proxy: { needs: 'tcp:127.0.0.1:8500', http: '9901/ready@1s', stopIn: '300ms' },
    config: { tcp: '8500@1500ms' },
  };
  return Object.fromEntries(Object.entries(all).map(([name, behaviour]) => [name, { ...behaviour, ...changes[name] }]));
}

/** Asserts that the API server has the container as a native sidecar with a startup probe. */
export function isNativeSidecar(container: string) {
  return specified(container, 'is a native sidecar with a startup probe', ({ restartPolicy, startupProbe }) => restartPolicy === 'Always' && startupProbe !== undefined);
}

export const NATIVE: Pick<Story, 'doesNotApply'> = { doesNotApply: before(29, 'no native sidecars') };
