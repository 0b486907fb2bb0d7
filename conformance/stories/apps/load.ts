import { ApiObject } from 'cdk8s';
import { Dependency, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { inferred } from './inferred';
import { happens, podReady, ready, startsAfter, Story } from '../../runner/story';

/** The number of pods of one Deployment, created at once. */
const PODS = 40;

const LABELS = { app: 'shop' };
const APP = { name: 'app', image: 'shop/app:7' };
const METRICS = { name: 'metrics', image: 'shop/metrics:1' };
const PROXY = { name: 'proxy', image: 'shop/proxy:3' };
const CONFIG = { name: 'config', image: 'shop/config-agent:2' };

type Load = Pick<Story, 'app' | 'containers' | 'expect' | 'pods' | 'deadlineMs'>;

/** The pods as a new user declares them: nothing but checks and dependencies. */
export const byDefault: Load = load(chart => {
  const order = StartupOrder.of(deployment(chart, { containers: [APP, METRICS, PROXY, CONFIG] }));
  order.declare('app', { dependsOn: [Dependency.on('proxy')] });
  order.declare('proxy', { readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }), dependsOn: [Dependency.on('config')] });
  order.declare('config', { readyWhen: ReadyCheck.tcpSocket(8500) });
});

/** The same pods as an expert writes them. */
export const byHand: Load = load(chart => {
  const sidecar = (container: object, check: object) =>
    ({ ...container, restartPolicy: 'Always', startupProbe: { ...check, periodSeconds: 1, failureThreshold: 300 } });
  deployment(chart, {
    initContainers: [
      sidecar(CONFIG, { tcpSocket: { port: 8500 } }),
      sidecar(PROXY, { httpGet: { path: '/ready', port: 9901 } }),
    ],
    containers: [APP, METRICS],
  });
});

function load(app: Story['app']): Load {
  return {
    app,
    containers: inferred(),
    expect: [startsAfter('app', ready('proxy')), startsAfter('proxy', ready('config')), happens(podReady())],
    pods: PODS,
    deadlineMs: 300_000,
  };
}

function deployment(chart: Parameters<Story['app']>[0], pod: object): ApiObject {
  return new ApiObject(chart, 'deployment', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: {
      replicas: PODS,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { terminationGracePeriodSeconds: 1, ...pod } },
    },
  });
}
