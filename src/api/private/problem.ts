import { closestName } from './closest-name';

/** `'a', 'b'` */
export function quoteNames(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ');
}

/** A container whose command comes from an image that the image file does not contain. */
export interface UnknownCommand {
  readonly name: string;
  /** Empty: the manifest contains no image. */
  readonly image: string;
}

/**
 * Returns the two ways to a known command: "write the `command` of 'web', or add its image to the image file
 * (`cdk8s-startup-order images --image shop/web:7`)".
 */
export function describeCommandRemedy(containers: readonly UnknownCommand[]): string {
  const names = containers.map(c => `'${c.name}'`).join(' and ');
  const images = [...new Set(containers.map(c => c.image))];
  const which = images.includes('') ? ' MANIFESTS…' : images.map(image => ` --image ${image}`).join('');
  return (
    `write the \`command\` of ${names}, or add ${containers.length === 1 ? 'its image' : 'their images'} to the ` +
    `image file (\`cdk8s-startup-order images${which}\`)`
  );
}

/** The code of an error, or of a warning (`SW…`). A code never gets another meaning. */
export type Code = `${'SO' | 'SW'}${number}`;

export interface Problem {
  readonly code: Code;
  readonly text: string;
  readonly subject?: Subject;
}

/** The part of the input that causes a problem. */
export type Subject =
  /** A container of the declaration, one of its dependencies, or a field of either. */
  | { readonly in: 'declaration'; readonly container: string; readonly dependency?: string; readonly field?: string }
  /** An option of the workload. */
  | { readonly in: 'options'; readonly field: string }
  /** A container of the pod. */
  | { readonly in: 'pod'; readonly container: string }
  /** A path in the pod template, such as `spec.containers[0].image`. */
  | { readonly in: 'template'; readonly path: string };

/**
 * One error. Its text is complete, because users of Python, Java and Go see only the text: the problem, the given
 * value, and the value to write instead. `startOrderError` adds the place. Each folder has the errors that it raises in
 * its `problems.ts`; scripts/problem-index.ts joins them for docs/reference/errors.md.
 */
export interface Entry<A> {
  /** The meaning of the code, as a headline. */
  readonly title: string;
  readonly example: A;
  readonly text: (about: A) => string;
  readonly subject?: (about: A) => Subject;
}

export function entry<A>(
  title: string,
  example: A,
  text: (about: A) => string,
  subject?: (about: A) => Subject,
): Entry<A> {
  return { title, example, text, subject };
}

type About<E> = E extends Entry<infer A> ? A : never;

/** Returns the function that creates the problems of a catalogue. */
export function raise<P extends Record<Code, unknown>>(problems: P) {
  return <C extends keyof P & Code>(code: C, about: About<P[C]>): Problem => {
    const { text, subject } = problems[code] as Entry<About<P[C]>>;
    return { code, text: text(about), subject: subject?.(about) };
  };
}

/** `field`: the field that the user has to correct; without it, the whole dependency. */
export const dependency =
  (field?: string) =>
  (about: { readonly dependent: string; readonly dependency: string }): Subject => ({
    in: 'declaration',
    container: about.dependent,
    dependency: about.dependency,
    field,
  });
export const declaredContainer =
  (field?: string) =>
  ({ name }: { readonly name: string }): Subject => ({ in: 'declaration', container: name, field });
export const option = (field: string) => (): Subject => ({ in: 'options', field });
export const podPath = (path: string): Subject => ({ in: 'template', path: `spec.${path}` });
export const annotationPath = (key: string): Subject => ({
  in: 'template',
  path: `metadata.annotations["${key}"]`,
});
export const podContainer = ({ name }: { readonly name: string }): Subject => ({ in: 'pod', container: name });

/** Returns the beginning of the remedy for an unknown name. */
export function suggest(given: string, known: readonly string[]): string {
  const closest = closestName(given, known);
  return closest === undefined ? '; correct' : `; did you mean '${closest}'? Correct`;
}

/** A problem, and the place where it is. */
export interface LocatedProblem {
  readonly path: string;
  readonly problem: Problem;
}

export function locate(path: string, problems: readonly Problem[]): LocatedProblem[] {
  return problems.map(problem => ({ path, problem }));
}

/** Returns the error for problems of one place. */
export function errorAt(path: string, ...problems: readonly Problem[]): Error {
  return startOrderError(locate(path, problems));
}

/** Returns the error for the user: per problem the place, the text and the code. */
export function startOrderError(problems: readonly LocatedProblem[]): Error {
  const lines = problems.map(p => `[${p.path}] ${p.problem.text} [${p.problem.code}]`);
  return new Error(
    lines.length === 1
      ? lines[0]
      : [`the start order has ${lines.length} problems:`, ...lines.map(l => `  ${l}`)].join('\n'),
  );
}
