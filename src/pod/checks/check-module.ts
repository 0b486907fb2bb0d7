import { Rule } from './validate';
import { SimpleCheck } from '../../api/private/check';
import { ContainerJson, EnvVarJson, HandlerJson, ProbeJson } from '../../api/private/pod-spec';
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

  /** Returns the arguments of the wait agent. With `retries`, a blocking command that fails runs again. */
  buildAgentArguments(check: C, options: { readonly retries: boolean }): string[] | AgentObstacle;

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
