import { flagOf, listOf, listWith, numberOf, objectOf, objectWith, textOf, wordsOf } from './coerce-json';
import {
  ContainerJson,
  EnvVarJson,
  HandlerJson,
  PodSpecJson,
  ProbeJson,
  VolumeJson,
  VolumeMountJson,
} from '../../src/api/private/pod-spec';

/**
 * The fields of a pod spec and of a container that matter for the order, each with its documented type, so that later
 * code need not check types.
 */

const portOf = (value: unknown) => numberOf(value) ?? textOf(value) ?? 0;
const userOf = objectWith<{ readonly runAsUser?: number }>({ runAsUser: numberOf });
const namedOf = <T extends { readonly name: string }>(value: unknown) =>
  typeof objectOf(value)?.name === 'string' ? (value as T) : undefined;
/** An empty list counts as none: the command of the image runs. */
const filledOf = <T>(list: readonly T[] | undefined) => (list && list.length > 0 ? list : undefined);
const commandOf = (value: unknown) => filledOf(wordsOf(value));

const HANDLERS = {
  exec: objectWith({ command: value => wordsOf(value) ?? [] }),
  sleep: objectWith({ seconds: numberOf }),
  httpGet: objectWith({ host: textOf, path: textOf, port: portOf, protocol: textOf, scheme: textOf }),
  tcpSocket: objectWith({ host: textOf, port: portOf }),
};
const handlerOf = objectWith<HandlerJson>(HANDLERS);
const probeOf = objectWith<ProbeJson>({
  ...(HANDLERS as object),
  grpc: objectWith({ port: value => numberOf(value) ?? 0, service: textOf }),
  failureThreshold: numberOf,
  initialDelaySeconds: numberOf,
  periodSeconds: numberOf,
  terminationGracePeriodSeconds: numberOf,
  timeoutSeconds: numberOf,
});

const coerceSpec = objectWith<PodSpecJson>({
  restartPolicy: value => (value === 'OnFailure' || value === 'Never' ? value : 'Always'),
  runtimeClassName: textOf,
  automountServiceAccountToken: flagOf,
  hostNetwork: flagOf,
  shareProcessNamespace: flagOf,
  terminationGracePeriodSeconds: numberOf,
  activeDeadlineSeconds: numberOf,
  securityContext: userOf,
  volumes: listWith(namedOf<VolumeJson>),
});

/** Drops other fields, and the containers. */
export function coercePodSpec(spec: unknown): PodSpecJson {
  return coerceSpec(spec)!;
}

/** `undefined`: the value is not an object. */
export const coerceContainer = objectWith<ContainerJson>({
  name: value => textOf(value) ?? '',
  image: textOf,
  command: commandOf,
  args: commandOf,
  env: listWith((value): EnvVarJson | undefined => {
    const variable = namedOf<EnvVarJson>(value);
    return variable && { ...variable, value: textOf(variable.value) };
  }),
  envFrom: value => filledOf(listOf(value)),
  lifecycle: objectWith({ postStart: handlerOf, preStop: handlerOf }),
  livenessProbe: probeOf,
  readinessProbe: probeOf,
  startupProbe: probeOf,
  ports: value =>
    listWith(
      objectWith<{ readonly containerPort: number; readonly name?: string }>({ containerPort: numberOf, name: textOf }),
    )(value).filter(({ containerPort }) => containerPort !== undefined),
  restartPolicy: value => textOf(value) as ContainerJson['restartPolicy'],
  restartPolicyRules: value => (Array.isArray(value) ? value : undefined),
  volumeMounts: listWith(namedOf<VolumeMountJson>),
  securityContext: userOf,
});
