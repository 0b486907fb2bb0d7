import { ContainerResources, CpuResources, EphemeralStorageResources, MemoryResources } from 'cdk8s-plus-27';
import { AgentDelivery } from './agent-delivery';
import {
  ANYTHING,
  BOOLEAN,
  CPU,
  DURATION,
  list,
  mapOf,
  NAME,
  oneOf,
  Shape,
  SIZE,
  STRING,
  struct,
  VERSION,
} from './kind';
import { CONTAINER_ROLE, DEPENDENCY, GUARANTEE, MECHANISM, MESH, READY_CHECK } from './structs';
import { ContainerOrder } from '../container-order';
import { AgentOptions, StartupOrderOptions } from '../startup-order-options';

const AGENT_OPTIONS = struct<AgentOptions>('AgentOptions', {
  delivery: oneOf(...Object.values(AgentDelivery)),
  configMap: STRING,
  image: STRING,
  path: STRING,
  registry: STRING,
  resources: struct<ContainerResources>('ContainerResources', {
    cpu: struct<CpuResources>('CpuResources', { request: CPU, limit: CPU }),
    memory: struct<MemoryResources>('MemoryResources', { request: SIZE, limit: SIZE }),
    ephemeralStorage: struct<EphemeralStorageResources>('EphemeralStorageResources', { request: SIZE, limit: SIZE }),
  }),
  omitRunAsUser: BOOLEAN,
});

export const CONTAINER_ORDER_SHAPE: Shape<ContainerOrder> = {
  dependsOn: list(DEPENDENCY),
  readyWhen: READY_CHECK,
  stopsWithin: DURATION,
  expectedReadyIn: DURATION,
  role: CONTAINER_ROLE,
};
export const CONTAINER_ORDER = struct<ContainerOrder>('ContainerOrder', CONTAINER_ORDER_SHAPE);

const orderOptions = {
  kubernetesVersion: VERSION,
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
export const ORDERED_WORKLOAD_OPTIONS = struct<Omit<StartupOrderOptions, 'workload' | 'podSpecPath'>>(
  'StartupOrderOptions',
  orderOptions,
);
