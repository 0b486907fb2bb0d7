/** Returns the width of text for a terminal, at least 40 columns. */
export function limitWidth(columns = 100): number {
  return Math.max(40, columns);
}

/** `hang`: the indent of the second line and of each later line. */
export function wrapText(text: string, indent: number, hang: number, columns?: number): string[] {
  const width = limitWidth(columns);
  const [first, ...words] = text.split(' ');
  const lines: string[] = [];
  let line = ' '.repeat(indent) + first;
  for (const word of words) {
    if ([...line].length + 1 + [...word].length > width) {
      lines.push(line);
      line = ' '.repeat(hang) + word;
    } else {
      line += ` ${word}`;
    }
  }
  return [...lines, line];
}
