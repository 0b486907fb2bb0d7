import { styleText } from 'util';

type Style = Parameters<typeof styleText>[0];

/** What the texts for a terminal contain, and its style. */
const STYLES: readonly (readonly [RegExp, Style])[] = [
  [/(?<=:\d+:\d+: )error(?=: )/g, ['red', 'bold']],
  [/(?<=:\d+:\d+: )warning(?=: )/g, ['yellow', 'bold']],
  [/(?<=:\d+:\d+: )note(?=: )/g, ['cyan', 'bold']],
  [/^\S.*(?=: (?:the order that|start order on) )/gm, 'bold'],
  [/\b(?:EVERY_START|FAIL_CLOSED)\b/g, 'green'],
  [/\bBEST_EFFORT\b/g, 'yellow'],
];

/** Adds colours. The text is already neutralized, so a name in a manifest cannot contain an escape of its own. */
export function paint(text: string): string {
  let painted = text;
  for (const [pattern, style] of STYLES) {
    painted = painted.replace(pattern, found => colour(found, style));
  }
  return painted;
}

/** Node would ask standard output whether it is a terminal; the caller has decided. */
export function colour(text: string, style: Style): string {
  return styleText(style, text, { validateStream: false });
}
