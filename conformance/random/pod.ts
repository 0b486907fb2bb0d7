import { ApiObject, Chart, Duration, JsonPatch } from 'cdk8s';
import { ConfigMap, ContainerLifecycle, ContainerProps, Env, Handler, Pod, Probe, RestartPolicy, Volume } from 'cdk8s-plus-27';
import {
  ContainerOrder, ContainerRole, Dependency, DependencyOptions, Guarantee, Mechanism, OrderedPod, ReadyCheck, StartCondition, StartupOrder,
  StartupOrderOptions, StartupPlan,
} from 'cdk8s-startup-order';
import { Behaviour } from '../runner/behaviour';
import { newApp } from '../runner/manifests';

/** A random pod, as plain data: a story can keep it without its seed. */
export interface RandomPod {
  readonly containers: readonly RandomContainer[];
  readonly restartPolicy: RestartPolicy;
  readonly orderedShutdown: boolean;
  /** Whether the containers share one PID namespace. */
  readonly sharedProcesses?: boolean;
  /** The group of the volumes: the kubelet changes the group and the mode of their files each time that it mounts them. */
  readonly fsGroup?: number;
  /** Whether an init container copies the agent, as for an unknown architecture. Otherwise, the agent is in a ConfigMap. */
  readonly copiesAgent?: boolean;
  /** The name of the fault, in `faults.ts`. */
  readonly fault: string;
  /** The dependency that the fault disturbs. Not specified for a pod without a fault. */
  readonly disturbed?: { readonly dependent: string; readonly dependency: string };
}

export interface RandomContainer {
  readonly name: string;
  /** Not specified: the library infers the role. */
  readonly role?: ContainerRole;
  /** The kind of the ready check; a container without a check exits after its `readyMs`. */
  readonly check?: 'tcp' | 'http' | 'exec' | 'unix' | 'file' | 'delay' | 'all';
  /** Whether the manifest contains the command. */
  readonly command: boolean;
  /** Whether the container has a startup probe of its user. */
  readonly startupProbe: boolean;
  /** Whether the container has a liveness probe, which fails after two seconds. */
  readonly liveness?: boolean;
  /** The preStop hook of the user: it ends the program, if that runs, with code 0; lasts for 0.2 s; sleeps for 1 s; or sends a request. */
  readonly preStop?: 'ends-program' | 'lasts' | 'sleep' | 'http';
  /** The postStart hook of the user: it lasts for 0.2 s, sleeps for 1 s, or fails in the first run. */
  readonly postStart?: 'lasts' | 'sleep' | 'fails-first';
  /** Whether the container needs a ConfigMap that does not exist when the pod is created. */
  readonly lateConfig?: boolean;
  /** The user ID of the container, if it differs from that of the image. */
  readonly user?: number;
  /** The restart policy of the container, if it has one of its own. */
  readonly policy?: RestartPolicy;
  /** Whether a rule of the container restarts it after a failure. */
  readonly retries?: boolean;
  /** The milliseconds until the container is ready, or exits. */
  readonly readyMs: number;
  /** The milliseconds from SIGTERM to the exit. */
  readonly stopMs: number;
  readonly dependsOn: readonly RandomDependency[];
}

export interface RandomDependency {
  readonly on: string;
  /** Not specified for a dependency outside the pod. */
  readonly condition?: StartCondition;
  readonly mechanism?: Mechanism;
  readonly guarantee?: Guarantee;
  readonly timeoutSeconds?: number;
  readonly onTimeout?: string;
  readonly restartAllContainers?: boolean;
}

interface Server {
  readonly behaviour: Behaviour;
  readonly dependency: (host: string, options: DependencyOptions) => Dependency;
}

/** Servers outside the pod. They start before the pod. */
export const SERVERS: Readonly<Record<string, Server>> = {
  db: { behaviour: { tcp: '9000@4s' }, dependency: (host, options) => Dependency.onTcp(host, 9000, { ...options, name: 'db' }) },
  api: { behaviour: { http: '9001/ready@5s' }, dependency: (host, options) => Dependency.onUrl(`http://${host}:9001/ready`, { ...options, name: 'api' }) },
};

/** Addresses of the servers in a plan or a printed manifest. */
export const PLACEHOLDERS = Object.fromEntries(Object.keys(SERVERS).map((name, i) => [name, `192.0.2.${i + 1}`]));

/** The name of the pod, so that events of the servers are not its events. */
export const POD_NAME = 'pod';

/** The ConfigMap that some containers need. */
export const LATE_CONFIG = 'late';

const FIRST_PORT = 8000;
/** For checks of two ports. */
const SECOND_PORTS = 1000;
/** The delay that a container needs, and the time after which the judge calls it ready: a hook may run a moment before the first instruction. */
const DELAY = { seconds: 3, readyMs: 2700 };
/** The volume with the Unix sockets of the containers. */
const SOCKETS = '/sockets';
const OWN_FILE = '/tmp/ready';

/** Returns the port of the container. The containers of a pod share its network. */
function portOf({ name }: RandomContainer): number {
  return FIRST_PORT + Number(name.slice(1));
}

/** Creates the pod with the public interface of the library. Returns its order. */
export function createPod(
  pod: Pick<RandomPod, 'containers' | 'restartPolicy' | 'orderedShutdown' | 'sharedProcesses' | 'fsGroup' | 'copiesAgent'>,
  chart: Chart, minor: number, hosts: Readonly<Record<string, string>>,
): StartupOrder {
  const isPlain = pod.containers.some(c => c.policy !== undefined || c.preStop === 'sleep' || c.postStart === 'sleep');
  const scope = isPlain ? new Chart(newApp(), 'plain') : chart;
  const sockets = pod.containers.some(c => c.check === 'unix')
    ? { volumeMounts: [{ path: SOCKETS, volume: Volume.fromEmptyDir(scope, 'sockets', 'sockets') }] } : {};
  const props = {
    metadata: { name: POD_NAME },
    restartPolicy: pod.restartPolicy,
    ...pod.fsGroup === undefined ? {} : { securityContext: { fsGroup: pod.fsGroup } },
    terminationGracePeriod: Duration.seconds(pod.orderedShutdown ? 30 : 2),
  };
  const startupOrder: StartupOrderOptions = {
    kubernetesVersion: `1.${minor}`, orderedShutdown: pod.orderedShutdown, ...pod.copiesAgent ? { agent: { delivery: 'COPY' } } : {},
  };
  const share = JsonPatch.add('/spec/shareProcessNamespace', pod.sharedProcesses);
  const containers = pod.containers.map(container => ({ ...containerProps(container, scope), ...sockets }));
  const orders = pod.containers.map(container => orderProps(container, hosts));
  if (!isPlain) {
    const ordered = new OrderedPod(chart, 'pod', { ...props, startupOrder, orderedContainers: containers.map((c, i) => ({ ...c, ...orders[i] })) });
    if (pod.sharedProcesses) { ApiObject.of(ordered).addJsonPatch(share); }
    return ordered.startupOrder;
  }
  // cdk8s-plus drops the policy of a container, and the sleep of a hook.
  const manifest = ApiObject.of(new Pod(scope, 'pod', { ...props, containers })).toJson();
  const sleep = { sleep: { seconds: 1 } };
  pod.containers.forEach(({ policy, retries, preStop, postStart }, i) => {
    const rules = retries ? { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'NotIn', values: [0] } }] } : {};
    const written = manifest.spec.containers[i];
    if (policy !== undefined) { Object.assign(written, { restartPolicy: policy, ...rules }); }
    if (preStop === 'sleep') { written.lifecycle = { ...written.lifecycle, preStop: sleep }; }
    if (postStart === 'sleep') { written.lifecycle = { ...written.lifecycle, postStart: sleep }; }
  });
  const object = new ApiObject(chart, 'pod', manifest);
  if (pod.sharedProcesses) { object.addJsonPatch(share); }
  const order = StartupOrder.of(object, startupOrder);
  pod.containers.forEach(({ name }, i) => order.declare(name, orders[i]));
  return order;
}

function containerProps(container: RandomContainer, scope: Chart): ContainerProps & { readonly name: string } {
  const { name, check, command, startupProbe, user, lateConfig } = container;
  const config = () => Env.fromConfigMap(ConfigMap.fromConfigMapName(scope, `config-of-${name}`, LATE_CONFIG));
  return {
    name,
    image: `shop/${name}:1`,
    ...command ? { command: ['/app'] } : {},
    ...startupProbe ? { startup: startupProbeOf(container) } : {},
    ...container.liveness ? { liveness: livenessProbeOf(container) } : {},
    lifecycle: lifecycleOf(container),
    ...user === undefined && check !== 'file' ? {} : { securityContext: { user, readOnlyRootFilesystem: check !== 'file' } },
    ...lateConfig ? { envFrom: [config()] } : {},
  };
}

function orderProps(container: RandomContainer, hosts: Readonly<Record<string, string>>): ContainerOrder {
  return {
    role: container.role,
    readyWhen: readyCheckOf(container),
    dependsOn: container.dependsOn.map(({ on, condition, timeoutSeconds, ...others }) => {
      const timeout = timeoutSeconds === undefined ? undefined : Duration.seconds(timeoutSeconds);
      const options = { ...others, timeout };
      return on in SERVERS ? SERVERS[on].dependency(hosts[on], options) : Dependency.on(on, { ...options, condition });
    }),
  };
}

function readyCheckOf(container: RandomContainer): ReadyCheck | undefined {
  const port = portOf(container);
  switch (container.check) {
    case 'tcp': return ReadyCheck.tcpSocket(port);
    case 'http': return ReadyCheck.httpGet('/ready', { port });
    // Only the image of the container contains this program.
    case 'exec': return ReadyCheck.command(['test-app', 'check', `http:http://127.0.0.1:${port}/ready`]);
    case 'unix': return ReadyCheck.unixSocket(`${SOCKETS}/${container.name}`);
    // In the file system of the container, so that it is gone when the container restarts.
    case 'file': return ReadyCheck.file(OWN_FILE);
    case 'delay': return ReadyCheck.delay(Duration.seconds(DELAY.seconds));
    case 'all': return ReadyCheck.allOf(ReadyCheck.tcpSocket(port + SECOND_PORTS), ReadyCheck.httpGet('/ready', { port }));
    case undefined: return undefined;
  }
}

function startupProbeOf(container: RandomContainer): Probe {
  const options = { port: portOf(container), periodSeconds: Duration.seconds(1), failureThreshold: 300 };
  return container.check === 'tcp' ? Probe.fromTcpSocket(options) : Probe.fromHttpGet('/ready', options);
}

/** A frozen process accepts TCP connections, and answers no request. */
function livenessProbeOf(container: RandomContainer): Probe {
  const options = { port: portOf(container), periodSeconds: Duration.seconds(1), failureThreshold: 2 };
  return container.check === 'tcp' ? Probe.fromTcpSocket(options) : Probe.fromHttpGet('/ready', options);
}

function lifecycleOf(container: RandomContainer): ContainerLifecycle | undefined {
  const { preStop, postStart } = container;
  const lasts = Handler.fromCommand(['sh', '-c', 'sleep 0.2']);
  // /dev/shm belongs to the pod.
  const run = `/dev/shm/hook-of-${container.name}`;
  const starts: Partial<Record<string, Handler>> = {
    'lasts': lasts,
    'fails-first': Handler.fromCommand(['sh', '-c', `sleep 0.2; test -e ${run} || { : > ${run}; exit 1; }`]),
  };
  const stops: Partial<Record<string, Handler>> = {
    'lasts': lasts,
    'ends-program': Handler.fromCommand(['sh', '-c', 'kill -TERM $(pidof test-app); sleep 0.2']),
    'http': Handler.fromHttpGet('/ready', { port: portOf(container) }),
  };
  const lifecycle = {
    ...postStart && postStart in starts ? { postStart: starts[postStart] } : {}, ...preStop && preStop in stops ? { preStop: stops[preStop] } : {},
  };
  return Object.keys(lifecycle).length === 0 ? undefined : lifecycle;
}

/** Returns the behaviour of a container without a fault. */
export function behaviourOf(container: RandomContainer): Behaviour {
  const { check, readyMs, stopMs, preStop, postStart } = container;
  const needsShell = preStop === 'lasts' || preStop === 'ends-program' || postStart === 'lasts' || postStart === 'fails-first';
  const common = { stopIn: `${stopMs}ms`, ...needsShell ? { shell: true } : {} };
  switch (check) {
    case 'tcp': return { tcp: `${portOf(container)}@${readyMs}ms`, ...common };
    case 'http':
    case 'exec': return { http: `${portOf(container)}/ready@${readyMs}ms`, ...common };
    case 'unix': return { unix: `${SOCKETS}/${container.name}@${readyMs}ms`, ...common };
    case 'file': return { file: `${OWN_FILE}@${readyMs}ms`, ...common };
    case 'delay': return { tcp: `${portOf(container)}@${DELAY.readyMs}ms`, ...common };
    case 'all': return { tcp: `${portOf(container) + SECOND_PORTS}@${Math.ceil(readyMs / 2)}ms`, http: `${portOf(container)}/ready@${readyMs}ms`, ...common };
    // The test app never exits at 0.
    case undefined: return { exitAt: `${Math.max(1, readyMs)}ms`, ...common };
  }
}

/** Returns the plan of the pod. Throws if the library refuses the pod. */
export function planOf(pod: Parameters<typeof createPod>[0], minor: number): StartupPlan {
  return createPod(pod, new Chart(newApp(), 'plan'), minor, PLACEHOLDERS).plan();
}

/** Returns whether the library accepts the pod. */
export function isAccepted(pod: Parameters<typeof createPod>[0], minor: number): boolean {
  try {
    planOf(pod, minor);
    return true;
  } catch (error) {
    // An error without a code is an error of this program.
    if (!/\[SO\d+\]/.test((error as Error).message)) { throw error; }
    return false;
  }
}
