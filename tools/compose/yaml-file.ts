import { Document, isAlias, isCollection, isMap, isNode, isScalar, LineCounter, Node, Pair, parseAllDocuments, visit } from 'yaml';
import { ComposePlace } from './compose-project';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { problem, startOrderError } from '../../src/api/private/problem';
import { isTooDeep } from '../../src/pod/yaml-depth';
import { COMPLEX_KEY, findComplexKey } from '../../src/pod/yaml-keys';

/** A YAML file with one document, which is a map. */
export class YamlFile {
  public readonly value: JsonObject;
  private readonly lines = new LineCounter();
  private readonly document: Document.Parsed;

  constructor(public readonly source: string, text: string) {
    const fail = (line: number, why: string, remedy: string) => startOrderError([{ path: `${source}:${line}`, problem: problem('SO690', { why, remedy }) }]);
    if (isTooDeep(text)) { throw fail(1, 'it is nested too deeply to be read', 'correct the YAML'); }
    const documents = parseAllDocuments(text, { lineCounter: this.lines, logLevel: 'silent', merge: true, prettyErrors: false });
    if (!('length' in documents) || documents.length !== 1) { throw fail(1, 'it has not one YAML document', FLATTEN); }
    this.document = documents[0];
    const [error] = this.document.errors;
    if (error) { throw fail(this.lines.linePos(error.pos[0]).line, error.message, 'correct the YAML'); }
    const complex = findComplexKey(this.document);
    if (complex !== undefined) { throw fail(this.lines.linePos(complex).line, COMPLEX_KEY, 'correct the YAML'); }
    const tagged = findMergeTag(this.document);
    if (tagged) { throw fail(this.lineAt(tagged), `it contains ${tagged.tag}`, FLATTEN); }
    const value = toValue(this.document);
    if (value instanceof Error) { throw fail(1, value.message, 'correct the YAML'); }
    if (!isObject(value)) { throw fail(1, 'it is not a map', 'correct the YAML'); }
    this.value = value;
  }

  /** Returns the place of a key; of an absent key, the place of its nearest parent. */
  public placeOf(keys: readonly string[]): ComposePlace {
    let node: unknown = this.document.contents;
    let nearest = node;
    for (const key of keys) {
      const next = this.findChild(node, key);
      if (!next) { break; }
      nearest = next.at;
      node = next.value;
    }
    return { source: this.source, line: isNode(nearest) ? this.lineAt(nearest) : 1 };
  }

  private lineAt(node: Node): number {
    return this.lines.linePos(node.range?.[0] ?? 0).line;
  }

  private findChild(parent: unknown, key: string): { readonly at: unknown; readonly value: unknown } | undefined {
    const node = isAlias(parent) ? parent.resolve(this.document) : parent;
    if (!isCollection(node)) { return undefined; }
    if (!isMap(node)) {
      const item: unknown = node.items[Number(key)];
      return item === undefined ? undefined : { at: item, value: item };
    }
    const pair = node.items.find(({ key: name }) => nameOf(name) === key);
    return pair ? { at: pair.key, value: pair.value } : this.findMerged(node.items, key);
  }

  private findMerged(pairs: readonly Pair[], key: string): { readonly at: unknown; readonly value: unknown } | undefined {
    const merged = pairs.filter(pair => nameOf(pair.key) === '<<').map(({ value }) => isAlias(value) ? value.resolve(this.document) : value);
    const maps = merged.flatMap(value => isCollection(value) && !isMap(value) ? value.items : [value]);
    return maps.map(map => this.findChild(map, key)).find(child => child !== undefined);
  }
}

export const FLATTEN = 'pass the output of `docker compose config` instead';

/** The library represents the merge key as a symbol. */
const nameOf = (key: unknown) => isScalar(key) && typeof key.value === 'symbol' ? '<<' : String(isScalar(key) ? key.value : key);

/** Finds a value with `!reset` or `!override`, which change how Compose merges files. */
function findMergeTag(document: Document.Parsed): Node | undefined {
  let found: Node | undefined;
  visit(document, { Node: (_, node) => { if (/^!(reset|override)$/.test((node as Node).tag ?? '')) { found ??= node as Node; } } });
  return found;
}

/** The library throws for an alias without an anchor, and for aliases that multiply without end. */
function toValue(document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error;
  }
}
