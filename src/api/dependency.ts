import { Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import {
  ContainerDependencyOptions,
  DependencyOptions,
  ExternalDependencyOptions,
  ResourceDependencyOptions,
  UrlDependencyOptions,
} from './dependency-options';
import { DependencyDeclaration } from './private/declaration';
import { OnTimeout } from './private/enums';
import {
  endpointsTarget,
  envOf,
  ExternalThing,
  firstLabel,
  injectedTarget,
  jobTarget,
  podsTarget,
  resourceTarget,
  serverCheck,
  urlTarget,
} from './private/external-target';
import { checkArguments, NUMBER, oneOf } from './private/kind';
import { objectIn } from './private/object-in';
import { secondsOf } from './private/seconds';
import { checkCall, PODS_DEPENDENCY_OPTIONS } from './private/structs';
import { Protocol } from './protocol';
import { ReadyCheck } from './ready-check';

/**
 * Something that must be ready before a container starts: another container of its pod, or something outside the pod.
 *
 * A container of the pod without a stated role that others need becomes a native sidecar where the kubelet can then
 * keep the order; `role: APP` keeps it where it is. An init container waits for something outside the pod. The whole
 * pod waits with it, once, when the pod starts. With the guarantee EVERY_START the wait agent waits before the command
 * of the dependent instead, at each start. `explain()` shows which.
 *
 * @example
 * const dependsOn = [
 *   Dependency.on('cache', { timeout: Duration.minutes(1) }),
 *   Dependency.onUrl('http://config.shop:8080/info', { statuses: [200] }),
 * ];
 */
export class Dependency {
  /**
   * The container with this name in the same pod.
   *
   * @param containerName the name of the container
   * @param options condition, timeout
   */
  public static on(containerName: string, options: ContainerDependencyOptions = {}): Dependency {
    checkCall('Dependency.on', { containerName, options });
    return new Dependency({
      target: { kind: 'container', name: containerName },
      condition: options.condition,
      required: options.required ?? true,
      restartAllContainers: options.restartAllContainers,
      orderedShutdown: options.orderedShutdown,
      ...declared(options),
    });
  }

  /**
   * A URL outside the pod that must respond with an expected status.
   *
   * @param url an `http` or `https` URL
   * @param options expected statuses, method, headers, body, certificate, name, timeout
   */
  public static onUrl(url: string, options: UrlDependencyOptions = {}): Dependency {
    checkCall('Dependency.onUrl', { url, options });
    return Dependency.external(urlTarget(url, options), options);
  }

  /**
   * A TCP port outside the pod that must accept a connection.
   *
   * @param host a name or an address
   * @param portNumber the port
   * @param options name, timeout
   */
  public static onTcp(host: string, portNumber: number, options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onTcp', { host, portNumber, options });
    return Dependency.external(
      { name: firstLabel(host), check: { kind: 'tcpSocket', host, port: portNumber } },
      options,
    );
  }

  /**
   * A server that must answer in its own protocol, without credentials. `Protocol` lists what each answer proves. For a
   * login, a table or a query, use `onCommand` with a client of the server.
   *
   * @param protocol the protocol of the server
   * @param host a name or an address
   * @param options port, name, timeout
   */
  public static onServer(protocol: Protocol, host: string, options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onServer', { protocol, host, options });
    const check = serverCheck(protocol, { host, port: options.port });
    return Dependency.external({ name: firstLabel(host), check }, options);
  }

  /**
   * A host name that must resolve to an address, with `/etc/hosts` and the search list of the cluster, as in an
   * application of the pod. It does not prove that a server is ready.
   *
   * @param host the name
   * @param options name, timeout
   */
  public static onDns(host: string, options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onDns', { host, options });
    return Dependency.external({ name: firstLabel(host), check: { kind: 'dns', host } }, options);
  }

  /**
   * A Service that must accept a connection. It does when at least one of its pods is ready. If these pods belong to a
   * workload of the same app, the plan names the workload; workloads that wait for each other are an error.
   *
   * @param service a Service of cdk8s-plus for any Kubernetes version, or any construct that contains exactly one, such
   *   as an `ApiObject` or an `Include`
   * @param options port, name, timeout
   */
  public static onService(service: IConstruct, options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onService', { service, options });
    const { name, namespace, id, findFirstPort } = objectIn(service, 'service');
    const port = options.port ?? findFirstPort();
    checkArguments('Dependency.onService', { 'options.port': NUMBER }, { 'options.port': port });
    const host = namespace === undefined ? name : `${name}.${namespace}`;
    return Dependency.external({ name: id, check: { kind: 'tcpSocket', host, port: port! } }, options);
  }

  /**
   * A Service that must have a ready endpoint in the Kubernetes API. For a Service without a cluster IP, or in a mesh
   * whose proxy accepts every connection.
   *
   * Writes an init container with kubectl, and a Role that allows the service account of the pod to list
   * EndpointSlices, as `onJob` does.
   *
   * @param service a Service, as in `onService`
   * @param options image, name, timeout
   */
  public static onEndpoints(service: IConstruct, options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onEndpoints', { service, options });
    const { name, namespace, id } = objectIn(service, 'service');
    return Dependency.external({ ...endpointsTarget(name, namespace), name: id }, options);
  }

  /**
   * A Job that must be complete. If the Job fails, the wait fails and the log names the Job. The kubelet then retries,
   * because the Job may be created again.
   *
   * Writes an init container with kubectl, and a Role that allows the service account of the pod to read this Job. A
   * workload without a namespace is an error (SO905), and so is a pod without a service account (SO914): give it one,
   * or accept one with `createServiceAccount`. Only the init container mounts its token, unless the pod specifies
   * `automountServiceAccountToken: true`.
   *
   * @param job a Job of cdk8s-plus for any Kubernetes version, or any construct that contains exactly one, such as an
   *   `ApiObject` or an `Include`
   * @param options namespace, image, whether the Job must exist, name, timeout
   */
  public static onJob(job: IConstruct, options: ResourceDependencyOptions = {}): Dependency {
    checkCall('Dependency.onJob', { job, options });
    const found = objectIn(job, 'job');
    const namespace = options.namespace ?? found.namespace;
    return Dependency.external({ ...jobTarget(found.name, { ...options, namespace }), name: found.id }, options);
  }

  /**
   * An object of the Kubernetes API that must have a condition, or a value in a field. kubectl watches the object, and
   * polls only for an object that does not exist yet. With `pods` and `labels`: pods that must be Ready.
   *
   * Writes an init container with kubectl, and a Role that allows the service account of the pod to read this object,
   * as `onJob` does.
   *
   * @param resource the resource in the plural, its API group, and the name of the object, as in RBAC:
   *   `certificates.cert-manager.io/shop`, `configmaps/settings`; `pods` with `labels`
   * @param options the condition, the field or the labels, namespace, image, name, timeout
   */
  public static onResource(resource: string, options: ResourceDependencyOptions): Dependency {
    if (options?.labels !== undefined) {
      const kinds = { resource: oneOf('pods'), options: PODS_DEPENDENCY_OPTIONS };
      checkArguments('Dependency.onResource', kinds, { resource, options });
      return Dependency.external(podsTarget(options.labels, options), options);
    }
    checkCall('Dependency.onResource', { resource, options });
    return Dependency.external(resourceTarget(resource, options), options);
  }

  /**
   * A command that must exit with 0. An init container runs it repeatedly, in an image of your choice, and the whole
   * pod waits.
   *
   * @param command the program and its arguments; no shell is involved
   * @param options image, environment, name, timeout
   */
  public static onCommand(command: string[], options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onCommand', { command, options });
    return Dependency.external(
      {
        name: (command[0] ?? '').split('/').pop()!,
        check: { kind: 'command', command: [...command] },
        env: envOf(options.env),
      },
      options,
    );
  }

  /**
   * A fixed time. It proves nothing about the dependency: prefer any other dependency.
   *
   * @param time how long to wait
   * @param options name
   */
  public static onDelay(time: Duration, options: ExternalDependencyOptions = {}): Dependency {
    checkCall('Dependency.onDelay', { time, options });
    return Dependency.external({ name: 'delay', check: { kind: 'delay', seconds: secondsOf(time)! } }, options);
  }

  /**
   * A container that a mutating webhook injects into the pod, such as the proxy of a mesh or a Vault agent. The
   * wait agent before the command of the dependent waits for it, at each start. A pod without the container waits, too.
   *
   * Needs the command of the dependent in the manifest or in the image file.
   *
   * @param containerName the name of the injected container
   * @param readyWhen a check over the network: `ReadyCheck.httpGet` with a port, `tcpSocket` or `server`; by default at
   *   127.0.0.1
   * @param options timeout
   */
  public static onInjected(containerName: string, readyWhen: ReadyCheck, options: DependencyOptions = {}): Dependency {
    checkCall('Dependency.onInjected', { containerName, readyWhen, options });
    return Dependency.external(injectedTarget(containerName, readyWhen._check), options);
  }

  private static external(target: ExternalThing, options: ExternalDependencyOptions): Dependency {
    const { name = target.name, image, expectedReadyIn } = options;
    return new Dependency({
      target: { kind: 'external', ...target, name, image },
      required: true,
      expectedReadySeconds: secondsOf(expectedReadyIn),
      ...declared(options),
    });
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
    onTimeout: options.onTimeout as OnTimeout | undefined,
    mechanism: options.mechanism,
    guarantee: options.guarantee,
  };
}
