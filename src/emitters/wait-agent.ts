import { AGENT_DIR, AGENT_INSTALLER, AGENT_VOLUME, escapeForExpansion, STATE_DIR, STATE_VOLUME, WAIT_AGENT } from '../agent/contract';
import { INSTALL_SCRIPT, SCRIPT } from '../agent/script';
import { OnTimeout } from '../model/on-timeout';
import { AgentSource } from '../model/private/agent-source';
import { PodPlan, WaitDecision } from '../model/private/pod-plan';
import { ContainerJson, PodSpecJson, ResourceListJson, VolumeJson, VolumeMountJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';
import { Tool } from '../model/private/tool';

/** User `nobody`. */
const UNPRIVILEGED_USER = 65534;

/** The scripts as they stand in a command. Escaped once: they are long, and the same in every pod. */
export const SCRIPT_IN_COMMAND = escapeForExpansion(SCRIPT);
const INSTALL_SCRIPT_IN_COMMAND = escapeForExpansion(INSTALL_SCRIPT);

/** The init container that puts the agent into its volume, and marker files into theirs. Stands first, so that everything behind it can use them. */
export function installer(markers: readonly string[], settings: AgentSettings, pod: PodSpecJson): ContainerJson {
  const script = [...runsScript(settings.busybox, INSTALL_SCRIPT_IN_COMMAND), AGENT_DIR, SCRIPT_IN_COMMAND];
  return injected({
    command: [...script, ...markers],
    image: settings.image,
    name: AGENT_INSTALLER,
    volumeMounts: [{ mountPath: AGENT_DIR, name: AGENT_VOLUME }, ...(markers.length > 0 ? [stateMount()] : [])],
  }, settings, pod);
}

/** The first words of a command that runs the agent; its arguments follow. `script`: as it has to stand there, escaped or not. */
export function runsAgent(source: AgentSource, script: string, { busybox }: AgentSettings): string[] {
  switch (source) {
    case 'installed': return [WAIT_AGENT];
    case 'imageVolume': return runsScript(`${AGENT_DIR}${busybox}`, script);
    case 'ownShell': return ['sh', '-c', script, 'wait-agent'];
  }
}

/** By its name in `$0` the script finds the busybox that runs it. */
export function runsScript(busybox: string, script: string): string[] {
  return [busybox, 'sh', '-c', script, busybox];
}

/** What the pod gets for the agent and its marker files. */
export function agentVolumes({ agentVolume, markers, preStops }: PodPlan, settings: AgentSettings): VolumeJson[] {
  if (!agentVolume) { return []; }
  return [agentVolume === 'installed' ? installedVolume() : imageVolume(settings), ...(markers.length + preStops.length > 0 ? [stateVolume()] : [])];
}

/** In memory: a disk emptyDir inherits `noexec` from the node's disk, a fresh tmpfs has none. 1.2 MB are used. */
function installedVolume(): VolumeJson {
  return { emptyDir: { medium: 'Memory', sizeLimit: '4Mi' }, name: AGENT_VOLUME };
}

function imageVolume({ image }: AgentSettings): VolumeJson {
  return { image: { pullPolicy: 'IfNotPresent', reference: image }, name: AGENT_VOLUME };
}

/** Read-only: nobody but the installer may replace the agent. */
export function agentMount(): VolumeMountJson {
  return { mountPath: AGENT_DIR, name: AGENT_VOLUME, readOnly: true };
}

/** In memory, so that a reboot of the node empties it. */
function stateVolume(): VolumeJson {
  return { emptyDir: { medium: 'Memory', sizeLimit: '1Mi' }, name: STATE_VOLUME };
}

export function stateMount(): VolumeMountJson {
  return { mountPath: STATE_DIR, name: STATE_VOLUME };
}

export function limitArguments(timeoutSeconds: number | undefined, onTimeout: OnTimeout): string[] {
  return timeoutSeconds === undefined ? [] : [`--timeout=${timeoutSeconds}`, `--on-timeout=${onTimeout === OnTimeout.CONTINUE ? 'continue' : 'fail'}`];
}

/**
 * The user of an injected container; `undefined`: the container inherits the user of the pod, or the platform assigns one. An injected container never inherits root, because the kubelet
 * does not create a container with `runAsNonRoot` that runs as user 0 (CreateContainerConfigError; kubelet 1.27–1.37, security_context_others.go verifyRunAsNonRoot).
 */
function userOf(settings: AgentSettings, pod: PodSpecJson): number | undefined {
  if (settings.runAsUser !== undefined) { return settings.runAsUser; }
  const podUser = pod.securityContext?.runAsUser ?? undefined;
  if (podUser === undefined) { return settings.omitRunAsUser ? undefined : UNPRIVILEGED_USER; }
  return Number(podUser) === 0 ? UNPRIVILEGED_USER : undefined;
}

/** Returns an injected container with the fewest rights that it needs. Pod Security level `restricted` admits the container. */
export function injected(
  { command, env, image, name, volumeMounts }: ContainerJson, settings: AgentSettings, pod: PodSpecJson, { runAsUser: user, tool }: Pick<WaitDecision, 'runAsUser' | 'tool'> = {},
): ContainerJson {
  const runAsUser = user ?? userOf(settings, pod);
  return {
    command,
    ...(env ? { env } : {}),
    image,
    imagePullPolicy: 'IfNotPresent',
    name,
    ...(settings.omitResources ? {} : { resources: resources(settings, pod, tool) }),
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      ...(runAsUser === undefined ? {} : { runAsUser }),
      seccompProfile: { type: 'RuntimeDefault' },
    },
    // `kubectl describe pod` then shows the last line of one that has failed.
    terminationMessagePolicy: 'FallbackToLogsOnError',
    ...(volumeMounts ? { volumeMounts } : {}),
  };
}

function resources(settings: AgentSettings, pod: PodSpecJson, tool: Tool | undefined): ContainerJson['resources'] {
  const given = settings.resources;
  const [most, usual] = tool ? ['128Mi', '64Mi'] : ['32Mi', '16Mi'];
  const defaults = isGuaranteed(pod) ? { cpu: '100m', cpuLimit: '100m', memory: most } : { cpu: '10m', cpuLimit: undefined, memory: usual };
  const cpuLimit = given ? given.cpuLimit : defaults.cpuLimit;
  return {
    limits: { ...(cpuLimit === undefined ? {} : { cpu: cpuLimit }), memory: given?.memoryLimit ?? most },
    requests: { cpu: given?.cpuRequest ?? defaults.cpu, memory: given?.memoryRequest ?? defaults.memory },
  };
}

/** QoS class Guaranteed: every container has limits for both, and requests that are absent or equal. */
function isGuaranteed(pod: PodSpecJson): boolean {
  const all = [...pod.initContainers ?? [], ...pod.containers ?? []];
  const equal = (limits: ResourceListJson, requests: ResourceListJson, what: string) =>
    limits[what] !== undefined && (requests[what] === undefined || String(requests[what]) === String(limits[what]));
  return all.length > 0 && all.every(c => ['cpu', 'memory'].every(what => equal(c.resources?.limits ?? {}, c.resources?.requests ?? {}, what)));
}

/** The same keys in alphabetical order, as cdk8s prints them. */
export function sorted<T extends object>(object: T): T {
  const keys = Object.keys(object);
  if (keys.every((key, i) => i === 0 || keys[i - 1] < key)) { return object; }
  const copy: any = {};
  for (const key of keys.sort()) { copy[key] = object[key as keyof T]; }
  return copy;
}
