/** The average width of a letter, relative to its height. */
const PER_CHARACTER = 0.62;

/** Estimates the width of a text in pixels. Overestimates it, because the font is unknown. */
export function estimateWidth(text: string, fontSize: number, perCharacter = PER_CHARACTER): number {
  return [...text].reduce((sum, c) => sum + (c.codePointAt(0)! >= 0x1100 ? 1.1 : perCharacter), 0) * fontSize;
}

/** Returns the text, shortened in the middle to the available width. */
export function fitText(text: string, width: number, fontSize: number, perCharacter = PER_CHARACTER): string {
  const characters = [...text];
  if (estimateWidth(text, fontSize, perCharacter) <= width) {
    return text;
  }
  const most = Math.ceil(width / fontSize / perCharacter);
  for (let kept = Math.min(characters.length - 1, most); kept > 1; kept--) {
    const head = Math.ceil(kept / 2);
    const tail = characters.length - (kept - head);
    const shorter = [...characters.slice(0, head), '…', ...characters.slice(tail)].join('');
    if (estimateWidth(shorter, fontSize, perCharacter) <= width) {
      return shorter;
    }
  }
  return '…';
}

/** Breaks a text between words into lines that fit. */
export function breakLines(text: string, width: number, fontSize: number): string[] {
  return text.split(/ (?!s\b)/).reduce<string[]>((all, word) => {
    const longer = all.length === 0 ? word : `${all[all.length - 1]} ${word}`;
    return all.length > 0 && estimateWidth(longer, fontSize) <= width
      ? [...all.slice(0, -1), longer]
      : [...all, fitText(word, width, fontSize)];
  }, []);
}
