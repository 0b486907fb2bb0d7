import { Duration } from 'cdk8s';
import { EnvValue, IConfigMap } from 'cdk8s-plus-27';
import { Guarantee, Mechanism, StartCondition } from './enums';

/**
 * Options of every dependency.
 */
export interface DependencyOptions {
  /**
   * The longest wait, in whole seconds. With `Mechanism.SIDECAR_PROBE` it becomes `failureThreshold` of a startup probe
   * with a period of 1 s; the longest timeout of all dependents of the sidecar applies.
   *
   * @default - 60 s for a postStart hook, because the hook blocks the deletion of the pod; no limit for every other
   *   mechanism
   */
  readonly timeout?: Duration;

  /**
   * The effect of a dependency that does not meet its condition within the `timeout`.
   *
   * - `FAIL`: the dependent does not start. An init container that waits, or a gate (`Mechanism.ENTRYPOINT_GATE`),
   *   exits with 124, and the kubelet restarts it according to the restart policy. A startup probe makes the kubelet
   *   restart the dependency, and the dependent keeps waiting. A postStart hook of a regular container cannot prevent
   *   the start: this combination is an error.
   * - `CONTINUE`: the dependent starts anyway. A startup probe and `Mechanism.GUARDED_HOOK` cannot do that, so the
   *   planner chooses another mechanism.
   *
   * @default - `CONTINUE` for a postStart hook, `FAIL` for every other mechanism
   */
  readonly onTimeout?: string;

  /**
   * The mechanism that enforces this dependency. An error, with the reason, if the mechanism cannot enforce it.
   *
   * @default - the least intrusive mechanism that reaches the guarantee
   */
  readonly mechanism?: Mechanism;

  /**
   * The guarantee that this dependency needs. The library chooses the least intrusive mechanism that reaches it. An
   * error if no mechanism does. `BEST_EFFORT` accepts the weakest guarantee, without a notice at synth.
   *
   * @default - the guarantee of the workload; otherwise FAIL_CLOSED, or the strongest guarantee that can be reached
   */
  readonly guarantee?: Guarantee;
}

/**
 * Options of a dependency on a container of the same pod.
 */
export interface ContainerDependencyOptions extends DependencyOptions {
  /**
   * The condition of the dependency that must hold before the dependent starts.
   *
   * @default StartCondition.READY; StartCondition.COMPLETED for a container of role INIT
   */
  readonly condition?: StartCondition;

  /**
   * Whether the pod must contain the dependency. With `false`, a dependency on a missing container has no effect.
   *
   * @default true
   */
  readonly required?: boolean;

  /**
   * Whether the end of the dependency restarts all containers of the pod, in order. Writes `restartPolicyRules` on the
   * dependency. The kubelet then terminates the other containers without `preStop` hooks and within 2 s each, and keeps
   * the address and the volumes of the pod. Otherwise the dependents keep running. Needs Kubernetes 1.36.
   *
   * @default false
   * @see https://kep.k8s.io/5532
   */
  readonly restartAllContainers?: boolean;

  /**
   * Whether the dependency gets SIGTERM only after this dependent has exited.
   *
   * @default - `orderedShutdown` of the workload
   */
  readonly orderedShutdown?: boolean;
}

/**
 * Options of every dependency on something outside the pod. `image`, `env` and `port` apply to the methods that they
 * name; elsewhere they are an error.
 */
export interface ExternalDependencyOptions extends DependencyOptions {
  /**
   * The name of the dependency. The init container is called `wait-for-<name>`.
   *
   * @default - the first label of a host, the construct id of a Service or Job, the name of an object, the value of the
   *   first label of pods, or the program of a command
   */
  readonly name?: string;

  /**
   * The expected time from the creation of the pod until the dependency is ready. Writes nothing: plans and pictures
   * predict the start with it.
   *
   * @default - 0 s is assumed, and shown as a guess
   */
  readonly expectedReadyIn?: Duration;

  /**
   * The port of `onService` or `onServer`.
   *
   * @default - the first port of the Service; the default port of the protocol; an error for `Protocol.TLS`
   */
  readonly port?: number;

  /**
   * The image of the init container, with the program that makes the check: curl 8.3 or newer for `onUrl`, kubectl for
   * `onJob`, `onResource` and `onEndpoints`, the command of `onCommand`. kubectl needs no shell.
   *
   * @default - `onCommand`: the image of the dependent; `onUrl`: 'curlimages/curl:8.11.1'; kubectl:
   *   'registry.k8s.io/kubectl:v1.35.4'
   */
  readonly image?: string;

  /**
   * Environment variables of the program of `onCommand` or `onUrl`. Credentials come from a Secret:
   * `EnvValue.fromSecretValue({ secret, key })`; they appear in no manifest and in no list of processes. Writes `env`
   * of the init container.
   *
   * @default - none
   */
  readonly env?: { [name: string]: EnvValue };
}

/**
 * Options of `Dependency.onUrl`. For an `https` URL, and with `method`, `contains` or `env`, an init container makes
 * the check with curl. Otherwise the wait agent makes it.
 */
export interface UrlDependencyOptions extends ExternalDependencyOptions {
  /**
   * The request method.
   *
   * @default 'GET'
   */
  readonly method?: string;

  /**
   * Request headers. `$(NAME)` in a value is replaced by the variable NAME of `env`.
   *
   * @default - no further headers
   */
  readonly headers?: { [name: string]: string };

  /**
   * A text that the response body must contain, taken literally.
   *
   * @default - any body
   */
  readonly contains?: string;

  /**
   * Whether the certificate of an `https` server must be valid for the host of the URL, and signed by an authority of
   * the image or of `authorities`. With `false` the check proves that a server responds, and not its identity. `env`
   * and `authorities` need `true`.
   *
   * @default true
   */
  readonly verifyCertificate?: boolean;

  /**
   * The ConfigMap with the certificates of the trusted authorities, in PEM, under the key `ca.crt`. Writes a volume of
   * the pod, which only the init container mounts.
   *
   * @default - the authorities of the curl image
   */
  readonly authorities?: IConfigMap;

  /**
   * The statuses of the first response that count as ready.
   *
   * @default - 200 to 399; redirects are followed, except with `env`
   */
  readonly statuses?: number[];
}

/**
 * Options of `Dependency.onJob`, with the first two properties, and of `Dependency.onResource`: exactly one of
 * `condition`, `jsonPath` and `labels`.
 */
export interface ResourceDependencyOptions extends ExternalDependencyOptions {
  /**
   * The namespace of the object or of the pods.
   *
   * @default - the namespace of the pod
   */
  readonly namespace?: string;

  /**
   * Whether the object must exist. With `false`, the container also starts if there is no such object. For a Job with
   * `ttlSecondsAfterFinished`; the order then holds only if the Job is created before the pod.
   *
   * @default true
   */
  readonly required?: boolean;

  /**
   * The type of a condition in `status.conditions` whose status must be `True`, such as `Ready`. `Ready=False`
   * specifies another status.
   *
   * @default - `jsonPath` or `labels` is specified
   */
  readonly condition?: string;

  /**
   * A JSON path to a field, in braces: `{.status.phase}`. `{.status.phase}=Bound` specifies the value of the field;
   * without it, any value counts.
   *
   * @default - `condition` or `labels` is specified
   */
  readonly jsonPath?: string;

  /**
   * The type of a condition that ends the wait with a failure before the timeout, such as `Failed`.
   *
   * @default - none
   */
  readonly failedCondition?: string;

  /**
   * Whether the object has no namespace, such as a Node or a CustomResourceDefinition. Writes a ClusterRole instead of
   * a Role.
   *
   * @default false
   */
  readonly clusterScoped?: boolean;

  /**
   * The labels of pods that must be Ready, for the resource `pods`: all pods with these labels, or `count` pods.
   * kubectl lists them about every 2 s. For pods of a Service use `onService`, which needs no rights in the Kubernetes
   * API.
   *
   * @default - `condition` or `jsonPath` is specified
   */
  readonly labels?: { [key: string]: string };

  /**
   * The number of pods with `labels` that must be Ready.
   *
   * @default - all pods with the labels, and at least one
   */
  readonly count?: number;

  /**
   * Whether only pods with `labels` on the node of the pod count, such as a pod of a DaemonSet that prepares the node.
   * Writes an environment variable of the init container, with the name of the node.
   *
   * @default false
   */
  readonly sameNode?: boolean;
}
