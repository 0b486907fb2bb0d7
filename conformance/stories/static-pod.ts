import { ApiObject, Chart } from 'cdk8s';
import { AgentOptions, ContainerRole, Dependency, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { IMAGE_VOLUME, MOUNTS_IMAGES, NEEDS_CACHE } from './apps/gated';
import { expectRefusal } from '../runner/plans';
import { before, created, exit, follows, injected, killSandbox, never, ready, RUNNER, start, startsAfter, Story, Target } from '../runner/story';

interface StaticPod {
  readonly role?: ContainerRole;
  readonly mechanism?: Mechanism;
  readonly agent?: AgentOptions;
  readonly annotations?: Readonly<Record<string, string>>;
}

function staticPod(chart: Chart, { kubernetesVersion }: Target, { role, mechanism, agent, annotations = { 'kubernetes.io/config.source': 'file' } }: StaticPod): void {
  const pod = new ApiObject(chart, 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { annotations },
    spec: { terminationGracePeriodSeconds: 2, containers: ['app', 'cache'].map(name => ({ name, image: `shop/${name}:7`, command: [`/${name}`] })) },
  });
  const order = StartupOrder.of(pod, { kubernetesVersion, agent });
  order.declare('cache', { role, readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
  order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism })] });
}

/** Static pods: the kubelet reads them from a folder of its node. */
export const stories: Readonly<Record<string, Story>> = {
  'static-pod-sidecar': {
    about: 'A static pod: a native sidecar delays the app, by default and without a ConfigMap, also in a new sandbox.',
    staticPods: true,
    app: (chart, target) => { staticPod(chart, target, {}); },
    containers: { app: { ...NEEDS_CACHE, crashAt: '2s', crashTimes: 1 }, cache: { http: '8080/ready@3s' } },
    faults: [killSandbox('cache', { at: start('app', 2), afterMs: 1000 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 4000 }),
      follows(start('app', 2), exit('app')),
      follows(start('cache', 2), injected('kill the sandbox of cache')),
      follows(start('app', 3), ready('cache', 2), { withinMs: 25_000 }),
    ],
    doesNotApply: before(29, 'no native sidecars'),
  },
  'static-pod-image-volume': {
    about: 'A static pod, ENTRYPOINT_GATE: the agent runs from an image volume, without a ConfigMap.',
    ...MOUNTS_IMAGES,
    staticPods: true,
    app: (chart, target) => { staticPod(chart, target, { mechanism: Mechanism.ENTRYPOINT_GATE, role: ContainerRole.APP, agent: IMAGE_VOLUME }); },
    containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
    expect: [startsAfter('app', ready('cache'), { withinMs: 1000 })],
  },
  'static-pod-config-map': {
    about: 'The kubelet refuses a static pod that refers to the ConfigMap of the agent. SO615 refuses the plan where an annotation marks the pod as static.',
    staticPods: true,
    app: (chart, target) => {
      const gate = { mechanism: Mechanism.ENTRYPOINT_GATE, role: ContainerRole.APP };
      expectRefusal('SO615', refused => { staticPod(refused, target, gate); });
      staticPod(chart, target, { ...gate, annotations: {} });
    },
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@1s' } },
    // The API server never has the pod, so another pod shows that the node runs pods.
    beside: { other: {} },
    pods: 0,
    expect: ['app', 'cache'].map(name => ({ ...never(start(name), { after: created(), forMs: 10_000 }), container: RUNNER })),
    doesNotApply: before(35, 'the kubelet accepts a reference to a ConfigMap'),
  },
};
