import { DeclaredOrder, DeclaredWorkload } from './declare-orders';
import { JsonObject } from '../../src/api/private/json-object';
import { Problem } from '../../src/api/private/problem';
import { AppObject, AppObjects, Labels, listExternalWaits, WaitingWorkload } from '../../src/pod/app-objects';
import { findCrossWorkloadProblems } from '../../src/pod/cross-workload-checks';
import { valueAt } from '../../src/pod/json-path';
import { objectOf, textOf } from '../read/coerce-json';
import { formatTitle } from '../read/find-workloads';

/** A workload with its order. */
export interface WorkloadOrder {
  readonly workload: DeclaredWorkload;
  readonly order: DeclaredOrder;
}

/** Reads a Service, a Job or a NetworkPolicy. Only the fields that the checks between workloads need stay in memory. */
export function readAppObject({ kind, metadata, spec }: JsonObject): AppObject {
  const [name = '', namespace] = ['name', 'namespace'].map(field => textOf(valueAt(metadata, [field])));
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  const { template: _pod, ...kept } = objectOf(spec) ?? {};
  return { kind: String(kind), name, namespace, path, readSpec: () => kept };
}

/** Returns the problems of each workload with the others. */
export function findWaitProblems(objects: readonly AppObject[], declared: readonly WorkloadOrder[]): Problem[][] {
  const workloads = declared.map(({ workload, order: { declaration } }): WaitingWorkload => {
    const { kind, name, namespace, template } = workload;
    const labels = (objectOf(valueAt(template, ['metadata', 'labels'])) as Labels) ?? {};
    return {
      path: formatTitle(workload),
      kind,
      name,
      pods: { namespace, labels },
      externals: listExternalWaits(declaration.containers),
    };
  });
  const app = new AppObjects(objects, workloads);
  return workloads.map(workload => findCrossWorkloadProblems(workload, app));
}
