import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { createContext, Script } from 'vm';
import { createRoll, mutate } from './mutate';
import { TARGETS } from './targets';

export const CORPUS = join(__dirname, 'corpus');

/** The longest time for one input of at most 20,000 characters. */
const LIMIT_MS = 2000;

/** A script can have a timeout, which also ends a loop or a regular expression of the function that the script calls. */
const RUN = new Script('run()');
const CONTEXT = createContext({}) as { run?: () => void };

/** Manifests of other tests that belong to the corpus of a target, too. */
const MANIFESTS: Readonly<Record<string, string>> = { yaml: join(__dirname, '..', 'cli', 'order', 'manifests') };

/** Returns the files of the corpus of a target. */
export function corpusOf(target: string): string[] {
  const folders = [join(CORPUS, target), MANIFESTS[target]].filter(folder => folder !== undefined);
  return folders.flatMap(folder => readdirSync(folder).sort().map(name => readFileSync(join(folder, name), 'utf8')));
}

/** Returns the reason why an input breaks the promise of a target; `undefined`: none. A busy machine can stop the process for seconds, so an input is too slow only if it is too slow again. */
export function findFailure(target: string, input: string, limit = LIMIT_MS): string | undefined {
  const tooSlow = `takes more than ${limit} ms`;
  const run = () => {
    CONTEXT.run = () => { TARGETS[target](input); };
    try {
      RUN.runInContext(CONTEXT, { timeout: limit });
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? tooSlow : `${(error as Error).stack}`;
    }
  };
  const reason = run();
  return reason === tooSlow ? run() : reason;
}

export interface Failure { readonly input: string; readonly reason: string }

/** Runs mutations of the corpus until `isOver` or a failure. Returns the number of inputs, and the shortest part of the failing input that still fails. */
export function fuzz(target: string, seed: number, isOver: (inputs: number) => boolean): { readonly inputs: number; readonly failure?: Failure } {
  const roll = createRoll(seed);
  const corpus = corpusOf(target);
  // A mutation of a mutation reaches states that a single mutation does not reach.
  const mutations: string[] = [];
  const pick = () => mutations.length > 0 && roll(3) === 0 ? mutations[roll(mutations.length)] : corpus[roll(corpus.length)];
  for (let inputs = 0; ; inputs++) {
    if (isOver(inputs)) { return { inputs }; }
    const input = mutate(pick(), pick(), roll);
    const reason = findFailure(target, input);
    if (reason !== undefined) { return { inputs, failure: { input: shorten(target, input), reason } }; }
    if (roll(20) === 0) { mutations[roll(100) % (mutations.length + 1)] = input; }
  }
}

/** Removes parts of a failing input as long as it fails. */
function shorten(target: string, input: string): string {
  let text = input;
  for (let length = Math.ceil(text.length / 2); length > 0; length = length === 1 ? 0 : Math.ceil(length / 2)) {
    for (let at = 0; at < text.length;) {
      const shorter = text.slice(0, at) + text.slice(at + length);
      if (findFailure(target, shorter) !== undefined) { text = shorter; } else { at += length; }
    }
  }
  return text;
}
