import { Document, parseDocument } from 'yaml';
import { readField } from './object-path';
import { isTooDeep } from '../yaml-depth';
import { COMPLEX_KEY, findComplexKey } from '../yaml-keys';

export type EditedYaml =
  | { readonly text: string }
  /** The field already has another value. */
  | { readonly given: unknown }
  /** The text cannot be parsed. */
  | { readonly why: string };

/** Sets a field in the YAML text of a mapping. Comments and the order of the fields stay unchanged. */
export function setYamlField(text: string, path: readonly string[], value: boolean): EditedYaml {
  if (isTooDeep(text)) { return { why: 'it is nested too deeply to be read' }; }
  // In a comment, the library would write the text after such a character without a hash.
  if (/\r(?!\n)|[\u2028\u2029]/.test(text)) { return { why: 'it contains a line break other than a line feed (CR, U+2028 or U+2029)' }; }
  const document = parseDocument(text, { logLevel: 'error' });
  if (document.errors.length > 0) { return { why: firstLine(document.errors[0]) }; }
  if (findComplexKey(document) !== undefined) { return { why: COMPLEX_KEY }; }
  try {
    return setField(document, text, path, value);
  } catch (error) {
    // An alias without an anchor, too many aliases, or a parent of the field that is null.
    return { why: firstLine(error as Error) };
  }
}

function setField(document: Document.Parsed, text: string, path: readonly string[], value: boolean): EditedYaml {
  const found = readField(document.toJS(), path);
  if ('why' in found) { return found; }
  if (found.given !== undefined) { return found.given === value ? { text } : { given: found.given }; }
  document.setIn(path, value);
  const after = document.toString({ lineWidth: 0 });
  return { text: text.endsWith('\n') ? after : after.replace(/\n$/, '') };
}

const firstLine = ({ message }: Error) => message.split('\n')[0];
