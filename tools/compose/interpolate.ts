/** Finds a variable: `$$`, `$NAME`, or `${` with the end of its name and operator. Compose keeps any other dollar sign. */
const VARIABLE = /\$(?:(\$)|([_a-z][_a-z0-9]*)|\{(?:([_a-z][_a-z0-9]*)(:?[-+?])?)?)/gi;

export interface Variables {
  readonly values: Readonly<Record<string, string>>;
  /** Is called for each variable without a value, which Compose replaces by nothing. */
  readonly onUnset: (name: string) => void;
}

/** A variable that Compose refuses. */
export class VariableError extends Error {
  constructor(public readonly variable: string, message: string) { super(message); }
}

/** Replaces the variables in a value of a compose file, as Compose does. Throws a `VariableError`. */
export function interpolate(text: string, variables: Variables): string {
  let result = '';
  let rest = 0;
  const pattern = new RegExp(VARIABLE); // of its own, because of the calls for nested variables
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [found, escaped, plain, braced, operator] = match;
    result += text.slice(rest, match.index);
    rest = match.index + found.length;
    if (escaped) {
      result += '$';
    } else if (plain) {
      result += valueOf(plain, variables);
    } else {
      const end = findClosingBrace(text, rest);
      if (braced === undefined || end === undefined || (operator === undefined && end !== rest)) {
        throw new VariableError(text, 'it is not a variable that Compose knows');
      }
      result += operator === undefined ? valueOf(braced, variables) : applyOperator(braced, operator, text.slice(rest, end), variables);
      rest = end + 1;
    }
    pattern.lastIndex = rest;
  }
  return result + text.slice(rest);
}

/** Returns the index of the brace that closes the variable; the word of an operator can contain further variables. */
function findClosingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '{') { depth++; }
    if (text[i] === '}' && depth-- === 0) { return i; }
  }
  return undefined;
}

function valueOf(name: string, { values, onUnset }: Variables): string {
  const value = lookUp(name, values);
  if (value === undefined) { onUnset(name); }
  return value ?? '';
}

function applyOperator(name: string, operator: string, word: string, variables: Variables): string {
  const value = lookUp(name, variables.values);
  const isGiven = value !== undefined && !(operator.startsWith(':') && value === '');
  switch (operator.at(-1)) {
    case '-': return isGiven ? value : interpolate(word, variables);
    case '+': return isGiven ? interpolate(word, variables) : value ?? '';
    default:
      if (isGiven) { return value; }
      throw new VariableError(name, word === '' ? 'it has no value' : interpolate(word, variables));
  }
}

function lookUp(name: string, values: Readonly<Record<string, string>>): string | undefined {
  return Object.prototype.hasOwnProperty.call(values, name) ? values[name] : undefined;
}
