import { Duration } from 'cdk8s';
import { Container, Service } from 'cdk8s-plus-27';
import { Guarantee } from './guarantee';
import { Mechanism } from './mechanism';
import { OnDependencyRestart } from './on-dependency-restart';
import { OnTimeout } from './on-timeout';
import { Check } from './private/check';
import { DependencyDeclaration, ExternalTarget } from './private/declaration';
import { ReadyCheck } from './ready-check';
import { StartCondition } from './start-condition';

/**
 * Options that every kind of dependency has.
 */
export interface DependencyOptions {
  /**
   * Longest wait, in whole seconds. On a startup probe (`Mechanism.SIDECAR_PROBE`) it is the number of tries, one each second; the longest
   * that is given by those who depend on the sidecar counts.
   *
   * @default - one minute for a postStart hook, since it blocks the deletion of the pod; none for a startup probe or an init container
   */
  readonly timeout?: Duration;

  /**
   * What happens when the timeout is reached.
   *
   * @default OnTimeout.CONTINUE for a postStart hook, OnTimeout.FAIL for a startup probe or an init container
   */
  readonly onTimeout?: OnTimeout;

  /**
   * Force the mechanism. Refused, with the reason, when it cannot express this dependency.
   *
   * @default - the mechanism with the strongest guarantee, among equals the least intrusive
   */
  readonly mechanism?: Mechanism;

  /**
   * The guarantee that must be reached; an error when it cannot be. `START_ORDER` accepts that weakest guarantee and silences the
   * notice about it at synth.
   *
   * @default - the strongest that can be reached
   */
  readonly guarantee?: Guarantee;
}

/**
 * Options of a dependency on a container of the same pod.
 */
export interface ContainerDependencyOptions extends DependencyOptions {
  /**
   * What must hold for the dependency before the dependent starts.
   *
   * @default StartCondition.READY; StartCondition.COMPLETED for a container of role INIT
   */
  readonly condition?: StartCondition;

  /**
   * `false`: the dependency may be missing from the pod; it is then left out.
   *
   * @default true
   */
  readonly required?: boolean;

  /**
   * What happens to the dependent when the dependency is restarted later on.
   *
   * @default OnDependencyRestart.IGNORE
   */
  readonly onDependencyRestart?: OnDependencyRestart;

  /**
   * Whether the dependency gets SIGTERM only after this dependent has ended.
   *
   * @default - what `orderedShutdown` says for the whole workload
   */
  readonly orderedShutdown?: boolean;
}

/**
 * Options of `Dependency.onUrl`.
 */
export interface UrlDependencyOptions extends DependencyOptions {
  /**
   * The statuses of the first response that count as ready.
   *
   * @default every status from 200 to 399; redirects are followed
   */
  readonly statuses?: number[];

  /**
   * The name of the thing that is waited for; the init container is called `wait-for-<name>`.
   *
   * @default - the host of the URL, up to its first dot
   */
  readonly name?: string;
}

/**
 * Options of `Dependency.onTcp` and `Dependency.onDelay`.
 */
export interface NamedDependencyOptions extends DependencyOptions {
  /**
   * The name of the thing that is waited for; the init container is called `wait-for-<name>`.
   *
   * @default - the host up to its first dot, or 'delay'
   */
  readonly name?: string;
}

/**
 * Options of `Dependency.onService`.
 */
export interface ServiceDependencyOptions extends DependencyOptions {
  /**
   * The port of the Service.
   *
   * @default - its first port
   */
  readonly port?: number;

  /**
   * The name of the thing that is waited for; the init container is called `wait-for-<name>`.
   *
   * @default - the id of the Service's construct, or of the workload that it was made by
   */
  readonly name?: string;
}

/**
 * Options of `Dependency.onCommand`.
 */
export interface CommandDependencyOptions extends DependencyOptions {
  /**
   * The image in which the command runs.
   *
   * @default - the image of the wait agent, a busybox
   */
  readonly image?: string;

  /**
   * The name of the thing that is waited for; the init container is called `wait-for-<name>`.
   *
   * @default - the last part of the program's path
   */
  readonly name?: string;
}

/**
 * Something that a container needs before it starts: another container of its pod, or something outside the pod.
 */
export class Dependency {
  /**
   * The container of that name in the same pod.
   *
   * @param containerName the name of the container that must come first
   * @param options condition, timeout
   */
  public static on(containerName: string, options: ContainerDependencyOptions = {}): Dependency {
    return new Dependency({
      ...declared(options),
      target: { kind: 'container', name: containerName },
      condition: options.condition,
      required: options.required ?? true,
      onDependencyRestart: options.onDependencyRestart,
      orderedShutdown: options.orderedShutdown,
    });
  }

  /**
   * That container of the same pod.
   *
   * @param container the cdk8s-plus container that must come first
   * @param options condition, timeout
   */
  public static onContainer(container: Container, options: ContainerDependencyOptions = {}): Dependency {
    return Dependency.on(container.name, options);
  }

  /**
   * A URL outside the pod, which must answer with an expected status. An init container polls it and holds the whole pod.
   *
   * @param url an `http` or `https` URL; the certificate is not verified
   * @param options expected statuses, name, timeout
   */
  public static onUrl(url: string, options: UrlDependencyOptions = {}): Dependency {
    const parsed = parseUrl(url);
    return Dependency.external(
      { name: options.name ?? firstLabel(parsed.host ?? ''), check: { ...parsed, kind: 'httpGet', statuses: options.statuses } },
      options,
    );
  }

  /**
   * A TCP port outside the pod, which must accept a connection. An init container polls it and holds the whole pod.
   *
   * @param host a name or an address
   * @param port the port
   * @param options name, timeout
   */
  public static onTcp(host: string, port: number, options: NamedDependencyOptions = {}): Dependency {
    return Dependency.external({ name: options.name ?? firstLabel(host), check: { kind: 'tcpSocket', host, port } }, options);
  }

  /**
   * A Service, which must accept a connection: it does when at least one of the pods that it selects is ready. When those pods are of a workload of
   * the same app, the plan names it; workloads that wait for each other are an error.
   *
   * @param service the cdk8s-plus Service
   * @param options port, name, timeout
   */
  public static onService(service: Service, options: ServiceDependencyOptions = {}): Dependency {
    const { namespace } = service.metadata;
    return Dependency.external({
      name: options.name ?? idOf(service),
      check: { kind: 'tcpSocket', host: namespace === undefined ? service.name : `${service.name}.${namespace}`, port: options.port ?? service.port },
      servicePath: service.node.path,
    }, options);
  }

  /**
   * A command that must exit with 0, run again and again in an image of its own. The init container holds the whole pod.
   *
   * @param command the program and its arguments; no shell is involved
   * @param options image, name, timeout
   */
  public static onCommand(command: string[], options: CommandDependencyOptions = {}): Dependency {
    return Dependency.external({
      name: options.name ?? (command[0] ?? '').split('/').pop()!,
      check: { kind: 'command', command: [...command] },
      image: options.image,
    }, options);
  }

  /**
   * A fixed time. Knows nothing of what is waited for: take any other dependency if you can. An init container holds the whole pod.
   *
   * @param time how long to wait
   * @param options name
   */
  public static onDelay(time: Duration, options: NamedDependencyOptions = {}): Dependency {
    return Dependency.external({ name: options.name ?? 'delay', check: ReadyCheck.delay(time)._check }, options);
  }

  private static external(target: Omit<ExternalTarget, 'kind'>, options: DependencyOptions): Dependency {
    return new Dependency({ ...declared(options), target: { kind: 'external', ...target }, required: true });
  }

  /** @internal */
  public readonly _declaration: DependencyDeclaration;

  private constructor(declaration: DependencyDeclaration) {
    this._declaration = declaration;
  }
}

function declared(options: DependencyOptions) {
  return {
    timeoutSeconds: options.timeout && options.timeout.toMilliseconds() / 1000,
    onTimeout: options.onTimeout,
    mechanism: options.mechanism,
    guarantee: options.guarantee,
  };
}

/** Only takes the URL apart; whether the parts can be used is decided with all other problems of the pod. */
function parseUrl(url: string): Extract<Check, { kind: 'httpGet' }> {
  const match = /^([^:/?#]*):\/\/(\[[^\]]*\]|[^:/?#]*)(?::([^/?#]*))?([^]*)$/.exec(url);
  const scheme = match?.[1] ?? '';
  const port = match?.[3] ?? (scheme === 'https' ? '443' : '80');
  const path = match?.[4] ?? '';
  return {
    kind: 'httpGet',
    scheme: scheme as 'http' | 'https',
    host: match ? match[2].replace(/^\[|\]$/g, '') : url,
    port: /^[0-9]+$/.test(port) ? Number(port) : NaN,
    path: path.startsWith('/') ? path : `/${path}`,
  };
}

/** `exposeViaService` calls what it makes 'Service'. */
function idOf({ node }: Service): string {
  return node.id === 'Service' && node.scope ? node.scope.node.id : node.id;
}

function firstLabel(host: string): string {
  return /^[0-9.:]+$/.test(host) ? host : host.split('.')[0];
}
