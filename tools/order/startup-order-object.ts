import { CONTAINER_FIELDS, DEPENDS_ON, EXTERNAL_DEPENDENCY, GUARANTEE, MECHANISM } from './dependency-types';
import { enterItem, enterKey, Place, PlacedProblem } from './placed-problem';
import {
  anything, boolean, choice, choiceOf, command, duration, image, list, map, name, needed, number, object, ObjectOf, oneField, optional, quantity,
  text, ValueOf,
} from './types';
import { ContainerRole } from '../../src/api/container-role';
import { DOMAIN } from '../../src/api/private/annotations';
import { isObject } from '../../src/api/private/json-object';
import { shown } from '../../src/api/private/kind';
import { problem } from '../../src/api/private/problem';
import { AgentDelivery } from '../../src/api/startup-order-options';

export const API_VERSION = `${DOMAIN}/v1alpha1`;
export const KIND = 'StartupOrder';

const file = object('File', {
  path: needed(text, 'An absolute path in the file system of the container.'),
  contains: optional(text, 'A text that a line of the file must contain, taken literally. Default: the file or directory only has to exist.'),
});

const host = optional(text, 'The host. With a host, the kubelet never makes the check. Default: 127.0.0.1; in a startup probe the IP address of the pod.');
const execCommand = needed(command, 'The program and its arguments, without a shell.');

const simpleChecks = {
  httpGet: optional(object('HttpGet', {
    path: needed(text, 'The path, with a leading slash and an optional query.'),
    port: optional(number, 'The port. Default: the only port of the container.'),
    scheme: optional(choice('HTTP', 'HTTPS'), 'The scheme. Only the kubelet makes an HTTPS check, of a native sidecar; it does not verify the certificate. Default: `HTTP`.'),
    host,
    statuses: optional(list(number), 'The statuses of the first response that count as ready. Default: 200 to 399.'),
  }), 'A GET request returns an expected status.'),
  tcpSocket: optional(object('TcpSocketOfContainer', { port: needed(number, 'The port.'), host }), 'The port accepts a TCP connection.'),
  grpc: optional(object('Grpc', {
    port: needed(number, 'The port of the gRPC server.'),
    service: optional(text, 'The name of the service. Default: the whole server.'),
  }), 'The gRPC health service returns SERVING. Only the kubelet can make this check.'),
  exec: optional(object('Exec', { command: execCommand }), 'The command exits with 0. It is repeated, in the image of the container.'),
  blockingExec: optional(object('Exec', { command: execCommand }), 'The command exits with 0. It runs once and waits itself.'),
  file: optional(file, 'The file or directory exists, or contains a text.'),
  unixSocket: optional(object('UnixSocket', { path: needed(text, 'An absolute path.') }), 'The path is a Unix socket.'),
  delay: optional(duration, 'The time has passed since the start of the check. It proves nothing.'),
  fromImage: optional(object('FromImage', {}), 'The `HEALTHCHECK` of the image passes, which the image file contains. Write `{}`.'),
};
const timeoutSeconds = {
  timeoutSeconds: optional(number, 'The longest time of one try of `httpGet`, `tcpSocket` or `exec`. Default: 1; 5 for `exec`.'),
};
const SIMPLE_CHECK = oneField('SimpleReadyCheck', simpleChecks, timeoutSeconds);
const READY_CHECK = oneField('ReadyCheck', { ...simpleChecks, allOf: optional(list(SIMPLE_CHECK, 1), 'Each of the checks has passed at least once.') }, timeoutSeconds);

/** The checks whose tries have a limit. */
const TRIED = ['httpGet', 'tcpSocket', 'exec'];

const CONTAINER = object('Container', {
  dependsOn: optional(DEPENDS_ON, 'The dependencies: containers of the pod, or names of `externalDependencies`. A list of names, or an object with the name of each as a key.'),
  readyWhen: optional(READY_CHECK, 'The check that must pass before dependents start. Default: the startup probe of the container; without it, the readiness probe.'),
  role: optional(choiceOf(ContainerRole), 'The role, which decides whether `initContainers` or `containers` lists the container. Default: as in the manifest.'),
  stopsWithin: optional(duration, 'The longest time from SIGTERM to the end of the container, in whole seconds. Default: `2s`.'),
  expectedReadyIn: optional(duration, 'The expected time until the container is ready, for predictions only. Default: `1s`.'),
});

const SELECTOR = object('WorkloadSelector', {
  kind: optional(name, 'The kind, such as `Deployment`.'),
  name: optional(name, 'The name.'),
  namespace: optional(name, 'The namespace in the manifest.'),
  labels: optional(map(text), 'Labels in the metadata of the workload.'),
}, 1);

const resources = object('Resources', {
  requests: optional(map(quantity), 'Requests.'),
  limits: optional(map(quantity), 'Limits.'),
});

const AGENT = object('Agent', {
  delivery: optional(choiceOf(AgentDelivery), 'The way in which the agent gets into the containers. Default: `config_map` if the architecture is known, otherwise `copy`.'),
  configMap: optional(name, 'The name of an installed ConfigMap with the agent. Default: the command adds a ConfigMap.'),
  image: optional(image, 'The image of the init container that copies the agent; with `image_volume`, the image of the agent.'),
  registry: optional(text, 'A registry, with an optional path, for the default images.'),
  resources: optional(resources, 'Resources of the injected containers. `{}` leaves them out.'),
  omitRunAsUser: optional(boolean, 'Whether to leave `runAsUser` out of the injected containers, for a cluster that assigns the user. Default: `false`.'),
});

const MESH = object('Mesh', {
  product: needed(choice('istio', 'linkerd', 'consul', 'kuma', 'dapr'), 'The mesh that injects its proxy into the pod.'),
  version: needed(text, 'The version, as `major.minor`.'),
  nativeSidecars: optional(boolean, 'Whether the mesh injects its proxy as a native sidecar. Default: `true` if the nodes and the mesh support it for one pod.'),
  cni: optional(boolean, 'Whether a CNI plugin of the mesh redirects the traffic of the pod. Not for Dapr. Default: `false`.'),
});

const specFields = {
  workloads: needed(list(SELECTOR, 1), 'The workloads that get this order. A selector matches a workload if all its fields match.'),
  containers: optional(map(CONTAINER), 'The containers, by name.'),
  sidecarsFirst: optional(boolean, 'Whether each app container depends on all sidecars of the pod. Default: `false`.'),
  externalDependencies: optional(map(EXTERNAL_DEPENDENCY), 'The dependencies outside the pod, by the name that `dependsOn` uses. The init container is called `wait-for-<name>`.'),
  serviceAccountName: optional(name, 'An existing service account with the permissions for the waits, for a pod without a service account. Default: the command adds an account and its Role.'),
  kubernetesVersion: optional(text, 'The Kubernetes version of the oldest node, as `major.minor` or `major.minor.patch`, in quotes. Default: `--kubernetes-version`, otherwise "1.29".'),
  architecture: optional(text, 'The architecture of all nodes, as in the label `kubernetes.io/arch`. Default: `--architecture`, otherwise unknown.'),
  capabilities: optional(map(boolean), 'Capabilities of the nodes that differ from the features of `kubernetesVersion`, such as a disabled feature gate.'),
  images: optional(text, 'The path of the image file, relative to the working directory. Default: `startup-order.images.json`, if it exists.'),
  agent: optional(AGENT, 'The wait agent and the injected containers.'),
  mechanism: optional(MECHANISM, 'The mechanism for every dependency that specifies none.'),
  guarantee: optional(GUARANTEE, 'The guarantee for every dependency that specifies none. Default: the strongest guarantee that can be reached.'),
  orderedShutdown: optional(boolean, 'Whether the containers stop in reverse order. Default: `false`.'),
  mesh: optional(MESH, 'The service mesh that injects its proxy into the pod.'),
  disabledReason: optional(name, 'Disables the order, for this reason: the manifests stay unchanged.'),
};
const SPEC = object('Spec', specFields);

/** The description of the whole object. */
export const STARTUP_ORDER = object('StartupOrder', {
  apiVersion: needed(choice(API_VERSION), 'The version of this format.'),
  kind: needed(choice(KIND), 'The kind.'),
  metadata: optional(anything, 'The name, for messages. All other fields have no effect.'),
  spec: needed(SPEC, 'The order.'),
});

export type ReadyCheck = ValueOf<typeof READY_CHECK>;
export type WorkloadSelector = ValueOf<typeof SELECTOR>;
export type StartupOrderSpec = ObjectOf<typeof specFields>;

/** A valid object. */
export interface StartupOrderObject {
  /** `undefined`: unspecified. */
  readonly name?: string;
  /** The file and the line, for errors. */
  readonly place?: string;
  readonly spec: StartupOrderSpec;
}

/** Whether the document is a StartupOrder, in any version, also without or with a misspelt API group. */
export function isStartupOrder(document: unknown): boolean {
  return isObject(document) && document.kind === KIND && /startup-?order|^undefined$/.test(String(document.apiVersion));
}

/** Validates a document that is a StartupOrder. With problems, returns no object. */
export function parseStartupOrder(document: unknown): { readonly object?: StartupOrderObject; readonly problems: readonly PlacedProblem[] } {
  const root: Place = { keys: [], text: '' };
  if (isObject(document) && document.apiVersion !== API_VERSION && isStartupOrder(document)) {
    return { problems: [{ keys: ['apiVersion'], problem: problem('SO662', { given: shown(document.apiVersion), known: API_VERSION }) }] };
  }
  const problems = STARTUP_ORDER.findProblems(document, root);
  if (problems.length > 0) { return { problems }; }
  const { metadata, spec } = document as { readonly metadata?: unknown; readonly spec: StartupOrderSpec };
  const contradictions = findContradictions(spec, enterKey(root, 'spec'));
  if (contradictions.length > 0) { return { problems: contradictions }; }
  const given = isObject(metadata) ? metadata.name : undefined;
  return { object: { name: typeof given === 'string' ? given : undefined, spec }, problems: [] };
}

/** Returns the fields that contradict each other or have no effect. */
function findContradictions({ containers = {}, externalDependencies = {}, mesh }: StartupOrderSpec, place: Place): PlacedProblem[] {
  const inContainers = enterKey(place, 'containers');
  const inExternals = enterKey(place, 'externalDependencies');
  const used = new Set(Object.values(containers).flatMap(({ dependsOn = [] }) => dependencyNames(dependsOn)));
  return [
    ...Object.entries(containers).flatMap(([key, { dependsOn = {}, readyWhen }]) => {
      const inside = enterKey(inContainers, key);
      const needs = enterKey(inside, 'dependsOn');
      return [
        ...(Array.isArray(dependsOn) ? [] : Object.entries(dependsOn).filter(([target]) => Object.hasOwn(externalDependencies, target))
          .flatMap(([target, options]) => CONTAINER_FIELDS.filter(field => options[field] !== undefined)
            .map(field => withoutEffect(enterKey(enterKey(needs, target), field), `'${target}' is an external dependency`)))),
        ...(readyWhen ? findUselessTimeouts(readyWhen, enterKey(inside, 'readyWhen')) : []),
      ];
    }),
    ...Object.keys(externalDependencies).flatMap(key => Object.hasOwn(containers, key)
      ? [{ keys: enterKey(inExternals, key).keys, problem: problem('SO667', { name: key }) }]
      : used.has(key) ? [] : [withoutEffect(enterKey(inExternals, key), 'no container depends on it')]),
    ...(mesh?.product === 'dapr' && mesh.cni !== undefined ? [withoutEffect(enterKey(enterKey(place, 'mesh'), 'cni'), 'Dapr redirects no traffic')] : []),
  ];
}

function findUselessTimeouts(check: ReadyCheck, place: Place): PlacedProblem[] {
  const all = check.allOf ?? [];
  return [
    ...(check.timeoutSeconds === undefined || TRIED.some(kind => kind in check) ? []
      : [withoutEffect(enterKey(place, 'timeoutSeconds'), `only ${TRIED.join(', ')} have a limit for one try`)]),
    ...all.flatMap((one, i) => findUselessTimeouts(one, enterItem(enterKey(place, 'allOf'), i))),
  ];
}

function withoutEffect({ keys, text: what }: Place, why: string): PlacedProblem {
  return { keys, problem: problem('SO666', { what, why }) };
}

/** Returns the names of the dependencies of one container. */
export function dependencyNames(dependsOn: readonly string[] | Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(dependsOn) ? dependsOn : Object.keys(dependsOn);
}
