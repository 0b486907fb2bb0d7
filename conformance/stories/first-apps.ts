import { Duration } from 'cdk8s';
import { Handler, Pod, Probe } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Guarantee, OrderedDeployment, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { crashesFirst, created, follows, hookEnd, ready, start, startsAfter, startsBefore, Story } from '../runner/story';

const HOST = 'apollo-configservice-fat.my-namespace.svc.cluster.local';

/** The apps of three examples from articles, with the library and by hand. */
export const stories: Readonly<Record<string, Story>> = {
  'a1-no-order': {
    about: 'Three containers without an order start at once, in list order.',
    app: orderedPod({
      containers: ['1st-container', '2nd-container', 'app-container'].map(name => ({ name, image: 'busybox:1.37' })),
    }),
    containers: { '1st-container': {}, '2nd-container': {}, 'app-container': {} },
    expect: [
      follows(start('2nd-container'), start('1st-container'), { withinMs: 2000 }),
      follows(start('app-container'), start('2nd-container'), { withinMs: 2000 }),
    ],
  },
  'a2-startup-probe': {
    about: 'With a declared order the app waits for the same startup probe.',
    app: orderedPod({
      containers: [
        {
          name: 'sidecar-container',
          image: 'busybox:1.37',
          role: ContainerRole.SIDECAR,
          startup: Probe.fromCommand(['test-app', 'check', 'file:/tmp/healthy'], { failureThreshold: 30, periodSeconds: Duration.seconds(1) }),
          securityContext: { readOnlyRootFilesystem: false },
        },
        { name: 'app-container', image: 'busybox:1.37', dependsOn: [Dependency.on('sidecar-container')] },
      ],
    }),
    containers: ({ delay }) => ({
      'sidecar-container': { tcp: `8080@${delay}`, file: `/tmp/healthy@${delay}` },
      'app-container': { needs: 'tcp:127.0.0.1:8080' },
    }),
    expect: [startsAfter('app-container', ready('sidecar-container'), { withinMs: 4000 })],
  },
  'a2-startup-probe-by-hand': {
    about: 'DISORDER: the startup probe of a regular container delays no other container, and the app crashes.',
    app: chart => {
      new Pod(chart, 'pod', {
        containers: [
          {
            name: 'sidecar-container',
            image: 'busybox:1.37',
            startup: Probe.fromCommand(['test-app', 'check', 'file:/tmp/healthy'], { failureThreshold: 5, periodSeconds: Duration.seconds(5) }),
            securityContext: { readOnlyRootFilesystem: false },
          },
          { name: 'app-container', image: 'busybox:1.37' },
        ],
      });
    },
    containers: ({ delay }) => ({
      'sidecar-container': { tcp: `8080@${delay}`, file: `/tmp/healthy@${delay}` },
      'app-container': { needs: 'tcp:127.0.0.1:8080' },
    }),
    expect: [startsBefore('app-container', ready('sidecar-container')), crashesFirst('app-container')],
  },
  'a3-ready-file': {
    about: 'The app starts after the sidecar has created its file. By hand this took a hook of eight seconds.',
    app: orderedPod({
      containers: [
        {
          name: 'sidecar-container',
          image: 'busybox:1.37',
          readyWhen: ReadyCheck.file('/tmp/healthy'),
          securityContext: { readOnlyRootFilesystem: false },
        },
        {
          name: 'app-container',
          image: 'busybox:1.37',
          dependsOn: [Dependency.on('sidecar-container', { guarantee: Guarantee.BEST_EFFORT })],
        },
      ],
    }),
    containers: ({ delay }) => ({
      'sidecar-container': { tcp: `8080@${delay}`, file: `/tmp/healthy@${delay}` },
      'app-container': { needs: 'tcp:127.0.0.1:8080' },
    }),
    expect: [startsAfter('app-container', ready('sidecar-container'), { withinMs: 2000 })],
  },
  'b1-startup-sequence': {
    about: 'The hook of the user runs first. Then the readiness check delays the other container.',
    app: (chart, { kubernetesVersion }) => {
      const container1 = {
        name: 'container1',
        image: 'busybox:1.37',
        role: ContainerRole.APP,
        lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=container1', '-lasts=3s']) },
        readiness: Probe.fromCommand(['test-app', 'check', 'tcp:127.0.0.1:8080'], { periodSeconds: Duration.seconds(5) }),
        liveness: Probe.fromCommand(['test-app', 'check', 'tcp:127.0.0.1:8080'], { periodSeconds: Duration.seconds(5) }),
      };
      const container2 = {
        name: 'container2',
        image: 'busybox:1.37',
        dependsOn: [Dependency.on('container1', { guarantee: Guarantee.BEST_EFFORT })],
      };
      new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion }, orderedContainers: [container1, container2] });
    },
    containers: { container1: { tcp: '8080@4s' }, container2: { needs: 'tcp:127.0.0.1:8080' } },
    expect: [
      startsAfter('container2', hookEnd('container1')),
      startsAfter('container2', ready('container1'), { withinMs: 2000 }),
    ],
  },
  'c1-fixed-delay': {
    about: 'A fixed delay before an app, without a change of its command.',
    app: (chart, { kubernetesVersion }) => {
      new OrderedDeployment(chart, 'app', {
        startupOrder: { kubernetesVersion },
        replicas: 2,
        orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onDelay(Duration.seconds(3))] }],
      });
    },
    containers: { app: {} },
    pods: 2,
    expect: [follows(start('app'), created(), { atLeastMs: 3000, withinMs: 15_000 })],
  },
  'c2-config-service': {
    about: 'An init container waits for status 200 of a service outside the pod; a 503 is not enough.',
    app: (chart, { kubernetesVersion, hosts }) => {
      new OrderedDeployment(chart, 'app', {
        startupOrder: { kubernetesVersion },
        replicas: 1,
        hostAliases: [{ ip: hosts['apollo-configservice'], hostnames: [HOST] }],
        orderedContainers: [{
          name: 'app',
          image: 'shop/app:7',
          dependsOn: [Dependency.onUrl(`http://${HOST}:6166/info`, { statuses: [200], timeout: Duration.minutes(5) })],
        }],
      });
    },
    beside: { 'apollo-configservice': { http: '6166/info@5s' } },
    containers: { app: { needs: `http:http://${HOST}:6166/info` } },
    pods: 1,
    expect: [startsAfter('app', ready('apollo-configservice'), { withinMs: 5000 })],
  },
  'c3-pilot-agent': {
    about: 'The hook is the blocking command of the proxy, without an injected container.',
    app: orderedPod({
      containers: [
        { name: 'application', image: 'shop/app:7', dependsOn: [Dependency.on('istio-proxy', { guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'istio-proxy', image: 'istio/proxyv2:1.24.0', readyWhen: ReadyCheck.blockingCommand(['pilot-agent', 'wait']) },
      ],
    }),
    containers: ({ delay }) => ({
      'istio-proxy': { http: `15021/healthz/ready@${delay}` },
      'application': { needs: 'http:http://127.0.0.1:15021/healthz/ready' },
    }),
    expect: [startsAfter('application', ready('istio-proxy'), { withinMs: 2000 })],
  },
};
