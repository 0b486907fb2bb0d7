import { Capabilities } from './capabilities';
import { Delivery } from './delivery';
import { ContainerRole } from '../api/container-role';
import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { Check } from '../api/private/check';
import { DependencyDeclaration } from '../api/private/declaration';
import { PodMesh } from '../api/private/mesh';
import { HandlerJson, RestartRuleJson } from '../api/private/pod-spec';

/** The planner's whole input: one pod as plain data, defaults resolved, durations in seconds. */
export interface PodIntent {
  /** In the order of declaration, init containers first. */
  readonly containers: readonly ContainerIntent[];
  readonly capabilities: Capabilities;
  /** The annotations of the pod template. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly windows: boolean;
  readonly hostNetwork: boolean;
  /** The token of its service account is one, where nobody says that it is not mounted. */
  readonly hasVolumes: boolean;
  readonly terminationGracePeriodSeconds: number;
  /** The workload's own deadlines, by the field that holds them. */
  readonly deadlines: readonly { readonly field: string; readonly seconds: number }[];
  readonly delivery: Delivery;
  /** No container asks for CPU or memory, QoS class BestEffort, and one that is injected would. */
  readonly mayLoseBestEffort: boolean;
  readonly mechanism?: Mechanism;
  readonly guarantee?: Guarantee;
  /** Of each dependency that does not say otherwise. */
  readonly orderedShutdown: boolean;
  /** The processes of a container outlive it: `shareProcessNamespace` or `hostPID`. */
  readonly sharesProcesses: boolean;
  /** The account of the waits, where the pod has no account of its own. */
  readonly serviceAccount?: AccountIntent;
  /** It injects its proxy into the pod. */
  readonly mesh?: PodMesh;
}

/** The service account that the pod gets. */
export interface AccountIntent {
  readonly name: string;
  /** The manifest's `automountServiceAccountToken`, which is kept; `undefined`: the field becomes `false`, and only the containers that wait get a token. */
  readonly automountsToken?: boolean;
}

export interface ContainerIntent {
  readonly name: string;
  /** Its index in the pod's `containers`. */
  readonly place: number;
  readonly role: ContainerRole;
  /** It stands in `initContainers` of the manifest; else in `containers`. */
  readonly inInitContainers: boolean;
  /** In the manifest it is a native sidecar: an entry of `initContainers` with `restartPolicy: Always`, whatever the nodes can do. */
  readonly alreadyNative: boolean;
  readonly ready?: ReadyProof;
  /** The startup probe's check; `undefined` without such a probe. */
  readonly startup?: StartupProof;
  readonly dependsOn: readonly DependencyDeclaration[];
  readonly postStart?: HandlerJson;
  readonly preStop?: HandlerJson;
  /** `undefined`: nobody said. */
  readonly stopsWithinSeconds?: number;
  /** From its start until it is ready, for predictions only; `undefined`: nobody said. */
  readonly expectedReadySeconds?: number;
  /** Its command stands in the manifest; else it comes from the image, and nobody here knows it. */
  readonly hasCommand: boolean;
  readonly image: string;
  readonly imagePullPolicy?: string;
  readonly hasReadinessProbe: boolean;
  /** `initialDelaySeconds` of the readiness probe. */
  readonly readinessDelaySeconds: number;
  /** `undefined` without a liveness probe. */
  readonly liveness?: LivenessProof;
  /** Fields that an ordinary init container must not have, as found in the manifest. */
  readonly fieldsForbiddenOnInit: readonly string[];
  /** Its own, where that is not the pod's; not that of a native sidecar. */
  readonly restartPolicy?: PodIntent['restartPolicy'];
  /** `restartPolicyRules`. */
  readonly restartRules: readonly RestartRuleJson[];
  /** `partial`: another container that mounts the volume does not see the same. */
  readonly mounts: readonly { readonly volume: string; readonly path: string; readonly partial: boolean }[];
}

/** How readiness is proved, and where that was said. */
export interface ReadyProof {
  readonly check: Check;
  readonly source: CheckSource;
}

/** Where a check was declared. `automaticStartupProbe`: cdk8s-plus added that probe for a `portNumber`. */
export type CheckSource = 'readyWhen' | 'startupProbe' | 'readinessProbe' | 'automaticStartupProbe';

export interface LivenessProof {
  /** `undefined`: the probe has no check that the agent could repeat. */
  readonly check?: Check;
  /** `initialDelaySeconds`. */
  readonly delaySeconds: number;
  /** The grace period of the probe itself; `undefined`: the pod's. */
  readonly graceSeconds?: number;
}

export interface StartupProof {
  /** `undefined`: the probe has no check that the agent could repeat. */
  readonly check?: Check;
  /** Of the probe in the manifest; an HTTP, TCP or gRPC probe that a gate delays is kept and tries more often. */
  readonly failureThreshold: number;
  readonly periodSeconds: number;
  /** How long the probe lets the container try before the kubelet restarts it. */
  readonly limitSeconds: number;
  /** The probe's own grace period for that; `undefined`: the pod's. */
  readonly graceSeconds?: number;
  /** cdk8s-plus added it for a `portNumber`; it gives way where it would be in the way. */
  readonly automatic: boolean;
}
