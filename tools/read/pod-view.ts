import { listOf, objectOf, textsOf } from './coerce-json';
import { coerceContainer, coercePodSpec } from './coerce-pod-spec';
import { unwrapCommand } from './command/unwrap-command';
import { formatPath, FoundWorkload } from './find-workloads';
import { getImageName } from './known-servers';
import { AgentReading, parseAgentArgs } from './parse-agent-args';
import { CommandReading, createDelay, readCommand } from './read-command';
import { AGENT_INSTALLER, WAIT_PREFIX } from '../../src/agent/contract';
import { AGENT_ANNOTATION } from '../../src/api/private/annotations';
import { ContainerSlot } from '../../src/api/private/enums';
import { ContainerJson, EnvVarJson, PodSpecJson } from '../../src/api/private/pod-spec';
import { ImageFile } from '../../src/images/image-file';
import { Capabilities, resolveNearestTarget } from '../../src/pod/capabilities';
import { expandVariables } from '../../src/pod/checks/commands';
import { findCommand } from '../../src/pod/image-facts';
import { ImageCommand } from '../../src/pod/intent';
import { FoundKubeletBug, KubeletException } from '../../src/pod/kubelet-bugs';
import { readRecordedVersion } from '../../src/pod/record-version';

/** The pod of a workload, as input of the reader and the rules. */
export interface PodView {
  readonly workload: FoundWorkload;
  /** The path of the pod spec in the document, such as `spec.template.spec`. */
  readonly path: string;
  /** Without its containers. */
  readonly spec: PodSpecJson;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** In start order, without entries that are not objects. */
  readonly containers: readonly ContainerView[];
  /** The ordinary init containers. */
  readonly inits: readonly ContainerView[];
  /** The native sidecars. */
  readonly sidecars: readonly ContainerView[];
  /** The containers of `containers`. */
  readonly apps: readonly ContainerView[];
  /** The capabilities of the nodes, for this pod. */
  readonly capabilities: Capabilities;
  readonly kubeletBugs: readonly FoundKubeletBug[];
  /** The bugs that open an order, on nodes of this version or newer. */
  readonly kubeletExceptions: readonly KubeletException[];
  /** The version of the oldest node, as 'major.minor'. */
  readonly kubernetesVersion: string;
  /** Nobody states the version: it is the default. */
  readonly isVersionAssumed: boolean;
}

export interface ContainerView {
  /** Unique in the pod: a second container with the same name has its path appended, such as `app (containers[1])`. */
  readonly name: string;
  readonly path: string;
  /** The container of the manifest, independent of the version of the nodes. */
  readonly slot: ContainerSlot;
  readonly json: ContainerJson;
  /** The command of the image, if the manifest contains no `command` and the image file contains the image. */
  readonly imageCommand?: ImageCommand;
  /** The effect of the container's own command, which runs after the gate, if any. */
  readonly command: CommandReading;
  /** The postStart hook, if it is a command other than the wait agent, or `sleep`. */
  readonly postStart?: CommandReading;
  /** The wait agent of this library before its command, or as its whole command. */
  readonly gate?: AgentReading;
  /** The wait agent of this library in its postStart hook. */
  readonly agentHook?: AgentReading;
  /** The path of the wait agent in the image, which an annotation of the pod contains. */
  readonly agentPath?: string;
  /** The library has injected the container. */
  readonly injected: boolean;
}

/** Facts about the containers of a pod that their own fields do not contain. */
interface PodFacts {
  readonly images?: ImageFile;
  readonly agentPath?: string;
}

/** As `readPod`, without the order. */
export function readPodView(workload: FoundWorkload, kubernetesVersion?: string, images?: ImageFile): PodView {
  const { spec: given, metadata } = workload.template;
  const { labels, annotations } = objectOf(metadata) ?? {};
  const path = formatPath([...workload.templateKeys, 'spec']);
  const spec = coercePodSpec(given);
  const about: PodFacts = { images, agentPath: textsOf(annotations)[AGENT_ANNOTATION] };
  const containers = makeNamesUnique(
    (['initContainers', 'containers'] as const).flatMap(list =>
      listOf(objectOf(given)?.[list]).flatMap((value, i) => readContainer(value, list, i, path, about)),
    ),
    path,
  );
  const version = kubernetesVersion ?? readRecordedVersion(workload.object);
  const target = resolveNearestTarget(version);
  const listOfSlot = (slot: ContainerSlot) => containers.filter(c => c.slot === slot);
  return {
    workload,
    path,
    spec,
    labels: textsOf(labels),
    annotations: textsOf(annotations),
    containers,
    inits: listOfSlot('INIT'),
    sidecars: listOfSlot('NATIVE_SIDECAR'),
    apps: listOfSlot('CONTAINER'),
    capabilities: spec.runtimeClassName === undefined ? target.capabilities : target.capabilitiesOfRuntimeClass,
    kubeletBugs: target.kubeletBugs,
    kubeletExceptions: target.kubeletExceptions,
    kubernetesVersion: target.version,
    isVersionAssumed: version === undefined,
  };
}

/** Returns all later containers, in start order. */
export function findLaterContainers(container: ContainerView, { containers }: PodView): readonly ContainerView[] {
  return containers.slice(containers.indexOf(container) + 1);
}

/**
 * The kubelet starts the next container when this container has exited with 0. After any other entry of
 * `initContainers`, it continues when the entry has started. Nodes without native sidecars treat each entry as an
 * ordinary init container.
 */
export function mustExitFirst({ slot }: ContainerView, { capabilities }: PodView): boolean {
  return slot === 'INIT' || (slot === 'NATIVE_SIDECAR' && !capabilities.nativeSidecars);
}

/** Makes names unique: the API server rejects two containers with the same name, but a manifest can contain them. */
function makeNamesUnique(containers: readonly ContainerView[], specPath: string): ContainerView[] {
  const seen = new Set<string>();
  return containers.map(view => {
    const isNew = !seen.has(view.name);
    seen.add(view.name);
    return isNew ? view : { ...view, name: `${view.name} (${view.path.slice(specPath.length + 1)})` };
  });
}

function readContainer(
  value: unknown,
  list: 'initContainers' | 'containers',
  index: number,
  path: string,
  about: PodFacts,
): ContainerView[] {
  const place = `${list}[${index}]`;
  const given = coerceContainer(value);
  if (!given) {
    return [];
  }
  // A container without a name has its path as name.
  const json = { ...given, name: given.name || place };
  const initSlot = json.restartPolicy === 'Always' ? 'NATIVE_SIDECAR' : 'INIT';
  const slot = list === 'containers' ? 'CONTAINER' : initSlot;
  return [{ name: json.name, path: `${path}.${place}`, slot, json, ...readCommands(json, slot, about) }];
}

function readCommands(
  json: ContainerJson,
  slot: ContainerSlot,
  { images, agentPath }: PodFacts,
): Omit<ContainerView, 'name' | 'path' | 'slot' | 'json'> {
  // A value from another source, such as the API server, stays a reference to itself.
  const env = new Map(
    (json.env ?? []).map(({ name, value }) => [name, value === undefined || value.includes('$(') ? `$${name}` : value]),
  );
  const more = { envFrom: json.envFrom !== undefined, keepsFiles: (json.volumeMounts ?? []).length > 0 };
  const command = expandWords(json.command, json.env);
  const args = expandWords(json.args, json.env);
  const gate = parseAgentArgs(command, agentPath);
  const found = findCommand(json, images);
  const imageCommand = found?.from === 'image' ? found : undefined;
  const findOwnCommand = () => {
    if (gate) {
      return gate.command ? [...gate.command, ...args] : [];
    }
    if (json.command) {
      return [...command, ...args];
    }
    if (imageCommand) {
      return omitLongCommands([...imageCommand.command, ...(imageCommand.args ?? args)]);
    }
    if (getImageName(json.image) === 'k8s-wait-for') {
      return ['wait_for.sh', ...args];
    }
    // The entrypoint of most images runs a shell from its arguments. With other arguments it is unknown.
    return unwrapCommand(args)?.script === undefined ? [] : args;
  };
  const hook = json.lifecycle?.postStart;
  const hookWords = omitLongCommands(hook?.exec?.command);
  const agentHook = parseAgentArgs(hookWords, agentPath);
  const ownHook = hook?.exec && !agentHook ? readCommand(hookWords, env, more) : undefined;
  const isWait = slot === 'INIT' && gate !== undefined && json.name.startsWith(WAIT_PREFIX);
  return {
    imageCommand,
    command: readCommand(findOwnCommand(), env, more),
    postStart: hook?.sleep && !hook.exec ? createDelay(hook.sleep.seconds ?? 0) : ownHook,
    gate,
    agentHook,
    agentPath,
    injected: isWait || (slot === 'INIT' && json.name === AGENT_INSTALLER),
  };
}

/** Returns the words of the command and the arguments that the manifest and the image file contain. */
export function listWords({ json: { command = [], args = [] }, imageCommand }: ContainerView): string[] {
  return imageCommand ? [...imageCommand.command, ...(imageCommand.args ?? args)] : [...command, ...args];
}

const LONGEST_WORD = 100_000;
/** A word can contain a variable many times. */
const LONGEST_VALUE = 1000;

/** Expands variables as the kubelet does, except for those with a long value, or without one in the manifest. */
function expandWords(words: readonly string[] | undefined, env: readonly EnvVarJson[] = []): readonly string[] {
  const known = env.filter(({ value }) => value !== undefined && value.length <= LONGEST_VALUE);
  return omitLongCommands(expandVariables(omitLongCommands(words), known));
}

/** Ignores commands with very long words, which take long to read. */
function omitLongCommands(words: readonly string[] = []): readonly string[] {
  return words.some(word => word.length > LONGEST_WORD) ? [] : words;
}

/** Returns the path of the annotations of the pod. */
export function getAnnotationsPath({ path }: PodView): string {
  return `${path.replace(/spec$/, '')}metadata.annotations`;
}
