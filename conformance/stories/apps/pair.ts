import { ApiObject, Duration } from 'cdk8s';
import { AgentOptions, Dependency, DependencyOptions, Guarantee, Mechanism, OrderedContainerProps, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../../runner/ordered-pod';
import { Behaviour, ready, startsAfter, Story } from '../../runner/story';

/** The measured pair: an app and its dependency. A story specifies only the mechanism. */

type Check = 'tcp' | 'http' | 'file';

/** For each check: the behaviour of the dependency and the need of the app. */
const CHECKS: Readonly<Record<Check, { readonly readyWhen: ReadyCheck; readonly opens: (delay: string) => Behaviour; readonly needs?: string }>> = {
  tcp: { readyWhen: ReadyCheck.tcpSocket(8080), opens: delay => ({ tcp: `8080@${delay}` }), needs: 'tcp:127.0.0.1:8080' },
  http: { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }), opens: delay => ({ http: `8080/ready@${delay}` }), needs: 'http:http://127.0.0.1:8080/ready' },
  // In the file system of the dependency, so only its test app can check it.
  file: { readyWhen: ReadyCheck.file('/tmp/ready'), opens: delay => ({ file: `/tmp/ready@${delay}` }) },
};

const MEASURED: Pick<Story, 'expect' | 'bench'> = {
  expect: [startsAfter('app', ready('dependency'))],
  bench: { kind: 'pair', dependency: 'dependency', dependent: 'app' },
};

type Pair = Pick<Story, 'app' | 'containers' | 'expect' | 'bench'>;
/**
 * Mounts the service account token, as in the pod by hand. The first volume of a pod costs 300 ms (kubelet 1.27–1.37, podAttachAndMountRetryInterval
 * in volume_manager.go), and cdk8s-plus mounts no token.
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
    app: orderedPod({
      ...POD,
      startupOrder: { agent },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('dependency', options)], ...app },
        { name: 'dependency', image: 'shop/dependency:1', readyWhen, ...dependency },
      ],
    }),
    containers: ({ delay }) => ({ app: needs === undefined ? {} : { needs }, dependency: opens(delay) }),
  };
}

export interface HandMadePair {
  /** Further fields of the pod. */
  readonly pod?: object;
  readonly app?: object;
  readonly dependency?: object;
  /** Further behaviour of the containers. */
  readonly behaviours?: { readonly app?: Behaviour; readonly dependency?: Behaviour };
}

/** The pair by hand, without the library. */
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

/** The pair by hand, with the dependency as a native sidecar. */
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

/** An app with a dependency outside its pod, with the library. */
export const outside: OutsidePair = {
  ...MEASURED,
  beside: ({ delay }) => ({ dependency: { http: `8080/ready@${delay}` } }),
  app: (chart, { kubernetesVersion, hosts }) => {
    new OrderedPod(chart, 'pod', {
      ...POD,
      startupOrder: { kubernetesVersion },
      orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onUrl(`http://${hosts.dependency}:8080/ready`)] }],
    });
  },
  containers: ({ hosts }) => ({ app: { needs: `http:http://${hosts.dependency}:8080/ready` } }),
};

/** The same by hand: an init container with this command. */
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

/** A postStart hook that runs a plain binary, which checks every 10 ms: the shortest possible hook. */
export const PLAIN_HOOK = { lifecycle: { postStart: { exec: { command: ['test-app', 'wait', 'tcp:127.0.0.1:8080'] } } } };

/** The common recipe. `test-app check` replaces `curl -m5 -s`, which the images lack. */
export function loop(check: string, pauseSeconds: number): readonly string[] {
  return ['sh', '-c', `until test-app check ${check}; do sleep ${pauseSeconds}; done`];
}

/** The range of the delay is one pause: a wait is then on average half a pause too long. */
export function overAWholePause(pauseSeconds: number): Pick<Story, 'delayMs'> {
  return { delayMs: [1500, 1500 + pauseSeconds * 1000] };
}

function pod(chart: ConstructorParameters<typeof ApiObject>[0], spec: object): void {
  new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', spec: { terminationGracePeriodSeconds: 1, ...spec } });
}
