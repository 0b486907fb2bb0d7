import { SimpleCheck } from '../../api/private/check';
import { ContainerJson, EnvVarJson, HandlerJson, ProbeJson } from '../../api/private/pod-spec';
import { Problem } from '../../api/private/problem';
import { problem } from '../problems';
import { Tool } from '../wait-tool';

/**
 * The network traffic of a check. `connection`: it opens a connection and sends nothing; `request`: it sends a request
 * and reads the response; `unknown`: a command decides.
 */
export type Traffic = 'none' | 'connection' | 'request' | 'unknown';

/**
 * The containers from which a check has the same result. `pod`: all containers of the pod; `volume`: the containers
 * that mount the volume of the file; `image`: containers of the same image; `start`: only the container itself, because
 * the time counts from its start.
 */
export type Scope = 'pod' | 'volume' | 'image' | 'start';

/** The reason why the wait agent cannot make a check, and the checks to use instead. */
export interface AgentObstacle {
  readonly why: string;
  readonly instead: string;
}

export interface ArgumentOptions {
  /** A blocking command that fails runs again. */
  readonly retries: boolean;
  /** The limit of a step counts from the end of the check before it. */
  readonly inTurn?: boolean;
}

/** One kind of check: everything that differs from the other kinds. */
export interface CheckModule<C> {
  readonly traffic: Traffic;

  /** Reads the check from an argument of the agent; `undefined`: the value is invalid. */
  readonly argument?: {
    readonly options: readonly string[];
    readonly read: (value: string, words: readonly string[]) => SimpleCheck | undefined;
  };

  /** Returns a short name for plans and errors, such as `TCP 127.0.0.1:5432`. */
  describe(check: C, defaultHost: string): string;

  /** Returns the rules for the values of the check. */
  rules(check: C): Rule[];

  /** Returns the arguments of the wait agent. */
  buildAgentArguments(check: C, options: ArgumentOptions): string[] | AgentObstacle;

  /** Returns the program that makes the check; without it, the agent itself. */
  findTool?(check: C): Tool | undefined;

  /** Returns the environment variable that the arguments refer to. */
  findVariable?(check: C): EnvVarJson | undefined;
}

/** The field of the object `StartupOrder` that declares a check. The JSON schema and the page contain it, too. */
export interface CheckField {
  readonly name: string;
  /** The title of its type, where it is not its name. */
  readonly title?: string;
  readonly means: string;
  /** The fields of its value, or the type of its value. */
  readonly value: Readonly<Record<string, ValueField>> | 'duration';
  /** Whether `timeoutSeconds` limits each try. */
  readonly hasTries?: true;

  /** Returns the fields of the check for a valid value, where they are not the fields of the value. */
  read?(value: any): object;
}

/** A field of a value: its type, or the values to choose from. */
export interface ValueField {
  readonly type: 'text' | 'number' | 'numbers' | 'command' | 'protocol' | readonly string[];
  readonly means: string;
  readonly required: boolean;
}

export function needed(type: ValueField['type'], means: string): ValueField {
  return { type, means, required: true };
}

export function optional(type: ValueField['type'], means: string): ValueField {
  return { type, means, required: false };
}

/** A kind of check that also applies to containers of the pod. */
export interface ContainerCheckModule<C> extends CheckModule<C> {
  readonly field: CheckField;
  readonly scope: Scope;

  /** Reads the check of a probe; `undefined`: it has another handler, or a named port that does not exist. */
  readProbe?(probe: ProbeJson, container: ContainerJson): Omit<C, 'trySeconds'> | undefined;

  /** Returns the handler of a kubelet probe, or the reason why a kubelet probe cannot make the check. */
  buildProbeHandler(check: C): HandlerJson | string;
}

/** Kubernetes stores seconds in 32 bits. */
export const MAX_SECONDS = 2 ** 31 - 1;

/** A rule for an option: whether its value obeys, the option, the value as an error shows it, and the rule in words. */
export type Rule = readonly [obeys: boolean, what: string, given: string, wanted: string];

/** Returns the problems of the values that break a rule; `where` is their place for the messages. */
export function applyRules(rules: readonly Rule[], where: string): Problem[] {
  const broken = rules.filter(([obeys]) => !obeys);
  return broken.map(([, what, given, wanted]) => problem('SO302', { where, what, given, wanted }));
}

/** A text of this form; `undefined`: it is unspecified. */
export function formRule(text: string | undefined, form: RegExp, what: string, wanted: string): Rule {
  return [text === undefined || form.test(text), what, `'${text}'`, wanted];
}

export function isWholeNumber(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}

/** A number of seconds; `undefined` means no limit. */
export function secondsRule(seconds: number | undefined, what: string): Rule {
  const obeys = seconds === undefined || isWholeNumber(seconds, 1, MAX_SECONDS);
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
  const wanted = "a host name or an address, without a scheme and a port; for a URL, 'http://host:port/path'";
  return formRule(host, /^(?![^:]*:[^:]*$)[A-Za-z0-9_.:][A-Za-z0-9_.:-]{0,252}$/, 'host', wanted);
}

export function portRule(port: number): Rule {
  return [isWholeNumber(port, 1, 65535), 'port', `${port}`, 'a whole number from 1 to 65535'];
}

/** The form of most names in Kubernetes. */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function namespaceRule(namespace: string | undefined): Rule {
  return formRule(namespace, DNS_LABEL, 'namespace', 'a DNS label');
}

/** A duration as the agent parses it: milliseconds at most, no exponents. */
export function formatAgentDuration(seconds: number): string {
  return `${Math.max(1, Math.round(seconds * 1000)) / 1000}s`;
}

/** An option that is left out without a value. */
export function formatOption(option: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${option}=${value}`];
}

export function formatTryTimeout({ trySeconds }: { readonly trySeconds?: number }): string[] {
  return trySeconds === undefined ? [] : [`--try-timeout=${formatAgentDuration(trySeconds)}`];
}

/** An option with a command: the number of its words, then the words. */
export function formatCommand(option: string, words: readonly string[]): string[] {
  return [`${option}=${words.length}`, ...words];
}

/** In seconds. The time that a program may take to start and to exit, besides its own limit. */
const MARGIN = 5;

/**
 * A program that the agent runs again and again, without a shell. The program exits before its try ends, because its
 * own message explains more than a message of the agent.
 */
export function formatToolCommand(words: readonly string[], seconds: number): string[] {
  return [...formatCommand('--command', words), `--try-timeout=${formatAgentDuration(seconds + MARGIN)}`];
}
