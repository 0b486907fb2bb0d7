import { load, LoadOptions } from 'js-yaml';
import { SCHEMA } from '../read/read-yaml';

/** A position in a file; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A value that is being read, and the values in it: the items of a list, or each key of a map with its value. */
interface ReadValue {
  readonly begin: Position;
  readonly inside: ReadValue[];
  value?: unknown;
}

const BLANKS = /[ \t]*/y;

type Members = Map<string, Position>;

/** The positions of the values in a YAML or JSON text. */
export class YamlPlaces {
  private begin: Position = { line: 1, column: 1 };
  private value: unknown;
  /** The positions of the keys of each map, and of the items of each list. An alias is the value of its anchor. */
  private readonly members = new Map<unknown, Members>();

  constructor(text: string) {
    const open: ReadValue[] = [];
    let last: ReadValue | undefined;
    const listener: LoadOptions['listener'] = (event, { line, lineStart, position, result }) => {
      if (event === 'open') {
        // The reader stands before the blanks between `?` and a key.
        BLANKS.lastIndex = position;
        const blanks = BLANKS.exec(text)?.[0] ?? '';
        open.push({ begin: { line: line + 1, column: position - lineStart + blanks.length + 1 }, inside: [] });
        return;
      }
      last = { ...open.pop()!, value: result };
      this.addMembers(last);
      open.at(-1)?.inside.push(last);
    };
    try {
      this.value = load(text, { schema: SCHEMA, json: true, listener });
      this.begin = last!.begin;
    } catch {
      // The reader of the text reports the error.
    }
  }

  /** Returns the position of the key of the path; of an absent path, the position of its nearest parent. */
  public find(keys: readonly string[]): Position {
    let { begin, value } = this;
    for (const key of keys) {
      const found = this.members.get(value)?.get(key);
      if (!found) {
        break;
      }
      begin = found;
      value = (value as Readonly<Record<string, unknown>>)[key];
    }
    return begin;
  }

  private addMembers({ value, inside }: ReadValue): void {
    // The value of an alias, or a value that could have been a key, is known.
    if (isCollection(value) && !this.members.has(value)) {
      this.members.set(value, Array.isArray(value) ? placeItems(value, inside) : placeKeys(inside));
    }
  }
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Of two equal keys, the last one counts. */
function placeKeys(inside: readonly ReadValue[]): Members {
  const members: Members = new Map();
  for (let i = 0; i < inside.length; i += 2) {
    const { value: key, begin } = inside[i];
    if (!isCollection(key)) {
      members.set(String(key), begin);
    }
  }
  return members;
}

/** An empty item is not read. */
function placeItems(items: readonly unknown[], inside: readonly ReadValue[]): Members {
  const members: Members = new Map();
  const left = [...inside];
  for (const [i, item] of items.entries()) {
    if (Object.is(left[0]?.value, item)) {
      members.set(`${i}`, left.shift()!.begin);
    }
  }
  return members;
}
