import { CURL_VALUES, DOCKERIZE_VALUES, WAIT4X_VALUES, WGET_VALUES } from './checks';
import { findDatabaseClient, MONGO_PING } from './database-clients';
import { findValue, omitPassword, Options, parseOptions } from './options';

/**
 * Whether a command that `readCheck` knows only asks: it changes nothing, keeps nothing, and its result proves no more
 * than an answer. An unknown option may do more. `words`: without a further command after `--`. `keepsFiles`: other
 * containers can read files of this one.
 */
export function isPlainQuestion([name, ...words]: readonly string[], keepsFiles: boolean): boolean {
  const client = findDatabaseClient(name);
  if (client) {
    const address = [...client.hostOptions, ...client.portOptions];
    return isPlainQuery(QUERIES[name], omitPassword(words, client.portOptions), address);
  }
  switch (name) {
    case 'curl':
      return isPlainCurl(parseOptions(words, CURL_VALUES));
    case 'wget':
      return isPlainWget(parseOptions(words, WGET_VALUES), keepsFiles);
    case 'kubectl':
    case 'oc':
      return !words.includes('rollout') || words.includes('status');
    case 'dockerize': {
      // It renders templates, and runs the words after its options.
      const { values, rest } = parseOptions(words, DOCKERIZE_VALUES);
      return rest.length === 0 && !values.has('-template');
    }
    case 'grpc_health_probe':
      // The proposal has no gRPC check for a server outside the pod, and a connection proves less.
      return false;
    case 'wait4x':
      // The reader knows only the first address.
      return !words.some(word => word.startsWith('--expect')) && parseOptions(words, WAIT4X_VALUES).rest.length <= 2;
    default:
      return true;
  }
}

/** Options that do not change what a request asks, and what its result proves. */
const CURL_OPTIONS =
  '-s -S -f -k -L -v -i -I -q -g -N -4 -6 -# -o -w -m -X -A -e --silent --show-error --fail --fail-with-body ' +
  '--fail-early --insecure --location --verbose --include --head --output --write-out --max-time --connect-timeout ' +
  '--request --user-agent --retry --retry-delay --retry-max-time --retry-connrefused --retry-all-errors --url ' +
  '--unix-socket --noproxy --no-progress-meter --globoff --ipv4 --ipv6 --http1.1 --http2 --cacert --capath ' +
  '--tlsv1.2 --tlsv1.3 --no-keepalive';
const WGET_OPTIONS =
  '-q -S -v -n -T -t -O -o -Y -U --spider --quiet --no-verbose --timeout --tries --waitretry --retry-connrefused ' +
  '--no-check-certificate --server-response --output-document --user-agent';

function isPlainCurl({ flags, values, rest }: Options): boolean {
  const method = findValue(values, '-X', '--request') ?? 'GET';
  const addresses = rest.length + (values.has('--url') ? 1 : 0);
  const file = findValue(values, '-o', '--output');
  return hasOnly(flags, CURL_OPTIONS) && /^(?:GET|HEAD)$/.test(method) && addresses === 1 && isNoFile(file);
}

function isPlainWget({ flags, values, rest }: Options, keepsFiles: boolean): boolean {
  const file = findValue(values, '-O', '--output-document');
  const keeps = file === undefined && !flags.has('--spider') && keepsFiles;
  return hasOnly(flags, WGET_OPTIONS) && rest.length === 1 && isNoFile(file) && isNoFile(values.get('-o')) && !keeps;
}

function hasOnly(flags: Options['flags'], known: string): boolean {
  const names = known.split(' ');
  return [...flags].every(flag => names.includes(flag));
}

function isNoFile(file: string | undefined): boolean {
  return file === undefined || file === '-' || /^\/dev\/(?:null|stdout|stderr)$/.test(file);
}

/** The command line of a database client. */
interface Query {
  /** Options with a value, and options without one, besides those of the address. */
  readonly values: string;
  readonly flags: string;
  /** The options whose value is a query. */
  readonly queries?: string;
  /** The other words, such as the name of a database. */
  readonly words: RegExp;
}

const PING: Query = {
  values: '-u --user -S --socket --protocol --password --connect-timeout --connect_timeout --ssl-mode --wait',
  flags: '-p -s --silent --ssl --skip-ssl',
  words: /^(?:ping|status|version)$/,
};
const SQL: Query = {
  ...PING,
  values: `${PING.values} -D --database`,
  flags: '-p -s -N -B --silent --skip-column-names --batch --ssl --skip-ssl',
  queries: '-e --execute',
  words: /^[\w$-]*$/,
};
const REDIS: Query = {
  values: '-a -n -u --user --pass',
  flags: '-e --raw --no-auth-warning --tls --insecure',
  words: /^(?:ping)?$/i,
};
const MONGO: Query = {
  values: '-u -p --username --password --authenticationDatabase',
  flags: '--quiet --norc --tls --ssl',
  queries: '--eval',
  words: /^(?:[\w$-]+|[\w.$-]+:\d+(?:\/\w*)?|[\w.$-]+\/\w*|mongodb(?:\+srv)?:\/\/\S+)?$/,
};

const QUERIES: Readonly<Record<string, Query>> = {
  'pg_isready': { values: '-U --username -d --dbname -t --timeout', flags: '-q --quiet', words: /^$/ },
  'psql': {
    values: '-U --username -d --dbname -v --set',
    flags: '-q -t -A -X -w -l --quiet --tuples-only --no-align --no-psqlrc --no-password --list',
    queries: '-c --command',
    words: /^(?:[\w$-]+(?: [\w$-]+)?|postgres(?:ql)?:\/\/\S+)?$/,
  },
  'mysqladmin': PING,
  'mariadb-admin': PING,
  'mysql': SQL,
  'mariadb': SQL,
  'redis-cli': REDIS,
  'valkey-cli': REDIS,
  'mongosh': MONGO,
  'mongo': MONGO,
};

/** Every server that answers can answer these. */
const PLAIN_QUERY = new RegExp(`^(?:|\\\\[lq]|select (?:1|now\\(\\)|version\\(\\)) ?;?|${MONGO_PING})$`, 'i');

function isPlainQuery(query: Query, words: readonly string[], address: readonly string[]): boolean {
  const { values: others, flags: plain, queries = '' } = query;
  const withValue = [...address, others, queries].join(' ');
  const { flags, values, rest } = parseOptions(words, withValue);
  const options = queries.split(' ');
  const asked = options.flatMap(option => values.get(option) ?? []);
  // The parser keeps the last value of an option.
  const isAskedOnce = words.filter(word => options.some(option => word.startsWith(option) && option !== '')).length < 2;
  return (
    hasOnly(flags, `${withValue} ${plain}`) &&
    query.words.test(rest.join(' ')) &&
    isAskedOnce &&
    asked.every(text => PLAIN_QUERY.test(text.trim()))
  );
}
