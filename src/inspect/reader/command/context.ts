import { Variables } from './variables';
import { Node } from '../shell/syntax';
import { Word } from '../shell/tokens';

/** What is known at some place of a script. */
export interface Context {
  /** An assignment counts for all that stands behind it. */
  readonly env: Variables;
  readonly functions: Map<string, Node>;
  /** The scripts in `NAME=$(…)`, by the name of the variable. */
  readonly computed: Map<string, readonly string[]>;
  /** Something around it ends it after a time. */
  readonly bounded: boolean;
  readonly limitSeconds?: number;
  /** It may be left out. */
  readonly conditional: boolean;
  /** Something runs in the background. */
  readonly hasBackground: boolean;
  /** How many shells, functions and substitutions are around it. */
  readonly depth: number;
  /** Loops in loops and functions that call functions are looked at again and again; when this is used up nothing is known. */
  readonly budget: { left: number };
}

const MOST_LOOKS = 20_000;
const DEEPEST = 8;

export function contextOf(env: Variables): Context {
  return {
    env, functions: new Map(), computed: new Map(), bounded: false, conditional: false, hasBackground: false, depth: 0, budget: { left: MOST_LOOKS },
  };
}

/** Inside of one more shell, function or substitution; `undefined`: nobody writes them so deep. */
export function deeper(context: Context): Context | undefined {
  return context.depth > DEEPEST ? undefined : { ...context, depth: context.depth + 1 };
}

/** With the variables that are known put in; the others stay as they are. */
export function expandedWords(words: readonly Word[], context: Context): string[] {
  return words.map(({ text }) => expandedText(text, context));
}

export function expandedText(text: string, { env }: Context): string {
  return text.replace(/\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g,
    (found, braced?: string, byDefault?: string, plain?: string) => env.get(braced ?? plain!) ?? byDefault ?? found);
}

const DECLARATIONS = new Set(['export', 'local', 'readonly', 'declare', 'typeset']);
const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=([^]*)$/;

/** Remembers which scripts compute the variables that the words assign. */
export function rememberComputed(words: readonly Word[], { computed }: Context): void {
  for (const { text, substitutions } of words) {
    const [, name] = ASSIGNMENT.exec(text) ?? [];
    if (name !== undefined && substitutions.length > 0) { computed.set(name, substitutions); }
  }
}

/** The scripts whose output the word contains: its own substitutions, and the scripts that computed its variables. */
export function scriptsIn({ text, substitutions }: Word, { computed }: Context): readonly string[] {
  const names = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name);
  return [...substitutions, ...names.flatMap(name => computed.get(name) ?? [])];
}

/** The command without the assignments in front of it; those that stand alone are remembered for what is behind them. */
export function withoutAssignments(words: readonly string[], { env, conditional }: Context): readonly string[] {
  const at = words.findIndex(word => !ASSIGNMENT.test(word));
  for (const word of at < 0 || DECLARATIONS.has(words[at]) ? words : []) {
    const [, name, value] = ASSIGNMENT.exec(word) ?? [];
    if (name === undefined) { continue; }
    // What is computed is not known, nor which of two values it has.
    if (conditional || /[$`]/.test(value) || word.startsWith(`${name}+`)) { env.setUnknown(name); } else { env.set(name, value); }
  }
  return at < 0 ? [] : words.slice(at);
}
