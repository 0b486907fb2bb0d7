import { Size } from 'cdk8s';
import { ContainerResources } from 'cdk8s-plus-27';
import { withoutUndefined } from './collections';
import { ResourceListJson } from './pod-spec';

/** `resources` of a container, without unspecified fields. */
export interface ResourcesJson {
  readonly requests: ResourceListJson;
  readonly limits: ResourceListJson;
}

export function resourcesOf({ cpu, memory, ephemeralStorage }: ContainerResources): ResourcesJson {
  const listOf = (which: 'request' | 'limit') =>
    withoutUndefined({
      'cpu': cpu?.[which]?.amount,
      'ephemeral-storage': mebibytes(ephemeralStorage?.[which]),
      'memory': mebibytes(memory?.[which]),
    }) as ResourceListJson;
  return { requests: listOf('request'), limits: listOf('limit') };
}

function mebibytes(size: Size | undefined): string | undefined {
  return size && `${size.toMebibytes()}Mi`;
}
