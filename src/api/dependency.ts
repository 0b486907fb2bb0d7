import { Duration } from 'cdk8s';
import { Container, Job, Service } from 'cdk8s-plus-27';
import { Database } from './database';
import {
  CommandDependencyOptions, ContainerDependencyOptions, DatabaseDependencyOptions, DependencyOptions, ExternalDependencyOptions,
  JobDependencyOptions, PodsDependencyOptions, ResourceDependencyOptions, ServiceDependencyOptions, UrlDependencyOptions,
} from './dependency-options';
import { DependencyDeclaration } from './private/declaration';
import { endpointsTarget, envOf, ExternalThing, firstLabel, jobTarget, podsTarget, resourceTarget, urlTarget } from './private/external-target';
import { checkArguments, DURATION, mapOf, NAME, NUMBER, objectOf, required, STRING, WORDS } from './private/kind';
import { secondsOf } from './private/seconds';
import {
  COMMAND_DEPENDENCY_OPTIONS, CONTAINER_DEPENDENCY_OPTIONS, DATABASE, DATABASE_DEPENDENCY_OPTIONS, EXTERNAL_DEPENDENCY_OPTIONS,
  JOB_DEPENDENCY_OPTIONS, PODS_DEPENDENCY_OPTIONS, RESOURCE_DEPENDENCY_OPTIONS, SERVICE_DEPENDENCY_OPTIONS, URL_DEPENDENCY_OPTIONS,
} from './private/structs';

const CONTAINER = objectOf('Container of cdk8s-plus', object => 'name' in object && 'image' in object, value => typeof value === 'string' ? `that in pod.containers, or Dependency.on('${value}')` : 'pod.containers[0]');
const SERVICE = objectOf('Service of cdk8s-plus', object => 'node' in object && Array.isArray(object.ports), value => `the one that your chart creates, or Dependency.onTcp('${typeof value === 'string' ? value : 'db'}', 5432)`);
const JOB = objectOf('Job of cdk8s-plus', object => 'node' in object && 'backoffLimit' in object, value => `the one that your chart creates, or Dependency.onJobNamed('${typeof value === 'string' ? value : 'migrate'}')`);

/**
 * Something that a container needs before it starts: another container of its pod, or something outside the pod.
 *
 * What is outside the pod is waited for by an init container, which holds the whole pod and waits once, when the pod starts; or, where not all app containers need it and the
 * `command` of the dependent stands in the manifest, by the wait agent in front of that command, each time it starts. `explain()` says which.
 *
 * @example
 * const dependsOn = [
 *   Dependency.on('cache', { timeout: Duration.minutes(1) }),
 *   Dependency.onUrl('http://config.shop:8080/info', { statuses: [200] }),
 * ];
 */
export class Dependency {
  /**
   * The container of that name in the same pod.
   *
   * @param containerName the name of the container that must come first
   * @param options condition, timeout
   */
  public static on(containerName: string, options: ContainerDependencyOptions = {}): Dependency {
    checkArguments('Dependency.on', { containerName: [containerName, required(NAME)], options: [options, CONTAINER_DEPENDENCY_OPTIONS] });
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
    checkArguments('Dependency.onContainer', { container: [container, required(CONTAINER)] });
    return Dependency.on(container.name, options);
  }

  /**
   * A URL outside the pod, which must answer with an expected status.
   *
   * @param url an `http` or `https` URL
   * @param options expected statuses, method, headers, body, certificate, name, timeout
   */
  public static onUrl(url: string, options: UrlDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onUrl', { url: [url, required(STRING)], options: [options, URL_DEPENDENCY_OPTIONS] });
    return Dependency.external(urlTarget(url, options), options);
  }

  /**
   * A TCP port outside the pod, which must accept a connection.
   *
   * @param host a name or an address
   * @param port the port
   * @param options name, timeout
   */
  public static onTcp(host: string, port: number, options: ExternalDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onTcp', { host: [host, required(STRING)], port: [port, required(NUMBER)], options: [options, EXTERNAL_DEPENDENCY_OPTIONS] });
    return Dependency.external({ name: options.name ?? firstLabel(host), check: { kind: 'tcpSocket', host, port } }, options);
  }

  /**
   * A name that must have an address, as an application of the pod would look it up: with `/etc/hosts`, and the search list of the cluster. That anybody is there does not
   * follow.
   *
   * @param host the name
   * @param options name, timeout
   */
  public static onDns(host: string, options: ExternalDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onDns', { host: [host, required(STRING)], options: [options, EXTERNAL_DEPENDENCY_OPTIONS] });
    return Dependency.external({ name: options.name ?? firstLabel(host), check: { kind: 'dns', host } }, options);
  }

  /**
   * A Service, which must accept a connection: it does when at least one of the pods that it selects is ready. When those pods are of a workload of
   * the same app, the plan names it; workloads that wait for each other are an error.
   *
   * @param service the cdk8s-plus Service
   * @param options port, name, timeout
   */
  public static onService(service: Service, options: ServiceDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onService', { service: [service, required(SERVICE)], options: [options, SERVICE_DEPENDENCY_OPTIONS] });
    const { namespace } = service.metadata;
    // The getter `port` of cdk8s-plus throws for a Service without ports, such as one of the type ExternalName.
    const port = options.port ?? service.ports[0]?.port;
    if (!options.throughApi) { checkArguments('Dependency.onService', { 'options.port': [port, required(NUMBER)] }); }
    const host = namespace === undefined ? service.name : `${service.name}.${namespace}`;
    return Dependency.external({
      name: options.name ?? idOf(service),
      inApp: { kind: 'service', path: service.node.path },
      ...(options.throughApi ? endpointsTarget(service.name, namespace) : { check: { kind: 'tcpSocket', host, port } }),
    }, options);
  }

  /**
   * A Job, which must be complete. When it has failed the wait fails, and says so; the kubelet then tries again, for the Job may be made anew.
   *
   * Writes an init container with kubectl, and a Role that lets it read this one Job, bound to the account of the pod. A pod without an account gets one; its token is mounted in
   * the init container only, unless the pod specifies `automountServiceAccountToken: true`.
   *
   * @param job the cdk8s-plus Job
   * @param options namespace, image, whether it may be gone, name, timeout
   */
  public static onJob(job: Job, options: JobDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onJob', { job: [job, required(JOB)], options: [options, JOB_DEPENDENCY_OPTIONS] });
    const namespace = options.namespace ?? job.metadata.namespace;
    const target = jobTarget(job.name, { ...options, namespace, name: options.name ?? idOf(job) });
    return Dependency.external({ ...target, inApp: { kind: 'job', path: job.node.path, mayBeAbsent: options.required === false } }, options);
  }

  /**
   * The Job of that name, as with `onJob`.
   *
   * @param jobName the name of the Job in Kubernetes
   * @param options namespace, image, whether it may be gone, name, timeout
   */
  public static onJobNamed(jobName: string, options: JobDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onJobNamed', { jobName: [jobName, required(NAME)], options: [options, JOB_DEPENDENCY_OPTIONS] });
    return Dependency.external(jobTarget(jobName, options), options);
  }

  /**
   * Pods with these labels, which must be Ready: all that there are, or so many. Looked up each two seconds or so. Where a Service stands before them, `onService` asks them
   * and not the API, and needs no rights.
   *
   * Writes an init container with kubectl, and a Role that lets it list pods, bound to the account of the pod, as `onJob` does.
   *
   * @param labels the labels that all of them have
   * @param options how many, namespace, image, name, timeout
   */
  public static onPods(labels: { [key: string]: string }, options: PodsDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onPods', { labels: [labels, required(mapOf(STRING))], options: [options, PODS_DEPENDENCY_OPTIONS] });
    return Dependency.external(podsTarget(labels, options), options);
  }

  /**
   * Any object of the Kubernetes API, which must have a condition, or a value in a field. The API tells of changes; nothing is polled but an object that is not there yet.
   *
   * Writes an init container with kubectl, and a Role that lets it read this one object, bound to the account of the pod, as `onJob` does.
   *
   * @param resource resource, API group and name, as RBAC has them: `certificates.cert-manager.io/shop`, `configmaps/settings`; the resource in the plural
   * @param options the condition or the field, namespace, image, name, timeout
   */
  public static onResource(resource: string, options: ResourceDependencyOptions): Dependency {
    checkArguments('Dependency.onResource', { resource: [resource, required(STRING)], options: [options, required(RESOURCE_DEPENDENCY_OPTIONS)] });
    return Dependency.external(resourceTarget(resource, options), options);
  }

  /**
   * A database or a broker, which must answer in its own protocol. Writes an init container with wait4x, or with redis-cli.
   *
   * @param database which, and where
   * @param options image, name, timeout
   * @see https://github.com/wait4x/wait4x
   */
  public static onDatabase(database: Database, options: DatabaseDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onDatabase', { database: [database, required(DATABASE)], options: [options, DATABASE_DEPENDENCY_OPTIONS] });
    const { host, check, env } = database._asked;
    return Dependency.external({ name: options.name ?? firstLabel(host), check, image: options.image, env }, options);
  }

  /**
   * A command that must exit with 0, run again and again in an image of its own. The init container holds the whole pod.
   *
   * @param command the program and its arguments; no shell is involved
   * @param options image, environment, name, timeout
   */
  public static onCommand(command: string[], options: CommandDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onCommand', { command: [command, required(WORDS)], options: [options, COMMAND_DEPENDENCY_OPTIONS] });
    return Dependency.external({
      name: options.name ?? (command[0] ?? '').split('/').pop()!,
      check: { kind: 'command', command: [...command] },
      image: options.image,
      env: envOf(options.env),
    }, options);
  }

  /**
   * A fixed time. Knows nothing of what is waited for: take any other dependency if you can.
   *
   * @param time how long to wait
   * @param options name
   */
  public static onDelay(time: Duration, options: ExternalDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onDelay', { time: [time, required(DURATION)], options: [options, EXTERNAL_DEPENDENCY_OPTIONS] });
    return Dependency.external({ name: options.name ?? 'delay', check: { kind: 'delay', seconds: secondsOf(time) } }, options);
  }

  private static external(target: ExternalThing, options: ExternalDependencyOptions): Dependency {
    const expectedReadySeconds = secondsOf(options.expectedReadyIn);
    return new Dependency({ ...declared(options), target: { kind: 'external', ...target }, required: true, expectedReadySeconds });
  }

  /** @internal */
  public readonly _declaration: DependencyDeclaration;

  private constructor(declaration: DependencyDeclaration) {
    this._declaration = declaration;
  }
}

function declared(options: DependencyOptions) {
  return {
    timeoutSeconds: secondsOf(options.timeout),
    onTimeout: options.onTimeout,
    mechanism: options.mechanism,
    guarantee: options.guarantee,
  };
}

/** cdk8s-plus calls what a method of a workload makes 'Service'. */
function idOf({ node }: Service | Job): string {
  return node.id === 'Service' && node.scope ? node.scope.node.id : node.id;
}
