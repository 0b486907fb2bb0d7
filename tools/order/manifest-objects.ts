import { DeclaredOrder, ManifestWorkload } from './declare-orders';
import { Problem } from '../../src/api/private/problem';
import { AppObject, AppObjects, listExternalWaits, WaitingWorkload } from '../../src/pod/app-objects';
import { findCrossWorkloadProblems } from '../../src/pod/cross-workload-checks';
import { readAppWorkload } from '../read/app-object';
import { formatTitle } from '../read/find-workloads';

/** Returns the problems of each workload with the others. */
export function findWaitProblems(
  objects: readonly AppObject[],
  declared: readonly (readonly [ManifestWorkload, DeclaredOrder])[],
): Problem[][] {
  const workloads = declared.map(
    ([workload, { declaration }]): WaitingWorkload => ({
      ...readAppWorkload(workload),
      path: formatTitle(workload),
      externals: listExternalWaits(declaration.containers),
    }),
  );
  const app = new AppObjects(objects, workloads);
  return workloads.map(workload => findCrossWorkloadProblems(workload, app));
}
