import { DeclaredCheck, ExternalCheck } from './check';
import { ContainerRole, Guarantee, Mechanism, OnTimeout, StartCondition } from './enums';
import { EnvVarJson } from './pod-spec';

/** One `Dependency` as the user declared it. */
export interface DependencyDeclaration {
  readonly target: ContainerTarget | ExternalTarget;
  readonly condition?: StartCondition;
  readonly timeoutSeconds?: number;
  readonly onTimeout?: OnTimeout;
  readonly required: boolean;
  readonly mechanism?: Mechanism;
  readonly guarantee?: Guarantee;
  readonly restartAllContainers?: boolean;
  readonly orderedShutdown?: boolean;
  /** The expected time until something outside the pod is ready, for predictions only. */
  readonly expectedReadySeconds?: number;
}

export interface ContainerTarget {
  readonly kind: 'container';
  readonly name: string;
}

/** Something outside the pod. */
export interface ExternalTarget {
  readonly kind: 'external';
  /** A short name; the name of the init container that waits contains it. */
  readonly name: string;
  readonly check: ExternalCheck;
  /**
   * The image of the container that makes the check; `undefined`: the default image of the program, or of the agent.
   */
  readonly image?: string;
  /** Environment variables of the container that waits. */
  readonly env?: readonly EnvVarJson[];
  /** The target is a container with this name that a webhook may inject into the pod. */
  readonly injected?: true;
  /** A file that the check needs: a key of a ConfigMap. */
  readonly file?: { readonly configMap: string; readonly key: string; readonly path: string };
  /** The permission that the check needs. */
  readonly access?: Access;
}

/** One rule of a Role, for kubectl. */
export interface Access {
  readonly apiGroup: string;
  /** The plural name, as in RBAC. */
  readonly resource: string;
  /** `undefined`: all objects of the resource. */
  readonly name?: string;
  /** `undefined`: the namespace of the pod. */
  readonly namespace?: string;
  readonly clusterScoped: boolean;
  readonly verbs: readonly string[];
}

/** All declarations about one container of the manifest. */
export interface ContainerDeclaration {
  readonly name: string;
  readonly role?: ContainerRole;
  readonly readyWhen?: DeclaredCheck;
  readonly stopsWithinSeconds?: number;
  /** The expected time from the start of the container until it is ready, for predictions only. */
  readonly expectedReadySeconds?: number;
  readonly dependsOn: readonly DependencyDeclaration[];
}

/** All declarations about one pod. */
export interface PodDeclaration {
  readonly containers: readonly ContainerDeclaration[];
  /** Every app container depends on all sidecars of the manifest. */
  readonly sidecarsFirst: boolean;
  /** The service account with the permissions for the waits, for a pod without a service account. */
  readonly serviceAccount?: string;
}
