import {
  BOOLEAN,
  checkArguments,
  describeChoices,
  DURATION,
  enumOf,
  IMAGE,
  Kind,
  kind,
  list,
  mapOf,
  NAME,
  NUMBER,
  instanceOf,
  oneOf,
  optional,
  required,
  Shape,
  STRING,
  struct,
  WORDS,
} from './kind';
import {
  ContainerDependencyOptions,
  DependencyOptions,
  ExternalDependencyOptions,
  ResourceDependencyOptions,
  UrlDependencyOptions,
} from '../dependency-options';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../enums';
import { MeshOptions } from '../mesh-options';
import { ON_TIMEOUT } from './enums';
import { Protocol } from '../protocol';
import { ReadyCheckOptions } from '../ready-check-options';

export const DEPENDENCY = instanceOf(
  'Dependency',
  object => object._declaration?.target !== undefined,
  value => `Dependency.on('${typeof value === 'string' ? value : 'proxy'}')`,
);
export const READY_CHECK = instanceOf(
  'ReadyCheck',
  object => object._check !== undefined,
  value =>
    typeof value === 'number'
      ? `ReadyCheck.tcpSocket(${value})`
      : `ReadyCheck.httpGet('${typeof value === 'string' && value.startsWith('/') ? value : '/ready'}', { ` +
        `port: 8080 })`,
);
const CONFIG_MAP = instanceOf(
  'ConfigMap',
  object => 'node' in object && 'name' in object,
  () => "ConfigMap.fromConfigMapName(chart, 'ca', 'ca')",
);
const ENV = mapOf(
  instanceOf(
    'EnvValue',
    object => typeof object.value === 'string' || object.valueFrom !== undefined,
    () => "EnvValue.fromValue('x')",
  ),
);

export const CONTAINER_ROLE = enumOf('ContainerRole', ContainerRole);
export const MECHANISM = enumOf('Mechanism', Mechanism);
export const GUARANTEE = enumOf('Guarantee', Guarantee);

const PROTOCOLS: readonly string[] = Object.values(Protocol);
export const PROTOCOL = protocolKind(Object.keys(Protocol), key => `Protocol.${key}`);
/** A protocol in the object `StartupOrder`. */
export const PROTOCOL_NAME = protocolKind(PROTOCOLS, name => `'${name}'`);

function protocolKind(names: readonly string[], write: (name: string) => string): Kind {
  return kind(
    value =>
      isOverTls(value)
        ? `${write('TLS')} with its port, for a server that accepts only TLS`
        : describeChoices(value, names, write),
    value => PROTOCOLS.includes(value),
  );
}

/** `rediss`, `kafka+ssl` and `tls`. */
function isOverTls(value: unknown): boolean {
  const name = String(value).toLowerCase();
  const isVariant = PROTOCOLS.some(known => name === `${known.toLowerCase()}s`);
  return isVariant || /^(ssl|tls)|[^a-z](ssl|tls)$/.test(name);
}

const dependency: Shape<DependencyOptions> = {
  timeout: DURATION,
  onTimeout: oneOf(...ON_TIMEOUT),
  mechanism: MECHANISM,
  guarantee: GUARANTEE,
};
const external = { ...dependency, name: STRING, expectedReadyIn: DURATION };
const api = { ...external, namespace: STRING, image: IMAGE };

/** The options of an external dependency that one method accepts. */
const externalOf = (shape: Partial<Shape<ExternalDependencyOptions>>) =>
  struct<any>('ExternalDependencyOptions', { ...external, ...shape });
const resourceOf = (shape: Partial<Shape<ResourceDependencyOptions>>) =>
  struct<any>('ResourceDependencyOptions', { ...api, ...shape }, ['port', 'env']);

const DEPENDENCY_OPTIONS = struct<DependencyOptions>('DependencyOptions', dependency);
const CONTAINER_DEPENDENCY_OPTIONS = struct<ContainerDependencyOptions>('ContainerDependencyOptions', {
  ...dependency,
  condition: enumOf('StartCondition', StartCondition),
  required: BOOLEAN,
  restartAllContainers: BOOLEAN,
  orderedShutdown: BOOLEAN,
});
const EXTERNAL_DEPENDENCY_OPTIONS = externalOf({});
const PORT_DEPENDENCY_OPTIONS = externalOf({ port: NUMBER });
const URL_DEPENDENCY_OPTIONS = struct<Omit<UrlDependencyOptions, 'port'>>(
  'UrlDependencyOptions',
  {
    ...external,
    image: IMAGE,
    env: ENV,
    method: STRING,
    headers: mapOf(STRING),
    contains: STRING,
    verifyCertificate: BOOLEAN,
    authorities: CONFIG_MAP,
    statuses: list(NUMBER),
  },
  ['port'],
);
export const PODS_DEPENDENCY_OPTIONS = resourceOf({ labels: mapOf(STRING), count: NUMBER, sameNode: BOOLEAN });

const checkOf = (shape: Partial<Shape<ReadyCheckOptions>>) =>
  struct<any>('ReadyCheckOptions', { tryTimeout: DURATION, ...shape });

const SERVICE = instanceOf(
  'object with a Service',
  object => 'node' in object,
  value =>
    `the Service that your chart creates, or Dependency.onTcp('${typeof value === 'string' ? value : 'db'}', 5432)`,
);
const JOB = instanceOf(
  'object with a Job',
  object => 'node' in object,
  value =>
    'the Job that your chart creates, or ' +
    `Dependency.onResource('jobs.batch/${typeof value === 'string' ? value : 'migrate'}', { condition: ` +
    "'Complete', failedCondition: 'Failed' })",
);

/** The arguments of the public methods. */
export const SIGNATURES = {
  'Dependency.on': { containerName: NAME, options: CONTAINER_DEPENDENCY_OPTIONS },
  'Dependency.onUrl': { url: STRING, options: URL_DEPENDENCY_OPTIONS },
  'Dependency.onTcp': { host: STRING, portNumber: NUMBER, options: EXTERNAL_DEPENDENCY_OPTIONS },
  'Dependency.onServer': { protocol: PROTOCOL, host: STRING, options: PORT_DEPENDENCY_OPTIONS },
  'Dependency.onDns': { host: STRING, options: EXTERNAL_DEPENDENCY_OPTIONS },
  'Dependency.onService': { service: SERVICE, options: PORT_DEPENDENCY_OPTIONS },
  'Dependency.onEndpoints': { service: SERVICE, options: externalOf({ image: IMAGE }) },
  'Dependency.onJob': { job: JOB, options: resourceOf({ required: BOOLEAN }) },
  'Dependency.onResource': {
    resource: STRING,
    options: resourceOf({
      required: BOOLEAN,
      condition: STRING,
      jsonPath: STRING,
      failedCondition: STRING,
      clusterScoped: BOOLEAN,
      labels: mapOf(STRING),
    }),
  },
  'Dependency.onCommand': { command: WORDS, options: externalOf({ image: IMAGE, env: ENV }) },
  'Dependency.onDelay': { time: DURATION, options: EXTERNAL_DEPENDENCY_OPTIONS },
  'Dependency.onInjected': { containerName: NAME, readyWhen: READY_CHECK, options: DEPENDENCY_OPTIONS },
  'ReadyCheck.httpGet': {
    path: STRING,
    options: checkOf({ host: STRING, port: NUMBER, scheme: oneOf('http', 'https'), statuses: list(NUMBER) }),
  },
  'ReadyCheck.tcpSocket': { portNumber: NUMBER, options: checkOf({ host: STRING }) },
  'ReadyCheck.server': { protocol: PROTOCOL, options: checkOf({ host: STRING, port: NUMBER }) },
  'ReadyCheck.grpc': { port: NUMBER, service: optional(STRING) },
  'ReadyCheck.command': { command: WORDS, options: checkOf({}) },
  'ReadyCheck.blockingCommand': { command: WORDS },
  'ReadyCheck.file': { path: STRING, contains: optional(STRING) },
  'ReadyCheck.unixSocket': { path: STRING },
  'ReadyCheck.delay': { time: DURATION },
  'ReadyCheck.allOf': { checks: list(READY_CHECK) },
};

/** Throws an error with all problems of the arguments of a public method. */
export function checkCall<M extends keyof typeof SIGNATURES>(
  method: M,
  given: Readonly<Record<keyof (typeof SIGNATURES)[M], unknown>>,
): void {
  checkArguments(method, SIGNATURES[method], given);
}

const mesh = {
  product: required(oneOf('istio', 'linkerd', 'consul', 'kuma', 'dapr')),
  version: required(STRING),
  nativeSidecars: BOOLEAN,
};
const MESH_OPTIONS = struct<MeshOptions>('MeshOptions', { ...mesh, cni: BOOLEAN });
/** Dapr redirects no traffic. */
const DAPR_OPTIONS = struct<Omit<MeshOptions, 'cni'>>('MeshOptions', mesh);
export const MESH: Kind = {
  check: (value, what, problems) => {
    const isDapr = (value as MeshOptions | null)?.product === 'dapr';
    (isDapr ? DAPR_OPTIONS : MESH_OPTIONS).check(value, what, problems);
  },
};
