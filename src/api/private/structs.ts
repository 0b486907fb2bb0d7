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
  struct,
} from './kind';
import { ContainerRole } from '../container-role';
import {
  ContainerDependencyOptions,
  DependencyOptions,
  ExternalDependencyOptions,
  ResourceDependencyOptions,
  UrlDependencyOptions,
} from '../dependency-options';
import { Guarantee } from '../guarantee';
import { Mechanism } from '../mechanism';
import { MeshOptions } from '../mesh-options';
import { OnTimeout } from '../on-timeout';
import { Protocol } from '../protocol';
import { ReadyCheckOptions } from '../ready-check-options';
import { StartCondition } from '../start-condition';

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
const command = { ...external, image: IMAGE, env: ENV };
const api = { ...external, namespace: STRING, image: IMAGE };
const object = { ...api, required: BOOLEAN };

/** The options of a struct that one method of `Dependency` accepts. */
type Some<T, K extends string> = Pick<T, Extract<keyof T, keyof typeof external | K>>;

export const DEPENDENCY_OPTIONS = struct<DependencyOptions>('DependencyOptions', dependency);
export const CONTAINER_DEPENDENCY_OPTIONS = struct<ContainerDependencyOptions>('ContainerDependencyOptions', {
  ...dependency,
  condition: enumOf('StartCondition', StartCondition),
  required: BOOLEAN,
  restartAllContainers: BOOLEAN,
  orderedShutdown: BOOLEAN,
});
export const EXTERNAL_DEPENDENCY_OPTIONS = struct<Some<ExternalDependencyOptions, never>>(
  'ExternalDependencyOptions',
  external,
);
export const PORT_DEPENDENCY_OPTIONS = struct<Some<ExternalDependencyOptions, 'port'>>('ExternalDependencyOptions', {
  ...external,
  port: NUMBER,
});
export const ENDPOINTS_DEPENDENCY_OPTIONS = struct<Some<ExternalDependencyOptions, 'image'>>(
  'ExternalDependencyOptions',
  { ...external, image: IMAGE },
);
export const COMMAND_DEPENDENCY_OPTIONS = struct<Some<ExternalDependencyOptions, 'image' | 'env'>>(
  'ExternalDependencyOptions',
  command,
);
export const URL_DEPENDENCY_OPTIONS = struct<Omit<UrlDependencyOptions, 'port'>>('UrlDependencyOptions', {
  ...command,
  method: STRING,
  headers: mapOf(STRING),
  contains: STRING,
  verifyCertificate: BOOLEAN,
  authorities: CONFIG_MAP,
  statuses: list(NUMBER),
});
export const JOB_DEPENDENCY_OPTIONS = struct<Some<ResourceDependencyOptions, keyof typeof object>>(
  'ResourceDependencyOptions',
  object,
);
export const PODS_DEPENDENCY_OPTIONS = struct<
  Some<ResourceDependencyOptions, keyof typeof api | 'labels' | 'count' | 'sameNode'>
>('ResourceDependencyOptions', { ...api, labels: mapOf(STRING), count: NUMBER, sameNode: BOOLEAN });
export const RESOURCE_DEPENDENCY_OPTIONS = struct<
  Omit<ResourceDependencyOptions, 'count' | 'sameNode' | 'env' | 'port'>
>('ResourceDependencyOptions', {
  ...object,
  condition: STRING,
  jsonPath: STRING,
  failedCondition: STRING,
  clusterScoped: BOOLEAN,
  labels: mapOf(STRING),
});
const check = { tryTimeout: DURATION };
const tcpSocket = { ...check, host: STRING };
export const COMMAND_CHECK_OPTIONS = struct<Pick<ReadyCheckOptions, 'tryTimeout'>>('ReadyCheckOptions', check);
export const TCP_SOCKET_CHECK_OPTIONS = struct<Pick<ReadyCheckOptions, 'tryTimeout' | 'host'>>(
  'ReadyCheckOptions',
  tcpSocket,
);
export const SERVER_CHECK_OPTIONS = struct<Pick<ReadyCheckOptions, 'tryTimeout' | 'host' | 'port'>>(
  'ReadyCheckOptions',
  { ...tcpSocket, port: NUMBER },
);
export const HTTP_GET_CHECK_OPTIONS = struct<ReadyCheckOptions>('ReadyCheckOptions', {
  ...tcpSocket,
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
  problems: (value, what) => {
    const isDapr = (value as MeshOptions | null)?.product === 'dapr';
    return (isDapr ? DAPR_OPTIONS : MESH_OPTIONS).problems(value, what);
  },
};
