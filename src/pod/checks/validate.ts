import { Problem } from '../../api/private/problem';
import { problem } from '../problems';

/** Kubernetes stores seconds in 32 bits. */
export const MAX_SECONDS = 2 ** 31 - 1;

/** Validates a number of seconds; `undefined` means no limit. */
export function validateSeconds(seconds: number | undefined, what: string, where: string): Problem[] {
  return seconds === undefined || (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS)
    ? []
    : [invalidValue(where, what, `${seconds} s`, `a whole number of seconds from 1 to ${MAX_SECONDS}`)];
}

/** Validates a time that only predictions use; it may be a fraction or 0. */
export function validatePrediction(seconds: number | undefined, what: string, where: string): Problem[] {
  return seconds === undefined || (seconds >= 0 && seconds <= MAX_SECONDS)
    ? []
    : [invalidValue(where, what, `${seconds} s`, `a time from 0 s to ${MAX_SECONDS} s`)];
}

/**
 * A name in the DNS has at most 253 characters (RFC 1035). A host that begins with `-` would be an option of the
 * program that connects.
 */
export function validateHost(given: string | undefined, where: string): Problem[] {
  return given === undefined || /^[A-Za-z0-9_.:][A-Za-z0-9_.:-]{0,252}$/.test(given)
    ? []
    : [invalidValue(where, 'host', `'${given}'`, "a host name or an address; for a URL, 'http://host:port/path'")];
}

export function validatePort(given: number, where: string): Problem[] {
  return Number.isInteger(given) && given >= 1 && given <= 65535
    ? []
    : [invalidValue(where, 'port', `${given}`, 'a whole number from 1 to 65535')];
}

export function validatePath(given: string, where: string): Problem[] {
  const isPlain = /^\/[^\0]*$/.test(given) && !given.split('/').includes('..');
  return isPlain
    ? []
    : [invalidValue(where, 'path', `'${given}'`, "an absolute path, beginning with '/', without '..'")];
}

export function validateNamespace(given: string | undefined, where: string): Problem[] {
  return given === undefined || /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(given)
    ? []
    : [invalidValue(where, 'namespace', `'${given}'`, 'a DNS label')];
}

export function invalidValue(where: string, what: string, given: string, wanted: string): Problem {
  return problem('SO302', { where, what, given, wanted });
}
