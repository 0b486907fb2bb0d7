import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { isObject, JsonObject } from '../../api/private/json-object';

export type EditedYaml =
  | { readonly text: string }
  /** The field already has another value. */
  | { readonly given: unknown }
  /** The text cannot be parsed, or has no place for the field. */
  | { readonly why: string };

/** Adds a field to the YAML text of a mapping, as the last line or before the last brace. Other text stays as it is. */
export function setYamlField(text: string, field: string, value: boolean): EditedYaml {
  const { content = null, why } = readMapping(text);
  if (why !== undefined) {
    return { why };
  }
  const given = content?.[field] ?? undefined;
  if (given !== undefined) {
    return given === value ? { text } : { given };
  }
  const line = `${field}: ${value}`;
  const wanted = JSON.stringify({ ...content, [field]: value });
  const edited = [addLine(text, line), addInBraces(text, line)].find(
    candidate => JSON.stringify(readMapping(candidate).content) === wanted,
  );
  return edited === undefined ? { why: `it has no place for \`${line}\`` } : { text: edited };
}

/** An anchor or an alias. With them, a short text can have a huge value. */
const ANCHOR = /(^|[\s[{,:-])[&*]\S/m;

/** `null`: the text is empty. */
function readMapping(text: string): { readonly content?: JsonObject | null; readonly why?: string } {
  if (ANCHOR.test(text)) {
    return { why: 'it contains an anchor or an alias' };
  }
  try {
    const content = load(text, { schema: CORE_SCHEMA }) ?? null;
    // js-yaml writes a map as a key in this way, as in a template.
    const isMapping = content === null || (isObject(content) && !('[object Object]' in content));
    return isMapping ? { content } : { why: 'it is no mapping' };
  } catch (thrown) {
    if (!(thrown instanceof YAMLException)) {
      throw thrown;
    }
    return { why: thrown.reason };
  }
}

/** A text without a line ending stays without one. */
function addLine(text: string, line: string): string {
  const [, indent = ''] = /^( *)[^\s#-]/m.exec(text) ?? [];
  if (text.endsWith('\n')) {
    return `${text}${indent}${line}\n`;
  }
  return `${text}${text === '' ? '' : '\n'}${indent}${line}`;
}

function addInBraces(text: string, line: string): string {
  const comma = /\{\s*\}\s*$/.test(text) ? '' : ', ';
  return text.replace(/\s*\}(\s*)$/, `${comma}${line}}$1`);
}
