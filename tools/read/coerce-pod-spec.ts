import { flagOf, listOf, numberOf, objectOf, textOf, textsOf, wordsOf } from './coerce-json';
import { JsonObject } from '../../src/api/private/json-object';
import { ContainerJson, EnvVarJson, HandlerJson, PodSpecJson, ProbeJson, VolumeJson, VolumeMountJson } from '../../src/api/private/pod-spec';
import { withoutUndefined } from '../../src/api/private/without-undefined';

/**
 * Returns the pod spec with the fields that matter for the order, each with its documented type. Drops values of another type, so that later code need not check
 * types. Keeps the position of each container in its list.
 */
export function coercePodSpec(spec: JsonObject): PodSpecJson {
  const restartPolicy = textOf(spec.restartPolicy);
  return withoutUndefined<PodSpecJson>({
    restartPolicy: restartPolicy === 'OnFailure' || restartPolicy === 'Never' ? restartPolicy : 'Always',
    runtimeClassName: textOf(spec.runtimeClassName),
    automountServiceAccountToken: flagOf(spec.automountServiceAccountToken),
    hostNetwork: flagOf(spec.hostNetwork),
    hostPID: flagOf(spec.hostPID),
    shareProcessNamespace: flagOf(spec.shareProcessNamespace),
    terminationGracePeriodSeconds: numberOf(spec.terminationGracePeriodSeconds),
    activeDeadlineSeconds: numberOf(spec.activeDeadlineSeconds),
    nodeSelector: textsOf(spec.nodeSelector),
    os: withoutUndefined({ name: textOf(objectOf(spec.os)?.name) }),
    securityContext: withoutUndefined({ runAsUser: numberOf(objectOf(spec.securityContext)?.runAsUser) }),
    volumes: listOf(spec.volumes).flatMap(volume => coerceNamed<VolumeJson>(volume)),
  });
}

/** Returns `undefined` if the value is not an object. The name of a container without a name is its path. */
export function coerceContainer(value: unknown, place: string): ContainerJson | undefined {
  const container = objectOf(value);
  if (!container) { return undefined; }
  const lifecycle = objectOf(container.lifecycle);
  const securityContext = objectOf(container.securityContext);
  return withoutUndefined<ContainerJson>({
    name: textOf(container.name) || place,
    image: textOf(container.image),
    command: omitEmpty(wordsOf(container.command)),
    args: omitEmpty(wordsOf(container.args)),
    env: listOf(container.env).flatMap(variable => coerceNamed<EnvVarJson>(variable)).map(({ value: given, ...rest }) =>
      withoutUndefined<EnvVarJson>({ ...rest, value: textOf(given) })),
    envFrom: Array.isArray(container.envFrom) && container.envFrom.length > 0 ? container.envFrom : undefined,
    lifecycle: lifecycle && withoutUndefined({ postStart: coerceHandler(lifecycle.postStart), preStop: coerceHandler(lifecycle.preStop) }),
    livenessProbe: coerceProbe(container.livenessProbe),
    readinessProbe: coerceProbe(container.readinessProbe),
    startupProbe: coerceProbe(container.startupProbe),
    ports: listOf(container.ports).flatMap(coerceContainerPort),
    restartPolicy: textOf(container.restartPolicy),
    restartPolicyRules: Array.isArray(container.restartPolicyRules) ? container.restartPolicyRules : undefined,
    volumeMounts: listOf(container.volumeMounts).flatMap(coerceMount),
    securityContext: securityContext && withoutUndefined({ runAsUser: numberOf(securityContext.runAsUser) }),
  });
}

/** Drops empty lists: with an empty list, the command of the image runs. */
function omitEmpty(words: readonly string[] | undefined): readonly string[] | undefined {
  return words && words.length > 0 ? words : undefined;
}

function coerceHandler(value: unknown): HandlerJson | undefined {
  const given = objectOf(value);
  if (!given) { return undefined; }
  const { exec, sleep, httpGet, tcpSocket } = given;
  const request = objectOf(httpGet);
  return withoutUndefined<HandlerJson>({
    exec: objectOf(exec) && { command: wordsOf(objectOf(exec)!.command) ?? [] },
    sleep: objectOf(sleep) && withoutUndefined({ seconds: numberOf(objectOf(sleep)!.seconds) }),
    httpGet: request && withoutUndefined({
      host: textOf(request.host), path: textOf(request.path), port: coercePort(request.port), scheme: textOf(request.scheme),
    }),
    tcpSocket: objectOf(tcpSocket) && withoutUndefined({ host: textOf(objectOf(tcpSocket)!.host), port: coercePort(objectOf(tcpSocket)!.port) }),
  });
}

function coerceProbe(value: unknown): ProbeJson | undefined {
  const given = objectOf(value);
  const handled = given && coerceHandler(given);
  if (!handled) { return undefined; }
  const grpc = objectOf(given!.grpc);
  return withoutUndefined<ProbeJson>({
    ...handled,
    grpc: grpc && withoutUndefined({ port: numberOf(grpc.port) ?? 0, service: textOf(grpc.service) }),
    failureThreshold: numberOf(given!.failureThreshold),
    initialDelaySeconds: numberOf(given!.initialDelaySeconds),
    periodSeconds: numberOf(given!.periodSeconds),
    terminationGracePeriodSeconds: numberOf(given!.terminationGracePeriodSeconds),
    timeoutSeconds: numberOf(given!.timeoutSeconds),
  });
}

function coercePort(value: unknown): number | string {
  return numberOf(value) ?? textOf(value) ?? 0;
}

function coerceContainerPort(value: unknown): { containerPort: number; name?: string }[] {
  const given = objectOf(value);
  const containerPort = numberOf(given?.containerPort);
  return containerPort === undefined ? [] : [withoutUndefined({ containerPort, name: textOf(given!.name) })];
}

function coerceMount(value: unknown): VolumeMountJson[] {
  const given = objectOf(value);
  const mountPath = textOf(given?.mountPath);
  const name = textOf(given?.name);
  return mountPath === undefined || name === undefined ? [] : [withoutUndefined({ mountPath, name, subPath: textOf(given!.subPath) })];
}

function coerceNamed<T extends { readonly name: string }>(value: unknown): T[] {
  const given = objectOf(value);
  return typeof given?.name === 'string' ? [given as unknown as T] : [];
}
