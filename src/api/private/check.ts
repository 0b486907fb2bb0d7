import { sum } from './collections';
import { Protocol } from './enums';

/**
 * A check that proves that a container is ready: the tagged union inside `ReadyCheck`. Durations are in seconds; hosts
 * are as the user wrote them.
 */
export type Check =
  | HttpCheck
  | { readonly kind: 'tcpSocket'; readonly host?: string; readonly port: number; readonly trySeconds?: number }
  | ServerCheck
  | { readonly kind: 'grpc'; readonly port: number; readonly service?: string; readonly trySeconds?: number }
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly trySeconds?: number }
  | { readonly kind: 'blockingCommand'; readonly command: readonly string[] }
  /** The file exists, or one of its lines contains the text. */
  | { readonly kind: 'file'; readonly path: string; readonly contains?: string }
  | { readonly kind: 'unixSocket'; readonly path: string }
  | { readonly kind: 'delay'; readonly seconds: number }
  | { readonly kind: 'allOf'; readonly checks: readonly Check[] };

/**
 * A check as the user declared it: an HTTP check without a port uses the only port of the container, and an image check
 * the image file.
 */
export type DeclaredCheck =
  | Exclude<Check, { readonly kind: 'httpGet' | 'allOf' }>
  | (Omit<HttpCheck, 'port'> & { readonly port?: number })
  | { readonly kind: 'allOf'; readonly checks: readonly DeclaredCheck[] }
  | ImageCheck;

/** The `HEALTHCHECK` of the image, which the image file contains. */
export interface ImageCheck {
  readonly kind: 'image';
}

/** A check of a container, or of something outside the pod. */
export type ExternalCheck =
  | Check
  | { readonly kind: 'dns'; readonly host: string; readonly trySeconds?: number }
  | ResourceCheck
  | PodsCheck;

/** A check that combines no other checks. src/pod/checks has a module for each kind. */
export type SimpleCheck = Exclude<ExternalCheck, { readonly kind: 'allOf' }>;
export type CheckKind = SimpleCheck['kind'];
export type CheckOf<K extends CheckKind> = Extract<SimpleCheck, { readonly kind: K }>;

/** The kinds of checks for a container of the pod. */
export type ContainerCheckKind = Exclude<Check['kind'], 'allOf'>;

/** A check of a path in a file system. */
export type FileCheck = CheckOf<'file' | 'unixSocket'>;

export interface HttpCheck {
  readonly kind: 'httpGet';
  readonly scheme: 'http' | 'https';
  /** The `protocol` of a probe, such as HTTP2 (alpha in Kubernetes 1.37); `undefined`: HTTP/1.1. */
  readonly protocol?: string;
  readonly host?: string;
  readonly port: number;
  readonly path: string;
  /** Accepted statuses; `undefined`: 200 to 399. */
  readonly statuses?: readonly number[];
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly trySeconds?: number;
  /** `undefined`: GET. */
  readonly method?: string;
  /** A text that the body of the response has to contain. */
  readonly contains?: string;
  /**
   * The certificate of an https server outside the pod. curl verifies it against the authorities of its image, or of
   * the file `authorities`. `undefined`: http, or a container of the pod, whose certificate the kubelet does not
   * verify.
   */
  readonly certificate?: { readonly isVerified: boolean; readonly authorities?: string };
  /** The environment variables whose values `headers` contain, as `$(NAME)`. */
  readonly variables?: readonly string[];
}

/** A check of a server in its own protocol. */
export interface ServerCheck {
  readonly kind: 'server';
  readonly protocol: Protocol;
  readonly host?: string;
  /** NaN: the user has to specify the port, because the protocol has no default port. */
  readonly port: number;
  readonly trySeconds?: number;
}

/** A check of one object of the API server, with kubectl. */
export interface ResourceCheck {
  readonly kind: 'resource';
  /** The spelling of RBAC and kubectl: `jobs.batch/migrate`. */
  readonly resource: string;
  /** `undefined`: the namespace of the pod. */
  readonly namespace?: string;
  /** The condition that has to be true; otherwise `jsonPath` specifies a field. */
  readonly condition?: string;
  readonly jsonPath?: string;
  /** This condition ends the wait: the object will never have the expected state. */
  readonly failedCondition?: string;
  /** The check passes if the object does not exist. */
  readonly mayBeAbsent: boolean;
}

/** A check of ready pods, or of ready endpoints of a Service, with kubectl. Pods that have completed do not count. */
export interface PodsCheck {
  readonly kind: 'pods';
  readonly of: 'pods' | 'endpointslices';
  readonly labels: Readonly<Record<string, string>>;
  /** `undefined`: the namespace of the pod. */
  readonly namespace?: string;
  /** `undefined`: all that exist, at least one. */
  readonly count?: number;
  /** Only pods on the node of this pod count. */
  readonly sameNode?: boolean;
}

/**
 * A condition that the wait agent can wait for: a check, a mark of another agent, or the end of a container that locks
 * a file.
 */
export type Awaitable =
  | ExternalCheck
  | {
      readonly kind: 'mark';
      readonly file: string;
      readonly key: string;
      /** A process of the container locks the file, so that a mark of an earlier run does not count. */
      readonly isLocked?: true;
    }
  | {
      readonly kind: 'ended';
      readonly file: string;
      readonly key: string;
      /** The container does not start again. */
      readonly isFinal: boolean;
    };

/** Returns the simple checks of a check: `allOf` dissolved, at any depth. */
export function leaves<C extends Awaitable>(check: C): Exclude<C, { readonly kind: 'allOf' }>[] {
  const found: Awaitable[] = check.kind === 'allOf' ? check.checks.flatMap(c => leaves(c)) : [check];
  return found as Exclude<C, { readonly kind: 'allOf' }>[];
}

/** Returns the seconds of all delays together: checks that pass after a fixed time. */
export function sumDelays(checks: readonly Awaitable[]): number {
  return sum(checks.map(check => (check.kind === 'delay' ? check.seconds : 0)));
}
