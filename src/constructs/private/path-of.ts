import { IConstruct } from 'constructs';

/** Returns the construct path of a workload, without 'Resource', the id that cdk8s-plus gives its API object. */
export function pathOf(construct: IConstruct): string {
  return construct.node.path.replace(/\/(Resource|Default)$/, '') || construct.node.id;
}
