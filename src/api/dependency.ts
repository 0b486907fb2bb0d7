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
import { checkArguments, DURATION, NAME, NUMBER, instanceOf, oneOf, STRING, WORDS } from './private/kind';
import { objectIn } from './private/object-in';
import { secondsOf } from './private/seconds';
import {
  COMMAND_DEPENDENCY_OPTIONS,
  CONTAINER_DEPENDENCY_OPTIONS,
  DEPENDENCY_OPTIONS,
  ENDPOINTS_DEPENDENCY_OPTIONS,
  EXTERNAL_DEPENDENCY_OPTIONS,
  JOB_DEPENDENCY_OPTIONS,
  PODS_DEPENDENCY_OPTIONS,
  PROTOCOL,
  READY_CHECK,
  RESOURCE_DEPENDENCY_OPTIONS,
  PORT_DEPENDENCY_OPTIONS,
  URL_DEPENDENCY_OPTIONS,
} from './private/structs';
import { Protocol } from './protocol';
import { ReadyCheck } from './ready-check';

const SERVICE = instanceOf(
  'object with a Service',
  object => 'node' in object,
  value =>
    `the Service that your chart creates, or Dependency.onTcp('${typeof value === 'string' ? value : 'db'}', 5432)`,
);
const JOB = instanceOf(
  'object with a Job',
  object => 'node' in object,
  value =>
    'the Job that your chart creates, or ' +
    `Dependency.onResource('jobs.batch/${typeof value === 'string' ? value : 'migrate'}', { condition: ` +
    "'Complete', failedCondition: 'Failed' })",
);

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
    checkArguments('Dependency.on', {
      containerName: [containerName, NAME],
      options: [options, CONTAINER_DEPENDENCY_OPTIONS],
    });
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
    checkArguments('Dependency.onUrl', { url: [url, STRING], options: [options, URL_DEPENDENCY_OPTIONS] });
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
    checkArguments('Dependency.onTcp', {
      host: [host, STRING],
      portNumber: [portNumber, NUMBER],
      options: [options, EXTERNAL_DEPENDENCY_OPTIONS],
    });
    return Dependency.external(
      { name: options.name ?? firstLabel(host), check: { kind: 'tcpSocket', host, port: portNumber } },
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
    checkArguments('Dependency.onServer', {
      protocol: [protocol, PROTOCOL],
      host: [host, STRING],
      options: [options, PORT_DEPENDENCY_OPTIONS],
    });
    const check = serverCheck(protocol, { host, port: options.port });
    return Dependency.external({ name: options.name ?? firstLabel(host), check }, options);
  }

  /**
   * A host name that must resolve to an address, with `/etc/hosts` and the search list of the cluster, as in an
   * application of the pod. It does not prove that a server is ready.
   *
   * @param host the name
   * @param options name, timeout
   */
  public static onDns(host: string, options: ExternalDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onDns', {
      host: [host, STRING],
      options: [options, EXTERNAL_DEPENDENCY_OPTIONS],
    });
    return Dependency.external({ name: options.name ?? firstLabel(host), check: { kind: 'dns', host } }, options);
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
    checkArguments('Dependency.onService', {
      service: [service, SERVICE],
      options: [options, PORT_DEPENDENCY_OPTIONS],
    });
    const { name, namespace, id, findFirstPort } = objectIn(service, 'service');
    const port = options.port ?? findFirstPort();
    checkArguments('Dependency.onService', { 'options.port': [port, NUMBER] });
    const host = namespace === undefined ? name : `${name}.${namespace}`;
    return Dependency.external({ name: options.name ?? id, check: { kind: 'tcpSocket', host, port: port! } }, options);
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
    checkArguments('Dependency.onEndpoints', {
      service: [service, SERVICE],
      options: [options, ENDPOINTS_DEPENDENCY_OPTIONS],
    });
    const { name, namespace, id } = objectIn(service, 'service');
    const target = { ...endpointsTarget(name, namespace), name: options.name ?? id, image: options.image };
    return Dependency.external(target, options);
  }

  /**
   * A Job that must be complete. If the Job fails, the wait fails and the log names the Job. The kubelet then retries,
   * because the Job may be created again.
   *
   * Writes an init container with kubectl, and a Role that allows the service account of the pod to read this Job. A
   * pod without a service account is an error (SO914): give it one, or accept one with `createServiceAccount`. Only the
   * init container mounts its token, unless the pod specifies `automountServiceAccountToken: true`.
   *
   * @param job a Job of cdk8s-plus for any Kubernetes version, or any construct that contains exactly one, such as an
   *   `ApiObject` or an `Include`
   * @param options namespace, image, whether the Job must exist, name, timeout
   */
  public static onJob(job: IConstruct, options: ResourceDependencyOptions = {}): Dependency {
    checkArguments('Dependency.onJob', { job: [job, JOB], options: [options, JOB_DEPENDENCY_OPTIONS] });
    const found = objectIn(job, 'job');
    const namespace = options.namespace ?? found.namespace;
    return Dependency.external(
      jobTarget(found.name, { ...options, namespace, name: options.name ?? found.id }),
      options,
    );
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
      checkArguments('Dependency.onResource', {
        resource: [resource, oneOf('pods')],
        options: [options, PODS_DEPENDENCY_OPTIONS],
      });
      return Dependency.external(podsTarget(options.labels, options), options);
    }
    checkArguments('Dependency.onResource', {
      resource: [resource, STRING],
      options: [options, RESOURCE_DEPENDENCY_OPTIONS],
    });
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
    checkArguments('Dependency.onCommand', {
      command: [command, WORDS],
      options: [options, COMMAND_DEPENDENCY_OPTIONS],
    });
    return Dependency.external(
      {
        name: options.name ?? (command[0] ?? '').split('/').pop()!,
        check: { kind: 'command', command: [...command] },
        image: options.image,
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
    checkArguments('Dependency.onDelay', {
      time: [time, DURATION],
      options: [options, EXTERNAL_DEPENDENCY_OPTIONS],
    });
    return Dependency.external(
      { name: options.name ?? 'delay', check: { kind: 'delay', seconds: secondsOf(time)! } },
      options,
    );
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
    checkArguments('Dependency.onInjected', {
      containerName: [containerName, NAME],
      readyWhen: [readyWhen, READY_CHECK],
      options: [options, DEPENDENCY_OPTIONS],
    });
    return Dependency.external(injectedTarget(containerName, readyWhen._check), options);
  }

  private static external(target: ExternalThing, options: ExternalDependencyOptions): Dependency {
    const expectedReadySeconds = secondsOf(options.expectedReadyIn);
    return new Dependency({
      target: { kind: 'external', ...target },
      required: true,
      expectedReadySeconds,
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
