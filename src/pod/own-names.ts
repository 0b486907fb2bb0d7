import { problem } from './problems';
import { ANNOTATIONS_OF_PROJECT, DOMAIN } from '../api/private/annotations';
import { Problem } from '../api/private/problem';

const CONTEXT_PREFIX = 'cdk8s-startup-order:';
/** The keys of the construct context that the constructs read. */
export const CONTEXT = {
  agentDelivery: `${CONTEXT_PREFIX}agentDelivery`,
  architecture: `${CONTEXT_PREFIX}architecture`,
  capabilities: `${CONTEXT_PREFIX}capabilities`,
  images: `${CONTEXT_PREFIX}images`,
  kubernetesVersion: `${CONTEXT_PREFIX}kubernetesVersion`,
} as const;
const CONTEXT_KEYS: readonly string[] = Object.values(CONTEXT);

/** Returns a problem for each key of the construct context that has the prefix of the project and does not exist. */
export function findUnknownContextKeys(keys: readonly string[]): Problem[] {
  const unknown = keys.filter(key => key.startsWith(CONTEXT_PREFIX) && !CONTEXT_KEYS.includes(key));
  return unknown.map(given => problem('SO620', { given, known: CONTEXT_KEYS }));
}

export interface UnknownAnnotation {
  readonly name: string;
  readonly problem: Problem;
}

/** Returns the annotations that have the prefix of the project and do not exist. */
export function findUnknownAnnotations(annotations: object = {}): UnknownAnnotation[] {
  const prefix = `${DOMAIN}/`;
  const unknown = Object.keys(annotations).filter(
    name => name.startsWith(prefix) && !ANNOTATIONS_OF_PROJECT.includes(name),
  );
  return unknown.map(name => ({ name, problem: problem('SO672', { given: name, known: ANNOTATIONS_OF_PROJECT }) }));
}
