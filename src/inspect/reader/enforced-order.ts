import { EnforcedOrder, OrderedPair } from './enforced-edges';
import { guardsOf } from './env-file-guards';
import { outsideWaitsOf } from './external-waits';
import { AgentReading, AgentWait, readAgent } from './parse-agent-args';
import { ContainerView, PodView } from './pod-view';
import { listeners } from './ports';
import { CommandReading } from './read-command';
import { behindOf, endsFirst, listsOf, PodLists } from './start-lists';
import { hopedOrdersOf } from './unenforced-order';
import { describeTarget, Wait } from './wait';
import { Guarantee } from '../../api/guarantee';
import { ProbeJson } from '../../api/private/pod-spec';
import { StartCondition } from '../../api/start-condition';
import { ContainerSlot } from '../../api/startup-plan';
import { Capabilities } from '../../pod/capabilities';
import { describeCheck } from '../../pod/checks';
import { POD_IP } from '../../pod/checks/hosts';
import { readProbe } from '../../pod/read-probe';

/**
 * Returns the order in which the kubelet will start the containers.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go computeInitContainerActions: the kubelet starts the next entry of `initContainers` when an ordinary init
 * container has exited with 0, and when a native sidecar is running and its startup probe, if any, has passed. kuberuntime_manager.go SyncPod: the kubelet
 * starts `containers` in one loop in list order. The start of a container ends with its postStart hook, and the kubelet ignores its result.
 */
export function enforcedOrderOf(view: PodView, capabilities: Capabilities): EnforcedOrder {
  const pod = listsOf(view.containers, capabilities);
  const ordered = [
    ...pod.inits.flatMap(container => heldByInit(container, pod)),
    ...pod.apps.flatMap(container => heldByApp(container, pod)),
    ...pod.containers.flatMap(container => [...waitsOfCommand(container, pod), ...waitsOfGate(container, pod), ...waitsOfGuards(container, pod)]),
  ];
  return {
    containers: view.containers.map(c => ({ name: c.name, path: c.path, slot: c.slot, injected: c.injected, blocks: blocks(c, capabilities) })),
    ordered,
    outside: view.containers.flatMap(container => outsideWaitsOf(container, pod)),
    hoped: hopedOrdersOf(pod, ordered),
  };
}

function blocks({ slot, command }: ContainerView, { nativeSidecars }: Capabilities): boolean {
  return (slot === ContainerSlot.NATIVE_SIDECAR && !nativeSidecars) || (slot === ContainerSlot.INIT_CONTAINER && command.endless);
}

function heldByInit(container: ContainerView, pod: PodLists): OrderedPair[] {
  const holds = endsFirst(container, pod) ? [completion(container), ...waitsOfInit(container, pod)] : holdsOfSidecar(container, pod);
  return pairs(holds, container, pod);
}

/** Returns each hold with each later container. The kubelet starts all later containers after the hold. */
function pairs(holds: readonly Hold[], holder: ContainerView, pod: PodLists): OrderedPair[] {
  const later = behindOf(holder, pod);
  return holds.flatMap(hold => later.map(({ name }): OrderedPair => ({ ...hold, then: name })));
}

/** The order of one container before all containers that start after the container which holds the kubelet. */
type Hold = Omit<OrderedPair, 'then'>;

function completion({ name, path }: ContainerView): Hold {
  return {
    first: name,
    condition: StartCondition.COMPLETED,
    by: 'position',
    guarantee: Guarantee.FAIL_CLOSED,
    path,
    reason: 'the kubelet starts the next containers after the init container has exited with 0',
  };
}

function holdsOfSidecar(container: ContainerView, pod: PodLists): Hold[] {
  const { name, json: { startupProbe }, path } = container;
  const survives = pod.capabilities.startupProbesSurviveKubeletRestart;
  return [
    ...(startupProbe ? [{
      first: name,
      condition: StartCondition.STARTED,
      by: 'startupProbe' as const,
      guarantee: survives ? Guarantee.FAIL_CLOSED : Guarantee.BEST_EFFORT,
      waitsFor: describeProbe(startupProbe, container),
      path: `${path}.startupProbe`,
      reason: `the kubelet starts the next containers after the startup probe of the native sidecar has passed${survives ? ''
        : '; a restart of the kubelet after the first 10 s opens that (kubernetes#142305)'}`,
    }] : []),
    ...holdsOfHook(container, pod, 'the kubelet starts the next containers after the hook of the native sidecar has ended; a restart of the kubelet opens that'),
    // The pair of a startup probe that fails closed contains this order as well.
    ...(startupProbe && survives ? [] : [{
      first: name,
      condition: StartCondition.RUNNING,
      by: 'position' as const,
      guarantee: Guarantee.FAIL_CLOSED,
      path,
      reason: 'the kubelet starts later containers after the native sidecar runs, ready or not',
    }]),
  ];
}

/** A hook that holds the kubelet: a command, or `sleep`. When the hook has exited, its own container has started, and the target of the hook is ready. */
function holdsOfHook(container: ContainerView, pod: PodLists, reason: string): Hold[] {
  const { name, json, path, postStart, agentHook } = container;
  const handler = json.lifecycle?.postStart;
  if (!handler?.exec && !handler?.sleep) { return []; }
  const hold = { by: 'postStart' as const, guarantee: Guarantee.BEST_EFFORT, path: `${path}.lifecycle.postStart`, reason };
  const later = new Set(behindOf(container, pod));
  // A container that starts later cannot become ready while the hook waits for it.
  const awaited = [
    ...awaitedBy(postStart, pod.containers).filter(({ owner }) => owner !== container),
    ...agentWaitsFor(agentHook, pod.containers).map(({ owner, wait }) => ({ owner, words: wait.check })),
  ].filter(({ owner }) => !later.has(owner));
  const isAwaited = awaited.some(({ owner }) => owner === container);
  const words = describeWaits(postStart);
  return [
    ...(isAwaited ? [] : [{ ...hold, first: name, condition: StartCondition.STARTED, ...(words === '' ? {} : { waitsFor: words }) }]),
    ...awaited.map(({ owner, words: waitsFor }) => ({ ...hold, first: owner.name, condition: StartCondition.READY, waitsFor })),
  ];
}

function describeWaits(command: CommandReading | undefined): string {
  const targets = (command?.waits ?? []).flatMap(wait => wait.targets).map(describeTarget);
  return [...targets, ...(command?.delay === undefined ? [] : [`${command.delay} s`])].join(' and ');
}

/** The check that the kubelet makes, or the checks of the wait agent that the kubelet runs. */
function describeProbe(probe: ProbeJson, { json }: ContainerView): string {
  const agent = readAgent(probe.exec?.command ?? []);
  if (agent) { return agent.waits.map(w => w.check).join(' and '); }
  const check = readProbe(probe, json);
  return check ? describeCheck(check, POD_IP) : 'its startup probe';
}

/** An init container that waits for native sidecars before it. */
function waitsOfInit(container: ContainerView, pod: PodLists): Hold[] {
  const sidecars = pod.inits.slice(0, pod.inits.indexOf(container)).filter(c => !endsFirst(c, pod));
  const seen = [
    ...awaitedBy(container.command, sidecars).filter(({ wait }) => !wait.conditional)
      .map(({ owner, words, wait }) => ({ owner, words, opens: wait.bounded })),
    ...agentWaitsFor(container.gate, sidecars).map(({ owner, wait }) => ({ owner, words: wait.check, opens: wait.goesOn })),
  ];
  return seen.map(({ owner, words, opens }): Hold => ({
    first: owner.name,
    condition: StartCondition.READY,
    by: 'initContainer',
    guarantee: opens ? Guarantee.BEST_EFFORT : Guarantee.FAIL_CLOSED,
    waitsFor: words,
    path: container.path,
    reason: `the init container '${container.name}' waits until it is ready, and the kubelet starts later containers after the init container has exited with 0`,
  }));
}

function heldByApp(container: ContainerView, pod: PodLists): OrderedPair[] {
  const { name, path } = container;
  const byHook = holdsOfHook(container, pod, 'a postStart hook holds the kubelet until it has ended; a crash, a failing hook or a restart of the kubelet opens it');
  return pairs(byHook.length > 0 ? byHook : [{
    first: name,
    condition: StartCondition.RUNNING,
    by: 'position',
    guarantee: Guarantee.BEST_EFFORT,
    path,
    reason: 'the kubelet launches regular containers in list order, without any wait, also after a container that fails to start',
  }], container, pod);
}

interface Awaited {
  readonly owner: ContainerView;
  readonly words: string;
  readonly wait: Wait;
}

function awaitedBy(command: CommandReading | undefined, containers: readonly ContainerView[]): Awaited[] {
  return (command?.waits ?? []).flatMap(wait => wait.targets.flatMap(target =>
    listeners(target, wait, containers).map(owner => ({ owner, words: describeTarget(target), wait }))));
}

interface AgentAwaited {
  readonly owner: ContainerView;
  readonly wait: AgentWait;
}

function agentWaitsFor(agent: AgentReading | undefined, containers: readonly ContainerView[]): AgentAwaited[] {
  // An open gate means that the command runs, and not that the container is ready.
  return (agent?.waits ?? []).filter(({ sees }) => sees !== 'gate').flatMap(wait => containers.filter(c => c.name === wait.name).map(owner => ({ owner, wait })));
}

/** A command that waits for another container, at each start. `waitsOfInit` reads init containers that wait, since the kubelet holds later containers for them. */
function waitsOfCommand(container: ContainerView, pod: PodLists): OrderedPair[] {
  if (endsFirst(container, pod)) { return []; }
  return awaitedBy(container.command, pod.containers).filter(({ owner }) => owner !== container).map(({ owner, words, wait }): OrderedPair => {
    const always = !wait.bounded && !wait.conditional;
    return {
      first: owner.name,
      then: container.name,
      condition: StartCondition.READY,
      by: 'command',
      guarantee: always ? Guarantee.EVERY_START : Guarantee.BEST_EFFORT,
      waitsFor: words,
      path: container.path,
      reason: `its own command waits before it goes on, at each start${always ? '' : '; it may give up, or leave the wait out'}`,
    };
  });
}

function waitsOfGate(container: ContainerView, pod: PodLists): OrderedPair[] {
  if (endsFirst(container, pod)) { return []; }
  const all = agentWaitsFor(container.gate, pod.containers).filter(({ owner }) => owner !== container);
  return all.map(({ owner, wait: { check, condition = StartCondition.READY, goesOn, sees } }): OrderedPair => ({
    first: owner.name,
    then: container.name,
    condition,
    by: 'gate',
    guarantee: goesOn ? Guarantee.BEST_EFFORT : isOfOther(sees) ? Guarantee.FAIL_CLOSED : Guarantee.EVERY_START,
    waitsFor: check,
    path: `${container.path}.command`,
    reason: `the wait agent runs before its command ${GATE_REASONS[sees] ?? 'and makes the check itself, at each start'}`
      + `${goesOn ? '; after the timeout the command starts all the same' : ''}`,
  }));
}

/** The agent of the other container makes a mark, or locks a file as long as its container runs. */
function isOfOther(sees: AgentWait['sees']): boolean {
  return sees === 'mark' || sees === 'end';
}

const GATE_REASONS: Partial<Record<AgentWait['sees'], string>> = {
  mark: 'and waits for a mark that the other container makes',
  end: 'and waits until the other container has ended',
};

function waitsOfGuards(container: ContainerView, { containers, capabilities }: PodLists): OrderedPair[] {
  return capabilities.envFiles ? guardsOf(container, containers).map(({ dependency, condition, index, reason }): OrderedPair => ({
    first: dependency,
    then: container.name,
    condition,
    by: 'guard',
    guarantee: Guarantee.FAIL_CLOSED,
    path: `${container.path}.env[${index}]`,
    reason,
  })) : [];
}
