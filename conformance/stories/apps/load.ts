import { ApiObject, Chart } from 'cdk8s';
import { Dependency, DependencyOptions, Guarantee, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { inferred } from './inferred';
import { Behaviour, happens, podReady, ready, start, startsAfter, Story } from '../../runner/story';

const LABELS = { app: 'shop' };
const COMMAND = ['/app'];
const APP = { name: 'app', image: 'shop/app:7', command: COMMAND };
const METRICS = { name: 'metrics', image: 'shop/metrics:1' };
const PROXY = { name: 'proxy', image: 'shop/proxy:3', command: COMMAND };
const CONFIG = { name: 'config', image: 'shop/config-agent:2' };

const ORDERED = [startsAfter('app', ready('proxy')), startsAfter('proxy', ready('config')), happens(podReady())];

/** One way to run the same four containers: the app needs the proxy, and the proxy needs the config agent. */
interface Form {
  readonly about: string;
  readonly fill: (chart: Chart, replicas: number, kubernetesVersion: string) => void;
  readonly changes?: Readonly<Record<string, Behaviour>>;
  readonly expect?: Story['expect'];
}

const LOOPING: Behaviour = { shell: true, command: 'wrapper' };

export const FORMS = {
  'no-order': {
    about: 'nothing is ordered',
    fill: (chart, replicas) => { deployment(chart, replicas, { containers: [APP, METRICS, PROXY, CONFIG] }); },
    changes: { app: { needs: [] }, proxy: { needs: [] } },
    expect: [happens(start('app')), happens(podReady())],
  },
  'by-hand': { about: 'by hand: native sidecars with a startup probe each second', fill: byHand },
  'loops': {
    about: 'by hand: `until check; do sleep 1; done` before each command',
    fill: (chart, replicas) => {
      const containers = [waiting(APP, 'http:http://127.0.0.1:9901/ready'), METRICS, waiting(PROXY, 'tcp:127.0.0.1:8500'), CONFIG];
      deployment(chart, replicas, { containers });
    },
    changes: { app: LOOPING, proxy: LOOPING },
  },
  'default': { about: 'with nothing stated but checks and dependencies', fill: byLibrary() },
  'every-start': { about: 'EVERY_START', fill: byLibrary({ guarantee: Guarantee.EVERY_START }) },
  'guards': { about: 'GUARDED_HOOK', fill: byLibrary({ mechanism: Mechanism.GUARDED_HOOK }) },
} satisfies Record<string, Form>;

/** The pods of one form, as one Deployment that is created at once. */
export function load(name: keyof typeof FORMS, pods: number): Omit<Story, 'bench'> {
  const { about, fill, changes, expect = ORDERED }: Form = FORMS[name];
  return {
    about: `${pods} pods at once, ${about}`,
    app: (chart, { kubernetesVersion }) => { fill(chart, pods, kubernetesVersion); },
    containers: inferred(changes),
    expect,
    pods,
    deadlineMs: 600_000,
  };
}

/** As an expert writes it. */
function byHand(chart: Chart, replicas: number): void {
  const sidecar = (container: object, check: object) =>
    ({ ...container, restartPolicy: 'Always', startupProbe: { ...check, periodSeconds: 1, failureThreshold: 300 } });
  deployment(chart, replicas, {
    initContainers: [
      sidecar(CONFIG, { tcpSocket: { port: 8500 } }),
      sidecar(PROXY, { httpGet: { path: '/ready', port: 9901 } }),
    ],
    containers: [APP, METRICS],
  });
}

/** As a new user declares it, with one option. */
function byLibrary(options: DependencyOptions = {}): Form['fill'] {
  return (chart, replicas, kubernetesVersion) => {
    const stated = Object.keys(options).length === 0 ? {} : { kubernetesVersion };
    const order = StartupOrder.of(deployment(chart, replicas, { containers: [APP, METRICS, PROXY, CONFIG] }), stated);
    order.declare('app', { dependsOn: [Dependency.on('proxy', options)] });
    order.declare('proxy', { readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }), dependsOn: [Dependency.on('config', options)] });
    order.declare('config', { readyWhen: ReadyCheck.tcpSocket(8500) });
  };
}

function waiting(container: { readonly command: readonly string[] }, check: string): object {
  return { ...container, command: ['sh', '-c', `until test-app check ${check}; do sleep 1; done; shift; exec "$@"`, 'sh', '--', ...container.command] };
}

function deployment(chart: Chart, replicas: number, pod: object): ApiObject {
  return new ApiObject(chart, 'deployment', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: {
      replicas,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { terminationGracePeriodSeconds: 1, ...pod } },
    },
  });
}
