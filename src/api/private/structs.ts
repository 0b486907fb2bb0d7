import {
  BOOLEAN,
  DURATION,
  enumOf,
  IMAGE,
  list,
  mapOf,
  NAME,
  NUMBER,
  instanceOf,
  oneOf,
  required,
  Shape,
  STRING,
  struct,
  URL_WORD,
} from './kind';
import { ContainerRole } from '../container-role';
import {
  CommandDependencyOptions,
  ContainerDependencyOptions,
  DependencyOptions,
  ExternalDependencyOptions,
  ObjectDependencyOptions,
  PodsDependencyOptions,
  PostgresqlDependencyOptions,
  RedisDependencyOptions,
  ResourceDependencyOptions,
  ServiceDependencyOptions,
  UrlDependencyOptions,
} from '../dependency-options';
import { Guarantee } from '../guarantee';
import { Mechanism } from '../mechanism';
import { MeshOptions } from '../mesh-options';
import { OnTimeout } from '../on-timeout';
import { CheckOptions, HttpGetCheckOptions, TcpSocketCheckOptions } from '../ready-check-options';
import { ExplainOptions } from '../report-options';
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
export const MESH_PROFILE = instanceOf(
  'MeshProfile',
  object => object._declaration?.product !== undefined,
  () => "MeshProfile.istio({ version: '1.27' })",
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

const dependency: Shape<DependencyOptions> = {
  timeout: DURATION,
  onTimeout: enumOf('OnTimeout', OnTimeout),
  mechanism: MECHANISM,
  guarantee: GUARANTEE,
};
const external = { ...dependency, name: STRING, expectedReadyIn: DURATION };
const command = { ...external, image: IMAGE, env: ENV };
const api = { ...external, namespace: STRING, image: IMAGE };
const object = { ...api, required: BOOLEAN };

export const DEPENDENCY_OPTIONS = struct<DependencyOptions>('DependencyOptions', dependency);
export const CONTAINER_DEPENDENCY_OPTIONS = struct<ContainerDependencyOptions>('ContainerDependencyOptions', {
  ...dependency,
  condition: enumOf('StartCondition', StartCondition),
  required: BOOLEAN,
  restartAllContainers: BOOLEAN,
  orderedShutdown: BOOLEAN,
});
export const EXTERNAL_DEPENDENCY_OPTIONS = struct<ExternalDependencyOptions>('ExternalDependencyOptions', external);
export const URL_DEPENDENCY_OPTIONS = struct<UrlDependencyOptions>('UrlDependencyOptions', {
  ...command,
  method: STRING,
  headers: mapOf(STRING),
  contains: STRING,
  verifyCertificate: BOOLEAN,
  authorities: CONFIG_MAP,
  statuses: list(NUMBER),
});
export const SERVICE_DEPENDENCY_OPTIONS = struct<ServiceDependencyOptions>('ServiceDependencyOptions', {
  ...external,
  port: NUMBER,
  throughApi: BOOLEAN,
});
export const COMMAND_DEPENDENCY_OPTIONS = struct<CommandDependencyOptions>('CommandDependencyOptions', command);
export const OBJECT_DEPENDENCY_OPTIONS = struct<ObjectDependencyOptions>('ObjectDependencyOptions', object);
export const PODS_DEPENDENCY_OPTIONS = struct<PodsDependencyOptions>('PodsDependencyOptions', {
  ...api,
  count: NUMBER,
});
export const RESOURCE_DEPENDENCY_OPTIONS = struct<ResourceDependencyOptions>('ResourceDependencyOptions', {
  ...object,
  condition: STRING,
  jsonPath: STRING,
  value: STRING,
  failedCondition: STRING,
  clusterScoped: BOOLEAN,
});
export const POSTGRESQL_DEPENDENCY_OPTIONS = struct<PostgresqlDependencyOptions>('PostgresqlDependencyOptions', {
  ...command,
  port: NUMBER,
  database: URL_WORD,
  sslMode: oneOf('disable', 'require', 'verify-ca', 'verify-full'),
  expectTable: NAME,
});
export const REDIS_DEPENDENCY_OPTIONS = struct<RedisDependencyOptions>('RedisDependencyOptions', {
  ...command,
  port: NUMBER,
  user: NAME,
});

const check = { tryTimeout: DURATION };
const tcpSocket = { ...check, host: STRING };
export const CHECK_OPTIONS = struct<CheckOptions>('CheckOptions', check);
export const TCP_SOCKET_CHECK_OPTIONS = struct<TcpSocketCheckOptions>('TcpSocketCheckOptions', tcpSocket);
export const HTTP_GET_CHECK_OPTIONS = struct<HttpGetCheckOptions>('HttpGetCheckOptions', {
  ...tcpSocket,
  port: NUMBER,
  scheme: oneOf('http', 'https'),
  statuses: list(NUMBER),
});

const mesh = { version: required(STRING), nativeSidecars: BOOLEAN };
export const MESH_OPTIONS = struct<MeshOptions>('MeshOptions', { ...mesh, cni: BOOLEAN });
export const DAPR_OPTIONS = struct<Omit<MeshOptions, 'cni'>>('MeshOptions', mesh);

export const EXPLAIN_OPTIONS = struct<ExplainOptions>('ExplainOptions', {
  detail: BOOLEAN,
  width: NUMBER,
  ascii: BOOLEAN,
});
