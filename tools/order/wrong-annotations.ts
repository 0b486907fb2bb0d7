import { Place, PlacedProblem } from './placed-problem';
import { problem } from './problems';
import { DEPENDS_ON_ANNOTATION, ORDERED_ANNOTATION } from '../../src/api/private/annotations';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { findItemPath, unwrapList } from '../../src/pod/list-items';
import { findUnknownAnnotations } from '../../src/pod/own-names';
import { objectOf, textOf } from '../read/coerce-json';
import { formatTitle, FoundWorkload } from '../read/find-workloads';

/**
 * Returns the annotations of this project that do not exist, and those that declare an order in places that the command
 * `order` does not read.
 */
export function findWrongAnnotations(document: unknown, workloads: readonly FoundWorkload[]): readonly PlacedProblem[] {
  const templates = workloads.map(({ templateKeys }) => templateKeys);
  const read = new Set(
    [...templates, ...templates.map(findItemPath)].map(keys => [...keys, 'metadata', 'annotations'].join('/')),
  );
  const root = new Place();
  for (const { path, value } of unwrapList(document)) {
    const place = root.enter(...path.map(key => (key === 'items' ? key : Number(key))));
    const { kind, metadata } = objectOf(value) ?? {};
    const { name, generateName, namespace } = objectOf(metadata) ?? {};
    const title = textOf(name) ?? textOf(generateName) ?? '';
    const names = { kind: textOf(kind) ?? '', name: title, namespace: textOf(namespace) };
    visit(value, place, formatTitle(names));
  }
  return root.problems;

  function visit(value: unknown, place: Place, title: string): void {
    const members = Array.isArray(value) ? [...value.entries()] : Object.entries(objectOf(value) ?? {});
    for (const [key, child] of members) {
      const inside = place.enter(key);
      if (key === 'annotations' && isObject(child)) {
        check(child, inside, title, read.has(inside.keys.join('/')));
      }
      visit(child, inside, title);
    }
  }
}

/** A pod template that was ordered as a Pod, and copied, keeps its declaration. */
function check(annotations: JsonObject, place: Place, workload: string, isRead: boolean): void {
  for (const { name, problem: wrong } of findUnknownAnnotations(annotations)) {
    place.enter(name).report({ ...wrong, text: `${workload}: ${wrong.text}` });
  }
  const isDeclared = Object.hasOwn(annotations, DEPENDS_ON_ANNOTATION);
  if (isRead || !isDeclared || Object.hasOwn(annotations, ORDERED_ANNOTATION)) {
    return;
  }
  const given = { annotation: DEPENDS_ON_ANNOTATION, workload, place: place.text };
  place.enter(DEPENDS_ON_ANNOTATION).report(problem('SO668', given));
}
