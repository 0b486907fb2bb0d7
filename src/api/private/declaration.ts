import { DeclaredCheck, ExternalCheck } from './check';
import { EnvVarJson } from './pod-spec';
import { ContainerRole } from '../container-role';
import { Guarantee } from '../guarantee';
import { Mechanism } from '../mechanism';
import { OnDependencyRestart } from '../on-dependency-restart';
import { OnTimeout } from '../on-timeout';
import { StartCondition } from '../start-condition';

/** One `Dependency` as the user declared it. */
export interface DependencyDeclaration {
  readonly target: ContainerTarget | ExternalTarget;
  readonly condition?: StartCondition;
  readonly timeoutSeconds?: number;
  readonly onTimeout?: OnTimeout;
  readonly required: boolean;
  readonly mechanism?: Mechanism;
  readonly guarantee?: Guarantee;
  readonly onDependencyRestart?: OnDependencyRestart;
  readonly orderedShutdown?: boolean;
  /** Of something outside the pod, for predictions only. */
  readonly expectedReadySeconds?: number;
}

export interface ContainerTarget {
  readonly kind: 'container';
  readonly name: string;
}

/** Something outside the pod. */
export interface ExternalTarget {
  readonly kind: 'external';
  /** Short and readable: it names the init container that waits. */
  readonly name: string;
  readonly check: ExternalCheck;
  /** The image in which the check is made; `undefined`: that of the tool that it needs, or of the agent. */
  readonly image?: string;
  /** Environment variables of the container that waits. */
  readonly env?: readonly EnvVarJson[];
  /** What it is in this app, if it is of this app. */
  readonly inApp?: InApp;
  /** A file that the check needs: a key of a ConfigMap. */
  readonly file?: { readonly configMap: string; readonly key: string; readonly path: string };
  /** What it has to be allowed to read through the API. */
  readonly access?: Access;
}

/** Whose readiness or completion is awaited: of the pods behind a Service, of a Job, of the pods with these labels. */
export type InApp =
  | { readonly kind: 'service'; readonly path: string }
  | { readonly kind: 'job'; readonly path: string; readonly mayBeAbsent: boolean }
  | { readonly kind: 'pods'; readonly namespace?: string; readonly labels: Readonly<Record<string, string>> };

/** One rule of a Role, for what kubectl does. */
export interface Access {
  readonly apiGroup: string;
  /** In the plural, as in RBAC. */
  readonly resource: string;
  /** `undefined`: all of them. */
  readonly name?: string;
  /** `undefined`: that of the pod. */
  readonly namespace?: string;
  readonly clusterScoped: boolean;
  readonly verbs: readonly string[];
}

/** What was declared about one container, under the name by which the manifest knows it. */
export interface ContainerDeclaration {
  readonly name: string;
  readonly role?: ContainerRole;
  readonly readyWhen?: DeclaredCheck;
  readonly stopsWithinSeconds?: number;
  /** For predictions only. */
  readonly expectedReadySeconds?: number;
  readonly dependsOn: readonly DependencyDeclaration[];
  /** Its startup probe is the one that cdk8s-plus adds for a `portNumber`, not one that the user wrote. */
  readonly automaticStartupProbe: boolean;
}

/** Everything that was declared about one pod. */
export interface PodDeclaration {
  readonly containers: readonly ContainerDeclaration[];
  /** The rule "every app container needs all sidecars", applied when the pod is read. */
  readonly sidecarsFirst: boolean;
  /** The account that has been allowed to read what is awaited, where the pod has none of its own. */
  readonly serviceAccount?: string;
}
