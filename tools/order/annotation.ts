import { DEPENDS_ON } from './dependency-types';
import { Place } from './placed-problem';
import { problem } from './problems';
import { toDeclaration } from './to-declaration';
import { map, translated } from './types';
import { DEPENDS_ON_ANNOTATION } from '../../src/api/private/annotations';
import { PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { shown } from '../../src/api/private/kind';
import { Problem } from '../../src/api/private/problem';
import { valueAt } from '../../src/pod/json-path';
import { objectOf } from '../read/coerce-json';
import { EQUAL_KEYS, readYaml } from '../read/read-yaml';

/** The annotation with dependencies, and the annotation of Cloud Run with the same meaning. */
export const ANNOTATIONS: readonly string[] = [DEPENDS_ON_ANNOTATION, 'run.googleapis.com/container-dependencies'];

/** The content of the annotation: the dependencies of each container, by its name. */
export const DEPENDENCIES = map(translated(DEPENDS_ON, dependsOn => ({ dependsOn })));

/** Returns the annotations of this kind in the `metadata` of an object. */
export function findAnnotations(metadata: unknown): readonly string[] {
  const annotations = readAnnotations(metadata);
  return ANNOTATIONS.filter(key => Object.hasOwn(annotations, key));
}

/** Reads one annotation. */
export function parseAnnotation(
  metadata: unknown,
  annotation: string,
): { readonly declaration?: PodDeclaration; readonly problems: readonly Problem[] } {
  const given = readAnnotations(metadata)[annotation];
  const reject = (why: string) => ({ problems: [problem('SO660', { annotation, given: shown(given), why })] });
  if (typeof given !== 'string') {
    return reject('an annotation is a string in quotes');
  }
  let content: unknown;
  try {
    content = JSON.parse(given);
  } catch (error) {
    // Node 20 and newer repeat the text, and differ in it.
    const repeated = /(?:, "[^]*" is not valid JSON| in JSON at .*| is not valid JSON| \(line .*)$/;
    return reject((error as Error).message.replace(repeated, ''));
  }
  // JSON.parse keeps the last value of a repeated key, and so loses dependencies. YAML contains JSON, and reports it.
  if (readYaml(given).error?.message === EQUAL_KEYS) {
    return reject(EQUAL_KEYS);
  }
  const place = new Place(annotation.split('/')[1]);
  const containers = DEPENDENCIES.read(content, place);
  const problems = place.problems.map(found => found.problem);
  return problems.length > 0 ? { problems } : { declaration: toDeclaration({ containers }), problems };
}

function readAnnotations(metadata: unknown): JsonObject {
  return objectOf(valueAt(metadata, ['annotations'])) ?? {};
}
