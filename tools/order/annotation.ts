import { DEPENDS_ON, DependsOn } from './dependency-types';
import { PlacedProblem } from './placed-problem';
import { dependenciesToDeclaration } from './to-declaration';
import { map } from './types';
import { DEPENDS_ON_ANNOTATION } from '../../src/api/private/annotations';
import { PodDeclaration } from '../../src/api/private/declaration';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { shown } from '../../src/api/private/kind';
import { problem } from '../../src/api/private/problem';

/** The annotation with dependencies, and the annotation of Cloud Run with the same meaning. */
export const ANNOTATIONS: readonly string[] = [DEPENDS_ON_ANNOTATION, 'run.googleapis.com/container-dependencies'];

/** The content of the annotation: the dependencies of each container, by its name. */
export const DEPENDENCIES = map(DEPENDS_ON);

/** Returns the annotations of this kind in the `metadata` of an object. */
export function findAnnotations(metadata: unknown): readonly string[] {
  const annotations = readAnnotations(metadata);
  return ANNOTATIONS.filter(key => Object.hasOwn(annotations, key));
}

/** Reads one annotation. `keys`: the keys of its place in the document. */
export function parseAnnotation(
  metadata: unknown, annotation: string, keys: readonly string[],
): { readonly declaration?: PodDeclaration; readonly problems: readonly PlacedProblem[] } {
  const given = readAnnotations(metadata)[annotation];
  if (typeof given !== 'string') {
    return { problems: [{ keys, problem: problem('SO660', { annotation, given: shown(given), why: 'an annotation is a string in quotes' }) }] };
  }
  let content: unknown;
  try {
    content = JSON.parse(given);
  } catch (error) {
    // Node 20 and newer repeat the text, and differ in it.
    const why = (error as Error).message.replace(/(?:, "[^]*" is not valid JSON| in JSON at .*| is not valid JSON| \(line .*)$/, '');
    return { problems: [{ keys, problem: problem('SO660', { annotation, given: shown(given), why }) }] };
  }
  const problems = DEPENDENCIES.findProblems(content, { keys: [], text: annotation.split('/')[1] });
  return problems.length > 0 ? { problems: problems.map(p => ({ keys, problem: p.problem })) }
    : { declaration: dependenciesToDeclaration(content as Readonly<Record<string, DependsOn>>), problems };
}

function readAnnotations(metadata: unknown): JsonObject {
  return isObject(metadata) && isObject(metadata.annotations) ? metadata.annotations : {};
}
