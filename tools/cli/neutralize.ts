import { escapeCharacter } from '../order/format-yaml';

/** Control characters without line endings and tabs, and characters that change the direction of text. */
const CONTROLS = /[^\P{Cc}\n\t\r]|\r(?!\n)|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a text that a terminal and a CI system only show. A name in a manifest can contain the escapes of a terminal,
 * and a workflow command: `::error::` at the begin of a line (GitHub) or `##[error]`, `##vso[` anywhere (GitHub,
 * Azure). Each such character becomes an escape, which JSON reads as the same character.
 */
export function neutralize(text: string): string {
  return text
    .replace(CONTROLS, escapeCharacter)
    .replace(/^([ \t]*):(?=:)/gm, (_, indent) => `${indent}${escapeCharacter(':')}`)
    .replace(/#(?=#\w*\[)/g, escapeCharacter);
}
