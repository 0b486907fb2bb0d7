import { CURL_VALUES, DOCKERIZE_VALUES, WAIT4X_VALUES, WGET_VALUES } from './checks';
import {
  DatabaseClient,
  findDatabaseClient,
  listValueOptions,
  MONGO_PING,
  parseClientOptions,
} from './database-clients';
import { findValue, hasOnly, Options, parseOptions } from './options';

/**
 * Whether a command that `readCheck` knows only asks: it changes nothing, keeps nothing, and its result proves no more
 * than an answer. An unknown option may do more. `words`: without a further command after `--`. `keepsFiles`: other
 * containers can read files of this one.
 */
export function isPlainQuestion([name, ...words]: readonly string[], keepsFiles: boolean): boolean {
  const client = findDatabaseClient(name);
  if (client) {
    return isPlainQuery(client, words);
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

function isNoFile(file: string | undefined): boolean {
  return file === undefined || file === '-' || /^\/dev\/(?:null|stdout|stderr)$/.test(file);
}

/** Every server that answers can answer these. */
const PLAIN_QUERY = new RegExp(`^(?:|\\\\[lq]|select (?:1|now\\(\\)|version\\(\\)) ?;?|${MONGO_PING})$`, 'i');

function isPlainQuery(client: DatabaseClient, words: readonly string[]): boolean {
  const { flags, values, rest } = parseClientOptions(words, client);
  const options = client.queries?.split(' ') ?? [];
  const asked = options.flatMap(option => values.get(option) ?? []);
  // The parser keeps the last value of an option.
  const isAskedOnce = words.filter(word => options.some(option => word.startsWith(option))).length < 2;
  return (
    hasOnly(flags, `${listValueOptions(client)} ${client.flags}`) &&
    client.words.test(rest.join(' ')) &&
    isAskedOnce &&
    asked.every(text => PLAIN_QUERY.test(text.trim()))
  );
}
