import { ExternalCheck, HttpCheck, leaves, PodsCheck, ResourceCheck } from '../api/private/check';
import { Problem, problem } from '../api/private/problem';

/**
 * Hosts, ports, paths and times that would mean something else than the user thinks, or could not be asked at all. A host that began
 * with '-' would be an option of the tool that connects.
 */
export function validateCheck(check: ExternalCheck, where: string): Problem[] {
  if (check.kind === 'allOf' && leaves(check).length === 0) { return [bad(where, 'allOf', 'empty', 'given at least one check')]; }
  return leaves(check).flatMap(leaf => [...values(leaf, where), ...(('trySeconds' in leaf) ? wholeSeconds(leaf.trySeconds, 'timeout', where) : [])]);
}

/** Kubernetes keeps seconds in 32 bits. */
const MAX_SECONDS = 2 ** 31 - 1;

/** `undefined` (no limit) is fine. */
export function wholeSeconds(seconds: number | undefined, what: string, where: string): Problem[] {
  return seconds === undefined || (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS)
    ? [] : [bad(where, what, `${seconds} s`, `a whole number of seconds from 1 to ${MAX_SECONDS}`)];
}

/** A prediction: fractions are fine, and 0. */
export function predictedSeconds(seconds: number | undefined, what: string, where: string): Problem[] {
  return seconds === undefined || (seconds >= 0 && seconds <= MAX_SECONDS) ? [] : [bad(where, what, `${seconds} s`, `a time from 0 s to ${MAX_SECONDS} s`)];
}

function values(check: Exclude<ExternalCheck, { kind: 'allOf' }>, where: string): Problem[] {
  switch (check.kind) {
    case 'httpGet': return [
      ...(check.scheme === 'http' || check.scheme === 'https' ? [] : [bad(where, 'scheme', `'${check.scheme}'`, "'http' or 'https'")]),
      ...host(check.host, where),
      ...port(check.port, where),
      ...(/^\/[!-~]*$/.test(check.path) ? [] : [bad(where, 'path', `'${check.path}'`, "a path that begins with '/', without blanks, URL-encoded")]),
      ...(check.statuses ?? []).filter(s => !Number.isInteger(s) || s < 100 || s > 599)
        .map(s => bad(where, 'statuses', `${s}`, 'HTTP status codes, whole numbers from 100 to 599')),
      ...request(check, where),
      ...(check.statuses?.length === 0 ? [bad(where, 'statuses', 'empty', 'left out or given at least one HTTP status code')] : []),
    ];
    case 'tcpSocket': return [...host(check.host, where), ...port(check.port, where)];
    case 'grpc': return port(check.port, where);
    case 'command':
    case 'blockingCommand':
      return [
        ...(check.command.length > 0 && check.command[0] !== '' ? [] : [bad(where, 'command', 'empty', 'a program and its arguments')]),
        ...check.command.filter(word => word.includes('\0')).map(word => bad(where, 'command', JSON.stringify(word), 'words without NUL, which ends a word')),
      ];
    case 'fileExists':
    case 'unixSocket': return path(check.path, where);
    case 'fileContains': return [
      ...path(check.path, where),
      ...(check.text !== '' && !/[\n\0]/.test(check.text) ? [] : [bad(where, 'text', JSON.stringify(check.text), 'a text of one line, not empty')]),
    ];
    case 'delay': return check.seconds > 0 && check.seconds <= MAX_SECONDS ? [] : [bad(where, 'delay', `${check.seconds} s`, `longer than 0 s, and at most ${MAX_SECONDS} s`)];
    case 'dns': return host(check.host, where);
    case 'resource': return resource(check, where);
    case 'pods': return pods(check, where);
    case 'database': return [...host(check.host, where), ...port(check.port, where)];
  }
}

/** What only a request by curl has. */
function request({ method, headers = [], contains, verified, variables = [], scheme }: HttpCheck, where: string): Problem[] {
  const unknown = headers.flatMap(h => [...h.value.matchAll(/\$\(([^)]*)\)/g)].map(m => m[1])).find(name => !variables.includes(name));
  return [
    ...(method === undefined || /^[A-Z]+$/.test(method) ? [] : [bad(where, 'method', `'${method}'`, "a method such as 'POST', in capitals")]),
    ...headers.filter(h => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(h.name) || /[\r\n\0]/.test(h.value))
      .map(h => bad(where, 'headers', `'${h.name}'`, 'a name as HTTP allows it, with a value of one line')),
    ...(unknown === undefined ? [] : [bad(where, 'headers', `$(${unknown})`, 'a variable that `env` has')]),
    ...(contains === undefined || (contains !== '' && !contains.includes('\0')) ? [] : [bad(where, 'contains', JSON.stringify(contains), 'a text, not empty')]),
    ...(verified && scheme === 'http' ? [bad(where, 'verifyCertificate', 'given for http', 'left out, or the URL one of https')] : []),
    ...(scheme === 'https' && variables.length > 0 && !verified
      ? [bad(where, 'verifyCertificate', 'false with `env`', 'left out: whoever answers in place of the server would get what is in `env`')] : []),
  ];
}

function resource({ resource: given, condition, jsonPath, value, failedCondition, namespace }: ResourceCheck, where: string): Problem[] {
  const conditions = { condition, failedCondition };
  return [
    ...(/^[a-z][a-z0-9-]*(\.[a-z0-9.-]+)?\/[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/.test(given) ? []
      : [bad(where, 'resource', `'${given}'`, "resource, API group and name, as in 'jobs.batch/migrate' or 'configmaps/settings'")]),
    ...(condition === undefined && jsonPath === undefined ? [bad(where, 'resource', `'${given}' with neither`, 'given with `condition` or `jsonPath`')] : []),
    ...(condition !== undefined && jsonPath !== undefined ? [bad(where, 'resource', `'${given}' with both`, 'given with either `condition` or `jsonPath`')] : []),
    ...Object.entries(conditions).filter(([, type]) => type !== undefined && !isCondition(type))
      .map(([option, type]) => bad(where, option, `'${type}'`, "the type of a condition, such as 'Ready' or 'Ready=False'")),
    ...(jsonPath === undefined || /^\{\.[^{}]*\}$/.test(jsonPath) ? [] : [bad(where, 'jsonPath', `'${jsonPath}'`, "a path in braces, such as '{.status.phase}'")]),
    ...(value !== undefined && (jsonPath === undefined || /[\0\n]/.test(value)) ? [bad(where, 'value', JSON.stringify(value), 'one line, given with `jsonPath`')] : []),
    ...namespaceProblems(namespace, where),
  ];
}

function isCondition(text: string): boolean {
  return /^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?(=[A-Za-z0-9]+)?$/.test(text);
}

const LABEL_VALUE = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

function pods({ labels, count, namespace }: PodsCheck, where: string): Problem[] {
  return [
    ...(Object.keys(labels).length === 0 ? [bad(where, 'labels', 'empty', 'at least one label: all pods of the namespace would be meant')] : []),
    ...Object.entries(labels).filter(([key, value]) => !LABEL_KEY.test(key) || !LABEL_VALUE.test(value)).map(([key, value]) => bad(where, 'labels', `${key}=${value}`, 'a label as Kubernetes allows it')),
    ...(count === undefined || (Number.isInteger(count) && count >= 1) ? [] : [bad(where, 'count', `${count}`, 'a whole number, at least 1')]),
    ...namespaceProblems(namespace, where),
  ];
}

function namespaceProblems(given: string | undefined, where: string): Problem[] {
  return given === undefined || /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(given) ? [] : [bad(where, 'namespace', `'${given}'`, 'a DNS label')];
}

function host(given: string | undefined, where: string): Problem[] {
  return given === undefined || /^[A-Za-z0-9_.:][A-Za-z0-9_.:-]*$/.test(given)
    ? [] : [bad(where, 'host', `'${given}'`, "a host name or an address; for a URL, 'http://host:port/path'")];
}

function port(given: number, where: string): Problem[] {
  return Number.isInteger(given) && given >= 1 && given <= 65535 ? [] : [bad(where, 'port', `${given}`, 'a whole number from 1 to 65535')];
}

function path(given: string, where: string): Problem[] {
  return /^\/[^\0]*$/.test(given) ? [] : [bad(where, 'path', `'${given}'`, "an absolute path, beginning with '/'")];
}

function bad(where: string, what: string, given: string, wanted: string): Problem {
  return problem('SO302', { where, what, given, wanted });
}
