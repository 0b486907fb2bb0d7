import { Duration } from 'cdk8s';

/**
 * Options of a check that is repeated until it passes: `ReadyCheck.command` has `tryTimeout` only,
 * `ReadyCheck.tcpSocket` also `host`, and `ReadyCheck.server` also `port`.
 */
export interface ReadyCheckOptions {
  /**
   * The longest time of one try, in whole seconds. A try that takes longer fails, and the check is repeated. Not the
   * longest wait: see `timeout` of the dependency.
   *
   * @default Duration.seconds(1); Duration.seconds(5) for a command
   */
  readonly tryTimeout?: Duration;

  /**
   * The host, a name or an address. With a host, the kubelet never makes the check. Use '127.0.0.1' for a server that
   * listens on loopback only.
   *
   * @default - '127.0.0.1', which reaches every container of the pod; in a startup probe, the IP address of the pod
   */
  readonly host?: string;

  /**
   * The port of `ReadyCheck.httpGet` or `ReadyCheck.server`.
   *
   * @default - for `httpGet` the only port of the container; an error if the container declares no port, or several.
   *   For `server` the default port of the protocol
   */
  readonly port?: number;

  /**
   * `http` or `https`. Only the kubelet makes an `https` check, in the startup probe of a native sidecar, and it does
   * not verify the certificate. With `host`, with `statuses`, or with a mechanism that needs the wait agent, `https` is
   * an error.
   *
   * @default 'http'
   */
  readonly scheme?: string;

  /**
   * The statuses of the first response that count as ready. With `statuses`, the kubelet never makes the check.
   *
   * @default - 200 to 399; redirects to the same host are followed
   */
  readonly statuses?: number[];
}
