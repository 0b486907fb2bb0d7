import {
  ArithmeticCommand,
  Command,
  forEachChild,
  If,
  parse,
  Script,
  Statement,
  SyntaxNode,
  TestCommand,
  TestExpression,
  Word,
} from 'unbash';

/** Words, or a comparison. */
export type SimpleCommand = Command | TestCommand | ArithmeticCommand;

/** A word of a command without its quotes. `$(…)` stays in the text, and `substitutions` contains its script. */
export interface ShellWord {
  readonly text: string;
  readonly substitutions: readonly Script[];
}

const LONGEST_SCRIPT = 50_000;

/** `undefined`: the script is no valid script, or too large. */
export function parseScript(text: string): Script | undefined {
  if (text.length > LONGEST_SCRIPT) {
    return undefined;
  }
  const script = parse(text);
  return script.errors ? undefined : script;
}

/** Returns the node inside brackets and redirections, which do not affect waits. */
export function unwrapNode(node: SyntaxNode): SyntaxNode {
  switch (node.type) {
    case 'Statement':
    case 'Redirected':
      return unwrapNode(node.command);
    case 'Subshell':
    case 'BraceGroup':
    case 'CaseItem':
      return node.body;
    default:
      return node;
  }
}

/** No later command of the list runs: `exec /app`, `exit`, `break`. */
export function endsList({ command, background }: Statement): boolean {
  const [name, program] = command.type === 'Command' && !background ? listWords(command) : [];
  return name?.text === 'exec' ? program !== undefined : /^(?:exit|return|break)$/.test(name?.text ?? '');
}

/** After an error, the script ends: `set -e`. */
export function isErrexit({ command }: Statement): boolean {
  const [name, ...options] = command.type === 'Command' ? listWords(command) : [];
  return name?.text === 'set' && options.some(({ text }) => text === 'errexit' || /^-[a-z]*e/.test(text));
}

/** Returns the branches of `if`; `else` has no condition. */
export function listBranches(node: If): { readonly clause?: SyntaxNode; readonly then: SyntaxNode }[] {
  return [node, ...node.elif, ...(node.else ? [{ then: node.else }] : [])];
}

/** The command begins with an odd number of `!`. */
export function isNegated(node: SyntaxNode): boolean {
  return node.type === 'Pipeline' && node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
}

export function listWords(command: SimpleCommand): ShellWord[] {
  switch (command.type) {
    case 'TestCommand':
      return [createWord('[['), ...listTestWords(command.expression), createWord(']]')];
    case 'ArithmeticCommand':
      return [createWord(`((${command.body}))`)];
    case 'Command': {
      const { prefix, name, args } = command;
      return [...prefix, ...(name ? [name] : []), ...args].flatMap(word => {
        if (word.type === 'Word') {
          return [createWord(word.value, word)];
        }
        if (word.type !== 'Assignment') {
          return [];
        }
        // The reader knows no arrays, so the variable stays a reference.
        const value = word.value.type === 'Word' && !word.index ? word.value.value : `$${word.name}`;
        return [createWord(`${word.name}${word.append ? '+' : ''}=${value}`, word)];
      });
    }
  }
}

function listTestWords(test: TestExpression): ShellWord[] {
  const read = (word: Word) => createWord(word.value, word);
  switch (test.type) {
    case 'TestUnary':
      return [createWord(test.operator), read(test.operand)];
    case 'TestBinary':
      return [read(test.left), createWord(test.operator), read(test.right)];
    case 'TestNot':
      return [...test.negations.map(() => createWord('!')), ...listTestWords(test.operand)];
    case 'TestGroup':
      return listTestWords(test.expression);
    case 'TestLogical':
      return test.operands.flatMap(listTestWords);
  }
}

function createWord(text: string, source?: SyntaxNode): ShellWord {
  return { text, substitutions: source ? findSubstitutions(source) : [] };
}

function findSubstitutions(node: SyntaxNode): Script[] {
  if (node.type === 'CommandExpansion') {
    return node.script && !node.script.errors ? [node.script] : [];
  }
  const scripts: Script[] = [];
  forEachChild(node, part => {
    scripts.push(...findSubstitutions(part));
  });
  return scripts;
}
