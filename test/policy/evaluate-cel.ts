import { Cel } from '../../src/policy/cel';

/** The forms that the policies write, and the same in JavaScript. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(\w+(?:\.\w+)*)\.\?(\w+)\.orValue\((\[\]|false)\)/g, '($1.$2 ?? $3)'],
  [/\.\?(\w+)\[\?("(?:[^"\\]|\\.)*")\]\.orValue\(""\)/g, '.$1?.[$2]'],
  [/\bhas\(([\w.]+)\)/g, '($1 !== undefined)'],
  [/\.exists\((\w), /g, '.some($1 => '],
  [/\.map\(c, /g, '.map(c => '],
  [/\(([\w.]+) \+ (\([^()]+ \?\? \[\]\))\)/g, '[...$1, ...$2]'],
  [/\.contains\(/g, '.includes('],
  [/\.size\(\)/g, '.length'],
];

/** Evaluates an expression of a policy for a pod. A field that does not exist is an error, as in the API server. */
export function evaluateCel(expression: Cel, object: unknown, request: object = {}): boolean {
  const script = FORMS.reduce((text, [form, replacement]) => text.replace(form, replacement), expression);
  const run = new Function('object', 'request', `return ${script};`) as (object: unknown, request: unknown) => unknown;
  const result = run(object, request);
  if (typeof result !== 'boolean') { throw new Error(`no boolean: ${expression}`); }
  return result;
}
