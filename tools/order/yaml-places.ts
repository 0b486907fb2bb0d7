import { Document, isAlias, isMap, isNode, isSeq, LineCounter, Node, parseDocument } from 'yaml';
import { nameKey, PARSING } from './format-yaml';

/** A position in a file; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The positions of the values in a YAML or JSON text. */
export class YamlPlaces {
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(text: string) {
    this.document = parseDocument(text, { ...PARSING, lineCounter: this.lines });
  }

  /** Returns the position of the key of the path; of an absent path, the position of its nearest parent. */
  public find(keys: readonly string[]): Position {
    let begin: Node | null = this.document.contents;
    let value: unknown = begin;
    for (const key of keys) {
      const parent = isAlias(value) ? value.resolve(this.document) : value;
      // Of two equal keys, the last one counts.
      const pair = isMap(parent) ? parent.items.findLast(one => nameKey(one) === key) : undefined;
      value = isSeq(parent) ? parent.items[Number(key)] : pair?.value;
      const place = pair?.key ?? value;
      if (!isNode(place)) {
        break;
      }
      begin = place;
    }
    const { line, col: column } = this.lines.linePos(begin?.range?.[0] ?? 0);
    return { line, column };
  }
}
