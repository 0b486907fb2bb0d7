/** The width and the characters of text for a terminal. */
export interface TextShape {
  readonly width: number;
  readonly ascii: boolean;
}

/** The default is 100 columns; the minimum is 40. */
export function getShape({ width = 100, ascii = false }: Partial<TextShape>): TextShape {
  return { width: Math.max(40, width), ascii };
}

const ASCII: Readonly<Record<string, string>> = {
  '→': '->',
  '…': '...',
  '–': '-',
  '—': '-',
  '×': 'x',
  '≥': '>=',
  '≤': '<=',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '\u00a0': ' ',
};

/** `hang`: the indent of the second line and of each later line. */
export function wrapText(text: string, indent: number, hang: number, { width, ascii }: TextShape): string[] {
  const words = (ascii ? toAscii(text) : text).split(' ');
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

function toAscii(text: string): string {
  return [...text].map(c => (c <= '~' ? c : (ASCII[c] ?? '?'))).join('');
}
