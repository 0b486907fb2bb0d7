import { isStore, NamedText, Party, Reference } from './parties';
import { groupBy } from '../../src/api/private/collections';

/** A variable for browsers, for links back or for the server itself: it does not say what the program needs. */
const NO_NEED = new RegExp(
  '(?:^|_)(?:ADVERTISED|ALLOWED|CALLBACK|COOKIE|CORS|DOMAINS?|EXTERNAL|FRONTEND|NO_?PROXY|ORIGINS?|PUBLIC|REDIRECT|' +
    'SITE|TRUSTED|VIRTUAL_?HOST|WEBHOOK)(?:_|$)',
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

/** Returns the servers that the texts of each party name, with a doubt if several parties have the same variable. */
export function findReferences(parties: readonly Party[], findServer: FindServer): Reference[] {
  const owners = groupBy(
    parties.flatMap(party => party.texts.map(text => ({ party, variable: formatVariable(text) }))),
    ({ variable }) => variable,
  );
  const isShared = (named: NamedText, from: Party) =>
    named.key !== '' && owners.get(formatVariable(named))!.some(({ party }) => party !== from && !isStore(party));
  return parties.flatMap(party => readParty(party, findServer, isShared));
}

/** `isShared`: another program, which is no data store, has the same variable. */
function readParty(
  from: Party,
  findServer: FindServer,
  isShared: (named: NamedText, from: Party) => boolean,
): Reference[] {
  const found = new Map<string, Reference>();
  for (const named of from.texts) {
    const ofSeveral = isShared(named, from);
    // A store can get the variables of the other programs from the same env file.
    if ((isStore(from) && ofSeveral) || NO_NEED.test(named.key)) {
      continue;
    }
    for (const { host, port, key } of listHosts(named)) {
      const server = findServer(host.toLowerCase(), from);
      const pair = `${server?.to.name} ${named.container}`;
      const known = found.get(pair);
      if (server === undefined || server.to === from || (known && known.doubt === undefined)) {
        continue;
      }
      const address = port === undefined ? host : `${host}:${port}`;
      const evidence = `${named.file ?? (key || 'the command')} names ${address}`;
      const doubt = ofSeveral && !isStore(server.to) ? 'other programs have the same variable' : undefined;
      const { to, port: usual } = server;
      found.set(pair, { from, container: named.container, to, host, port: port ?? usual, evidence, doubt });
    }
  }
  return [...found.values()];
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
      yield { host, key: given === '' ? inner.trim() : given, port: port === undefined ? undefined : Number(port) };
    }
  }
}
