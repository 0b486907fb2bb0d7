const QUOTED = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;
const SPACE = /\s*/y;

/** The offsets of a key or an item, and of its value. */
type JsonPlace = readonly [key: number, value: number];

/** Collections of at least this many characters are scanned once, and cached. */
const LARGE = 10_000;

/** Finds positions in a valid JSON text. */
export class JsonPlaces {
  /** The positions in large collections, such as the items of a List of ten thousand objects, by the offset of the collection. */
  private readonly large = new Map<number, ReadonlyMap<string, JsonPlace>>();

  constructor(private readonly text: string) {}

  /** Returns the offset of the key of the path, or of the nearest enclosing value. */
  public offsetOf(keys: readonly string[]): number {
    let value = skipJsonSpace(this.text, 0);
    let offset = value;
    for (const key of keys) {
      const found = this.scanPlaces(value).get(key);
      if (!found) { break; }
      [offset, value] = found;
    }
    return offset;
  }

  private scanPlaces(collection: number): ReadonlyMap<string, JsonPlace> {
    const known = this.large.get(collection);
    if (known) { return known; }
    const places = new Map<string, JsonPlace>();
    const isObject = this.text[collection] === '{';
    if (!isObject && this.text[collection] !== '[') { return places; }
    let at = skipJsonSpace(this.text, collection + 1);
    while (at < this.text.length && this.text[at] !== '}' && this.text[at] !== ']') {
      const end = isObject ? findJsonEnd(this.text, at) : at;
      const value = isObject ? skipJsonSpace(this.text, skipJsonSpace(this.text, end) + 1) : at;
      // Of two members with the same name, the last one counts.
      places.set(isObject ? JSON.parse(this.text.slice(at, end)) as string : `${places.size}`, [at, value]);
      at = skipJsonSpace(this.text, findJsonEnd(this.text, value));
      if (this.text[at] === ',') { at = skipJsonSpace(this.text, at + 1); }
    }
    if (at - collection >= LARGE) { this.large.set(collection, places); }
    return places;
  }
}

/** Returns the offset after the value at this offset. */
export function findJsonEnd(text: string, value: number): number {
  let depth = 0;
  let at = value;
  do {
    const first = text[at];
    if (first === '"') {
      at = skipPast(QUOTED, text, at);
    } else if (first === '{' || first === '[') {
      depth++;
      at++;
    } else if (first === '}' || first === ']') {
      depth--;
      at++;
    } else {
      at = first === ',' || first === ':' || first <= ' ' ? at + 1 : skipPast(SCALAR, text, at);
    }
  } while (depth > 0 && at < text.length);
  return at;
}

/** Returns the offset of the next character that is not white space. */
export function skipJsonSpace(text: string, at: number): number {
  return skipPast(SPACE, text, at);
}

function skipPast(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
