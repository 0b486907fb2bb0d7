import { IConstruct } from 'constructs';

/** The construct path as the user knows it: cdk8s-plus calls its API object 'Resource'. */
export function pathOf(construct: IConstruct): string {
  return construct.node.path.replace(/\/(Resource|Default)$/, '') || construct.node.id;
}
