import { parseDocument } from 'yaml';
import { readField } from './object-path';

export type EditedYaml =
  | { readonly text: string }
  /** The field already has another value. */
  | { readonly given: unknown }
  /** The text cannot be parsed. */
  | { readonly why: string };

/** Sets a field in the YAML text of a mapping. Comments and the order of the fields stay unchanged. */
export function setYamlField(text: string, path: readonly string[], value: boolean): EditedYaml {
  const document = parseDocument(text);
  if (document.errors.length > 0) { return { why: document.errors[0].message.split('\n')[0] }; }
  const found = readField(document.toJS(), path);
  if ('why' in found) { return found; }
  if (found.given !== undefined) { return found.given === value ? { text } : { given: found.given }; }
  document.setIn(path, value);
  const after = document.toString({ lineWidth: 0 });
  return { text: text.endsWith('\n') ? after : after.replace(/\n$/, '') };
}
