import { Problem } from '../../src/api/private/problem';

/** A problem, and the keys of its place in the document: `['spec', 'containers', 'app', 'dependsOn', '0']`. */
export interface PlacedProblem {
  readonly keys: readonly string[];
  readonly problem: Problem;
}

/** The place of a value in a document. */
export interface Place {
  readonly keys: readonly string[];
  /** For error texts: `spec.containers.app.dependsOn[0]`. */
  readonly text: string;
}

export function enterKey({ keys, text }: Place, key: string): Place {
  const isPlain = /^[\w-]+$/.test(key);
  return { keys: [...keys, key], text: isPlain ? `${text}${text === '' ? '' : '.'}${key}` : `${text}["${key}"]` };
}

export function enterItem({ keys, text }: Place, index: number): Place {
  return { keys: [...keys, `${index}`], text: `${text}[${index}]` };
}
