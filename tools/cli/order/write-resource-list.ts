import { JsonObject } from '../../../src/api/private/json-object';
import { findFindings } from '../../../src/report/findings';
import { changeText } from '../../order/change-text';
import { ManifestStream, OrderedDocument } from '../../order/manifest-stream';
import { PlannedWorkload } from '../../order/order-workload';
import { reportUnchangeable } from '../../order/write-manifests';
import { listOf } from '../../read/coerce-json';

/**
 * Returns the output of a KRM function: the text of its input with the items in order, before them the objects that
 * they need and that are not there yet, and the warnings of the plans as `results`.
 */
export function writeResourceList(stream: ManifestStream, documents: Iterable<OrderedDocument>): string[] {
  const [{ document }] = stream.documents;
  const [ordered] = documents;
  if (!ordered) {
    return [document.text];
  }
  const { before, after, planned } = ordered;
  const { items, results } = after as JsonObject & { readonly items: readonly unknown[] };
  const added = planned.flatMap(listResults);
  const complete = {
    ...(after as JsonObject),
    items: [...stream.missing, ...items],
    ...(added.length > 0 ? { results: [...listOf(results), ...added] } : {}),
  };
  // New items come second: while each item is at its place, the text of a changed item stays, too.
  const changed = changeText(document.text, before, after);
  const completed = changed === undefined ? undefined : changeText(changed, after, complete);
  if (completed === undefined) {
    reportUnchangeable(stream, planned);
    return [];
  }
  return [completed];
}

function listResults({ workload: { apiVersion, kind, name, namespace }, plan }: PlannedWorkload): object[] {
  return (plan ? findFindings(plan).warnings : []).map(message => ({
    message,
    severity: 'warning',
    resourceRef: { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) },
  }));
}
