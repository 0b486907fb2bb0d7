import { findDataStore } from './data-stores';

/** A text of a manifest that can name other servers. */
export interface NamedText {
  /** The container that the text belongs to. */
  readonly container: string;
  /** The name of the environment variable, or the option of a command; empty: a word of a command. */
  readonly key: string;
  readonly text: string;
  /** The name of the file that contains the text. */
  readonly file?: string;
}

/** A workload of a manifest, or a service of a compose file. */
export interface Party {
  readonly name: string;
  readonly image?: string;
  readonly texts: readonly NamedText[];
}

/** A program that needs a server, and the reason to believe it. */
export interface Reference {
  readonly from: Party;
  readonly container: string;
  readonly to: Party;
  /** The host, as the text contains it. */
  readonly host: string;
  /** `undefined`: nothing contains it. */
  readonly port?: number;
  /** Contains no value of a variable except the host and the port, because values contain passwords. */
  readonly evidence: string;
}

/** A variable for browsers, for links back or for the server itself: it does not say what the program needs. */
const NO_NEED = new RegExp(
  `(?:^|_)(?:${[
    'ADVERTISED',
    'ALLOWED',
    'CALLBACK',
    'COOKIE',
    'CORS',
    'DOMAINS?',
    'EXTERNAL',
    'FRONTEND',
    'NO_?PROXY',
    'ORIGINS?',
    'PUBLIC',
    'REDIRECT',
    'SITE',
    'TRUSTED',
    'VIRTUAL_?HOST',
    'WEBHOOK',
  ].join('|')})(?:_|$)`,
  'i',
);

/** A variable or an option whose value is a host. In another one, `postgres` is a user or a kind of database. */
const NAMES_HOST = /host|server|addr|url|uri|endpoint|broker|node|upstream|dsn|connect|backend|proxy|source|target/i;

/**
 * A host, and the text before it. Not the scheme of a URL, and not a part of a path: `redis://cache:6379/0`,
 * `Server=db;Port=5432`, `tcp(db:3306)`, `kafka-0:9092,kafka-1:9092`.
 */
const HOST = /(^|[\s,;(@"'=[]|:\/\/)([A-Za-z][\w.-]*)(?::(\d{1,5}))?(?=$|[\s,;)/?"'\]])/g;

/** The server with a name in lower case, for a program, with its first port. */
export type FindServer = (host: string, from: Party) => { readonly to: Party; readonly port?: number } | undefined;

/** Returns what the texts of each party name, without a pair that names each other, unless one is a data store. */
export function findReferences(parties: readonly Party[], findServer: FindServer): Reference[] {
  const others = parties.filter(party => !isStore(party)).flatMap(({ texts }) => texts);
  const shared = new Set(others.map(formatVariable));
  const all = parties.flatMap(party => readParty(party, findServer, shared));
  const pairs = new Set(all.map(({ from, to }) => `${from.name} ${to.name}`));
  return all.filter(({ from, to }) => {
    const isMutual = pairs.has(`${to.name} ${from.name}`);
    return !isMutual || (isStore(to) && !isStore(from));
  });
}

/** `shared`: the variables of programs that are no data stores. A store can get them from the same env file. */
function readParty(from: Party, findServer: FindServer, shared: ReadonlySet<string>): Reference[] {
  const found = new Map<string, Reference>();
  for (const named of from.texts) {
    const isOfOther = isStore(from) && shared.has(formatVariable(named));
    if (isOfOther || NO_NEED.test(named.key)) {
      continue;
    }
    for (const { host, port, key } of listHosts(named)) {
      const server = findServer(host.toLowerCase(), from);
      const pair = `${server?.to.name} ${named.container}`;
      if (server && server.to !== from && !found.has(pair) && !isOfAll(named, server.to)) {
        const address = port === undefined ? host : `${host}:${port}`;
        const evidence = `${named.file ?? (key || 'the command')} names ${address}`;
        const { to, port: usual } = server;
        found.set(pair, { from, container: named.container, to, host, port: port ?? usual, evidence });
      }
    }
  }
  return [...found.values()];
}

/** The server has the same variable: all services of the app have it, and not all of them need the server. */
function isOfAll({ key, text }: NamedText, to: Party): boolean {
  return key !== '' && !isStore(to) && to.texts.some(own => own.key === key && own.text === text);
}

function formatVariable({ key, text }: NamedText): string {
  return `${key}=${text}`;
}

function* listHosts({ key: given, text }: NamedText): Generator<{ host: string; port?: number; key: string }> {
  for (const match of text.matchAll(HOST)) {
    const [, before, host, port] = match;
    const start = match.index + before.length;
    const isScheme = text.startsWith('://', start + host.length);
    const [, inner = given] = before === '=' ? (/([\w .-]+)=$/.exec(text.slice(0, start)) ?? []) : [];
    const isAddress = before === '://' || before === '@' || before === '(' || port !== undefined;
    if (!isScheme && (isAddress || NAMES_HOST.test(inner))) {
      yield { host, key: given === '' ? inner.trim() : given, ...(port === undefined ? {} : { port: Number(port) }) };
    }
  }
}

export function isStore({ image }: Party): boolean {
  return findDataStore(image) !== undefined;
}
