import { isObject, JsonObject } from '../../../src/api/private/json-object';
import { replaceAt, valueAt } from '../../../src/pod/json-path';
import { findItemPath } from '../../../src/pod/list-items';
import { withoutNulls } from '../../../src/pod/without-nulls';
import { ManifestWorkload } from '../../order/declare-orders';
import { formatDocument, formatYaml } from '../../order/format-yaml';
import { ManifestStream, OrderedDocument } from '../../order/manifest-stream';
import { isEqual, matchNames, nameOf } from '../../order/match-values';
import { problem } from '../../order/problems';
import { textOf } from '../../read/coerce-json';

/** An operation of a JSON patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: 'test' | 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** The file with the output of `--format objects`, next to the file with the patches. */
const OBJECTS_FILE = 'objects.yaml';

/**
 * Returns a Component of Kustomize with a JSON patch for each workload. The Component refers to the objects that the
 * pods need. Flux takes the list as `patches` of its Kustomization.
 */
export function writePatches(stream: ManifestStream, ordered: Iterable<OrderedDocument>): string[] {
  const patches: object[] = [];
  for (const { before, after, planned } of ordered) {
    for (const { workload } of planned) {
      const keys = findItemPath(workload.templateKeys);
      if (textOf(valueAt(before, [...keys, 'metadata', 'name'])) === undefined) {
        stream.reportOf(workload, [], problem('SO682', { kind: workload.kind }));
        continue;
      }
      // Whether the base keeps a key without a value is unknown: no operation may rely on it.
      const [base, wanted] = [before, after].map(document => addAnnotations(withoutNulls(valueAt(document, keys))));
      const operations = createPatch(base, wanted);
      if (operations.length > 0) {
        patches.push({ target: createTarget(workload), patch: formatYaml(operations) });
      }
    }
  }
  const resources = stream.missing.length > 0 ? { resources: [OBJECTS_FILE] } : {};
  const component = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', ...resources, patches };
  return patches.length === 0 ? [] : [formatDocument(component)];
}

/**
 * Kustomize matches each field as a regular expression. A target without a namespace matches each namespace, and
 * `default` matches an object that had none, also after Kustomize has set its namespace (5.8.2, reswrangler.go Select).
 */
function createTarget({ apiVersion, kind, name, namespace = 'default' }: ManifestWorkload): object {
  const [version, group] = apiVersion.split('/').reverse();
  return { group: group?.replaceAll('.', '\\.'), version, kind, name: name.replaceAll('.', '\\.'), namespace };
}

/**
 * Returns the objects that the pods need and that the manifests do not contain: ConfigMaps with the agent, and the
 * permissions of the waits.
 */
export function writeObjects(stream: ManifestStream, ordered: Iterable<OrderedDocument>): string[] {
  // Ordering finds the objects.
  Array.from(ordered);
  return stream.missing.map(formatDocument);
}

/**
 * Before Kustomize applies a patch, it adds annotations of its own to the object (5.8.2, PatchTransformer.go). So
 * this field is never absent, and each annotation is added alone.
 */
function addAnnotations(object: unknown): unknown {
  return replaceAt(object, ['metadata', 'annotations'], valueAt(object, ['metadata', 'annotations']) ?? {});
}

/**
 * Returns the operations from one value to another. A `test` protects each of them, so a changed manifest fails instead
 * of being ordered wrongly, or of losing what it has gained.
 */
export function createPatch(before: unknown, after: unknown, path = ''): PatchOperation[] {
  if (isEqual(before, after)) {
    return [];
  }
  if (isObject(before) && isObject(after)) {
    return patchMap(before, after, path);
  }
  if (Array.isArray(before) && Array.isArray(after) && matchNames(before, after)) {
    return patchNamedList(before as JsonObject[], after as JsonObject[], path);
  }
  return [
    { op: 'test', path, value: before },
    { op: 'replace', path, value: after },
  ];
}

function patchMap(before: JsonObject, after: JsonObject, path: string): PatchOperation[] {
  const { operations, moved } = moveItems(before, after, path);
  for (const key of new Set([...Object.keys(moved), ...Object.keys(after)])) {
    operations.push(...patchField(moved, after, path, key));
  }
  return operations;
}

function patchField(before: JsonObject, after: JsonObject, path: string, key: string): PatchOperation[] {
  const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (key in before && key in after) {
    return createPatch(before[key], after[key], place);
  }
  const change: PatchOperation =
    key in after ? { op: 'add', path: place, value: after[key] } : { op: 'remove', path: place };
  return [{ op: 'test', path: place, value: before[key] ?? null }, change];
}

/**
 * Moves the items that another list of the map gets, such as an app container that becomes a sidecar, with all their
 * fields.
 */
function moveItems(before: JsonObject, after: JsonObject, path: string) {
  const operations: PatchOperation[] = [];
  const moved = { ...before };
  const find = (list: unknown, name: unknown) => (Array.isArray(list) ? list.map(nameOf).indexOf(name as string) : -1);
  for (const [to, items] of Object.entries(after)) {
    for (const [i, item] of Array.isArray(items) ? items.entries() : []) {
      const name = nameOf(item);
      const from = Object.keys(moved).find(key => find(moved[key], name) >= 0 && find(after[key], name) < 0);
      if (name === undefined || from === undefined || find(moved[to], name) >= 0) {
        continue;
      }
      if (!Array.isArray(moved[to])) {
        operations.push(...patchField(moved, { [to]: [] }, path, to));
        moved[to] = [];
      }
      const [left, joined] = [[...(moved[from] as unknown[])], [...(moved[to] as unknown[])]];
      const [index, place] = [find(left, name), Math.min(i, joined.length)];
      operations.push({ op: 'test', path: `${path}/${from}/${index}/name`, value: name });
      operations.push({ op: 'move', from: `${path}/${from}/${index}`, path: `${path}/${to}/${place}` });
      joined.splice(place, 0, ...left.splice(index, 1));
      Object.assign(moved, { [from]: left, [to]: joined });
    }
  }
  return { operations, moved };
}

/** Patches a list of containers, volumes or variables. Each item is tested by its name. */
function patchNamedList(before: readonly JsonObject[], after: readonly JsonObject[], path: string): PatchOperation[] {
  const operations: PatchOperation[] = [];
  const test = (index: number, { name }: JsonObject) => {
    operations.push({ op: 'test', path: `${path}/${index}/name`, value: name });
  };
  const names = new Set(after.map(item => item.name));
  const list = [...before];
  for (let i = before.length - 1; i >= 0; i--) {
    if (names.has(before[i].name)) {
      continue;
    }
    operations.push({ op: 'test', path: `${path}/${i}`, value: before[i] }, { op: 'remove', path: `${path}/${i}` });
    list.splice(i, 1);
  }
  after.forEach((item, i) => {
    const index = list.findIndex(other => other.name === item.name);
    if (index < 0) {
      if (i > 0) {
        test(i - 1, after[i - 1]);
      }
      operations.push({ op: 'add', path: `${path}/${i}`, value: item });
      list.splice(i, 0, item);
      return;
    }
    const [found] = list.splice(index, 1);
    list.splice(i, 0, found);
    const changes = createPatch(found, item, `${path}/${i}`);
    if (index === i && changes.length === 0) {
      return;
    }
    test(index, found);
    if (index !== i) {
      operations.push({ op: 'move', from: `${path}/${index}`, path: `${path}/${i}` });
    }
    operations.push(...changes);
  });
  return operations;
}
