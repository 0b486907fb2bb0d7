import { listOf, objectOf, textsOf, withoutAbsent } from './coerce-json';
import { readableContainer, readablePodSpec } from './coerce-pod-spec';
import { startsShell } from './command/unwrap-command';
import { FoundWorkload } from './find-workloads';
import { AgentReading, readAgent } from './parse-agent-args';
import { CommandReading, delayOf, readCommand } from './read-command';
import { AGENT_INSTALLER, WAIT_PREFIX } from '../../agent/contract';
import { ContainerJson, HandlerJson, PodSpecJson } from '../../api/private/pod-spec';
import { ContainerSlot } from '../../api/startup-plan';
import { expandVariables } from '../../pod/read-probe';

/** The pod of a workload, as the reader and the rules look at it. */
export interface PodView {
  readonly workload: FoundWorkload;
  /** Where the pod spec is in the document, such as `spec.template.spec`. */
  readonly path: string;
  /** Without its containers. */
  readonly spec: PodSpecJson;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** In start order; what is no object is left out. */
  readonly containers: readonly ContainerView[];
}

export interface ContainerView {
  /** Its own in the pod: a second container of one name has its place behind the name, such as `app (containers[1])`. */
  readonly name: string;
  readonly path: string;
  /** As the manifest says it, whatever the nodes make of it. */
  readonly slot: ContainerSlot;
  readonly json: ContainerJson;
  /** What its own command does; behind a gate, if it has one. */
  readonly command: CommandReading;
  /** Its postStart hook, if that is a command that is not ours, or `sleep`. */
  readonly postStart?: CommandReading;
  readonly preStop?: CommandReading;
  /** The wait agent of this library before its command, or as its whole command. */
  readonly gate?: AgentReading;
  /** The wait agent of this library in its postStart hook. */
  readonly agentHook?: AgentReading;
  /** This library has put it there. */
  readonly injected: boolean;
}

export function podViewOf(workload: FoundWorkload): PodView {
  const spec = objectOf(workload.template.spec)!;
  const metadata = objectOf(workload.template.metadata) ?? {};
  const path = workload.templatePath === '' || workload.templatePath.endsWith('.') ? `${workload.templatePath}spec` : `${workload.templatePath}.spec`;
  return {
    workload,
    path,
    spec: readablePodSpec(spec),
    labels: textsOf(metadata.labels),
    annotations: textsOf(metadata.annotations),
    containers: withNamesOfTheirOwn((['initContainers', 'containers'] as const)
      .flatMap(list => listOf(spec[list]).flatMap((value, i) => container(value, list, i, path))), path),
  };
}

/** The API server refuses two containers of one name; until then they are two containers. */
function withNamesOfTheirOwn(containers: readonly ContainerView[], specPath: string): ContainerView[] {
  const seen = new Set<string>();
  return containers.map(view => {
    const isNew = !seen.has(view.name);
    seen.add(view.name);
    return isNew ? view : { ...view, name: `${view.name} (${view.path.slice(specPath.length + 1)})` };
  });
}

function container(value: unknown, list: 'initContainers' | 'containers', index: number, path: string): ContainerView[] {
  const place = `${list}[${index}]`;
  const json = readableContainer(value, place);
  if (!json) { return []; }
  const slot = list === 'containers' ? ContainerSlot.CONTAINER : json.restartPolicy === 'Always' ? ContainerSlot.NATIVE_SIDECAR : ContainerSlot.INIT_CONTAINER;
  return [{ name: json.name, path: `${path}.${place}`, slot, json, ...commandsOf(json, slot) }];
}

function commandsOf(json: ContainerJson, slot: ContainerSlot): Omit<ContainerView, 'name' | 'path' | 'slot' | 'json'> {
  // What comes from elsewhere, such as the API server, stands for itself.
  const env = new Map((json.env ?? []).map(({ name, value }) => [name, value === undefined || value.includes('$(') ? `$${name}` : value]));
  const more = { envFrom: json.envFrom !== undefined };
  const known = (json.env ?? []).filter(({ value }) => value !== undefined);
  const command = expandVariables(readable(json.command), known);
  const args = expandVariables(readable(json.args), known);
  const gate = readAgent(command);
  // Of most images the entrypoint runs a shell that it is given; of other words nobody knows.
  const own = gate ? [...gate.command ?? [], ...gate.command ? args : []] : json.command ? [...command, ...args] : startsShell(args) ? args : [];
  const readHook = (hook: HandlerJson | undefined): CommandReading | undefined => {
    const words = readable(hook?.exec?.command);
    if (hook?.exec) { return readAgent(words) ? undefined : readCommand(words, env, more); }
    return hook?.sleep && delayOf(hook.sleep.seconds ?? 0);
  };
  const { postStart, preStop } = json.lifecycle ?? {};
  const isWait = slot === ContainerSlot.INIT_CONTAINER && gate !== undefined && json.name.startsWith(WAIT_PREFIX);
  return withoutAbsent({
    command: readCommand(own, env, more),
    postStart: readHook(postStart),
    preStop: readHook(preStop),
    gate,
    agentHook: readAgent(readable(postStart?.exec?.command)),
    injected: isWait || (slot === ContainerSlot.INIT_CONTAINER && json.name === AGENT_INSTALLER),
  });
}

const LONGEST_WORD = 100_000;

/** Nobody writes longer ones by hand, and to read them would take long. */
function readable(words: readonly string[] = []): readonly string[] {
  return words.some(word => word.length > LONGEST_WORD) ? [] : words;
}
