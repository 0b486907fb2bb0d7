import { JsonObject } from '../../../src/api/private/json-object';
import { findFindings } from '../../../src/report/findings';
import { ManifestStream, OrderedDocument } from '../../order/manifest-stream';
import { PlannedWorkload } from '../../order/order-workload';
import { listOf } from '../../read/coerce-json';
import { formatJson } from '../output';

/**
 * Returns the output of a KRM function as JSON: the items, before them the objects that they need and that are not
 * there yet, and the warnings of the plans as `results`.
 */
export function writeResourceList(stream: ManifestStream, ordered: Iterable<OrderedDocument>): string[] {
  const [{ document }] = stream.documents;
  let list = document.read();
  const added: object[] = [];
  for (const { after, planned } of ordered) {
    list = after;
    added.push(...planned.flatMap(listResults));
  }
  const { results: before, items, ...rest } = list as JsonObject & { readonly items: readonly unknown[] };
  const results = [...listOf(before), ...added];
  const changed = { ...rest, items: [...stream.missing, ...items], ...(results.length > 0 ? { results } : {}) };
  return [formatJson(changed)];
}

function listResults({ workload: { apiVersion, kind, name, namespace }, plan }: PlannedWorkload): object[] {
  return (plan ? findFindings(plan).warnings : []).map(message => ({
    message,
    severity: 'warning',
    resourceRef: { apiVersion, kind, name, namespace },
  }));
}
