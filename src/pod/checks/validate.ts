import { Problem } from '../../api/private/problem';
import { problem } from '../problems';

/** Kubernetes stores seconds in 32 bits. */
export const MAX_SECONDS = 2 ** 31 - 1;

/** A rule for an option: whether its value obeys, the option, the value as an error shows it, and the rule in words. */
export type Rule = readonly [obeys: boolean, what: string, given: string, wanted: string];

/** Returns the problems of the values that break a rule; `where` is their place for the messages. */
export function applyRules(rules: readonly Rule[], where: string): Problem[] {
  const broken = rules.filter(([obeys]) => !obeys);
  return broken.map(([, what, given, wanted]) => problem('SO302', { where, what, given, wanted }));
}

/** A number of seconds; `undefined` means no limit. */
export function secondsRule(seconds: number | undefined, what: string): Rule {
  const obeys = seconds === undefined || (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS);
  return [obeys, what, `${seconds} s`, `a whole number of seconds from 1 to ${MAX_SECONDS}`];
}

/** A time that only predictions use; it may be a fraction or 0. */
export function predictionRule(seconds: number | undefined, what: string): Rule {
  const obeys = seconds === undefined || (seconds >= 0 && seconds <= MAX_SECONDS);
  return [obeys, what, `${seconds} s`, `a time from 0 s to ${MAX_SECONDS} s`];
}

/**
 * A name in the DNS has at most 253 characters (RFC 1035). A host that begins with `-` would be an option of the
 * program that connects. A host with one colon ends with a port.
 */
export function hostRule(host: string | undefined): Rule {
  const obeys = host === undefined || /^(?![^:]*:[^:]*$)[A-Za-z0-9_.:][A-Za-z0-9_.:-]{0,252}$/.test(host);
  const wanted = "a host name or an address, without a scheme and a port; for a URL, 'http://host:port/path'";
  return [obeys, 'host', `'${host}'`, wanted];
}

export function portRule(port: number): Rule {
  const obeys = Number.isInteger(port) && port >= 1 && port <= 65535;
  return [obeys, 'port', `${port}`, 'a whole number from 1 to 65535'];
}

export function namespaceRule(namespace: string | undefined): Rule {
  const obeys = namespace === undefined || /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace);
  return [obeys, 'namespace', `'${namespace}'`, 'a DNS label'];
}
