import { Duration } from 'cdk8s';
import { DeclaredCheck } from './private/check';
import { serverCheck } from './private/external-target';
import { secondsOf } from './private/seconds';
import { checkCall } from './private/structs';
import { Protocol } from './protocol';
import { ReadyCheckOptions } from './ready-check-options';

/**
 * The check that proves that a container is ready. The dependency declares it, and all its dependents with the
 * condition `READY` use it.
 *
 * The wait agent repeats a check every 20 ms at first, and less often later. A startup probe of a native sidecar
 * repeats it every second. Values are validated at synth.
 */
export class ReadyCheck {
  /**
   * Ready when a GET request returns an expected status.
   *
   * @param path the path, with a leading slash and an optional query
   * @param options port, scheme, host, statuses
   */
  public static httpGet(path: string, options: ReadyCheckOptions = {}): ReadyCheck {
    checkCall('ReadyCheck.httpGet', { path, options });
    const { scheme = 'http', host, port, statuses, tryTimeout } = options;
    return new ReadyCheck({
      kind: 'httpGet',
      scheme: scheme as 'http' | 'https',
      host,
      port,
      path,
      statuses,
      trySeconds: secondsOf(tryTimeout),
    });
  }

  /**
   * Ready when the port accepts a TCP connection.
   *
   * @param portNumber the port
   * @param options host, timeout of one try
   */
  public static tcpSocket(portNumber: number, options: ReadyCheckOptions = {}): ReadyCheck {
    checkCall('ReadyCheck.tcpSocket', { portNumber, options });
    return new ReadyCheck({
      kind: 'tcpSocket',
      host: options.host,
      port: portNumber,
      trySeconds: secondsOf(options.tryTimeout),
    });
  }

  /**
   * Ready when the server in the container answers in its own protocol, without credentials. The wait agent makes this
   * check. For the startup probe of a native sidecar, use `command` with a client of the image, such as `pg_isready`.
   *
   * @param protocol the protocol of the server
   * @param options port, host, timeout of one try
   */
  public static server(protocol: Protocol, options: ReadyCheckOptions = {}): ReadyCheck {
    checkCall('ReadyCheck.server', { protocol, options });
    const { host, port, tryTimeout } = options;
    return new ReadyCheck(serverCheck(protocol, { host, port, trySeconds: secondsOf(tryTimeout) }));
  }

  /**
   * Ready when the gRPC health service returns SERVING. Only the kubelet can make this check, in the startup probe of a
   * native sidecar. It is an error with a mechanism that needs the wait agent.
   *
   * @param port the port of the gRPC server
   * @param service the name of the service; by default, the check applies to the whole server
   * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
   */
  public static grpc(port: number, service?: string): ReadyCheck {
    checkCall('ReadyCheck.grpc', { port, service });
    return new ReadyCheck({ kind: 'grpc', port, service });
  }

  /**
   * Ready when the command exits with 0. The command is repeated, in the image of the dependency, without a shell.
   *
   * @param command the program and its arguments; `$(VAR)` is not expanded
   * @param options timeout of one try
   */
  public static command(command: string[], options: ReadyCheckOptions = {}): ReadyCheck {
    checkCall('ReadyCheck.command', { command, options });
    return new ReadyCheck({ kind: 'command', command: [...command], trySeconds: secondsOf(options.tryTimeout) });
  }

  /**
   * Ready when the command exits with 0. The command runs once and waits itself, as `pilot-agent wait` does. With
   * `Mechanism.POST_START`, and without a `timeout` on the dependency, it becomes the postStart hook unchanged and
   * nothing is injected; the command must then exit. With another mechanism, the wait agent runs it again if it fails.
   *
   * @param command the program and its arguments; `$(VAR)` is not expanded
   */
  public static blockingCommand(command: string[]): ReadyCheck {
    checkCall('ReadyCheck.blockingCommand', { command });
    return new ReadyCheck({ kind: 'blockingCommand', command: [...command] });
  }

  /**
   * Ready when the file or directory exists in the file system of the dependency, or when a line of the file contains a
   * text.
   *
   * @param path an absolute path
   * @param contains the text, taken literally; by default, the file only has to exist
   */
  public static file(path: string, contains?: string): ReadyCheck {
    checkCall('ReadyCheck.file', { path, contains });
    return new ReadyCheck({ kind: 'file', path, contains });
  }

  /**
   * Ready when a process listens at the Unix socket. The check connects, and sends nothing. Without the right to write
   * to the socket, it only has to exist.
   *
   * @param path an absolute path
   */
  public static unixSocket(path: string): ReadyCheck {
    checkCall('ReadyCheck.unixSocket', { path });
    return new ReadyCheck({ kind: 'unixSocket', path });
  }

  /**
   * Ready when the time has passed since the start of the check. It proves nothing about the dependency: prefer any
   * other check.
   *
   * @param time how long to wait
   */
  public static delay(time: Duration): ReadyCheck {
    checkCall('ReadyCheck.delay', { time });
    return new ReadyCheck({ kind: 'delay', seconds: secondsOf(time)! });
  }

  /**
   * Ready when the `HEALTHCHECK` of the container's image passes for the first time. Its timeout applies to each try.
   * Its interval, start period and retries have no effect. A request with `curl -f` or `wget` to localhost becomes an
   * HTTP check, which accepts the statuses 200 to 399, and `nc -z` becomes a TCP check. Any other command runs in the
   * container. The image file must contain the image: `cdk8s-startup-order images --all` writes it. An image without a
   * `HEALTHCHECK` is an error (SO304).
   */
  public static fromImage(): ReadyCheck {
    return new ReadyCheck({ kind: 'image' });
  }

  /**
   * Ready when each of the checks has passed at least once.
   *
   * @param checks the checks, at least one
   */
  public static allOf(...checks: ReadyCheck[]): ReadyCheck {
    checkCall('ReadyCheck.allOf', { checks });
    return new ReadyCheck({ kind: 'allOf', checks: checks.map(c => c._check) });
  }

  /** @internal */
  public readonly _check: DeclaredCheck;

  private constructor(check: DeclaredCheck) {
    this._check = check;
  }
}
