import { ContainerProps, WorkloadProps } from 'cdk8s-plus-27';
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
} from '../../api/private/kind';
import { CONTAINER_ORDER_SHAPE, ORDERED_WORKLOAD_OPTIONS } from '../../api/private/startup-order-structs';
import {
  OrderedContainerProps,
  OrderedCronJobProps,
  OrderedDaemonSetProps,
  OrderedDeploymentProps,
  OrderedJobProps,
  OrderedPodProps,
  OrderedStatefulSetProps,
} from '../ordered-props';

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
  envFrom: list(ANYTHING),
  envVariables: mapOf(ANYTHING),
  image: required(IMAGE),
  imagePullPolicy: ANYTHING,
  lifecycle: ANYTHING,
  liveness: ANYTHING,
  name: STRING,
  port: NUMBER,
  portNumber: NUMBER,
  ports: list(ANYTHING),
  readiness: ANYTHING,
  resources: ANYTHING,
  securityContext: ANYTHING,
  startup: ANYTHING,
  volumeMounts: list(ANYTHING),
  workingDir: STRING,
};
const ORDERED_CONTAINER = struct<OrderedContainerProps>('OrderedContainerProps', {
  ...plainContainer,
  ...CONTAINER_ORDER_SHAPE,
});
export const PLAIN_CONTAINER = struct<ContainerProps>('ContainerProps', plainContainer);

const podSpec: Shape<OrderedPodProps> = {
  metadata: ANYTHING,
  containers: list(ANYTHING),
  orderedContainers: list(ORDERED_CONTAINER),
  sidecars: list(ORDERED_CONTAINER),
  initContainers: list(PLAIN_CONTAINER),
  startupOrder: ORDERED_WORKLOAD_OPTIONS,
  volumes: list(ANYTHING),
  restartPolicy: oneOf('Always', 'OnFailure', 'Never'),
  serviceAccount: ANYTHING,
  securityContext: ANYTHING,
  hostAliases: list(ANYTHING),
  dns: ANYTHING,
  dockerRegistryAuth: ANYTHING,
  automountServiceAccountToken: BOOLEAN,
  isolate: BOOLEAN,
  hostNetwork: BOOLEAN,
  terminationGracePeriod: DURATION,
};
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
const statefulSet: Shape<OrderedStatefulSetProps> = {
  ...workload,
  service: ANYTHING,
  replicas: NUMBER,
  podManagementPolicy: ANYTHING,
  strategy: ANYTHING,
  minReady: DURATION,
};
const daemonSet: Shape<OrderedDaemonSetProps> = { ...workload, minReadySeconds: NUMBER };
const job: Shape<OrderedJobProps> = {
  ...workload,
  activeDeadline: DURATION,
  backoffLimit: NUMBER,
  ttlAfterFinished: DURATION,
};
const cronJob: Shape<OrderedCronJobProps> = {
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
};

export const ORDERED_POD = struct<OrderedPodProps>('OrderedPodProps', podSpec);
export const ORDERED_DEPLOYMENT = struct<OrderedDeploymentProps>('OrderedDeploymentProps', deployment);
export const ORDERED_STATEFUL_SET = struct<OrderedStatefulSetProps>('OrderedStatefulSetProps', statefulSet);
export const ORDERED_DAEMON_SET = struct<OrderedDaemonSetProps>('OrderedDaemonSetProps', daemonSet);
export const ORDERED_JOB = struct<OrderedJobProps>('OrderedJobProps', job);
export const ORDERED_CRON_JOB = struct<OrderedCronJobProps>('OrderedCronJobProps', cronJob);

export const SIDECAR_FIRST_DEPLOYMENT = struct<OrderedDeploymentProps>('OrderedDeploymentProps', {
  ...deployment,
  sidecars: required(list(ORDERED_CONTAINER)),
});
