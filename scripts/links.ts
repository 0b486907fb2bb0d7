import { posix } from 'path';
import Slugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** The address of this repository. The library prints links that begin with it. */
const SHOWN_AT = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order/';

export interface Repository {
  /** The Markdown text by path. */
  readonly pages: Readonly<Record<string, string>>;
  /** Other texts that may contain absolute links to this repository, by path. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Whether a file or folder exists. Paths are relative to the root of the repository. */
  readonly exists: (path: string) => boolean;
}

type Token = ReturnType<MarkdownIt['parse']>[number];

interface Page {
  readonly links: readonly { readonly line: number; readonly target: string }[];
  readonly anchors: ReadonlySet<string>;
}

const MARKDOWN = new MarkdownIt({ html: true });

/** Returns the broken links of all pages, each with its place, its target and the reason. */
export function brokenLinks({ pages, sources = {}, exists }: Repository): string[] {
  const read = new Map(Object.entries(pages).map(([path, text]) => [path, pageOf(text)]));
  const wrongWith = (from: string, target: string): string | undefined => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
      return target.startsWith(SHOWN_AT) ? wrongWithShown(target) : wrongWithExternal(target);
    }
    const [path, anchor] = target.split('#', 2);
    return wrongWithPath(path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path)), anchor);
  };
  const wrongWithShown = (target: string): string | undefined => {
    const [, path, anchor] = /^(?:blob|tree)\/main\/([^#]+)(?:#(.*))?$/.exec(target.slice(SHOWN_AT.length)) ?? [];
    return path === undefined ? undefined : wrongWithPath(path, anchor);
  };
  const wrongWithPath = (path: string, anchor: string | undefined): string | undefined => {
    if (path.startsWith('..')) {
      return 'the path is outside the repository';
    }
    if (!exists(path)) {
      return `there is no ${path}`;
    }
    const page = read.get(path);
    return anchor === undefined || page === undefined || page.anchors.has(anchor)
      ? undefined
      : `${path} has no heading #${anchor}`;
  };
  return [
    ...[...read].flatMap(([path, { links }]) =>
      links.map(link => ({ path, ...link, wrong: wrongWith(path, link.target) })),
    ),
    ...Object.entries(sources).flatMap(([path, text]) =>
      shownIn(text).map(link => ({ path, ...link, wrong: wrongWithShown(link.target) })),
    ),
  ].flatMap(({ path, line, target, wrong }) => (wrong === undefined ? [] : [`${path}:${line}: ${target}: ${wrong}`]));
}

/** Checks only the form of an external link, without a request. */
function wrongWithExternal(target: string): string | undefined {
  if (!URL.canParse(target)) {
    return 'the URL is invalid';
  }
  const { protocol, hostname } = new URL(target);
  if (protocol !== 'https:') {
    return `the URL begins with ${protocol} instead of https:`;
  }
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) ? undefined : `'${hostname}' is not the name of a public host`;
}

function pageOf(text: string): Page {
  const slugger = new Slugger();
  const anchors = new Set<string>();
  const links: { line: number; target: string }[] = [];
  let at = 0;
  const visit = (tokens: readonly Token[]) =>
    tokens.forEach((token, i) => {
      // The cells of a table have no line number: use the line of their row.
      at = token.map?.[0] ?? at;
      if (token.type === 'heading_open') {
        anchors.add(slugger.slug(textOf(tokens[i + 1].children ?? [])));
      }
      const target = token.attrGet('href') ?? token.attrGet('src');
      if (target !== null) {
        links.push({ line: at + 1, target });
      }
      if (token.type === 'html_block' || token.type === 'html_inline') {
        for (const [, name, , value] of token.content.matchAll(/\b(id|name|href|src)=(["'])(.*?)\2/g)) {
          if (name === 'id' || name === 'name') {
            anchors.add(value);
          } else {
            links.push({ line: at + 1, target: value });
          }
        }
      }
      visit(token.children ?? []);
    });
  visit(MARKDOWN.parse(text, {}));
  return { links, anchors };
}

/** Returns the text of a heading, as GitHub uses it for the anchor. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .filter(token => token.type === 'text' || token.type === 'code_inline')
    .map(token => token.content)
    .join('');
}

function shownIn(text: string): { line: number; target: string }[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      [...line.matchAll(/https:\/\/[^\s'"`)>]+/g)]
        .map(([target]) => ({ line: i + 1, target }))
        .filter(({ target }) => target.startsWith(SHOWN_AT)),
    );
}
