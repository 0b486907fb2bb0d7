import {
  Alias,
  Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Node,
  Pair,
  parseDocument,
  Scalar,
  ToStringOptions,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { LAYOUT, nameKey, NEW_NODES, PARSING, SCHEMA, writeJson } from './format-yaml';
import { isEqual, matchItems, nameOf } from './match-values';
import { normalizeText, parseJson, readValue } from './parse-documents';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { readYaml } from '../read/read-yaml';

/**
 * Returns the text of a document with another value. YAML keeps its comments, the order of its keys, quotes and
 * anchors. An item that moves to another list of the same map takes its comments along. JSON keeps the order of its
 * keys and its indentation. Otherwise the layout of a changed document is uniform.
 *
 * `undefined`: the text cannot have this value.
 */
export function changeText(text: string, before: unknown, after: unknown): string | undefined {
  if (isEqual(before, after)) {
    return text;
  }
  const [given, last] = splitLastComments(text);
  const source = normalizeText(given);
  const change = parseJson(source) === undefined ? changeYaml : changeJson;
  const changed = change(source, before, after);
  if (changed === undefined) {
    return undefined;
  }
  const [mark] = /^\ufeff?/.exec(given)!;
  const lines = given.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
  return `${mark}${lines}${last}`;
}

/** Splits the comments without indentation from the end of a text. They are often about the next document. */
function splitLastComments(text: string): readonly [string, string] {
  const lines = text.split(/(?<=\n)/);
  let end = lines.length;
  for (let i = lines.length - 1; i >= 0 && /^(?:#|\s*$)/.test(lines[i]); i--) {
    if (lines[i].startsWith('#')) {
      end = i;
    }
  }
  return [lines.slice(0, end).join(''), lines.slice(end).join('')];
}

// JSON

/** Without a group for each character, which a text of 30 MB would be too long for. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function changeJson(text: string, before: unknown, after: unknown): string | undefined {
  const [, indent] = /^\s*\{\n([ \t]+)/.exec(text) ?? [];
  const [[begin], [end]] = [/^\s*/.exec(text)!, /\s*$/.exec(text)!];
  const numbers = findLargeNumbers(text);
  if (numbers === undefined) {
    return undefined;
  }
  const changed = writeJson(arrangeKeys(before, after), indent);
  return begin + changed.replace(TEXT_OR_NUMBER, token => numbers.get(token) ?? token) + end;
}

/**
 * Returns the numbers of a JSON text that JavaScript rounds, such as the 64-bit number 9223372036854775807, by what it
 * writes for them. `undefined`: it writes the same for two numbers, or cannot write one.
 */
function findLargeNumbers(text: string): ReadonlyMap<string, string> | undefined {
  const numbers = new Map<string, string>();
  for (const [token] of text.matchAll(TEXT_OR_NUMBER)) {
    const value = Number(token);
    if (!(Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
      continue;
    }
    const written = `${value}`;
    if (!Number.isFinite(value) || (numbers.get(written) ?? token) !== token) {
      return undefined;
    }
    numbers.set(written, token);
  }
  return numbers;
}

/** Returns the new value with its keys in the order of the old value. */
function arrangeKeys(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const origins = matchItems(before, after);
    return after.map((item, i) => arrangeKeys(before[origins[i] ?? -1], item));
  }
  if (!isObject(before) || !isObject(after)) {
    return after;
  }
  const keys = new Set([...Object.keys(before).filter(key => Object.hasOwn(after, key)), ...Object.keys(after)]);
  return Object.fromEntries([...keys].map(key => [key, arrangeKeys(before[key], after[key])]));
}

// YAML

function changeYaml(text: string, before: unknown, after: unknown): string | undefined {
  const source = text.includes("\\'") ? readYaml(text).text : text;
  const changed = new Set<string>();
  // A changed anchor can change the value of its aliases, and a moved anchor can follow its aliases. Then these
  // aliases, or all, become values.
  const choices = [() => false, (anchor: string) => changed.has(anchor), () => true];
  for (const isReplaced of source.includes('*') ? choices : choices.slice(0, 1)) {
    const document: Document = parseDocument(source, PARSING);
    if (document.errors.length > 0) {
      return undefined;
    }
    keepBrackets(document, source);
    setSchema(document);
    if (isReplaced !== choices[0]) {
      replaceAliases(document, isReplaced);
    }
    document.contents = changeNodes(document, changed, before, after);
    const result = writeDocument(document, source);
    if (result !== undefined && isEqual(readValue(result), after)) {
      return result;
    }
  }
  return undefined;
}

/** Sets how new texts are written. The library would also write its version into the directive `%YAML`. */
function setSchema(document: Document): void {
  const { yaml } = document.directives!;
  const { version } = yaml;
  document.setSchema('1.2', SCHEMA);
  yaml.version = version;
}

/** Returns the text; `undefined`: an alias precedes its anchor. */
function writeDocument(document: Document, source: string): string | undefined {
  try {
    const text = document.toString(findStyle(source));
    return source.endsWith('\n') ? text : text.replace(/\n$/, '');
  } catch {
    return undefined;
  }
}

const HEAD = '^( *)[^\\s#-].*:[ \\t]*(?:#.*)?\\n(?:[ \\t]*(?:#.*)?\\n)*';
const INNER_MAP = new RegExp(`${HEAD}\\1( +)[^\\s#-]`, 'm');
const INNER_LIST = new RegExp(`${HEAD}\\1( *)- `, 'm');

/** Returns the indentation of the first map and of the first list. */
function findStyle(source: string): ToStringOptions {
  const [, , indent] = INNER_MAP.exec(source) ?? [];
  const [, , dash] = INNER_LIST.exec(source) ?? [];
  return { ...LAYOUT, indent: indent?.length ?? 2, indentSeq: dash !== '' };
}

function keepBrackets(document: Document, source: string): void {
  visit(document, {
    Collection: (_key, brackets) => {
      if (brackets.flow && brackets.items.length > 0) {
        keepInnerSpaces(brackets, source);
        moveLastComment(brackets, source);
      }
    },
  });
}

/** The library writes all brackets of a document with inner spaces, or none. */
function keepInnerSpaces(brackets: YAMLMap | YAMLSeq, source: string): void {
  const { range, toString } = brackets;
  const flowCollectionPadding = source[range![0] + 1] === ' ' ? ' ' : '';
  // A clone has this method, too, so it writes `this`.
  brackets.toString = function (context, ...rest) {
    return toString.call(this, context && { ...context, flowCollectionPadding }, ...rest);
  };
}

/**
 * The library takes the comment after the last comma in brackets as a comment of the brackets. It is about the last
 * item.
 */
function moveLastComment(brackets: YAMLMap | YAMLSeq, source: string): void {
  const { comment, items } = brackets;
  const last = items.at(-1);
  const item = isPair(last) ? last.value : last;
  if (!comment || !isNode(item)) {
    return;
  }
  const [, own] = /^\s*,[ \t]*#(.*)/.exec(source.slice(item.range![1])) ?? [];
  if (own !== undefined && comment.startsWith(own)) {
    item.comment = own;
    brackets.comment = comment.slice(own.length).replace(/^\n/, '') || undefined;
  }
}

/** An item that leaves its list. */
interface LeavingItem {
  readonly node: Node;
  readonly before: unknown;
}

/** By the names of the items. */
type Leaving = ReadonlyMap<string, LeavingItem>;

const NOTHING: Leaving = new Map();

/** Returns the contents of the document with the new value. `changed`: receives the anchors of changed nodes. */
function changeNodes(document: Document, changed: Set<string>, old: unknown, wanted: unknown): Node {
  return change(document.contents, old, wanted, NOTHING);

  /** Returns the node with the new value. `leaving`: the items that a list can take over. */
  function change(node: unknown, before: unknown, after: unknown, leaving: Leaving): Node {
    if (isNode(node) && isEqual(before, after)) {
      return node;
    }
    if (isAlias(node)) {
      return change(copyTarget(node, node.resolve(document)), before, after, leaving);
    }
    if (isNode(node) && node.anchor !== undefined) {
      changed.add(node.anchor);
    }
    if (isMap(node) && isObject(before) && isObject(after)) {
      return changeMap(node, before, after);
    }
    if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
      return changeList(node, before, after, leaving);
    }
    const created = create(after, leaving);
    return isScalar(node) ? Object.assign(created, commentsOf(node)) : created;
  }

  function changeMap(map: YAMLMap, before: JsonObject, after: JsonObject): Node {
    const leaving = findLeaving(map, before, after);
    const pairs = new Map(map.items.map(pair => [nameKey(pair), pair]));
    makeBlock(map);
    map.items = map.items.filter(pair => isMerge(pair) || Object.hasOwn(after, nameKey(pair)));
    for (const [key, value] of Object.entries(after)) {
      const pair = pairs.get(key);
      const isMerged = pair === undefined && Object.hasOwn(before, key) && isEqual(before[key], value);
      if (pair) {
        pair.value = change(pair.value, before[key], value, leaving);
      } else if (!isMerged) {
        map.items.push(new Pair(document.createNode(key), create(value, leaving)));
      }
    }
    return map;
  }

  function changeList(list: YAMLSeq, before: readonly unknown[], after: readonly unknown[], leaving: Leaving): Node {
    const origins = matchItems(before, after);
    makeBlock(list);
    list.items = after.map((value, i) => {
      const origin = origins[i];
      if (origin === undefined) {
        return create(value, leaving, true);
      }
      return change(list.items[origin], before[origin], value, NOTHING);
    });
    if (origins[0] !== 0) {
      removeSpaceBeforeFirst(list);
    }
    return list;
  }

  /** Returns a node for a new value, with the nodes of items that leave another list. */
  function create(value: unknown, leaving: Leaving, isItem = false): Node {
    const moved = isItem ? leaving.get(nameOf(value) ?? '') : undefined;
    if (moved) {
      return change(moved.node, moved.before, value, NOTHING);
    }
    if (isItem || !Array.isArray(value)) {
      return document.createNode(value, NEW_NODES);
    }
    const list = new YAMLSeq<Node>(document.schema);
    list.items = value.map(item => create(item, leaving, true));
    removeSpaceBeforeFirst(list);
    return list;
  }
}

function commentsOf({ comment, commentBefore, spaceBefore }: Node): Partial<Node> {
  return { comment, commentBefore, spaceBefore };
}

/** An item that moves to the begin of a list needs no empty line before it. */
function removeSpaceBeforeFirst({ items: [first] }: YAMLSeq): void {
  if (isNode(first)) {
    first.spaceBefore = false;
  }
}

/** A comment between the key of a list and its first item is usually about this item. */
function takeCommentOfList(item: Node, list: YAMLSeq): void {
  const comments = [list.commentBefore, item.commentBefore].flatMap(comment => comment ?? []);
  if (comments.length > 0) {
    item.commentBefore = comments.join('\n');
  }
  list.commentBefore = undefined;
}

/** New members of empty brackets are more readable in block style. */
function makeBlock(collection: YAMLMap | YAMLSeq): void {
  if (collection.items.length === 0) {
    collection.flow = false;
  }
}

/** Finds the named items that are no longer in their list. */
function findLeaving(map: YAMLMap, before: JsonObject, after: JsonObject): Leaving {
  const leaving = new Map<string, LeavingItem>();
  for (const pair of map.items) {
    const { value: list } = pair;
    const [old, now] = [before, after].map(object => object[nameKey(pair)]);
    if (!isSeq(list) || !Array.isArray(old)) {
      continue;
    }
    const names = new Set(Array.isArray(now) ? now.map(nameOf) : []);
    old.forEach((item, i) => {
      const name = nameOf(item);
      const node = list.items[i];
      if (name === undefined || names.has(name) || !isNode(node)) {
        return;
      }
      if (i === 0) {
        takeCommentOfList(node, list);
      }
      leaving.set(name, { node, before: item });
    });
  }
  return leaving;
}

// Aliases

/** Writes the values of some aliases and merge keys in their places. */
function replaceAliases(document: Document, isReplaced: (anchor: string) => boolean): void {
  const anchors = new Map<string, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        return isReplaced(node.source) ? copyTarget(node, anchors.get(node.source)) : undefined;
      }
      if (node.anchor !== undefined) {
        anchors.set(node.anchor, node);
      }
      return undefined;
    },
  });
  visit(document, {
    Map: (_key, map) => {
      map.items = resolveMerges(map);
    },
  });
}

function copyTarget(alias: Alias, target: Node | undefined): Node {
  const copy = target!.clone() as Node;
  visit(copy, {
    Value: (_key, value) => {
      delete value.anchor;
    },
  });
  return Object.assign(copy, commentsOf(alias));
}

/**
 * Returns the pairs of a map with the pairs of its merge keys whose aliases are replaced. Of equal keys, the first one
 * counts.
 */
function resolveMerges(map: YAMLMap): Pair[] {
  const known = new Set(map.items.filter(pair => !isMerge(pair)).map(nameKey));
  return map.items.flatMap(pair => {
    const sources = isSeq(pair.value) ? pair.value.items : [pair.value];
    if (!isMerge(pair) || !sources.every(isMap)) {
      return [pair];
    }
    return sources.flatMap(resolveMerges).filter(merged => {
      const isNew = !known.has(nameKey(merged));
      known.add(nameKey(merged));
      return isNew;
    });
  });
}

function isMerge({ key }: Pair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === Scalar.PLAIN;
}
