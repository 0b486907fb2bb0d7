import { resolveTarget } from './capabilities';
import { replaceAt, valueAt } from './json-path';
import { OrderSettings } from './settings';
import { sortKeys } from './sort-keys';
import { KUBERNETES_VERSION_ANNOTATION } from '../api/private/annotations';
import { JsonObject } from '../api/private/json-object';

/** Returns the version that a workload records; `undefined`: none, or no version. */
export function readRecordedVersion(object: unknown): string | undefined {
  const recorded = valueAt(object, ['metadata', 'annotations', KUBERNETES_VERSION_ANNOTATION]);
  return typeof recorded === 'string' && resolveTarget(recorded, {}) ? recorded : undefined;
}

/**
 * Returns the document with the stated version of the plan in the metadata of the workload, outside its pod template.
 * Without a stated version, returns the document as it is. `itemPath`: the path of the workload in the document.
 */
export function recordVersion(document: any, itemPath: readonly string[], { statedVersion }: OrderSettings): any {
  if (statedVersion === undefined) {
    return document;
  }
  const path = [...itemPath, 'metadata'];
  const metadata = valueAt(document, path) as JsonObject | undefined;
  const annotations = sortKeys(metadata?.annotations as JsonObject | undefined, {
    [KUBERNETES_VERSION_ANNOTATION]: statedVersion,
  });
  return replaceAt(document, path, sortKeys(metadata, { annotations }));
}
