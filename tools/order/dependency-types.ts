import { READY_CHECK } from './ready-check-type';
import {
  anything,
  boolean,
  choiceOf,
  command,
  duration,
  image,
  list,
  listOrMap,
  map,
  name,
  needed,
  number,
  object,
  oneField,
  optional,
  protocol,
  text,
  translated,
  Type,
  ValueOf,
} from './types';
import { Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { ON_TIMEOUT } from '../../src/api/private/enums';
import {
  endpointsTarget,
  envOf,
  ExternalThing,
  injectedTarget,
  jobTarget,
  podsTarget,
  resourceTarget,
  serverCheck,
  urlTarget,
} from '../../src/api/private/external-target';

const container = {
  condition: optional(
    choiceOf(StartCondition),
    'The condition of the container that must hold before the dependent starts. Default: `ready`; `completed` ' +
      'for a container of role `init`.',
  ),
  required: optional(
    boolean,
    'Whether the pod must contain the container. With `false`, a dependency on a missing container has no ' +
      'effect. Default: `true`.',
  ),
  restartAllContainers: optional(
    boolean,
    'Whether the end of the container restarts all containers of the pod, in order. Needs Kubernetes 1.36. ' +
      'Default: `false`.',
  ),
  orderedShutdown: optional(
    boolean,
    'Whether the container gets SIGTERM only after this dependent has exited. Default: `spec.orderedShutdown`.',
  ),
};

/** The fields of a dependency that an external dependency does not have. */
export const CONTAINER_FIELDS = Object.keys(container) as readonly (keyof typeof container)[];

/** The defaults that `spec` has, too. */
export const MECHANISM = choiceOf(Mechanism);
export const GUARANTEE = choiceOf(Guarantee);

export const DEPENDENCY = object('Dependency', {
  ...container,
  timeout: optional(
    duration,
    'The longest wait, in whole seconds. Default: `60s` for a postStart hook, otherwise no limit.',
  ),
  onTimeout: optional(
    choiceOf(ON_TIMEOUT),
    'The effect of a timeout. Default: `continue` for a postStart hook, otherwise `fail`.',
  ),
  mechanism: optional(
    MECHANISM,
    'The mechanism that enforces the dependency. Default: the least intrusive mechanism that reaches the guarantee.',
  ),
  guarantee: optional(
    GUARANTEE,
    'The guarantee that the dependency needs. Default: `spec.guarantee`; otherwise `fail_closed` where a ' +
      'mechanism reaches it.',
  ),
});

/** A dependency of a container. */
export interface NamedDependency extends ValueOf<typeof DEPENDENCY> {
  readonly name: string;
  /** The key of the dependency in `dependsOn`: its name, or its index. */
  readonly key: string;
}

/** The dependencies of one container: names in short form, or a map from name to options as in compose. */
export const DEPENDS_ON: Type<readonly NamedDependency[]> = listOrMap(
  translated(list(name), names => names.map((one, i) => ({ name: one, key: `${i}` }))),
  translated(map(DEPENDENCY), all => Object.entries(all).map(([key, options]) => ({ ...options, name: key, key }))),
);

/** The environment of a container as in Kubernetes. The API server validates `valueFrom`. */
const env = translated(
  list(
    object('EnvVar', {
      name: needed(name, 'The name of the variable.'),
      value: optional(text, 'The value.'),
      valueFrom: optional(anything, 'The source of the value, as in Kubernetes, such as `secretKeyRef`.'),
    }),
  ),
  variables => Object.fromEntries(variables.map(({ name: variable, ...value }) => [variable, value])),
);

const namespace = optional(name, 'The namespace. Default: the namespace of the pod.');
const required = optional(boolean, 'Whether the object must exist. Default: `true`.');
const host = needed(text, 'A name or an address.');

/** The fields of all external dependencies, and the name of the dependency. */
export interface Common {
  readonly name: string;
  readonly image?: string;
  readonly env?: ValueOf<typeof env>;
}

/** Returns the target of a dependency. */
type ToTarget = (common: Common) => ExternalThing;

/** A dependency that has the name of its key, unless it specifies another one. */
type Nameable = Omit<ExternalThing, 'name'> & Partial<Pick<ExternalThing, 'name'>>;

function target<T>(type: Type<T>, description: string, create: (value: T, common: Common) => Nameable) {
  const toTarget =
    (value: T): ToTarget =>
    common => ({ name: common.name, ...create(value, common) });
  return optional(translated(type, toTarget), description);
}

export const http = object('Http', {
  url: needed(text, 'An `http` or `https` URL.'),
  method: optional(text, 'The request method. Default: `GET`.'),
  headers: optional(map(text), 'Request headers. `$(NAME)` in a value is replaced by the variable NAME of `env`.'),
  contains: optional(text, 'A text that the response body must contain, taken literally.'),
  statuses: optional(
    list(number),
    'The statuses of the first response that count as ready. Default: 200 to 399; redirects are followed, ' +
      'except with `env`.',
  ),
  verifyCertificate: optional(boolean, 'Whether the certificate of an `https` server must be valid. Default: `true`.'),
  authorities: optional(
    translated(name, configMap => ({ name: configMap })),
    'The name of the ConfigMap with the certificates of the trusted authorities, in PEM, under the key `ca.crt`.',
  ),
});
export const tcpSocket = object('TcpSocket', { host, port: needed(number, 'The port.') });
export const server = object('Server', {
  protocol: needed(protocol, 'The protocol of the server.'),
  host,
  port: optional(number, 'The port. Default: the default port of the protocol; `TLS` has none.'),
});
const dns = object('Dns', { host });
const endpoints = object('Endpoints', { service: needed(name, 'The name of the Service.'), namespace });
export const job = object('Job', { name: needed(name, 'The name of the Job.'), namespace, required });
export const pods = object('Pods', {
  labels: needed(map(text), 'The labels of the pods.'),
  namespace,
  count: optional(
    number,
    'The number of pods that must be ready. Default: all pods with the labels, and at least one.',
  ),
  sameNode: optional(boolean, 'Whether only pods on the node of the pod count. Default: `false`.'),
});
export const resource = object('Resource', {
  name: needed(
    text,
    'The resource in the plural, its API group, and the name of the object: `certificates.cert-manager.io/shop`.',
  ),
  condition: optional(
    text,
    'The type of a condition whose status must be `True`, such as `Ready`; `Ready=False` specifies another ' +
      'status. Either `condition` or `jsonPath`.',
  ),
  jsonPath: optional(
    text,
    'A JSON path to a field, in braces: `{.status.phase}`; `{.status.phase}=Bound` specifies its value.',
  ),
  failedCondition: optional(text, 'The type of a condition that ends the wait with a failure, such as `Failed`.'),
  namespace,
  clusterScoped: optional(boolean, 'Whether the object has no namespace, such as a Node. Default: `false`.'),
  required,
});
export const exec = object('Exec', { command: needed(command, 'The program and its arguments, without a shell.') });

/** The kinds of dependencies outside the pod. A dependency has one of these fields. */
export const EXTERNALS = {
  http: target(http, 'The URL responds with an expected status.', ({ url, statuses, ...options }, common) =>
    urlTarget(url, { ...options, ...common, statuses: statuses && [...statuses] }),
  ),
  tcpSocket: target(
    tcpSocket,
    'The port accepts a TCP connection. Also for a Service, which accepts when one of its pods is ready.',
    check => ({ check: { kind: 'tcpSocket', ...check } }),
  ),
  server: target(
    server,
    'A server answers in its own protocol, without credentials.',
    ({ protocol: of, ...address }) => ({ check: serverCheck(of, address) }),
  ),
  dns: target(dns, 'The name resolves to an address.', check => ({ check: { kind: 'dns', ...check } })),
  endpoints: target(
    endpoints,
    'A Service has a ready endpoint in the Kubernetes API.',
    ({ service, namespace: of }, { image: own }) => ({ ...endpointsTarget(service, of), image: own }),
  ),
  job: target(job, 'A Job is complete.', (options, common) => jobTarget(options.name, { ...options, ...common })),
  pods: target(pods, 'Pods with these labels are ready.', ({ labels, ...options }, common) =>
    podsTarget(labels, { ...options, ...common }),
  ),
  resource: target(
    resource,
    'An object of the Kubernetes API has a condition, or a value in a field.',
    (options, common) => resourceTarget(options.name, { ...options, ...common }),
  ),
  exec: target(exec, 'A command exits with 0.', (check, common) => ({
    ...common,
    check: { kind: 'command', ...check },
    env: envOf(common.env),
  })),
  injected: target(
    READY_CHECK,
    'A container of this name, which a webhook injects, passes this check over the network. The gate of the ' +
      'dependent makes it.',
    (check, { name: own }) => injectedTarget(own, check),
  ),
  delay: target(duration, 'A fixed time has passed. It proves nothing.', seconds => ({
    check: { kind: 'delay', seconds },
  })),
};

export const EXTERNAL_DEPENDENCY = oneField('ExternalDependency', EXTERNALS, {
  image: optional(
    image,
    'The image of the init container that makes the check. Default: an image with the client; for `exec` the ' +
      'image of the dependent.',
  ),
  env: optional(env, 'Environment variables of the client, for `http` and `exec`.'),
  expectedReadyIn: optional(duration, 'The expected time until the dependency is ready, for predictions only.'),
});
