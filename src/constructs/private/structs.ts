import {
  ContainerProps,
  WorkloadProps,
  ContainerResources,
  CpuResources,
  EphemeralStorageResources,
  MemoryResources,
} from 'cdk8s-plus-27';
import { ContainerOrder } from '../../api/container-order';
import { AGENT_DELIVERIES } from '../../api/private/enums';
import {
  ANYTHING,
  BOOLEAN,
  DURATION,
  IMAGE,
  list,
  mapOf,
  NUMBER,
  instanceOf,
  oneOf,
  required,
  Shape,
  STRING,
  struct,
  WORDS,
  CPU,
  NAME,
  SIZE,
} from '../../api/private/kind';
import { CONTAINER_ROLE, DEPENDENCY, GUARANTEE, MECHANISM, MESH, READY_CHECK } from '../../api/private/structs';
import { AgentOptions, StartupOrderOptions } from '../../api/startup-order-options';
import {
  OrderedContainerProps,
  OrderedCronJobProps,
  OrderedDaemonSetProps,
  OrderedDeploymentProps,
  OrderedJobProps,
  OrderedPodProps,
  OrderedStatefulSetProps,
} from '../ordered-props';

/** A list of any items. */
const LIST = list(ANYTHING);
const SIZES = { request: SIZE, limit: SIZE };

const AGENT_OPTIONS = struct<AgentOptions>('AgentOptions', {
  delivery: oneOf(...AGENT_DELIVERIES),
  configMap: STRING,
  image: STRING,
  path: STRING,
  registry: STRING,
  resources: struct<ContainerResources>('ContainerResources', {
    cpu: struct<CpuResources>('CpuResources', { request: CPU, limit: CPU }),
    memory: struct<MemoryResources>('MemoryResources', SIZES),
    ephemeralStorage: struct<EphemeralStorageResources>('EphemeralStorageResources', SIZES),
  }),
  omitRunAsUser: BOOLEAN,
});

const CONTAINER_ORDER_SHAPE: Shape<ContainerOrder> = {
  dependsOn: list(DEPENDENCY),
  readyWhen: READY_CHECK,
  stopsWithin: DURATION,
  expectedReadyIn: DURATION,
  role: CONTAINER_ROLE,
};
export const CONTAINER_ORDER = struct<ContainerOrder>('ContainerOrder', CONTAINER_ORDER_SHAPE);

const orderOptions = {
  kubernetesVersion: STRING,
  architecture: STRING,
  // Synth validates the keys, together with the keys of the context.
  capabilities: ANYTHING,
  images: STRING,
  agent: AGENT_OPTIONS,
  mechanism: MECHANISM,
  guarantee: GUARANTEE,
  acceptedWarnings: list(STRING),
  orderedShutdown: BOOLEAN,
  mesh: MESH,
  createServiceAccount: BOOLEAN,
  disabledReason: STRING,
  containers: mapOf(CONTAINER_ORDER),
  sidecars: list(NAME),
};
export const STARTUP_ORDER_OPTIONS = struct<StartupOrderOptions>('StartupOrderOptions', {
  ...orderOptions,
  workload: NAME,
  podSpecPath: STRING,
});
/** An Ordered workload is the workload. */
const ORDERED_WORKLOAD_OPTIONS = struct<Omit<StartupOrderOptions, 'workload' | 'podSpecPath'>>(
  'StartupOrderOptions',
  orderOptions,
);

export const CONSTRUCT = instanceOf(
  'construct',
  object => 'node' in object,
  () => 'the workload or the chart that contains it',
);

export const JSON_PATCH = instanceOf(
  'JsonPatch of cdk8s',
  object => '_toJson' in object,
  () => "JsonPatch.replace('/spec/replicas', 3)",
);

const plainContainer: Shape<ContainerProps> = {
  args: WORDS,
  command: WORDS,
  envFrom: LIST,
  envVariables: mapOf(ANYTHING),
  image: required(IMAGE),
  imagePullPolicy: ANYTHING,
  lifecycle: ANYTHING,
  liveness: ANYTHING,
  name: STRING,
  port: NUMBER,
  portNumber: NUMBER,
  ports: LIST,
  readiness: ANYTHING,
  resources: ANYTHING,
  securityContext: ANYTHING,
  startup: ANYTHING,
  volumeMounts: LIST,
  workingDir: STRING,
};
const ORDERED_CONTAINER = struct<OrderedContainerProps>('OrderedContainerProps', {
  ...plainContainer,
  ...CONTAINER_ORDER_SHAPE,
});
export const PLAIN_CONTAINER = struct<ContainerProps>('ContainerProps', plainContainer);

const podSpec: Shape<OrderedPodProps> = {
  metadata: ANYTHING,
  containers: LIST,
  orderedContainers: list(ORDERED_CONTAINER),
  sidecars: list(ORDERED_CONTAINER),
  initContainers: list(PLAIN_CONTAINER),
  startupOrder: ORDERED_WORKLOAD_OPTIONS,
  volumes: LIST,
  restartPolicy: oneOf('Always', 'OnFailure', 'Never'),
  serviceAccount: ANYTHING,
  securityContext: ANYTHING,
  hostAliases: LIST,
  dns: ANYTHING,
  dockerRegistryAuth: ANYTHING,
  automountServiceAccountToken: BOOLEAN,
  isolate: BOOLEAN,
  hostNetwork: BOOLEAN,
  terminationGracePeriod: DURATION,
};
export const ORDERED_POD = struct<OrderedPodProps>('OrderedPodProps', podSpec);
const workload: Shape<OrderedPodProps & WorkloadProps> = {
  ...podSpec,
  podMetadata: ANYTHING,
  select: BOOLEAN,
  spread: BOOLEAN,
};
const deployment: Shape<OrderedDeploymentProps> = {
  ...workload,
  replicas: NUMBER,
  strategy: ANYTHING,
  minReady: DURATION,
  progressDeadline: DURATION,
};
export const ORDERED_DEPLOYMENT = struct<OrderedDeploymentProps>('OrderedDeploymentProps', deployment);
export const ORDERED_STATEFUL_SET = struct<OrderedStatefulSetProps>('OrderedStatefulSetProps', {
  ...workload,
  service: ANYTHING,
  replicas: NUMBER,
  podManagementPolicy: ANYTHING,
  strategy: ANYTHING,
  minReady: DURATION,
});
export const ORDERED_DAEMON_SET = struct<OrderedDaemonSetProps>('OrderedDaemonSetProps', {
  ...workload,
  minReadySeconds: NUMBER,
});
const job: Shape<OrderedJobProps> = {
  ...workload,
  activeDeadline: DURATION,
  backoffLimit: NUMBER,
  ttlAfterFinished: DURATION,
};
export const ORDERED_JOB = struct<OrderedJobProps>('OrderedJobProps', job);
export const ORDERED_CRON_JOB = struct<OrderedCronJobProps>('OrderedCronJobProps', {
  ...job,
  schedule: required(
    instanceOf(
      'Cron',
      object => 'expressionString' in object,
      () => 'Cron.hourly()',
    ),
  ),
  timeZone: STRING,
  concurrencyPolicy: ANYTHING,
  startingDeadline: DURATION,
  suspend: BOOLEAN,
  successfulJobsRetained: NUMBER,
  failedJobsRetained: NUMBER,
});

export const SIDECAR_FIRST_DEPLOYMENT = struct<OrderedDeploymentProps>('OrderedDeploymentProps', {
  ...deployment,
  sidecars: required(list(ORDERED_CONTAINER)),
});
