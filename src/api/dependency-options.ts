import { Duration } from 'cdk8s';
import { EnvValue, IConfigMap } from 'cdk8s-plus-27';
import { Guarantee } from './guarantee';
import { Mechanism } from './mechanism';
import { OnDependencyRestart } from './on-dependency-restart';
import { OnTimeout } from './on-timeout';
import { StartCondition } from './start-condition';

/**
 * Options that every kind of dependency has.
 */
export interface DependencyOptions {
  /**
   * Longest wait, in whole seconds. On a startup probe (`Mechanism.SIDECAR_PROBE`) it is the number of tries, one each second; the longest
   * that is given by those who depend on the sidecar counts.
   *
   * @default - one minute for a postStart hook, since it blocks the deletion of the pod; no limit for every other mechanism
   */
  readonly timeout?: Duration;

  /**
   * What happens when the timeout is reached.
   *
   * @default OnTimeout.CONTINUE for a postStart hook, OnTimeout.FAIL for every other mechanism
   */
  readonly onTimeout?: OnTimeout;

  /**
   * Force the mechanism. Refused, with the reason, when it cannot express this dependency.
   *
   * @default - the least intrusive mechanism that reaches the guarantee that is needed
   */
  readonly mechanism?: Mechanism;

  /**
   * The guarantee that is needed; an error when it cannot be reached. The least intrusive mechanism that reaches it is taken.
   * `BEST_EFFORT` accepts that weakest guarantee and silences the notice about it at synth.
   *
   * @default - that of the workload; else the strongest that can be reached
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
 * Options that every dependency on something outside the pod has.
 */
export interface ExternalDependencyOptions extends DependencyOptions {
  /**
   * The name of the thing that is waited for; the init container is called `wait-for-<name>`.
   *
   * @default - that of what is awaited: a host up to its first dot, the id of a Service's or Job's construct, the name of an object, the value of the first label, the program of a command
   */
  readonly name?: string;

  /**
   * When it is ready, from the creation of the pod on. Writes nothing: plans and pictures predict with it.
   *
   * @default - Duration.seconds(0) is assumed, that it is there already, and shown as a guess
   */
  readonly expectedReadyIn?: Duration;
}

/**
 * Options of `Dependency.onUrl`. With `method`, `contains`, `env` or `verifyCertificate` an init container asks with curl; else the wait agent does.
 */
export interface UrlDependencyOptions extends ExternalDependencyOptions {
  /**
   * The request method.
   *
   * @default 'GET'
   */
  readonly method?: string;

  /**
   * Request headers. `$(NAME)` in a value stands for a variable of `env`.
   *
   * @default - none but those that every client sends
   */
  readonly headers?: { [name: string]: string };

  /**
   * Environment variables for `headers`: credentials from a Secret, `EnvValue.fromSecretValue({ secret, key })`. Writes `env` of the init container; the value
   * is in no manifest and in no list of processes.
   *
   * @default - none
   */
  readonly env?: { [name: string]: EnvValue };

  /**
   * A text that the body of the answer has to contain, taken literally.
   *
   * @default - the body does not matter
   */
  readonly contains?: string;

  /**
   * Whether the certificate of an `https` server has to be valid, for the host of the URL and from an authority that the image or `authorities` names.
   *
   * @default - true with `authorities` or `env`, else false: it is asked whether the server is there, and not who it is
   */
  readonly verifyCertificate?: boolean;

  /**
   * The ConfigMap with the certificates of the authorities that are trusted, in PEM, under the key `ca.crt`. Writes a `volume` of the pod, mounted in the
   * init container only.
   *
   * @default - those that the image of curl brings
   */
  readonly authorities?: IConfigMap;

  /**
   * An image with `curl` 8.3 or newer, where one is needed.
   *
   * @default 'curlimages/curl:8.11.1'
   */
  readonly image?: string;

  /**
   * The statuses of the first response that count as ready.
   *
   * @default - 200 to 204, 300 to 303, 307 and 308; with an option that takes curl, every status from 200 to 399; redirects are followed
   */
  readonly statuses?: number[];
}

/**
 * Options of `Dependency.onService`.
 */
export interface ServiceDependencyOptions extends ExternalDependencyOptions {
  /**
   * The port of the Service.
   *
   * @default - its first port
   */
  readonly port?: number;

  /**
   * Whether the Kubernetes API is asked for a ready endpoint, and not the Service for a connection. For a Service without a cluster IP, or in a mesh whose proxy accepts every connection itself.
   * Writes an init container with kubectl, and a Role that lets it list EndpointSlices, bound to the account of the pod, as `onJob` does.
   *
   * @default false
   */
  readonly throughApi?: boolean;
}

/**
 * Options of `Dependency.onCommand`.
 */
export interface CommandDependencyOptions extends ExternalDependencyOptions {
  /**
   * The image in which the command runs.
   *
   * @default - the image of the container that depends on it
   */
  readonly image?: string;

  /**
   * Environment variables of the command; credentials from a Secret: `EnvValue.fromSecretValue({ secret, key })`. Writes `env` of the init container.
   *
   * @default - none
   */
  readonly env?: { [name: string]: EnvValue };
}

/**
 * Options that every dependency has which is looked up in the Kubernetes API.
 */
export interface ApiDependencyOptions extends ExternalDependencyOptions {
  /**
   * The namespace of the object.
   *
   * @default - that of the pod
   */
  readonly namespace?: string;

  /**
   * An image with `kubectl`; a shell is not needed.
   *
   * @default 'registry.k8s.io/kubectl:v1.35.4'
   */
  readonly image?: string;
}

/**
 * Options of `Dependency.onJob` and `Dependency.onJobNamed`.
 */
export interface JobDependencyOptions extends ApiDependencyOptions {
  /**
   * `false`: where there is no such Job (any more) the container starts. For a Job with `ttlSecondsAfterFinished`, and then the order holds only if the Job is
   * created before the pod.
   *
   * @default true
   */
  readonly required?: boolean;
}

/**
 * Options of `Dependency.onPods`.
 */
export interface PodsDependencyOptions extends ApiDependencyOptions {
  /**
   * How many of them have to be Ready.
   *
   * @default - all that there are, and at least one
   */
  readonly count?: number;
}

/**
 * Options of `Dependency.onResource`: exactly one of `condition` and `jsonPath`.
 */
export interface ResourceDependencyOptions extends ApiDependencyOptions {
  /**
   * The type of a condition in `status.conditions`, such as `Ready`, whose status has to be `True`; `Ready=False` names another status.
   *
   * @default - `jsonPath` is given
   */
  readonly condition?: string;

  /**
   * A JSON path to a field, in braces: `{.status.phase}`.
   *
   * @default - `condition` is given
   */
  readonly jsonPath?: string;

  /**
   * The value that the field at `jsonPath` has to have.
   *
   * @default - any: the field has to be there
   */
  readonly value?: string;

  /**
   * The type of a condition that says that the awaited will never come, such as `Failed`: the wait fails then, whatever its timeout.
   *
   * @default - none
   */
  readonly failedCondition?: string;

  /**
   * The object is in no namespace, as a Node or a CustomResourceDefinition is. Writes a ClusterRole instead of a Role.
   *
   * @default false
   */
  readonly clusterScoped?: boolean;

  /**
   * `false`: where there is no such object the container starts.
   *
   * @default true
   */
  readonly required?: boolean;
}

/**
 * Options of `Dependency.onDatabase`.
 */
export interface DatabaseDependencyOptions extends ExternalDependencyOptions {
  /**
   * An image with the client that asks: `wait4x` 3, or `redis-cli` 7 for Redis.
   *
   * @default 'wait4x/wait4x:3.7.1', or 'redis:7-alpine'
   */
  readonly image?: string;
}
