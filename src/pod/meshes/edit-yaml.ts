import { isObject } from '../../api/private/json-object';
import { readYaml } from '../read-yaml';

export type EditedYaml =
  | { readonly text: string }
  /** The field already has another value. */
  | { readonly given: unknown }
  /** The text cannot be parsed, or has no place for the field. */
  | { readonly why: string };

/** Adds a field to the YAML text of a mapping, as the last line or before the last brace. Other text stays as it is. */
export function setYamlField(text: string, field: string, value: boolean): EditedYaml {
  const { value: content = null, error } = readYaml(text);
  if (error) {
    return { why: error.message };
  }
  if (content !== null && !isObject(content)) {
    return { why: 'it is no mapping' };
  }
  const given = content?.[field] ?? undefined;
  if (given !== undefined) {
    return given === value ? { text } : { given };
  }
  const line = `${field}: ${value}`;
  const wanted = JSON.stringify({ ...content, [field]: value });
  const edited = [addLine(text, line), addInBraces(text, line)].find(candidate => {
    const reading = readYaml(candidate);
    return reading.error === undefined && JSON.stringify(reading.value) === wanted;
  });
  return edited === undefined ? { why: `it has no place for \`${line}\`` } : { text: edited };
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
