/**
 * Formats measured values as JSON that is easy to read and to compare: short values and lists of numbers take one line.
 * Ends with a line break.
 */
export function rawJson(value: unknown): string {
  return `${text(value, '')}\n`;
}

function text(value: unknown, indent: string): string {
  const flat = JSON.stringify(value);
  const plain =
    typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(v => typeof v === 'number'));
  if (plain || flat.length + indent.length <= 120) {
    return flat;
  }
  const inner = `${indent} `;
  const joined = (parts: readonly string[]) => `\n${inner}${parts.join(`,\n${inner}`)}\n${indent}`;
  if (Array.isArray(value)) {
    return `[${joined(value.map(v => text(v, inner)))}]`;
  }
  return `{${joined(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .map(([key, v]) => `${JSON.stringify(key)}: ${text(v, inner)}`),
  )}}`;
}
