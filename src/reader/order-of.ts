import { AgentReading } from './agent-words';
import { EnforcedOrder, OrderedPair } from './enforced-order';
import { guardsOf } from './guards';
import { hopedOrdersOf } from './hoped-order';
import { outsideWaitsOf } from './outside-waits';
import { listsOf, nextOf, PodLists } from './pod-lists';
import { ContainerView, PodView } from './pod-view';
import { listeners } from './ports';
import { CommandReading } from './read-command';
import { describeTarget, Wait } from './wait';
import { checkOfProbe } from '../intent/read-probe';
import { Guarantee } from '../model/guarantee';
import { Capabilities } from '../model/private/capabilities';
import { describeCheck, POD_IP } from '../model/private/check';
import { ProbeJson } from '../model/private/pod-spec';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot } from '../model/startup-plan';

/**
 * What the kubelet will make of the pod.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go computeInitContainerActions: the next entry of `initContainers` is started when an ordinary one exited
 * with 0, and when a native sidecar is running and its startup probe, if any, has passed. kuberuntime_manager.go SyncPod: `containers` are started
 * in one loop in list order; the start of one ends with its postStart hook, and what becomes of it is ignored.
 */
export function enforcedOrderOf(view: PodView, capabilities: Capabilities): EnforcedOrder {
  const pod = listsOf(view.containers, capabilities);
  const ordered = [
    ...pod.inits.flatMap((container, i) => behindInit(container, i, pod)),
    ...pod.apps.flatMap((container, i) => behindApp(container, i, pod)),
    ...pod.apps.flatMap(container => [...waitsOfCommand(container, pod), ...waitsOfGate(container, pod), ...waitsOfGuards(container, pod)]),
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

function behindInit(container: ContainerView, index: number, pod: PodLists): OrderedPair[] {
  const next = nextOf(index, pod);
  const ends = container.slot === ContainerSlot.INIT_CONTAINER || !pod.capabilities.nativeSidecars;
  const holds = ends ? [completion(container)] : holdsOfSidecar(container, pod);
  return [
    ...holds.flatMap(hold => next.map(({ name }): OrderedPair => ({ first: container.name, then: name, ...hold }))),
    ...seenByInit(container, index, pod),
  ];
}

type Hold = Omit<OrderedPair, 'first' | 'then'>;

function completion({ path }: ContainerView): Hold {
  return {
    condition: StartCondition.COMPLETED,
    by: 'position',
    guarantee: Guarantee.FAIL_CLOSED,
    path,
    reason: 'the kubelet starts nothing behind an init container before it has exited with 0',
  };
}

function holdsOfSidecar(container: ContainerView, { capabilities }: PodLists): Hold[] {
  const { json: { startupProbe }, path } = container;
  const survives = capabilities.startupProbesSurviveKubeletRestart;
  const hook = blockingHook(container);
  return [
    ...(startupProbe ? [{
      condition: StartCondition.STARTED,
      by: 'startupProbe' as const,
      guarantee: survives ? Guarantee.FAIL_CLOSED : Guarantee.START_ORDER,
      waitsFor: describeProbe(startupProbe, container),
      path: `${path}.startupProbe`,
      reason: `the kubelet starts nothing behind a native sidecar before its startup probe has passed${survives ? ''
        : '; a restart of the kubelet after the first 10 s opens that (kubernetes#142305)'}`,
    }] : []),
    ...(hook ? [{
      ...hook,
      reason: 'the kubelet starts nothing behind a native sidecar before its hook has ended; a restart of the kubelet opens that',
    }] : []),
    ...(startupProbe || hook ? [] : [{
      condition: StartCondition.RUNNING,
      by: 'position' as const,
      guarantee: Guarantee.FAIL_CLOSED,
      path,
      reason: 'the kubelet starts nothing behind a native sidecar before it is running, ready or not',
    }]),
  ];
}

/** A hook that holds the kubelet: a command, or `sleep`. */
function blockingHook({ json, path, postStart, agentHook }: ContainerView): Omit<Hold, 'reason'> | undefined {
  const handler = json.lifecycle?.postStart;
  if (!handler?.exec && !handler?.sleep) { return undefined; }
  const waitsFor = describeWaits(postStart, agentHook);
  return {
    condition: StartCondition.STARTED,
    by: 'postStart',
    guarantee: Guarantee.START_ORDER,
    ...(waitsFor === '' ? {} : { waitsFor }),
    path: `${path}.lifecycle.postStart`,
  };
}

function describeWaits(command: CommandReading | undefined, agent: AgentReading | undefined): string {
  const checks = (agent?.waits ?? []).map(wait => [wait.kind, ...wait.words.filter(word => !word.includes('\n'))].join(' '));
  const targets = (command?.waits ?? []).flatMap(wait => wait.targets).map(describeTarget);
  return [...checks, ...targets, ...(command?.delay === undefined ? [] : [`${command.delay} s`])].join(' and ');
}

/** As the kubelet asks. */
function describeProbe(probe: ProbeJson, { json }: ContainerView): string {
  const check = checkOfProbe(probe, json);
  return check ? describeCheck(check, POD_IP) : 'its startup probe';
}

/** An init container that waits for sidecars in front of it. */
function seenByInit(container: ContainerView, index: number, pod: PodLists): OrderedPair[] {
  if (container.slot !== ContainerSlot.INIT_CONTAINER) { return []; }
  const sidecars = pod.inits.slice(0, index).filter(c => c.slot === ContainerSlot.NATIVE_SIDECAR);
  const seen = [
    ...awaitedBy(container.command, sidecars).filter(({ wait }) => !wait.conditional).map(({ owner, words, wait }) =>
      ({ sidecar: owner, waitsFor: words, guarantee: wait.bounded ? Guarantee.START_ORDER : Guarantee.FAIL_CLOSED })),
    ...(container.gate?.waits ?? []).flatMap(wait => sidecars.filter(c => c.name === wait.name).map(sidecar =>
      ({ sidecar, waitsFor: [wait.kind, ...wait.words].join(' '), guarantee: wait.goesOn ? Guarantee.START_ORDER : Guarantee.FAIL_CLOSED }))),
  ];
  return seen.flatMap(({ sidecar, waitsFor, guarantee }) => nextOf(index, pod).map(({ name }): OrderedPair => ({
    first: sidecar.name,
    then: name,
    condition: StartCondition.READY,
    by: 'initContainer',
    guarantee,
    waitsFor,
    path: container.path,
    reason: `the init container '${container.name}' waits until it is ready, and the kubelet starts nothing behind that before it has exited with 0`,
  })));
}

function behindApp(container: ContainerView, index: number, { apps }: PodLists): OrderedPair[] {
  const next = apps[index + 1];
  if (!next) { return []; }
  const hook = blockingHook(container);
  const hold: Hold = hook ? {
    ...hook,
    reason: 'a postStart hook holds the kubelet until it has ended; a crash, a failing hook or a restart of the kubelet opens it',
  } : {
    condition: StartCondition.RUNNING,
    by: 'position',
    guarantee: Guarantee.START_ORDER,
    path: container.path,
    reason: 'the kubelet launches regular containers in list order, and goes on when one of them fails to start; it waits for nothing',
  };
  const all = hook ? [...awaitedBy(container.postStart, apps), ...agentWaitsFor(container.agentHook, apps)] : [];
  const others = all.filter(({ owner }) => owner !== container);
  return [
    { first: container.name, then: next.name, ...hold },
    ...others.map(({ owner, words }): OrderedPair =>
      ({ first: owner.name, then: next.name, ...hold, condition: StartCondition.READY, waitsFor: words })),
  ];
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
  readonly words: string;
  readonly goesOn: boolean;
  readonly isMark: boolean;
}

function agentWaitsFor(agent: AgentReading | undefined, containers: readonly ContainerView[]): AgentAwaited[] {
  return (agent?.waits ?? []).flatMap(({ name, kind, words, goesOn }) =>
    containers.filter(c => c.name === name).map(owner => ({ owner, words: [kind, ...words].join(' '), goesOn, isMark: kind === 'mark' })));
}

/** A command that waits by itself for another container, at each start. */
function waitsOfCommand(container: ContainerView, { containers }: PodLists): OrderedPair[] {
  return awaitedBy(container.command, containers).filter(({ owner }) => owner !== container).map(({ owner, words, wait }): OrderedPair => {
    const always = !wait.bounded && !wait.conditional;
    return {
      first: owner.name,
      then: container.name,
      condition: StartCondition.READY,
      by: 'command',
      guarantee: always ? Guarantee.EVERY_START : Guarantee.START_ORDER,
      waitsFor: words,
      path: container.path,
      reason: `its own command waits before it goes on, at each start${always ? '' : '; it may give up, or leave the wait out'}`,
    };
  });
}

function waitsOfGate(container: ContainerView, { containers }: PodLists): OrderedPair[] {
  const all = agentWaitsFor(container.gate, containers).filter(({ owner }) => owner !== container);
  return all.map(({ owner, words, goesOn, isMark }): OrderedPair => ({
    first: owner.name,
    then: container.name,
    condition: conditionOf(words) ?? StartCondition.READY,
    by: 'gate',
    guarantee: goesOn ? Guarantee.START_ORDER : isMark ? Guarantee.FAIL_CLOSED : Guarantee.EVERY_START,
    waitsFor: words,
    path: `${container.path}.command`,
    reason: `the wait agent runs in front of its command${isMark ? ' and waits for a mark of the other one' : ' and makes the check itself, at each start'}`
      + `${goesOn ? '; after the timeout the command starts all the same' : ''}`,
  }));
}

/** `mark READY FILE` */
function conditionOf(words: string): StartCondition | undefined {
  const [, key] = /^mark (\w+) /.exec(words) ?? [];
  return Object.values(StartCondition).find(condition => condition === key);
}

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
