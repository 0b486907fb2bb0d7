import { Check, leaves } from '../model/private/check';
import { Problem, problem } from '../model/private/problem';

/**
 * Hosts, ports, paths and times that would mean something else than the user thinks, or could not be asked at all. A host that began
 * with '-' would be an option of the tool that connects.
 */
export function validateCheck(check: Check, where: string): Problem[] {
  if (check.kind === 'allOf' && leaves(check).length === 0) { return [bad(where, 'allOf', 'empty', 'given at least one check')]; }
  return leaves(check).flatMap(leaf => [...values(leaf, where), ...(('trySeconds' in leaf) ? wholeSeconds(leaf.trySeconds, 'timeout', where) : [])]);
}

/** `undefined` (no limit) is fine. */
export function wholeSeconds(seconds: number | undefined, what: string, where: string): Problem[] {
  return seconds === undefined || (Number.isInteger(seconds) && seconds >= 1)
    ? [] : [bad(where, what, `${seconds} s`, 'a whole number of seconds, at least 1')];
}

function values(check: Check, where: string): Problem[] {
  switch (check.kind) {
    case 'httpGet': return [
      ...(check.scheme === 'http' || check.scheme === 'https' ? [] : [bad(where, 'scheme', `'${check.scheme}'`, "'http' or 'https'")]),
      ...host(check.host, where),
      ...port(check.port, where),
      ...(/^\/[!-~]*$/.test(check.path) ? [] : [bad(where, 'path', `'${check.path}'`, "a path that begins with '/', without blanks, URL-encoded")]),
      ...(check.statuses ?? []).filter(s => !Number.isInteger(s) || s < 100 || s > 599)
        .map(s => bad(where, 'statuses', `${s}`, 'HTTP status codes, whole numbers from 100 to 599')),
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
    case 'delay': return check.seconds > 0 ? [] : [bad(where, 'delay', `${check.seconds} s`, 'longer than 0 s')];
    case 'allOf': return [];
  }
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
