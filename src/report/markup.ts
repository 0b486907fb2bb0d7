/**
 * Text for XML and HTML: nothing in it is markup, whatever it is. What XML 1.0 does not allow at all (https://www.w3.org/TR/xml/#charsets) is shown as a replacement character.
 */
export function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
}

/** `<name a="1">children</name>`; an attribute that is undefined is left out. `children` is markup. */
export function element(
  name: string, attributes: Readonly<Record<string, string | number | undefined>> = {}, ...children: readonly string[]
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => value === undefined ? [] : [` ${key}="${typeof value === 'number' ? short(value) : escaped(value)}"`]);
  return children.length === 0 ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${children.join('')}</${name}>`;
}

/** Coordinates to a tenth: more is not seen. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** '2.35 s', '0.8 s', '12 s'. */
export function seconds(value: number): string {
  return `${value >= 9.95 ? Math.round(value * 10) / 10 : hundredths(value)} s`;
}

/** Of whole milliseconds, so that 0.485 is 0.49 everywhere. */
export function hundredths(value: number): number {
  return Math.round(Math.round(value * 1000) / 10) / 100;
}

/** About how wide a text is drawn, in pixels, with whatever font the reader has: rather too much than too little. */
export function textWidth(text: string, fontSize: number, perCharacter = 0.62): number {
  return [...text].reduce((sum, c) => sum + (c.codePointAt(0)! >= 0x1100 ? 1.1 : perCharacter), 0) * fontSize;
}

/** The text, or as much of its beginning and end as there is room for. */
export function fitted(text: string, width: number, fontSize: number, perCharacter?: number): string {
  const characters = [...text];
  if (textWidth(text, fontSize, perCharacter) <= width) { return text; }
  for (let kept = characters.length - 1; kept > 1; kept--) {
    const head = Math.ceil(kept / 2);
    const shorter = `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (kept - head)).join('')}`;
    if (textWidth(shorter, fontSize, perCharacter) <= width) { return shorter; }
  }
  return '…';
}
