import {
  BOOLEAN,
  describeChoices,
  DURATION,
  enumOf,
  IMAGE,
  Kind,
  kind,
  list,
  mapOf,
  NUMBER,
  instanceOf,
  oneOf,
  required,
  Shape,
  STRING,
  Struct,
  struct,
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
import { OnTimeout } from './enums';
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
  onTimeout: oneOf(...Object.values(OnTimeout)),
  mechanism: MECHANISM,
  guarantee: GUARANTEE,
};
const external = { ...dependency, name: STRING, expectedReadyIn: DURATION };
const api = { ...external, namespace: STRING, image: IMAGE };

/** The options of a struct that one method accepts. */
function someOf<T>(name: string, shape: Partial<Shape<T>>): Struct {
  return struct(name, shape as Shape<T>);
}

const externalOf = (shape: Partial<Shape<ExternalDependencyOptions>>) =>
  someOf<ExternalDependencyOptions>('ExternalDependencyOptions', { ...external, ...shape });
const resourceOf = (shape: Partial<Shape<ResourceDependencyOptions>>) =>
  someOf<ResourceDependencyOptions>('ResourceDependencyOptions', { ...api, ...shape });

export const DEPENDENCY_OPTIONS = struct<DependencyOptions>('DependencyOptions', dependency);
export const CONTAINER_DEPENDENCY_OPTIONS = struct<ContainerDependencyOptions>('ContainerDependencyOptions', {
  ...dependency,
  condition: enumOf('StartCondition', StartCondition),
  required: BOOLEAN,
  restartAllContainers: BOOLEAN,
  orderedShutdown: BOOLEAN,
});
export const EXTERNAL_DEPENDENCY_OPTIONS = externalOf({});
export const PORT_DEPENDENCY_OPTIONS = externalOf({ port: NUMBER });
export const ENDPOINTS_DEPENDENCY_OPTIONS = externalOf({ image: IMAGE });
export const COMMAND_DEPENDENCY_OPTIONS = externalOf({ image: IMAGE, env: ENV });
export const URL_DEPENDENCY_OPTIONS = struct<Omit<UrlDependencyOptions, 'port'>>('UrlDependencyOptions', {
  ...external,
  image: IMAGE,
  env: ENV,
  method: STRING,
  headers: mapOf(STRING),
  contains: STRING,
  verifyCertificate: BOOLEAN,
  authorities: CONFIG_MAP,
  statuses: list(NUMBER),
});
export const JOB_DEPENDENCY_OPTIONS = resourceOf({ required: BOOLEAN });
export const PODS_DEPENDENCY_OPTIONS = resourceOf({ labels: mapOf(STRING), count: NUMBER, sameNode: BOOLEAN });
export const RESOURCE_DEPENDENCY_OPTIONS = resourceOf({
  required: BOOLEAN,
  condition: STRING,
  jsonPath: STRING,
  failedCondition: STRING,
  clusterScoped: BOOLEAN,
  labels: mapOf(STRING),
});

const checkOf = (shape: Partial<Shape<ReadyCheckOptions>>) =>
  someOf<ReadyCheckOptions>('ReadyCheckOptions', { tryTimeout: DURATION, ...shape });
export const COMMAND_CHECK_OPTIONS = checkOf({});
export const TCP_SOCKET_CHECK_OPTIONS = checkOf({ host: STRING });
export const SERVER_CHECK_OPTIONS = checkOf({ host: STRING, port: NUMBER });
export const HTTP_GET_CHECK_OPTIONS = checkOf({
  host: STRING,
  port: NUMBER,
  scheme: oneOf('http', 'https'),
  statuses: list(NUMBER),
});

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
