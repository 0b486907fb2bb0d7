import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { pathOf } from './path-of';
import { unchangedManifest } from './to-json-hook';
import { AppObjects, isAwaitable, WaitingWorkload } from '../../pod/app-objects';

/** Finds the objects of the app that waits are about. Reads a manifest when a wait needs it. */
export function indexApp<W extends WaitingWorkload>(root: IConstruct, workloads: readonly W[]): AppObjects<W> {
  const apiObjects = root.node.findAll().filter(ApiObject.isApiObject) as ApiObject[];
  return new AppObjects(
    apiObjects.filter(isAwaitable).map(object => ({
      kind: object.kind,
      name: object.name,
      namespace: object.metadata.namespace,
      path: pathOf(object),
      readSpec: () => unchangedManifest(object).spec,
    })),
    workloads,
  );
}
