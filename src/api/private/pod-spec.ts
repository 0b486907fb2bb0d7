import { BOOLEAN, fields, list, mapOf, NUMBER, oneOf, PORT, required, STRING, unchecked, ValueOf, WORDS } from './kind';

/**
 * The parts of a pod template that this library reads or writes, in the spelling of the Kubernetes API. One description
 * gives their types, and the checks of the values that would lead to a wrong order. The API server checks the others.
 * Other fields of a manifest stay unchanged.
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podspec-v1-core
 */

const TEXTS = mapOf(STRING);
const RESTART_POLICY = oneOf('Always', 'OnFailure', 'Never');
const SECURITY_CONTEXT = fields({
  runAsUser: unchecked<number>(),
  windowsOptions: unchecked<{ readonly hostProcess?: boolean }>(),
});
const RESOURCE_LIST = mapOf(unchecked<string | number>());
const RESOURCES = fields({ limits: RESOURCE_LIST, requests: RESOURCE_LIST });
const ENV_VAR = fields({
  name: required(STRING),
  value: STRING,
  valueFrom: unchecked<Readonly<Record<string, any>>>(),
});
const VOLUME = fields({ name: required(STRING) });
const VOLUME_MOUNT = fields({
  mountPath: required(STRING),
  mountPropagation: unchecked<string>(),
  name: required(STRING),
  readOnly: unchecked<boolean>(),
  subPath: unchecked<string>(),
  subPathExpr: unchecked<string>(),
});

const ACTION = {
  exec: fields({ command: WORDS }),
  httpGet: fields({
    host: STRING,
    httpHeaders: list(unchecked<{ readonly name: string; readonly value: string }>()),
    path: STRING,
    port: required(PORT),
    protocol: STRING,
    scheme: STRING,
  }),
  tcpSocket: fields({ host: STRING, port: required(PORT) }),
};
/** The largest int32: tries each second for 68 years. A probe has no value for "no limit". */
export const NO_LIMIT = 2147483647;

const HANDLER = fields({ ...ACTION, sleep: fields({ seconds: NUMBER }) });
const PROBE = fields({
  ...ACTION,
  grpc: fields({ port: required(NUMBER), service: STRING }),
  failureThreshold: NUMBER,
  initialDelaySeconds: NUMBER,
  periodSeconds: NUMBER,
  terminationGracePeriodSeconds: NUMBER,
  timeoutSeconds: NUMBER,
});

export const CONTAINER = fields({
  name: required(STRING),
  image: STRING,
  imagePullPolicy: unchecked<string>(),
  command: WORDS,
  args: WORDS,
  env: list(ENV_VAR),
  lifecycle: fields({ postStart: HANDLER, preStop: HANDLER, stopSignal: unchecked<string>() }),
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  startupProbe: PROBE,
  ports: list(
    fields({ name: STRING, containerPort: required(NUMBER), hostPort: NUMBER, protocol: unchecked<string>() }),
  ),
  resizePolicy: list(fields({ restartPolicy: STRING })),
  resources: RESOURCES,
  restartPolicy: RESTART_POLICY,
  restartPolicyRules: list(unchecked<RestartRuleJson>()),
  securityContext: SECURITY_CONTEXT,
  volumeMounts: list(VOLUME_MOUNT),
});

export const POD_SPEC = fields({
  containers: list(CONTAINER),
  initContainers: list(CONTAINER),
  volumes: list(VOLUME),
  restartPolicy: RESTART_POLICY,
  runtimeClassName: STRING,
  resources: RESOURCES,
  serviceAccountName: STRING,
  /** The deprecated alias of `serviceAccountName`. */
  serviceAccount: STRING,
  automountServiceAccountToken: BOOLEAN,
  dnsPolicy: unchecked<string>(),
  hostNetwork: BOOLEAN,
  hostPID: BOOLEAN,
  shareProcessNamespace: BOOLEAN,
  terminationGracePeriodSeconds: NUMBER,
  activeDeadlineSeconds: NUMBER,
  nodeSelector: TEXTS,
  affinity: unchecked<AffinityJson>(),
  os: fields({ name: STRING }),
  securityContext: SECURITY_CONTEXT,
});

export const POD_TEMPLATE = fields({
  metadata: fields({ annotations: TEXTS, labels: TEXTS }),
  spec: required(POD_SPEC),
});

export interface RestartRuleJson {
  readonly action?: string;
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] };
}

interface AffinityJson {
  readonly nodeAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: {
      readonly nodeSelectorTerms?: readonly {
        readonly matchExpressions?: readonly {
          readonly key: string;
          readonly operator: string;
          readonly values?: readonly string[];
        }[];
        readonly matchFields?: readonly object[];
      }[];
    };
  };
}

/** Labels, annotations, or both. */
export type MetadataTexts = ValueOf<typeof TEXTS>;
export type ResourceListJson = ValueOf<typeof RESOURCE_LIST>;
export type EnvVarJson = ValueOf<typeof ENV_VAR>;
export type VolumeJson = ValueOf<typeof VOLUME>;
export type VolumeMountJson = ValueOf<typeof VOLUME_MOUNT>;
export type HandlerJson = ValueOf<typeof HANDLER>;
export type ProbeJson = ValueOf<typeof PROBE>;
export type ContainerJson = ValueOf<typeof CONTAINER>;
export type PodSpecJson = ValueOf<typeof POD_SPEC>;
export type PodTemplateJson = ValueOf<typeof POD_TEMPLATE>;

/** Returns the containers of the pod, init containers first. */
export function listContainersOf({ initContainers, containers }: PodSpecJson): ContainerJson[] {
  return [...(initContainers ?? []), ...(containers ?? [])];
}

/** Returns the labels and annotations of an object. */
export function joinTexts(metadata: PodTemplateJson['metadata']): MetadataTexts {
  return { ...metadata?.labels, ...metadata?.annotations };
}
