/** The width of text for a terminal. */
export interface TextShape {
  readonly width: number;
}

/** The default is 100 columns; the minimum is 40. */
export function getShape({ width = 100 }: Partial<TextShape>): TextShape {
  return { width: Math.max(40, width) };
}

/** `hang`: the indent of the second line and of each later line. */
export function wrapText(text: string, indent: number, hang: number, { width }: TextShape): string[] {
  const words = text.split(' ');
  const lines: string[] = [];
  let line = ' '.repeat(indent);
  let empty = true;
  for (const word of words) {
    if (!empty && [...line].length + 1 + [...word].length > width) {
      lines.push(line);
      line = ' '.repeat(hang);
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}
