import { AgentReading } from './agent-words';
import { EnforcedOrder, HopedOrder, OrderedPair, OutsideWait } from './enforced-order';
import { objectOf } from './json';
import { ContainerView, PodView } from './pod-view';
import { listeners } from './ports';
import { CommandReading } from './read-command';
import { describeTarget, isLoopback, Wait, WaitTarget } from './wait';
import { STATE_VOLUME } from '../agent/contract';
import { checkOfProbe } from '../intent/read-probe';
import { Guarantee } from '../model/guarantee';
import { Capabilities } from '../model/private/capabilities';
import { describeCheck, POD_IP } from '../model/private/check';
import { ProbeJson } from '../model/private/pod-spec';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot } from '../model/startup-plan';

interface Pod {
  readonly view: PodView;
  readonly capabilities: Capabilities;
  readonly inits: readonly ContainerView[];
  readonly apps: readonly ContainerView[];
}

/**
 * What the kubelet will make of the pod.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go computeInitContainerActions: the next entry of `initContainers` is started when an ordinary one exited
 * with 0, and when a native sidecar is running and its startup probe, if any, has passed. kuberuntime_manager.go SyncPod: `containers` are started
 * in one loop in list order; the start of one ends with its postStart hook, and what becomes of it is ignored.
 */
export function enforcedOrderOf(view: PodView, capabilities: Capabilities): EnforcedOrder {
  const apps = view.containers.filter(c => c.slot === ContainerSlot.CONTAINER);
  const pod = { view, capabilities, apps, inits: view.containers.filter(c => c.slot !== ContainerSlot.CONTAINER) };
  const ordered = [
    ...pod.inits.flatMap((container, i) => behindInit(container, i, pod)),
    ...apps.flatMap((container, i) => behindApp(container, i, pod)),
    ...apps.flatMap(container => [...waitsOfCommand(container, pod), ...waitsOfGate(container, pod), ...guardsOf(container, pod)]),
  ];
  const held = new Set(ordered.filter(pair => pair.by !== 'position').map(pair => pairKey(pair.first, pair.then)));
  return {
    containers: view.containers.map(c => ({ name: c.name, path: c.path, slot: c.slot, injected: c.injected, blocks: blocks(c, capabilities) })),
    ordered,
    outside: view.containers.flatMap(container => outsideOf(container, pod)),
    hoped: [
      ...pod.inits.flatMap((container, i) => hopedOfInit(container, i, pod)),
      ...apps.flatMap((container, i) => hopedOfApp(container, i, pod, held)),
    ],
  };
}

function pairKey(first: string, then: string): string {
  return JSON.stringify([first, then]);
}

/** Whether `then` can only start when `first` has, or later: directly, or by way of others. */
export function isOrdered({ ordered }: Pick<EnforcedOrder, 'ordered'>, first: string, then: string): boolean {
  const seen = new Set([first]);
  const open = [first];
  while (open.length > 0) {
    const next = open.pop()!;
    for (const pair of ordered.filter(p => p.first === next && !seen.has(p.then))) {
      if (pair.then === then) { return true; }
      seen.add(pair.then);
      open.push(pair.then);
    }
  }
  return false;
}

function blocks({ slot, command }: ContainerView, { nativeSidecars }: Capabilities): boolean {
  return (slot === ContainerSlot.NATIVE_SIDECAR && !nativeSidecars) || (slot === ContainerSlot.INIT_CONTAINER && command.endless);
}

/** What starts as soon as the entry of `initContainers` lets it: the next entry, or all containers. */
function nextOf(index: number, { inits, apps }: Pod): readonly ContainerView[] {
  return index + 1 < inits.length ? [inits[index + 1]] : apps;
}

function behindInit(container: ContainerView, index: number, pod: Pod): OrderedPair[] {
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

function holdsOfSidecar(container: ContainerView, { capabilities }: Pod): Hold[] {
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
function seenByInit(container: ContainerView, index: number, pod: Pod): OrderedPair[] {
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

function behindApp(container: ContainerView, index: number, { apps }: Pod): OrderedPair[] {
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
function waitsOfCommand(container: ContainerView, { view }: Pod): OrderedPair[] {
  return awaitedBy(container.command, view.containers).filter(({ owner }) => owner !== container).map(({ owner, words, wait }): OrderedPair => {
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

function waitsOfGate(container: ContainerView, { view }: Pod): OrderedPair[] {
  const all = agentWaitsFor(container.gate, view.containers).filter(({ owner }) => owner !== container);
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

interface Guard {
  readonly dependency: string;
  readonly condition: StartCondition;
  readonly index: number;
  readonly reason: string;
}

/** Variables that come from a file in a volume: ours name the container that writes it, of others it is the only other one that mounts the volume. */
function guards(container: ContainerView, { view }: Pod): Guard[] {
  return (container.json.env ?? []).flatMap((variable, index): Guard[] => {
    const { volumeName, path, key, optional } = objectOf(objectOf(variable.valueFrom)?.fileKeyRef) ?? {};
    if (typeof path !== 'string' || optional === true) { return []; }
    const condition = Object.values(StartCondition).find(c => c === key) ?? StartCondition.READY;
    const held = 'the kubelet cannot create it before a file says so, and';
    if (volumeName === STATE_VOLUME) { return [{ dependency: path, condition, index, reason: `${held} only the wait agent in the other one writes that` }]; }
    const writers = view.containers.filter(c => c !== container && c.json.volumeMounts?.some(mount => mount.name === volumeName));
    return writers.length === 1 ? [{ dependency: writers[0].name, condition, index, reason: `${held} only the other one has that volume` }] : [];
  });
}

function guardsOf(container: ContainerView, pod: Pod): OrderedPair[] {
  return pod.capabilities.envFiles ? guards(container, pod).map(({ dependency, condition, index, reason }): OrderedPair => ({
    first: dependency,
    then: container.name,
    condition,
    by: 'guard',
    guarantee: Guarantee.FAIL_CLOSED,
    path: `${container.path}.env[${index}]`,
    reason,
  })) : [];
}

function outsideOf(container: ContainerView, pod: Pod): OutsideWait[] {
  const { view: { containers }, inits } = pod;
  const behind = containers.slice(containers.indexOf(container) + 1).map(c => c.name);
  const isInit = inits.includes(container);
  const names = new Set(containers.map(c => c.name));
  const ofCommand = outsideTargets(container.command);
  const ofAgent = (container.gate?.waits ?? []).filter(wait => !names.has(wait.name));
  const ofHook = outsideTargets(container.postStart);
  const holds = isInit ? behind : [container.name];
  return [
    ...ofCommand.map(target => ({ container: container.name, waitsFor: describeTarget(target), holds, path: container.path })),
    ...ofAgent.map(wait => ({ container: container.name, waitsFor: wait.name, holds, path: `${container.path}.command` })),
    ...ofHook.map(target => ({ container: container.name, waitsFor: describeTarget(target), holds: behind, path: `${container.path}.lifecycle.postStart` })),
  ];
}

function outsideTargets(command: CommandReading | undefined): WaitTarget[] {
  return (command?.waits ?? []).flatMap(wait => wait.targets).filter(target => target.kind !== 'file' && !(target.kind === 'network' && isLoopback(target.host)));
}

function hopedOfInit(container: ContainerView, index: number, pod: Pod): HopedOrder[] {
  if (container.slot !== ContainerSlot.NATIVE_SIDECAR) { return []; }
  const [next] = nextOf(index, pod);
  const { json, path } = container;
  if (!pod.capabilities.nativeSidecars) {
    const why = 'these nodes have no native sidecars: the field is dropped, and an init container that never ends holds the pod for ever; with a probe or a hook '
      + 'the API server refuses it';
    return [{ first: container.name, then: next?.name, by: 'restartPolicy', path: `${path}.restartPolicy`, why }];
  }
  return [
    ...(json.readinessProbe && !json.startupProbe && next ? [{
      first: container.name,
      then: next.name,
      by: 'readinessProbe' as const,
      path: `${path}.readinessProbe`,
      why: 'the kubelet waits for the startup probe of a native sidecar, and not for its readiness probe',
    }] : []),
    ...failingHook(container, next?.name),
  ];
}

function hopedOfApp(container: ContainerView, index: number, pod: Pod, held: ReadonlySet<string>): HopedOrder[] {
  const { apps, capabilities } = pod;
  const { name, path, json, command } = container;
  const behind = apps.slice(index + 1);
  // Whoever waits for the other one does not mean the other one to wait.
  const isHeld = (then: string) => held.has(pairKey(name, then)) || held.has(pairKey(then, name));
  const free = behind.filter(c => !isHeld(c.name));
  const [next] = behind;
  const probes = (['startupProbe', 'readinessProbe'] as const).filter(probe => json[probe] && !container.gate);
  return [
    ...probes.flatMap(probe => free.map(({ name: then }): HopedOrder => ({
      first: name, then, by: probe, path: `${path}.${probe}`, why: 'the kubelet looks at no probe of a regular container before it starts the next one',
    }))),
    ...failingHook(container, next?.name),
    ...(blockingHook(container) && !next && container.postStart ? [{
      first: name, by: 'postStart' as const, path: `${path}.lifecycle.postStart`, why: 'no container stands behind it that its hook could hold back',
    }] : []),
    ...(next && free.includes(next) ? [{
      first: name, then: next.name, by: 'position' as const, path, why: 'the place in `containers` says which is launched first; nothing waits until it is ready',
    }] : []),
    ...(command.sleepsFirst === undefined ? [] : [{
      then: name, by: 'sleep' as const, path, why: `it sleeps for ${command.sleepsFirst} s first, whatever has become ready meanwhile`,
    }]),
    ...(capabilities.envFiles ? [] : guards(container, pod).map(({ dependency, index: i }): HopedOrder => ({
      first: dependency,
      then: name,
      by: 'guard',
      path: `${path}.env[${i}]`,
      why: 'these nodes know no variables from files: the kubelet ignores it, or the API server refuses the pod',
    }))),
  ];
}

/** Handlers that hold nothing. */
function failingHook({ name, path, json }: ContainerView, then: string | undefined): HopedOrder[] {
  const handler = json.lifecycle?.postStart;
  const why = handler?.httpGet ? 'an httpGet hook is one single request: refused, the container is killed; answered, any status will do'
    : handler?.tcpSocket ? 'a tcpSocket hook is not supported: it fails at once, and the container is killed' : undefined;
  return why === undefined ? [] : [{ first: name, then, by: 'postStart', path: `${path}.lifecycle.postStart`, why }];
}
