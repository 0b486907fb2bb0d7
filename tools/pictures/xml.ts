/**
 * Escapes text for XML and HTML. Replaces characters that XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets)
 * with the replacement character.
 */
export function escapeText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
}

/** Escapes text, and renders text in backticks as code. */
export function formatProse(text: string): string {
  return escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Escapes text for a place without markup, such as a tooltip, where backticks would stay visible. */
export function formatPlain(text: string): string {
  return escapeText(text.replace(/`([^`]+)`/g, '$1'));
}

/** Returns `<name a="1">children</name>`. Omits attributes that are `undefined`. `children` is markup. */
export function createElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly string[]
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === 'number' ? formatCoordinate(value) : escapeText(value)}"`],
  );
  return children.length === 0
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${children.join('')}</${name}>`;
}

/** Rounds a coordinate to a tenth of a pixel. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
