import { Script, SyntaxNode } from 'unbash';
import { ShellWord } from './syntax';
import { Variables } from './variables';

/** The facts that hold at one point of a script. */
export interface Context {
  /** An assignment affects all later commands. */
  readonly env: Variables;
  readonly functions: Map<string, SyntaxNode>;
  /** The values of `$1` and the following; `undefined`: unknown. */
  readonly parameters: { known?: readonly string[] };
  /** The scripts in `NAME=$(…)`, by the name of the variable. */
  readonly computed: Map<string, readonly Script[]>;
  /** The number of enclosing shells, functions and substitutions. */
  readonly depth: number;
  /** The container mounts a volume, so other containers can read its files. */
  readonly keepsFiles: boolean;
  /** The remaining steps: functions are read at each call. With no steps left, the result is unknown. */
  readonly budget: { left: number };
}

const MOST_STEPS = 8_000;
const DEEPEST_NESTING = 8;

export function createContext(env: Variables, keepsFiles: boolean): Context {
  return {
    env,
    functions: new Map(),
    parameters: {},
    computed: new Map(),
    depth: 0,
    keepsFiles,
    budget: { left: MOST_STEPS },
  };
}

/**
 * Returns the context inside one more shell, function or substitution; `undefined`: the nesting is too deep.
 * `parameters`: the arguments of a function.
 */
export function enterNested(context: Context, parameters = context.parameters): Context | undefined {
  return context.depth > DEEPEST_NESTING ? undefined : { ...context, parameters, depth: context.depth + 1 };
}

/** Returns the context inside a part that a condition can skip. */
export function enterBranch(context: Context): Context {
  return { ...context, env: context.env.enterBranch() };
}

/** `db.$(cat …/namespace).svc.cluster.local` is the same server as `db`. */
const OWN_NAMESPACE =
  /\.\$\(cat \/var\/run\/secrets\/kubernetes\.io\/serviceaccount\/namespace\)(?:\.svc(?:\.cluster\.local)?)?/;

/** Replaces variables with known values. Other variables stay. */
export function expandWords(words: readonly ShellWord[], context: Context): string[] {
  return words.map(({ text }) => expandText(text, context));
}

export function expandText(text: string, { env, parameters }: Context): string {
  return text
    .replace(OWN_NAMESPACE, '')
    .replace(
      /\$(?:\{([A-Za-z_]\w*|[1-9])(?::?-([^}]*)|(%%?:\*|##?\*:))?\}|([A-Za-z_]\w*|[1-9]))/g,
      (found, braced?: string, byDefault?: string, cut?: string, plain?: string) => {
        const name = braced ?? plain!;
        const isParameter = /^\d/.test(name);
        const value = isParameter ? parameters.known?.[Number(name) - 1] : env.get(name);
        if (cut !== undefined) {
          const parts = value?.split(':') ?? [];
          // Not a URL or an IPv6 address.
          return parts.length > 2 ? found : (parts.at(cut.startsWith('%') ? 0 : -1) ?? found);
        }
        return value ?? (isParameter && !parameters.known ? found : (byDefault ?? found));
      },
    );
}

const DECLARATIONS = new Set(['export', 'local', 'readonly', 'declare', 'typeset']);
const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=([^]*)$/;

/** Stores the scripts that compute the assigned variables. */
export function rememberComputed(words: readonly ShellWord[], { computed }: Context): void {
  for (const { text, substitutions } of words) {
    const [, name] = ASSIGNMENT.exec(text) ?? [];
    if (name !== undefined && substitutions.length > 0) {
      computed.set(name, substitutions);
    }
  }
}

/**
 * Returns the scripts whose output the word contains: its own substitutions, and the scripts that computed its
 * variables.
 */
export function findScripts({ text, substitutions }: ShellWord, { computed }: Context): readonly Script[] {
  const names = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name);
  return [...substitutions, ...names.flatMap(name => computed.get(name) ?? [])];
}

/** Returns the command without its assignments. Assignments without a command affect later commands. */
export function applyAssignments(words: readonly string[], { env }: Context): readonly string[] {
  const at = words.findIndex(word => !ASSIGNMENT.test(word));
  for (const word of at < 0 || DECLARATIONS.has(words[at]) ? words : []) {
    const [, name, value] = ASSIGNMENT.exec(word) ?? [];
    if (name === undefined) {
      continue;
    }
    // A computed value is unknown.
    if (/[$`]/.test(value) || word.startsWith(`${name}+`)) {
      env.setUnknown(name);
    } else {
      env.set(name, value);
    }
  }
  return at < 0 ? [] : words.slice(at);
}
