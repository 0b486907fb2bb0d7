import { JsonObject } from './json-object';

/** Labels, annotations, or both. */
export type MetadataTexts = Readonly<Record<string, string>>;

/**
 * The parts of a pod template that this library reads or writes, in the spelling of the Kubernetes API. Other fields of
 * a manifest stay unchanged.
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podspec-v1-core
 */
export interface PodTemplateJson {
  readonly metadata?: JsonObject & { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: PodSpecJson;
}

export interface PodSpecJson extends JsonObject {
  readonly containers?: readonly ContainerJson[];
  readonly initContainers?: readonly ContainerJson[];
  readonly volumes?: readonly VolumeJson[];
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  readonly runtimeClassName?: string;
  readonly resources?: ContainerJson['resources'];
  readonly serviceAccountName?: string;
  /** The deprecated alias of `serviceAccountName`. */
  readonly serviceAccount?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly shareProcessNamespace?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly activeDeadlineSeconds?: number;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: JsonObject & {
    readonly nodeAffinity?: JsonObject & {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: {
        readonly nodeSelectorTerms?: readonly {
          readonly matchExpressions?: readonly {
            readonly key: string;
            readonly operator: string;
            readonly values?: readonly string[];
          }[];
        }[];
      };
    };
  };
  readonly os?: { readonly name?: string };
  readonly securityContext?: JsonObject & { readonly runAsUser?: number };
}

export interface ContainerJson extends JsonObject {
  readonly name: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly command?: readonly string[];
  readonly env?: readonly EnvVarJson[];
  readonly args?: readonly string[];
  readonly lifecycle?: JsonObject & {
    readonly postStart?: HandlerJson;
    readonly preStop?: HandlerJson;
    readonly stopSignal?: string;
  };
  readonly livenessProbe?: ProbeJson;
  readonly ports?: readonly (JsonObject & {
    readonly name?: string;
    readonly containerPort: number;
    readonly hostPort?: number;
    readonly protocol?: string;
  })[];
  readonly readinessProbe?: ProbeJson;
  readonly resizePolicy?: readonly (JsonObject & { readonly restartPolicy?: string })[];
  readonly resources?: JsonObject & {
    readonly limits?: ResourceListJson;
    readonly requests?: ResourceListJson;
  };
  readonly restartPolicy?: string;
  readonly restartPolicyRules?: readonly RestartRuleJson[];
  readonly securityContext?: JsonObject & { readonly runAsUser?: number };
  readonly startupProbe?: ProbeJson;
  readonly volumeMounts?: readonly VolumeMountJson[];
}

export interface RestartRuleJson {
  readonly action?: string;
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] };
}

export interface EnvVarJson extends JsonObject {
  readonly name: string;
  readonly value?: string;
}

export type ResourceListJson = Readonly<Record<string, string | number>>;

export interface HandlerJson extends JsonObject {
  readonly exec?: { readonly command?: readonly string[] };
  readonly sleep?: { readonly seconds?: number };
}

export interface ProbeJson extends HandlerJson {
  readonly httpGet?: {
    readonly host?: string;
    readonly httpHeaders?: readonly { readonly name: string; readonly value: string }[];
    readonly path?: string;
    readonly port: number | string;
    readonly protocol?: string;
    readonly scheme?: string;
  };
  readonly tcpSocket?: { readonly host?: string; readonly port: number | string };
  readonly grpc?: { readonly port: number; readonly service?: string };
  readonly failureThreshold?: number;
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly terminationGracePeriodSeconds?: number;
  readonly timeoutSeconds?: number;
}

export interface VolumeMountJson {
  readonly mountPath: string;
  readonly mountPropagation?: string;
  readonly name: string;
  readonly readOnly?: boolean;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

export interface VolumeJson extends JsonObject {
  readonly name: string;
}

/** Returns the containers of the pod, init containers first. */
export function listContainersOf({ initContainers, containers }: PodSpecJson): ContainerJson[] {
  return [...(initContainers ?? []), ...(containers ?? [])];
}
