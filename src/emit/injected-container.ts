import { writeMount } from './volumes';
import { BINARIES_DIR, escapeForExpansion, markerFile, WAIT_AGENT } from '../agent/contract';
import { withoutUndefined } from '../api/private/collections';
import { ContainerJson, PodSpecJson, ResourceListJson } from '../api/private/pod-spec';
import { InstallerPlan, WaitContainerPlan } from '../pod/pod-plan';
import { isGuaranteed, readQuantity } from '../pod/qos-class';
import { AgentSettings, omitsResources } from '../pod/settings';
import { sortKeys } from '../pod/sort-keys';
import { Tool } from '../pod/wait-tool';

/** User `nobody`. */
const UNPRIVILEGED_USER = 65534;

/**
 * Copies the binary for the node. `cp -f`: after a new sandbox of the pod, the file of another user is in the volume.
 */
const COPY_AGENT = `cp -f ${BINARIES_DIR}/\`uname -m\` ${WAIT_AGENT}`;

/** Returns the init container that copies the agent into its volume and empties marker files of an earlier sandbox. */
export function writeInstaller(
  { name, forgets, mounts }: InstallerPlan,
  settings: AgentSettings,
  pod: PodSpecJson,
): ContainerJson {
  const words = [...new Set(forgets)].map(container => escapeForExpansion(`--forget=${markerFile(container)}`));
  return writeInjected(
    {
      // The names of containers are arguments and never part of the shell script.
      command:
        words.length === 0
          ? ['sh', '-c', COPY_AGENT]
          : ['sh', '-c', `${COPY_AGENT} && ${WAIT_AGENT} "$@"`, 'sh', ...words],
      image: settings.image,
      name,
      volumeMounts: mounts.map(writeMount),
    },
    settings,
    pod,
  );
}

/**
 * Returns the user of an injected container; `undefined`: the container inherits the user of the pod, or the platform
 * assigns one. An injected container never inherits root, because the kubelet does not create a container with
 * `runAsNonRoot` that runs as user 0 (CreateContainerConfigError; kubelet 1.27–1.37, security_context_others.go
 * verifyRunAsNonRoot).
 */
function chooseUser(settings: AgentSettings, pod: PodSpecJson): number | undefined {
  const podUser = pod.securityContext?.runAsUser ?? undefined;
  if (podUser === undefined) {
    return settings.omitRunAsUser ? undefined : UNPRIVILEGED_USER;
  }
  return Number(podUser) === 0 ? UNPRIVILEGED_USER : undefined;
}

/**
 * Returns an injected container with the fewest rights that it needs. Pod Security level `restricted` admits the
 * container.
 */
export function writeInjected(
  { command, env, image, imagePullPolicy = 'IfNotPresent', name, volumeMounts }: ContainerJson,
  settings: AgentSettings,
  pod: PodSpecJson,
  { runAsUser: user, tool }: Pick<WaitContainerPlan, 'runAsUser' | 'tool'> = {},
): ContainerJson {
  const runAsUser = user ?? chooseUser(settings, pod);
  return withoutUndefined({
    command,
    env,
    image,
    imagePullPolicy,
    name,
    resources: omitsResources(settings, pod) ? undefined : writeResources(settings, pod, tool),
    securityContext: withoutUndefined({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      runAsUser,
      seccompProfile: { type: 'RuntimeDefault' },
    }),
    // `kubectl describe pod` then shows the last log line of a failed container.
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: volumeMounts?.length ? volumeMounts : undefined,
  });
}

function writeResources(settings: AgentSettings, pod: PodSpecJson, tool: Tool | undefined): ContainerJson['resources'] {
  const { requests, limits } = settings.resources ?? { requests: {}, limits: {} };
  const [most, usual] = tool ? ['128Mi', '64Mi'] : ['32Mi', '16Mi'];
  const keepsGuaranteed = isGuaranteed(pod);
  const defaults: Readonly<Record<'cpu' | 'memory', Amounts>> = keepsGuaranteed
    ? { cpu: { request: '100m', limit: '100m' }, memory: { request: most, limit: most } }
    : { cpu: { request: '10m' }, memory: { request: usual, limit: most } };
  const amountsOf = (what: 'cpu' | 'memory') =>
    fillIn({ request: requests[what], limit: limits[what] }, defaults[what], keepsGuaranteed);
  const [cpu, memory] = [amountsOf('cpu'), amountsOf('memory')];
  return {
    limits: listAmounts({ ...limits, cpu: cpu.limit, memory: memory.limit }),
    requests: listAmounts({ ...requests, cpu: cpu.request, memory: memory.request }),
  };
}

type Quantity = string | number;

interface Amounts {
  readonly request?: Quantity;
  readonly limit?: Quantity;
}

/** The API server refuses a request above its limit. A pod stays Guaranteed only if both are equal. */
function fillIn({ request, limit }: Amounts, usual: Amounts, keepsGuaranteed: boolean): Amounts {
  if (keepsGuaranteed) {
    return { request: request ?? limit ?? usual.request, limit: limit ?? request ?? usual.limit };
  }
  return { request: request ?? atMost(usual.request, limit), limit: limit ?? atLeast(usual.limit, request) };
}

function atMost(usual: Quantity | undefined, limit: Quantity | undefined): Quantity | undefined {
  return limit !== undefined && readQuantity(usual) > readQuantity(limit) ? limit : usual;
}

/** Without a usual limit, the result has no limit. */
function atLeast(usual: Quantity | undefined, request: Quantity | undefined): Quantity | undefined {
  return usual !== undefined && readQuantity(usual) < readQuantity(request) ? request : usual;
}

function listAmounts(amounts: Readonly<Record<string, Quantity | undefined>>): ResourceListJson {
  return sortKeys(withoutUndefined(amounts) as ResourceListJson);
}
