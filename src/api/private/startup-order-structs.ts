import { ContainerResources, CpuResources, EphemeralStorageResources, MemoryResources } from 'cdk8s-plus-27';
import { ANYTHING, BOOLEAN, CPU, enumOf, list, SIZE, STRING, struct } from './kind';
import { GUARANTEE, MECHANISM, MESH_PROFILE } from './structs';
import { AgentDelivery, AgentOptions, StartupOrderOptions } from '../startup-order-options';

const AGENT_OPTIONS = struct<AgentOptions>('AgentOptions', {
  delivery: enumOf('AgentDelivery', AgentDelivery),
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

export const ORDER_OPTIONS_SHAPE = {
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
  mesh: MESH_PROFILE,
  createServiceAccount: BOOLEAN,
  disabledReason: STRING,
};
export const STARTUP_ORDER_OPTIONS = struct<StartupOrderOptions>('StartupOrderOptions', ORDER_OPTIONS_SHAPE);
