import { JsonObject } from '../../../src/api/private/json-object';
import { DeclaredOrders } from '../../order/declare-orders';
import { ManifestStream } from '../../order/manifest-stream';
import { PlannedWorkload } from '../../order/order-workload';

/** Returns the output of a KRM function as JSON: the items, before them the objects that they need and that are not there yet, and the warnings of the plans as `results`. */
export function writeResourceList(stream: ManifestStream, orders: DeclaredOrders['orders'], announce: (planned: PlannedWorkload) => void): string[] {
  const [{ document }] = stream.documents;
  let list = document.read() as JsonObject & { readonly items: readonly unknown[]; readonly results?: unknown };
  const all: PlannedWorkload[] = [];
  for (const { ordered: { after, planned } } of stream.order(orders)) {
    list = after as typeof list;
    all.push(...planned);
  }
  all.forEach(announce);
  const objects = stream.listMissing(all.flatMap(planned => planned.objects));
  const results = [...Array.isArray(list.results) ? list.results as unknown[] : [], ...all.flatMap(listResults)];
  const { results: _replaced, ...rest } = list;
  return [`${JSON.stringify({ ...rest, items: [...objects, ...list.items], ...results.length > 0 ? { results } : {} }, undefined, 2)}\n`];
}

function listResults({ workload: { apiVersion, kind, name, namespace }, plan }: PlannedWorkload): object[] {
  return (plan?.warnings ?? []).map(message => (
    { message, severity: 'warning', resourceRef: { apiVersion, kind, name, ...namespace === undefined ? {} : { namespace } } }));
}
