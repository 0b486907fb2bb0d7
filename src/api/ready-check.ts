import { Duration } from 'cdk8s';
import { DeclaredCheck } from './private/check';
import { checkArguments, DURATION, list, NUMBER, required, STRING, WORDS } from './private/kind';
import { secondsOf } from './private/seconds';
import { COMMAND_CHECK_OPTIONS, GRPC_CHECK_OPTIONS, HTTP_GET_CHECK_OPTIONS, READY_CHECK, TCP_SOCKET_CHECK_OPTIONS } from './private/structs';

/**
 * Options of `ReadyCheck.httpGet`.
 */
export interface HttpGetCheckOptions {
  /**
   * The port to ask.
   *
   * @default - the only port that the container declares; with no port, or several, an error
   */
  readonly port?: number;

  /**
   * `http` or `https`. The certificate of an `https` server is not verified.
   *
   * @default 'http'
   */
  readonly scheme?: string;

  /**
   * The host to ask, a name or an address. A check that names one is never made by the kubelet: say '127.0.0.1' where a server listens on
   * loopback only.
   *
   * @default '127.0.0.1', which reaches every container of the pod; in a startup probe, which the kubelet makes, the pod's IP
   */
  readonly host?: string;

  /**
   * The statuses of the first response that count as ready.
   *
   * Without this list, the startup probe of the kubelet and the wait agent accept every status from 200 to 399, and follow redirects to the same host.
   *
   * @default - 200 to 399; redirects are followed
   */
  readonly statuses?: number[];

  /**
   * How long one try may take, in whole seconds.
   *
   * @default Duration.seconds(1)
   */
  readonly timeout?: Duration;
}

/**
 * Options of `ReadyCheck.tcpSocket`.
 */
export interface TcpSocketCheckOptions {
  /**
   * The host to connect to, a name or an address. A check that names one is never made by the kubelet: say '127.0.0.1' where a server
   * listens on loopback only.
   *
   * @default '127.0.0.1', which reaches every container of the pod; in a startup probe, which the kubelet makes, the pod's IP
   */
  readonly host?: string;

  /**
   * How long one try may take, in whole seconds.
   *
   * @default Duration.seconds(1)
   */
  readonly timeout?: Duration;
}

/**
 * Options of `ReadyCheck.command`.
 */
export interface CommandCheckOptions {
  /**
   * How long one try may take, in whole seconds. A try that takes longer is killed and counts as not ready.
   *
   * @default Duration.seconds(5)
   */
  readonly timeout?: Duration;
}

/**
 * Options of `ReadyCheck.grpc`.
 */
export interface GrpcCheckOptions {
  /**
   * The service to ask for.
   *
   * @default - the server as a whole
   */
  readonly service?: string;
}

/**
 * How it is proved that a container is ready. Declared on the dependency; every dependent that asks for `READY` uses it.
 *
 * Polled every 20 ms at first, later less often; as the startup probe of a native sidecar once a second. Values are checked when the app is synthesized.
 */
export class ReadyCheck {
  /**
   * Ready when a GET request is answered with an expected status.
   *
   * @param path the path, with a leading slash; a query may follow
   * @param options port, scheme, host, statuses
   */
  public static httpGet(path: string, options: HttpGetCheckOptions = {}): ReadyCheck {
    checkArguments('ReadyCheck.httpGet', { path: [path, required(STRING)], options: [options, HTTP_GET_CHECK_OPTIONS] });
    return new ReadyCheck({
      kind: 'httpGet',
      scheme: (options.scheme ?? 'http') as 'http' | 'https',
      host: options.host,
      port: options.port,
      path,
      statuses: options.statuses,
      trySeconds: secondsOf(options.timeout),
    });
  }

  /**
   * Ready when a TCP connection is accepted.
   *
   * @param port the port to connect to
   * @param options host
   */
  public static tcpSocket(port: number, options: TcpSocketCheckOptions = {}): ReadyCheck {
    checkArguments('ReadyCheck.tcpSocket', { port: [port, required(NUMBER)], options: [options, TCP_SOCKET_CHECK_OPTIONS] });
    return new ReadyCheck({ kind: 'tcpSocket', host: options.host, port, trySeconds: secondsOf(options.timeout) });
  }

  /**
   * Ready when the gRPC health service answers SERVING. The kubelet can ask for it, in the startup probe of a native sidecar. The wait agent
   * cannot speak gRPC: a mechanism that needs the agent refuses it.
   *
   * @param port the port of the gRPC server
   * @param options service
   * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
   */
  public static grpc(port: number, options: GrpcCheckOptions = {}): ReadyCheck {
    checkArguments('ReadyCheck.grpc', { port: [port, required(NUMBER)], options: [options, GRPC_CHECK_OPTIONS] });
    return new ReadyCheck({ kind: 'grpc', port, service: options.service });
  }

  /**
   * Ready when the command exits with 0. It is run again and again, in the dependency's own image, without a shell.
   *
   * @param command the program and its arguments; `$(VAR)` is not expanded
   * @param options timeout of one try
   */
  public static command(command: string[], options: CommandCheckOptions = {}): ReadyCheck {
    checkArguments('ReadyCheck.command', { command: [command, required(WORDS)], options: [options, COMMAND_CHECK_OPTIONS] });
    return new ReadyCheck({ kind: 'command', command: [...command], trySeconds: secondsOf(options.timeout) });
  }

  /**
   * Ready when the command returns with 0: it is run once and does the waiting itself, as `pilot-agent wait` does. Without a
   * `timeout` on the dependency it is the postStart hook as it stands, and nothing is injected; it must then end by itself.
   *
   * @param command the program and its arguments; `$(VAR)` is not expanded
   */
  public static blockingCommand(command: string[]): ReadyCheck {
    checkArguments('ReadyCheck.blockingCommand', { command: [command, required(WORDS)] });
    return new ReadyCheck({ kind: 'blockingCommand', command: [...command] });
  }

  /**
   * Ready when the file (or directory) exists in the dependency's file system.
   *
   * @param path an absolute path
   */
  public static fileExists(path: string): ReadyCheck {
    checkArguments('ReadyCheck.fileExists', { path: [path, required(STRING)] });
    return new ReadyCheck({ kind: 'fileExists', path });
  }

  /**
   * Ready when a line of the file holds the text.
   *
   * @param path an absolute path
   * @param text the text, taken literally
   */
  public static fileContains(path: string, text: string): ReadyCheck {
    checkArguments('ReadyCheck.fileContains', { path: [path, required(STRING)], text: [text, required(STRING)] });
    return new ReadyCheck({ kind: 'fileContains', path, text });
  }

  /**
   * Ready when the path is a Unix socket. Nothing is sent to it.
   *
   * @param path an absolute path
   */
  public static unixSocket(path: string): ReadyCheck {
    checkArguments('ReadyCheck.unixSocket', { path: [path, required(STRING)] });
    return new ReadyCheck({ kind: 'unixSocket', path });
  }

  /**
   * Ready when the time has passed since the check began. Knows nothing of the dependency: take any other check if you can.
   *
   * @param time how long to wait
   */
  public static delay(time: Duration): ReadyCheck {
    checkArguments('ReadyCheck.delay', { time: [time, required(DURATION)] });
    return new ReadyCheck({ kind: 'delay', seconds: secondsOf(time) });
  }

  /**
   * Ready when all the checks have passed, each at least once.
   *
   * @param checks the checks, at least one
   */
  public static allOf(...checks: ReadyCheck[]): ReadyCheck {
    checkArguments('ReadyCheck.allOf', { checks: [checks, list(READY_CHECK)] });
    return new ReadyCheck({ kind: 'allOf', checks: checks.map(c => c._check) });
  }

  /** @internal */
  public readonly _check: DeclaredCheck;

  private constructor(check: DeclaredCheck) {
    this._check = check;
  }
}
