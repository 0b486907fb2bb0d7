/**
 * Expressions of the Common Expression Language, as the API server 1.30 and newer evaluates them in a
 * ValidatingAdmissionPolicy.
 */
export type Cel = string;

/** Returns a string literal. The escapes of JSON are escapes of CEL, too. */
export function quote(text: string): Cel {
  return JSON.stringify(text);
}

/** Returns the conjunction of one or more expressions. */
export function all(expressions: readonly Cel[]): Cel {
  return expressions.join(' && ');
}

/**
 * Returns whether a list contains these words one after the other. A line break separates them, which the words
 * themselves rarely contain.
 *
 * The cost of `contains` is the product of both lengths, so a hook of 10,000 characters would reach the limit of one
 * expression; the cost of `split` grows with the text (cel-go 0.29.2, runtimecost.go; apiserver 1.37.1,
 * pkg/cel/library/cost.go).
 */
export function containsWords(list: Cel, words: readonly string[]): Cel {
  return `("\\n" + ${list}.join("\\n") + "\\n").split(${quote(`\n${words.join('\n')}\n`)}).size() > 1`;
}
