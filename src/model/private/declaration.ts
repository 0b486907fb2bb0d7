import { Check } from './check';
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
  readonly check: Check;
  /** The image in which a `command` check runs. */
  readonly image?: string;
  /** The construct path of the Service that is asked. */
  readonly servicePath?: string;
}

/** What was declared about one container, under the name by which the manifest knows it. */
export interface ContainerDeclaration {
  readonly name: string;
  readonly role?: ContainerRole;
  readonly readyWhen?: Check;
  readonly stopsWithinSeconds?: number;
  readonly dependsOn: readonly DependencyDeclaration[];
  /** Its startup probe is the one that cdk8s-plus adds for a `portNumber`, not one that the user wrote. */
  readonly automaticStartupProbe: boolean;
}

/** Everything that was declared about one pod. */
export interface PodDeclaration {
  readonly containers: readonly ContainerDeclaration[];
  /** The rule "every container that is not a sidecar needs all sidecars", applied when the pod is read. */
  readonly sidecarsFirst: boolean;
}
