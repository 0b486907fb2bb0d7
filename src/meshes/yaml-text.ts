import { parseDocument } from 'yaml';

export type EditedYaml =
  | { readonly text: string }
  /** It is there already, with another value. */
  | { readonly given: unknown }
  /** It cannot be read. */
  | { readonly why: string };

/** YAML text of a mapping with one field set in it, at that path; comments, order and all else stay as they are. */
export function withYamlField(text: string, path: readonly string[], value: boolean): EditedYaml {
  const document = parseDocument(text);
  if (document.errors.length > 0) { return { why: document.errors[0].message.split('\n')[0] }; }
  const content: unknown = document.toJS();
  for (let depth = 0; depth < path.length; depth++) {
    const around = at(content, path.slice(0, depth));
    if (around === null || around === undefined) { break; }
    if (typeof around !== 'object' || Array.isArray(around)) { return { why: depth === 0 ? 'it is no mapping' : `'${path.slice(0, depth).join('.')}' is no mapping` }; }
  }
  const before = at(content, path);
  if (before !== undefined && before !== null) { return before === value ? { text } : { given: before }; }
  document.setIn(path, value);
  const after = document.toString({ lineWidth: 0 });
  return { text: text.endsWith('\n') ? after : after.replace(/\n$/, '') };
}

function at(content: any, path: readonly string[]): unknown {
  return path.reduce((found, key) => found?.[key], content);
}
