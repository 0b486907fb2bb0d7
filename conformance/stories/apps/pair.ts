import { ApiObject, Duration } from 'cdk8s';
import { AgentOptions, Dependency, DependencyOptions, Guarantee, Mechanism, OrderedContainerProps, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { Behaviour, ready, startsAfter, Story } from '../../runner/story';

/** The pair that is measured: an app and what it needs. A story says only what it does with them. */

type Check = 'tcp' | 'http' | 'file';

/** What each check asks, how the dependency behaves, and what the app needs. */
const CHECKS: Readonly<Record<Check, { readonly readyWhen: ReadyCheck; readonly opens: (delay: string) => Behaviour; readonly needs?: string }>> = {
  tcp: { readyWhen: ReadyCheck.tcpSocket(8080), opens: delay => ({ tcp: `8080@${delay}` }), needs: 'tcp:127.0.0.1:8080' },
  http: { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }), opens: delay => ({ http: `8080/ready@${delay}` }), needs: 'http:http://127.0.0.1:8080/ready' },
  // The test app alone sees it: it is in the dependency's own file system.
  file: { readyWhen: ReadyCheck.fileExists('/tmp/ready'), opens: delay => ({ file: `/tmp/ready@${delay}` }) },
};

const MEASURED: Pick<Story, 'expect' | 'bench'> = {
  expect: [startsAfter('app', ready('dependency'))],
  bench: { kind: 'pair', dependency: 'dependency', dependent: 'app' },
};

type Pair = Pick<Story, 'app' | 'containers' | 'expect' | 'bench'>;
/**
 * The pod has the volume of its service account token, as the pod by hand has. The first volume of a pod costs 300 ms (kubelet 1.27–1.37, podAttachAndMountRetryInterval
 * in volume_manager.go), and cdk8s-plus leaves the token out.
 */
const POD = { terminationGracePeriod: Duration.seconds(1), automountServiceAccountToken: true };

type OutsidePair = Pair & Pick<Story, 'beside'>;

export interface OrderedPair {
  readonly mechanism: Mechanism;
  readonly check?: Check;
  readonly agent?: AgentOptions;
  readonly app?: Partial<OrderedContainerProps>;
  readonly dependency?: Partial<OrderedContainerProps>;
}

/** The pair with the library, by one mechanism. */
export function pairBy({ mechanism, check = 'tcp', agent, app, dependency }: OrderedPair): Pair {
  const { readyWhen, opens, needs } = CHECKS[check];
  const options: DependencyOptions = { mechanism, ...(mechanism === Mechanism.POST_START ? { guarantee: Guarantee.BEST_EFFORT } : {}) };
  return {
    ...MEASURED,
    app: (chart, { kubernetesVersion }) => {
      new OrderedPod(chart, 'pod', {
        ...POD,
        startupOrder: { kubernetesVersion, agent },
        containers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('dependency', options)], ...app },
          { name: 'dependency', image: 'shop/dependency:1', readyWhen, ...dependency },
        ],
      });
    },
    containers: ({ delay }) => ({ app: needs === undefined ? {} : { needs }, dependency: opens(delay) }),
  };
}

export interface HandMadePair {
  /** Other fields of the pod. */
  readonly pod?: object;
  readonly app?: object;
  readonly dependency?: object;
  /** What runs in the images, besides what the pair does anyway. */
  readonly behaviours?: { readonly app?: Behaviour; readonly dependency?: Behaviour };
}

/** The pair as people write it: no library. */
export function pairByHand({ pod: podFields, app, dependency, behaviours = {} }: HandMadePair): Pair {
  return {
    ...MEASURED,
    app: chart => {
      pod(chart, {
        ...podFields,
        containers: [{ name: 'dependency', image: 'shop/dependency:1', ...dependency }, { name: 'app', image: 'shop/app:7', ...app }],
      });
    },
    containers: ({ delay }) => ({
      app: { needs: 'tcp:127.0.0.1:8080', ...behaviours.app },
      dependency: { tcp: `8080@${delay}`, ...behaviours.dependency },
    }),
  };
}

/** The pair as people write it, and the dependency is a native sidecar. */
export function pairWithSidecarByHand(dependency: object): Pair {
  return {
    ...pairByHand({}),
    app: chart => {
      pod(chart, {
        initContainers: [{ name: 'dependency', image: 'shop/dependency:1', restartPolicy: 'Always', ...dependency }],
        containers: [{ name: 'app', image: 'shop/app:7' }],
      });
    },
  };
}

/** An app that needs something outside its pod, by the library. */
export const outside: OutsidePair = {
  ...MEASURED,
  beside: ({ delay }) => ({ dependency: { http: `8080/ready@${delay}` } }),
  app: (chart, { kubernetesVersion, hosts }) => {
    new OrderedPod(chart, 'pod', {
      ...POD,
      startupOrder: { kubernetesVersion },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onUrl(`http://${hosts.dependency}:8080/ready`)] }],
    });
  },
  containers: ({ hosts }) => ({ app: { needs: `http:http://${hosts.dependency}:8080/ready` } }),
};

/** The same by hand: an init container with that command. */
export function outsideByHand(image: Behaviour, command: (url: string) => readonly string[]): OutsidePair {
  return {
    ...outside,
    app: (chart, { hosts }) => {
      pod(chart, {
        initContainers: [{ name: 'wait', image: 'shop/wait:1', command: command(`http://${hosts.dependency}:8080/ready`) }],
        containers: [{ name: 'app', image: 'shop/app:7' }],
      });
    },
    containers: ({ hosts }) => ({ wait: { ...image, command: 'waiter' }, app: { needs: `http:http://${hosts.dependency}:8080/ready` } }),
  };
}

/** A postStart hook that runs a plain binary: the binary looks each 10 ms. No hook takes less. */
export const PLAIN_HOOK = { lifecycle: { postStart: { exec: { command: ['test-app', 'wait', 'tcp:127.0.0.1:8080'] } } } };

/** The recipe that everybody knows; `test-app check` stands for `curl -m5 -s`, which is in no image here. */
export function loop(check: string, pauseSeconds: number): readonly string[] {
  return ['sh', '-c', `until test-app check ${check}; do sleep ${pauseSeconds}; done`];
}

/** A wait with a pause is on average half of it too long, if the dependency becomes ready at any moment of the pause. */
export function overAWholePause(pauseSeconds: number): Pick<Story, 'delayMs'> {
  return { delayMs: [1500, 1500 + pauseSeconds * 1000] };
}

function pod(chart: ConstructorParameters<typeof ApiObject>[0], spec: object): void {
  new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', spec: { terminationGracePeriodSeconds: 1, ...spec } });
}
