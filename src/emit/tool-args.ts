import { Awaitable, DatabaseCheck, HttpCheck, PodsCheck, ResourceCheck, selectorOf, urlOf, wantedOf } from '../api/private/check';

/**
 * The arguments of the agent for a check that needs a program in the image of another tool. The agent runs the program again and again,
 * without a shell. Each program also ends by itself before its try ends, because its own message tells more.
 */
export function toolWords(check: Awaitable): string[] {
  switch (check.kind) {
    case 'resource': return resourceWords(check);
    case 'pods': return podsWords(check);
    case 'database': return databaseWords(check);
    case 'httpGet': return curlWords(check);
    default: throw new Error(`unreachable: no tool makes the check ${check.kind}`);
  }
}

/** In seconds. `kubectl wait` hears of a change at once; after this time the agent looks whether the object has failed. */
const KUBECTL_WAIT = 10;
/** In seconds. wait4x makes several tries in this time. */
const WAIT4X = 5;
/** In seconds, of one request. */
const CURL = 5;
/** In seconds. The time to start and to end that a program gets beside its own limit. */
const MARGIN = 5;

/** Roles may appear a little later than pods, so a refusal ends the wait only after half a minute, twice the time of a try. Names have no spaces. */
const REFUSED = '--fails-with=is forbidden';

function resourceWords(check: ResourceCheck): string[] {
  const { resource, failedCondition, mayBeAbsent } = check;
  const wait = (wanted: string, seconds: number) =>
    ['kubectl', 'wait', resource, ...namespaceWords(check), `--for=${wanted}`, `--timeout=${seconds}s`];
  return [
    ...command(wait(wantedOf(check), KUBECTL_WAIT), KUBECTL_WAIT),
    REFUSED,
    // kubectl 1.35 prints: Error from server (NotFound): jobs.batch "migrate" not found.
    ...(mayBeAbsent ? ['--passes-with=(NotFound)'] : []),
    ...(failedCondition === undefined ? [] : counted('--fails-if', wait(`condition=${failedCondition}`, 0))),
  ];
}

/** `kubectl wait` cannot count, so a template counts in a text of as many letters. Pods that have ended are not in the list. */
function podsWords(check: PodsCheck): string[] {
  const { of, count } = check;
  const ready = '{{$ready = print $ready "."}}';
  const each = of === 'pods'
    ? `{{range .items}}{{$all = print $all "."}}{{range .status.conditions}}{{if eq (print .type .status) "ReadyTrue"}}${ready}{{end}}{{end}}{{end}}`
    : `{{range .items}}{{range .endpoints}}{{$all = print $all "."}}{{if .conditions.ready}}${ready}{{end}}{{end}}{{end}}`;
  const enough = count === undefined ? 'and $all (eq $ready $all)' : `ge (len $ready) ${count}`;
  const needed = count === undefined ? '' : `, and ${count} have to be`;
  const state = `{{len $ready}} of {{len $all}} ${of === 'pods' ? 'pods' : 'endpoints'} are Ready${needed}`;
  const words = [
    'kubectl', 'get', of, ...namespaceWords(check), `--selector=${selectorOf(check)}`,
    ...(of === 'pods' ? ['--field-selector=status.phase!=Succeeded,status.phase!=Failed'] : []),
    '--output', `go-template={{$all := ""}}{{$ready := ""}}${each}{{if ${enough}}}enough{{else}}${state}{{end}}`,
  ];
  return [...command(words, KUBECTL_WAIT), '--text=enough', REFUSED];
}

/** wait4x 3.7 logs each try, and its last line is that of the timeout; redis-cli looks once. */
function databaseWords({ client }: DatabaseCheck): string[] {
  return client[0] === 'wait4x' ? command([...client, `--timeout=${WAIT4X}s`, '--interval=500ms'], WAIT4X) : counted('--command', client);
}

/** curl does not follow a redirect with a header that is for this host alone. */
function curlWords(check: HttpCheck): string[] {
  const { method, headers = [], statuses, contains, verified, variables = [], trySeconds = CURL } = check;
  const words = [
    'curl', '--silent', '--show-error', '--max-filesize', '1048576', '--max-time', `${trySeconds}`,
    // With `--request HEAD` curl waits for a body.
    ...(method === undefined ? [] : method === 'HEAD' ? ['--head'] : ['--request', method]),
    ...(statuses || variables.length > 0 ? [] : ['--location']),
    ...(check.scheme === 'https' && !verified ? ['--insecure'] : []),
    ...(verified?.authorities === undefined ? [] : ['--cacert', verified.authorities]),
    ...variables.flatMap(name => ['--variable', `%${name}`]),
    ...headers.flatMap(h => curlHeader(`${h.name}: ${h.value}`, variables)),
    ...(contains === undefined ? ['--output', '/dev/null'] : []),
    '--write-out', '\\n%{http_code}',
    '--url', urlOf(check),
  ];
  return [...command(words, trySeconds), `--status=${statuses?.join(',') ?? '200-399'}`, ...(contains === undefined ? [] : [`--text=${contains}`])];
}

/** curl itself replaces the variable, so the list of processes shows its name only. */
function curlHeader(header: string, variables: readonly string[]): string[] {
  const used = variables.filter(name => header.includes(`$(${name})`));
  return used.length === 0 ? ['--header', header]
    : ['--expand-header', used.reduce((text, name) => text.split(`$(${name})`).join(`{{${name}}}`), header.split('{{').join('\\{{'))];
}

function namespaceWords({ namespace }: { readonly namespace?: string }): string[] {
  return namespace === undefined ? [] : [`--namespace=${namespace}`];
}

/** The command, with a try that ends a little after the program ends by itself. */
function command(words: readonly string[], seconds: number): string[] {
  return [...counted('--command', words), `--try-timeout=${seconds + MARGIN}s`];
}

function counted(option: string, words: readonly string[]): string[] {
  return [`${option}=${words.length}`, ...words];
}
