import { DeclaredOrder, Orders } from './declare-orders';
import { ManifestStream } from './manifest-stream';
import { hashOrder } from './order-workload';
import { problem } from './problems';
import { findUnenforced } from './unenforced-dependencies';
import { ORDERED_ANNOTATION } from '../../src/api/private/annotations';
import { Problem } from '../../src/api/private/problem';
import { valueAt } from '../../src/pod/json-path';
import { textOf } from '../read/coerce-json';
import { findWorkloads, formatTitle } from '../read/find-workloads';
import { readPod } from '../read/read-pod';

/**
 * Reports the pods that are not what `order` has written for their declarations: pods that are not ordered, that
 * another declaration or other options have ordered, and that do not enforce a dependency as declared.
 */
export function checkOrders(stream: ManifestStream, orders: Orders): void {
  for (const { read, workloads } of stream.documents) {
    const found = workloads.length === 0 ? [] : findWorkloads(read());
    workloads.forEach((workload, i) => {
      const order = orders.get(workload);
      const given = textOf(valueAt(workload.template, ['metadata', 'annotations', ORDERED_ANNOTATION]));
      const problems = checkMark(given, order);
      if (problems.length === 0 && order && given !== undefined) {
        problems.push(
          ...findUnenforced(readPod(found[i], order.settings.target.version, order.settings.images), order),
        );
      }
      problems.forEach(wrong => {
        stream.reportOf(workload, ['metadata'], wrong, formatTitle(workload));
      });
    });
  }
}

/**
 * Compares the mark of `order` with the declaration. The guarantee of the command line need not have ordered the pod.
 */
function checkMark(given: string | undefined, order: DeclaredOrder | undefined): Problem[] {
  if (order === undefined) {
    return given === undefined ? [] : [problem('SO685', { annotation: ORDERED_ANNOTATION, given })];
  }
  const { settings } = order;
  if (given === undefined) {
    return order.isUnordered || settings.disabledReason !== undefined ? [] : [problem('SO683', {})];
  }
  const ofObject = { ...settings, guarantee: order.object?.spec.guarantee };
  const [now, without] = [hashOrder(order), hashOrder({ ...order, settings: ofObject })];
  return given === now || given === without ? [] : [problem('SO681', { annotation: ORDERED_ANNOTATION, given, now })];
}
