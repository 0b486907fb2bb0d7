import { EnforcedOrder, OrderedPair, UnenforcedOrder } from './enforced-edges';
import { findEnvFileGuards } from './env-file-guards';
import { findOutsideWaits } from './external-waits';
import { AgentReading, AgentWait, parseAgentArgs } from './parse-agent-args';
import { ContainerView, findLaterContainers, mustExitFirst, PodView } from './pod-view';
import { findLaterListeners, findListeners, findProbedLater } from './ports';
import { CommandReading } from './read-command';
import { findFileWriter } from './shared-volumes';
import { findUnappliedAnnotation, findUnenforcedOrders } from './unenforced-order';
import { AwaitedTarget, describeTarget, findOpening, GATE_OPENING, listTargets } from './wait';
import { AGENT_INSTALLER } from '../../src/agent/contract';
import { COMMAND_ANNOTATION } from '../../src/api/private/annotations';
import { Guarantee, StartCondition } from '../../src/api/private/enums';
import { PodSpecJson, ProbeJson } from '../../src/api/private/pod-spec';
import { describeCheck, readProbe } from '../../src/pod/checks';
import { POD_IP } from '../../src/pod/checks/hosts';
import { formatPinnedImage } from '../../src/pod/image-facts';
import { Restarts } from '../../src/pod/intent';
import { findRequestedMesh } from '../../src/pod/pod-mesh';
import { decideRestarts, mayEndForGood } from '../../src/pod/restarts';

/**
 * Returns the order in which the kubelet will start the containers.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go computeInitContainerActions: the kubelet starts the next entry of
 * `initContainers` when an ordinary init container has exited with 0, and when a native sidecar is running and its
 * startup probe, if any, has passed. kuberuntime_manager.go SyncPod: the kubelet starts `containers` in one loop in
 * list order. The start of a container ends with its postStart hook, and the kubelet ignores its result.
 */
export function readEnforcedOrder(pod: PodView): EnforcedOrder {
  const ordered = [
    ...pod.containers.flatMap(container => {
      const later = findLaterContainers(container, pod);
      return readHolds(container, pod).flatMap(hold => later.map(({ name: then }) => ({ ...hold, then })));
    }),
    ...pod.containers.flatMap(c => [...readCommandPairs(c, pod), ...readGatePairs(c, pod), ...readGuardPairs(c, pod)]),
  ];
  const skipped = pod.containers.flatMap(c => readCommandPairs(c, pod, true));
  return {
    containers: pod.containers.map(c => ({
      name: c.name,
      path: c.path,
      slot: c.slot,
      injected: c.injected,
      blocks: isBlocking(c, pod),
      commandFrom: findCommandImage(c, pod),
    })),
    ordered,
    outside: pod.containers.flatMap(container => findOutsideWaits(container, pod)),
    unenforced: [
      ...findUnenforcedOrders(pod, [...ordered, ...skipped]),
      ...skipped.map(toUnenforced),
      ...findUnappliedAnnotation(pod),
    ],
  };
}

/**
 * The image file contains the command, or contained it at synth: the annotation of a pod of this library is
 * `web=nginx:1.27@sha256:…,api=…`.
 */
function findCommandImage({ name, imageCommand, gate }: ContainerView, { annotations }: PodView): string | undefined {
  if (imageCommand) {
    return formatPinnedImage(imageCommand);
  }
  const entry = gate && (annotations[COMMAND_ANNOTATION] ?? '').split(',').find(text => text.startsWith(`${name}=`));
  return entry?.slice(name.length + 1);
}

/** The kubelet never comes to the later containers. */
function isBlocking(container: ContainerView, pod: PodView): boolean {
  const { slot, command, postStart, json } = container;
  if (mustExitFirst(container, pod)) {
    return slot === 'NATIVE_SIDECAR' || command.endless || command.fails || waitsForLater(command, container, pod);
  }
  const isHeldByHook = postStart !== undefined && (postStart.endless || waitsForLater(postStart, container, pod));
  const isSidecar = slot === 'NATIVE_SIDECAR';
  const isNeverStarted =
    isSidecar && (json.lifecycle?.postStart?.tcpSocket !== undefined || findProbedLater(container, pod).length > 0);
  return isHeldByHook || isNeverStarted;
}

/** A command of the container waits without a limit for a container that starts later. */
function waitsForLater({ waits }: CommandReading, container: ContainerView, pod: PodView): boolean {
  const certain = waits.filter(({ bounded, conditional }) => !bounded && !conditional);
  return listTargets(certain).some(awaited => findLaterListeners(awaited, container, pod).length > 0);
}

function readHolds(container: ContainerView, pod: PodView): Hold[] {
  if (container.slot === 'CONTAINER') {
    return readAppHolds(container, pod);
  }
  return mustExitFirst(container, pod) ? readInitHolds(container, pod) : readSidecarHolds(container, pod);
}

/** An order of `first` before all later containers, which the kubelet holds. */
type Hold = Omit<OrderedPair, 'then'>;

/** An order that only follows from the position in a list. */
function createPositionHold(
  { name, path }: ContainerView,
  condition: StartCondition,
  guarantee: Guarantee,
  reason: string,
): Hold {
  return { first: name, condition, by: 'position', guarantee, path, reason };
}

function readSidecarHolds(container: ContainerView, pod: PodView): Hold[] {
  const { name, json, path } = container;
  const byHook = readHookHolds(
    container,
    pod,
    'the kubelet starts the next containers after the hook of the native sidecar has completed; a restart of ' +
      'the kubelet opens that',
  );
  if (!json.startupProbe) {
    const reason = 'the kubelet starts later containers after the native sidecar runs, ready or not';
    return [...byHook, createPositionHold(container, 'RUNNING', 'FAIL_CLOSED', reason)];
  }
  const byProbe: Hold = {
    first: name,
    condition: 'STARTED',
    by: 'startupProbe',
    guarantee: 'FAIL_CLOSED',
    waitsFor: describeProbe(json.startupProbe, container),
    path: `${path}.startupProbe`,
    reason: 'the kubelet starts the next containers after the startup probe of the native sidecar has passed',
  };
  return [byProbe, ...byHook];
}

/**
 * A hook that holds the kubelet: a command, or `sleep`. When the hook has exited, its own container has started, and
 * the target of the hook is ready.
 */
function readHookHolds(container: ContainerView, pod: PodView, reason: string): Hold[] {
  const { name, json, path, postStart, agentHook } = container;
  const handler = json.lifecycle?.postStart;
  if (!handler?.exec && !handler?.sleep) {
    return [];
  }
  const hold = {
    by: 'postStart' as const,
    guarantee: 'BEST_EFFORT' as const,
    path: `${path}.lifecycle.postStart`,
    reason,
  };
  const later = new Set(findLaterContainers(container, pod));
  // A container that starts later cannot become ready while the hook waits for it.
  const awaited = [
    ...findAwaited(postStart, one => findListeners(one, pod.containers)).filter(({ owner }) => owner !== container),
    ...findAgentAwaited(agentHook, pod.containers),
  ].filter(({ owner }) => !later.has(owner));
  const holds = awaited.map(
    ({ owner, words }): Hold => ({ ...hold, first: owner.name, condition: 'READY', waitsFor: words }),
  );
  if (!awaited.some(({ owner }) => owner === container)) {
    const waitsFor = describeWaits(postStart) || undefined;
    holds.unshift({ ...hold, first: name, condition: 'STARTED', waitsFor });
  }
  return holds;
}

function describeWaits(command: CommandReading | undefined): string {
  const targets = listTargets(command?.waits).map(({ target }) => describeTarget(target));
  return [...targets, ...(command?.delay === undefined ? [] : [`${command.delay} s`])].join(' and ');
}

/** The check that the kubelet makes, or the checks of the wait agent that the kubelet runs. */
function describeProbe(probe: ProbeJson, { json, agentPath }: ContainerView): string {
  const agent = parseAgentArgs(probe.exec?.command ?? [], agentPath);
  if (agent) {
    return agent.waits.map(w => w.check).join(' and ');
  }
  const check = readProbe(probe, json);
  return check ? describeCheck(check, POD_IP) : 'its startup probe';
}

/** The end of an init container, and its waits for native sidecars before it. */
function readInitHolds(container: ContainerView, pod: PodView): Hold[] {
  const sidecars = pod.sidecars.filter(c => !mustExitFirst(c, pod) && findLaterContainers(c, pod).includes(container));
  const byCommand = findAwaited(container.command, awaited => findOwners(awaited, container, pod));
  const ofSidecars = byCommand.filter(({ owner }) => sidecars.includes(owner));
  const ofAgent = findAgentAwaited(container.gate, sidecars).map(({ wait, ...awaited }) =>
    wait.sees === 'delay' ? { ...awaited, opens: 'the delay does not begin again when the sidecar restarts' } : awaited,
  );
  const byWaits = [...ofSidecars, ...ofAgent].map(
    ({ owner, words, opens }): Hold => ({
      first: owner.name,
      condition: 'READY',
      by: 'initContainer',
      guarantee: opens === undefined ? 'FAIL_CLOSED' : 'BEST_EFFORT',
      waitsFor: words,
      path: container.path,
      reason: joinReason(
        `the init container '${container.name}' waits until it is ready, and the kubelet starts later ` +
          `containers after the init container has exited with 0`,
        opens,
      ),
    }),
  );
  const reason = 'the kubelet starts the next containers after the init container has exited with 0';
  return [createPositionHold(container, 'COMPLETED', 'FAIL_CLOSED', reason), ...byWaits];
}

function readAppHolds(container: ContainerView, pod: PodView): Hold[] {
  const byHook = readHookHolds(
    container,
    pod,
    'a postStart hook holds the kubelet until the hook has completed; a crash, a failing hook or a restart of ' +
      'the kubelet opens it',
  );
  const reason =
    'the kubelet launches regular containers in list order, without any wait, also after a container ' +
    'that fails to start';
  return byHook.length > 0 ? byHook : [createPositionHold(container, 'RUNNING', 'BEST_EFFORT', reason)];
}

/** A container that a command or the wait agent waits for. */
interface AwaitedContainer {
  readonly owner: ContainerView;
  readonly words: string;
  /** Why the wait can end before the container is ready; `undefined`: it cannot. */
  readonly opens?: string;
}

/** `conditional`: only the waits that a condition can skip, or only the others. */
function findAwaited(
  command: CommandReading | undefined,
  findAll: (awaited: AwaitedTarget) => readonly ContainerView[],
  conditional = false,
): AwaitedContainer[] {
  const waits = command?.waits.filter(wait => Boolean(wait.conditional) === conditional);
  return listTargets(waits).flatMap(awaited =>
    findAll(awaited).map(owner => ({ owner, words: describeTarget(awaited.target), opens: findOpening(awaited) })),
  );
}

/** Returns the containers that listen on the awaited port, or that create the awaited file. */
function findOwners(awaited: AwaitedTarget, reader: ContainerView, pod: PodView): readonly ContainerView[] {
  const { target, wait } = awaited;
  if (target.kind !== 'file') {
    return findListeners(awaited, pod.containers);
  }
  const writer = wait.besideOwnProcess ? undefined : findFileWriter(target.path, reader, pod);
  return writer ? [writer] : [];
}

function findAgentAwaited(
  agent: AgentReading | undefined,
  containers: readonly ContainerView[],
): (AwaitedContainer & { readonly wait: AgentWait })[] {
  // An open gate means that the command runs, and not that the container is ready.
  return (agent?.waits ?? [])
    .filter(({ sees }) => sees !== 'gate')
    .flatMap(wait =>
      containers
        .filter(c => c.name === wait.name)
        .map(owner => ({ owner, words: wait.check, wait, opens: wait.goesOn ? GATE_OPENING : undefined })),
    );
}

/**
 * A command that waits for another container, at each start. `readInitHolds` reads init containers that wait, since
 * the kubelet holds later containers for them.
 */
function readCommandPairs(container: ContainerView, pod: PodView, conditional = false): OrderedPair[] {
  if (mustExitFirst(container, pod)) {
    return [];
  }
  const owners = findAwaited(container.command, awaited => findOwners(awaited, container, pod), conditional);
  return owners
    .filter(({ owner }) => owner !== container)
    .map(
      ({ owner, words, opens }): OrderedPair => ({
        first: owner.name,
        then: container.name,
        condition: 'READY',
        by: 'command',
        guarantee: opens === undefined ? 'EVERY_START' : 'BEST_EFFORT',
        waitsFor: words,
        path: container.path,
        reason: joinReason(
          `${container.imageCommand ? 'the command of its image' : 'its own command'} waits at each start`,
          opens,
        ),
      }),
    );
}

function toUnenforced({ first, then, path, waitsFor }: OrderedPair): UnenforcedOrder {
  return { first, then, by: 'command', path, why: `a condition can skip the wait of the command for ${waitsFor}` };
}

function joinReason(reason: string, opens: string | undefined): string {
  return opens === undefined ? reason : `${reason}; ${opens}`;
}

function readGatePairs(container: ContainerView, pod: PodView): OrderedPair[] {
  if (mustExitFirst(container, pod)) {
    return [];
  }
  const all = findAgentAwaited(container.gate, pod.containers).filter(({ owner }) => owner !== container);
  return all.map(({ owner, opens, wait }): OrderedPair => {
    const { check, condition = 'READY', limitSeconds } = wait;
    return {
      first: owner.name,
      then: container.name,
      condition,
      by: 'gate',
      guarantee: getGateGuarantee(wait, owner, pod),
      waitsFor: check,
      timeoutSeconds: limitSeconds,
      path: `${container.path}.command`,
      reason: joinReason(`the wait agent runs before its command ${GATE_REASONS[wait.sees]}`, opens),
    };
  });
}

/** As the planner judges it (src/planner/mechanisms/entrypoint-gate/judge.ts). */
function getGateGuarantee(
  { goesOn, sees, isLocked, condition }: AgentWait,
  owner: ContainerView,
  pod: PodView,
): Guarantee {
  if (goesOn) {
    return 'BEST_EFFORT';
  }
  // A mark, also of an exit, stays when its container does not run.
  const outlivesItsContainer = sees === 'mark' || sees === 'end';
  if (!outlivesItsContainer || isLocked) {
    return 'EVERY_START';
  }
  const isOld = pod.apps.includes(owner) && canRestartAll(pod);
  const isFalse = condition === 'COMPLETED' && canHookEnd(owner, pod);
  return isOld || isFalse ? 'BEST_EFFORT' : 'FAIL_CLOSED';
}

/** Whether a preStop hook can end the container before the kubelet stops it, because of a probe, and runs it again. */
function canHookEnd(container: ContainerView, pod: PodView): boolean {
  const { json, agentPath, gate } = container;
  const { lifecycle: { preStop } = {}, livenessProbe, startupProbe } = json;
  const words = preStop?.exec?.command ?? [];
  const isOwn = parseAgentArgs(words, agentPath) === undefined || words.some(word => word.startsWith('--run-first='));
  // The startup probe of a container that waits in a gate belongs to the gate.
  const mayStop = livenessProbe !== undefined || (startupProbe !== undefined && (gate?.waits ?? []).length === 0);
  return preStop !== undefined && !preStop.sleep && isOwn && mayStop && !readRestarts(container, pod).never;
}

function readRestarts({ slot, json }: ContainerView, { spec, capabilities }: PodView): Restarts {
  const { restartPolicy, restartPolicyRules: restartRules = [] } = json;
  return decideRestarts(
    slot,
    { restartPolicy: restartPolicy as PodSpecJson['restartPolicy'], restartRules },
    { capabilities, restartPolicy: spec.restartPolicy ?? 'Always' },
  );
}

/** Whether RestartAllContainers, which keeps the marks, can restart the containers of the pod. */
function canRestartAll({ capabilities, containers }: PodView): boolean {
  const rules = containers.flatMap(c => c.json.restartPolicyRules ?? []);
  return capabilities.restartAllContainers && rules.some(r => r.action === 'RestartAllContainers');
}

const OWN_CHECK = 'and makes the check itself, at each start';

const GATE_REASONS: Readonly<Record<AgentWait['sees'], string>> = {
  check: OWN_CHECK,
  delay: OWN_CHECK,
  gate: OWN_CHECK,
  mark: 'and waits for a mark that the other container makes',
  end: 'and waits until the other container has exited',
};

/**
 * Whether a mark of an earlier run can open a guard, as the planner judges it
 * (src/planner/mechanisms/guarded-hook/judge.ts).
 */
function canOldMarkOpen(dependency: string, pod: PodView): boolean {
  const view = pod.containers.find(c => c.name === dependency);
  if (!view) {
    return false;
  }
  const { postStart } = view.json.lifecycle ?? {};
  const keepsMarks = postStart !== undefined && !postStart.exec;
  const isApp = pod.apps.includes(view);
  const isCopied = pod.inits.some(c => c.name === AGENT_INSTALLER);
  const { labels, annotations, spec } = pod;
  const isMeshed = findRequestedMesh({ metadata: { labels, annotations }, spec }) !== undefined;
  const followsInits = isMeshed || pod.sidecars.length > 0 || pod.inits.some(c => c.gate === undefined);
  const endsForGood = isApp && mayEndForGood(readRestarts(view, pod), pod.spec.restartPolicy, followsInits);
  return ((keepsMarks || endsForGood) && !isCopied) || (canRestartAll(pod) && (keepsMarks || isApp));
}

function readGuardPairs(container: ContainerView, pod: PodView): OrderedPair[] {
  const guards = pod.capabilities.envFiles ? findEnvFileGuards(container, pod) : [];
  return guards.map(
    ({ dependency, condition, index, reason }): OrderedPair => ({
      first: dependency,
      then: container.name,
      condition,
      by: 'guard',
      guarantee: canOldMarkOpen(dependency, pod) ? 'BEST_EFFORT' : 'FAIL_CLOSED',
      path: `${container.path}.env[${index}]`,
      reason,
    }),
  );
}
