import { findAnnotationWarnings } from './annotation-findings';
import { findPortNotes, findPortWarnings } from './port-findings';
import { ContainerRole, Mechanism } from '../api/enums';
import { leaves } from '../api/private/check';
import { sum } from '../api/private/collections';
import { AgentDelivery, ContainerSlot, StopMechanism } from '../api/private/enums';
import { PodMesh } from '../api/private/mesh';
import { describeCommandRemedy, Problem, quoteNames } from '../api/private/problem';
import { waitsForEnd } from '../planner/graph/edge';
import { MECHANISMS } from '../planner/mechanisms';
import { findLockObstacle } from '../planner/mechanisms/mechanism';
import { usesNetwork } from '../pod/checks';
import { followsTag, formatImageDigest, formatPinnedImage } from '../pod/image-facts';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { describeAffected, findAffected } from '../pod/kubelet-bugs';
import { listLostPorts, listPolicyPorts } from '../pod/lost-ports';
import { classifyTraffic, passesAtOnce } from '../pod/mesh-traffic';
import { MESHES } from '../pod/meshes/mesh-facts';
import { ContainerPlan, isGated, listContainers, listWaits, PodPlan } from '../pod/pod-plan';
import { describeLack } from '../pod/remedy';
import { divideWarnings, warn } from '../pod/warnings';

/** The facts that users should know before they deploy the plan, and the facts that call for no action. */
export interface Findings {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Finds the warnings, and the notes with the warnings that the user accepts. A synth needs neither. */
export function findFindings(plan: PodPlan): Findings {
  const { intent } = plan;
  if (!intent) {
    return { warnings: [], notes: [] };
  }
  const byName = new Map(listContainers(plan).map(c => [c.name, c]));
  const containers = intent.containers.map(c => byName.get(c.name)!);
  const { warnings, notes } = divideWarnings(findAllWarnings(plan, containers, intent), intent.acceptedWarnings);
  const facts = [
    ...findGuardNotes(plan),
    ...findSerialNotes(plan),
    ...findMovedSidecars(containers),
    ...findLostPortNotes(plan),
    ...findHostPortNotes(plan, intent),
    ...findJobNotes(plan),
    ...findDeliveryNotes(plan),
    ...findPortNotes(intent),
  ];
  return { warnings, notes: [...facts, ...notes] };
}

/** `containers`: the plan of each container, in the order of the manifest. */
function findAllWarnings(plan: PodPlan, containers: readonly ContainerPlan[], intent: PodIntent): Problem[] {
  return [
    ...findBlockedDeletions(plan),
    ...findUnlimitedWaits(plan, intent),
    ...findHangingWaits(plan, intent),
    ...findMissedDeadlines(plan, intent),
    ...findChangedMeanings(containers, intent),
    ...findAnnotationWarnings(plan, intent),
    ...findExitCodeWarnings(containers, intent),
    ...findCustomTypeWarnings(containers, intent),
    ...findEarlyPreStops(plan, intent),
    ...listPolicyPorts(plan, intent.policies ?? []).map(({ path, container, name, number }) =>
      warn('SW211', { policy: path, container, name, number }),
    ),
    ...findMeshWarnings(plan, intent),
    ...findAccountWarnings(intent),
    ...containers.filter(c => c.restartsAll).map(({ name }) => warn('SW204', { name })),
    ...findUnreadableFiles(plan),
    ...findMovedTags(containers, intent),
    ...findPortWarnings(intent),
    ...(intent.hostNetwork && plan.edges.some(e => e.check && !e.external && leaves(e.check).some(usesNetwork))
      ? [warn('SW303', {})]
      : []),
    ...findDeliveryWarnings(plan),
    ...findBugs(plan, containers, intent),
    ...findSilencedLiveness(containers, intent),
    ...findLostProbeTime(containers),
    ...findEarlyDependents(plan, intent),
    ...(intent.mayLoseBestEffort && (plan.agent?.delivery === AgentDelivery.COPY || listWaits(plan).length > 0)
      ? [warn('SW207', {})]
      : []),
    ...(intent.lacksSidecars ? [warn('SW208', {})] : []),
    ...findSlowProbes(containers),
  ];
}

function sumLongestWaits(plan: PodPlan): number {
  const waits = listWaits(plan).map(w => Math.max(...w.awaited.map(a => a.timeoutSeconds ?? 0)));
  const held = listContainers(plan).flatMap(({ postStart, startupProbe }) => [
    postStart?.timeoutSeconds ?? 0,
    startupProbe?.kind === 'readyCheck' ? (startupProbe.timeoutSeconds ?? 0) : 0,
  ]);
  return sum([...held, ...waits]) + findLongestChain(plan);
}

/** Gates and guards wait at the same time, except for a chain of waiting containers. */
function findLongestChain({ edges }: PodPlan): number {
  const bounded = edges.filter(
    e => ['gate', 'guard'].includes(MECHANISMS[e.mechanism].heldBy) && e.timeoutSeconds !== undefined,
  );
  const opens = new Map<string, number>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const { dependent, dependency, timeoutSeconds } of bounded) {
      const after = (opens.get(dependency) ?? 0) + timeoutSeconds!;
      if (after > (opens.get(dependent) ?? 0)) {
        opens.set(dependent, after);
        grown = true;
      }
    }
  }
  return Math.max(0, ...opens.values());
}

/** While a guard waits, Kubernetes reports an error. */
function findGuardNotes(plan: PodPlan): string[] {
  const held = listContainers(plan)
    .filter(c => c.guards.length > 0)
    .map(c => c.name);
  return held.length === 0
    ? []
    : [
        `while ${quoteNames(held)} ${held.length === 1 ? 'waits, its' : 'wait, their'} status is ` +
          `CreateContainerConfigError and events name the key and the ` +
          'marker file that are still missing: this is the wait, not a fault (docs/explanation/guarantees.md)',
      ];
}

function findSerialNotes({ edges }: PodPlan): string[] {
  const held = new Set(edges.filter(e => e.part === 'containers').map(e => e.dependent));
  return held.size === 0
    ? []
    : [
        `the order of ${quoteNames([...held])} relies on a kubelet that starts app containers one after the other, ` +
          'as all known versions do (`capabilities.serialStarts`, docs/explanation/why-hooks-fail-open.md)',
      ];
}

/**
 * The kubelet publishes the pod IP after its first pass over the pod. Without init containers, that pass runs the hooks
 * (kubelet 1.27–1.37, kubelet.go SyncPod).
 */
function findBlockedDeletions(plan: PodPlan): Problem[] {
  const hooks = listContainers(plan).flatMap(({ name, postStart }) => (postStart ? [{ name, ...postStart }] : []));
  const unbounded = hooks.filter(h => h.timeoutSeconds === undefined && h.waits.some(w => 'check' in w));
  const bounded = sum(hooks.map(h => h.timeoutSeconds ?? 0));
  const length = [
    ...(bounded > 0 ? [`up to ${bounded} s`] : []),
    ...unbounded.map(h => `as long as the blocking command of '${h.name}' runs`),
  ];
  if (length.length === 0) {
    return [];
  }
  return [warn('SW101', { length: length.join(', and '), publishesPodIp: plan.initContainers.length > 0 })];
}

/**
 * Applies the lint rule init-waits-without-limit to a plan: only activeDeadlineSeconds ends such a wait. A wait for a
 * container of the pod does not count, because the kubelet restarts the container and reports it.
 */
function findUnlimitedWaits({ edges }: PodPlan, { deadlines: given }: PodIntent): Problem[] {
  const endless = edges.filter(e => e.external && e.timeoutSeconds === undefined && e.check?.kind !== 'delay');
  if (endless.length === 0 || given.some(d => d.field === 'activeDeadlineSeconds')) {
    return [];
  }
  const progress = given.find(d => d.field === 'progressDeadlineSeconds');
  const dependencies = [...new Set(endless.map(e => e.dependency))];
  return [warn('SW102', { dependencies, progressDeadline: progress?.seconds })];
}

/**
 * Finds waits for containers that may exit and are then not restarted: they never become ready, and a gate or a guard
 * waits forever.
 */
function findHangingWaits({ edges }: PodPlan, intent: PodIntent): Problem[] {
  if (intent.deadlines.some(d => d.field === 'activeDeadlineSeconds')) {
    return [];
  }
  const mayEnd = intent.containers
    .filter(c => !c.restarts.always && (c.role === ContainerRole.APP || c.restarts.never))
    .map(c => c.name);
  const hanging = edges.filter(
    e =>
      mayEnd.includes(e.dependency) &&
      ['gate', 'guard'].includes(MECHANISMS[e.mechanism].heldBy) &&
      e.timeoutSeconds === undefined &&
      !waitsForEnd(e),
  );
  return hanging.map(({ dependent, dependency }) => warn('SW103', { dependent, dependency }));
}

function findMissedDeadlines(plan: PodPlan, intent: PodIntent): Problem[] {
  const longest = sumLongestWaits(plan);
  return intent.deadlines
    .filter(d => longest > d.seconds)
    .map(({ field, seconds }) => warn('SW104', { longest, field, seconds }));
}

function listNewSidecars(containers: readonly ContainerPlan[]): string[] {
  return containers.filter(c => c.slot === ContainerSlot.NATIVE_SIDECAR && !c.alreadyNative).map(c => c.name);
}

function findMovedSidecars(containers: readonly ContainerPlan[]): string[] {
  const moved = listNewSidecars(containers);
  return moved.length === 0
    ? []
    : [
        `${quoteNames(moved)} ${moved.length === 1 ? 'is now a native sidecar' : 'are now native sidecars'}: ` +
          `the kubelet restarts native sidecars under any ` +
          'restartPolicy, stops them after the app containers, and ignores their exit codes',
      ];
}

/** Job controller 1.29–1.37, pod_failure_policy.go matchOnExitCodes: it also reads the statuses of init containers. */
function findExitCodeWarnings(containers: readonly ContainerPlan[], { exitCodeRules }: PodIntent): Problem[] {
  const names = listNewSidecars(containers).filter(name => exitCodeRules.some(rule => (rule ?? name) === name));
  return names.length > 0 ? [warn('SW212', { names })] : [];
}

/** API server 1.27–1.37, structural schemas: it drops a field that the schema of a custom resource does not contain. */
function findCustomTypeWarnings(containers: readonly ContainerPlan[], { customType: type }: PodIntent): Problem[] {
  const names = listNewSidecars(containers);
  return type !== undefined && names.length > 0 ? [warn('SW213', { type, names })] : [];
}

/** A Service of the app is an error; the app does not contain all Services. */
function findLostPortNotes(plan: PodPlan): string[] {
  return listLostPorts(plan).map(
    ({ name, container }) =>
      `a Service finds '${name}' of '${container}' by number only (kubernetes#128850, fixed in 1.33)`,
  );
}

/** A container with a `hostPort` would be a native sidecar without it. */
function findHostPortNotes({ edges }: PodPlan, { containers, capabilities }: PodIntent): string[] {
  const needed = new Set(edges.map(e => e.dependency));
  return containers
    .filter(c => capabilities.nativeSidecars && c.hostPorts === 'mapped' && !c.inInitContainers && needed.has(c.name))
    .map(
      ({ name }) => `'${name}' stays in \`containers\`, since the kubelet opens the \`hostPort\` of no other container`,
    );
}

function findChangedMeanings(containers: readonly ContainerPlan[], intent: PodIntent): Problem[] {
  const regular = containers
    .filter(c => c.role === ContainerRole.SIDECAR && c.slot === ContainerSlot.CONTAINER)
    .map(c => c.name);
  const unmade = containers.filter(c => c.slot === ContainerSlot.CONTAINER && c.alreadyNative).map(c => c.name);
  return [
    ...(unmade.length > 0 ? [warn('SW201', { names: unmade, ...describeLack('nativeSidecars', intent) })] : []),
    ...(regular.length > 0 && intent.restartPolicy === 'Never' ? [warn('SW202', { names: regular })] : []),
  ];
}

/** An init container that waits may run as another user than the container that writes the files. */
function findUnreadableFiles(plan: PodPlan): Problem[] {
  return listWaits(plan)
    .filter(w => w.sidecarMounts.length > 0 && w.runAsUser === undefined)
    .map(({ name, sidecarMounts }) => warn('SW308', { name, paths: [...new Set(sidecarMounts.map(m => m.path))] }));
}

/** The gate contains the command of one digest. Another image can have another command. */
function findMovedTags(containers: readonly ContainerPlan[], intent: PodIntent): Problem[] {
  return containers.flatMap(({ name, gate }, i) => {
    const command = gate?.imageCommand;
    return command === undefined || !followsTag(intent.containers[i])
      ? []
      : [warn('SW403', { name, digest: formatImageDigest(command), pinned: formatPinnedImage(command) })];
  });
}

/** Finds costs and limits of the delivery of the agent. */
function findDeliveryWarnings({ agent, containers, edges }: PodPlan): Problem[] {
  if (!agent) {
    return [];
  }
  // Neither a hook of a mesh nor the `sleep` of the kubelet runs the agent.
  const hooked = containers.filter(c => c.postStart?.usesAgent).map(c => c.name);
  return [
    ...(agent.delivery === AgentDelivery.CONFIG_MAP &&
    agent.boundBy === undefined &&
    edges.some(e => e.mechanism === Mechanism.POST_START && hooked.includes(e.waitsIn ?? ''))
      ? [warn('SW401', { architecture: agent.architectures[0] })]
      : []),
    // Seen with containerd 1.6.20 (CreateContainerError). The first releases of CRI-O with image volumes mounted them
    // noexec.
    ...(agent.delivery === AgentDelivery.IMAGE_VOLUME ? [warn('SW402', {})] : []),
  ];
}

function findJobNotes(plan: PodPlan): string[] {
  const jobs = listWaits(plan)
    .flatMap(w => w.awaited)
    .filter(({ check }) => check.kind === 'resource' && check.resource.startsWith('jobs.batch/'));
  const names = [...new Set(jobs.map(a => a.dependency))];
  return names.length === 0
    ? []
    : [
        `the wait for ${quoteNames(names)} also ends when a Job of the same name from an earlier release is ` +
          `complete: give the Job of each release a name of its own, or delete the earlier Job first`,
      ];
}

function findDeliveryNotes({ agent, hasVolumes, volumes }: PodPlan): string[] {
  if (!agent) {
    return [];
  }
  return [
    ...(agent.delivery === AgentDelivery.COPY && agent.architectures.length > 1 ? [UNKNOWN_ARCHITECTURE] : []),
    // kubelet 1.27–1.37, volume_manager.go podAttachAndMountRetryInterval.
    ...(hasVolumes || volumes.length === 0
      ? []
      : [
          'the pod has no other volume: the kubelet checks every 300 ms whether the first volume of a pod is ' +
            'mounted, so the order costs up to 300 ms',
        ]),
  ];
}

const UNKNOWN_ARCHITECTURE =
  'the architecture of the nodes is unknown, so the init container install-wait-agent copies the wait agent: ' +
  '0.5 to 0.8 s and an image for each pod; state the ' +
  'architecture, such as amd64, as `architecture` to remove it';

/**
 * A startup probe of the library without a limit delays the liveness probe until it has passed. Waits for the gate of
 * the container, and delays, hide no failure: the command does not run yet, or the wait ends by itself.
 */
function findSilencedLiveness(containers: readonly ContainerPlan[], intent: PodIntent): Problem[] {
  return containers
    .filter((c, i) => intent.containers[i].liveness && waitsWithoutLimit(c))
    .map(({ name }) => warn('SW304', { name }));
}

function waitsWithoutLimit({ startupProbe }: ContainerPlan): boolean {
  switch (startupProbe?.kind) {
    case 'readyCheck':
      return startupProbe.timeoutSeconds === undefined;
    case 'marker':
      return startupProbe.steps.some(
        s =>
          'check' in s &&
          s.timeoutSeconds === undefined &&
          leaves(s.check).some(c => c.kind !== 'mark' && c.kind !== 'delay'),
      );
    case 'gateCheck':
    case 'removed':
    case undefined:
      return false;
  }
}

/**
 * Finds probes that the wait agent cannot make, after a gate without a limit: the probe loses its time or its limit.
 */
function findLostProbeTime(containers: readonly ContainerPlan[]): Problem[] {
  return containers.flatMap(({ name, probesWithoutLimit }) =>
    probesWithoutLimit.map(probe => warn(probe === 'startupProbe' ? 'SW305' : 'SW306', { name })),
  );
}

/**
 * The kubelet starts the next container of the list as soon as the gate runs, before the command runs. It also starts
 * the next container while a guard holds the dependency.
 */
function findEarlyDependents({ edges, containers }: PodPlan, intent: PodIntent): Problem[] {
  const gated = new Set(containers.filter(c => isGated(c.gate)).map(c => c.name));
  const guarded = new Set(containers.filter(c => c.guards.length > 0).map(c => c.name));
  return edges
    .filter(e => e.mechanism === Mechanism.POSITION)
    .flatMap(({ dependent, dependency, condition }) => {
      const about = { dependent, dependency, condition };
      if (guarded.has(dependency)) {
        return [warn('SW107', about)];
      }
      const remedy = describeCommandRemedy(intent.containers.filter(c => c.name === dependent));
      return gated.has(dependency) ? [warn('SW106', { ...about, remedy })] : [];
    });
}

/**
 * Whether the kubelet starts the next containers after a startup probe of this one: the probe of the plan or of the
 * user.
 */
function holdsByStartupProbe({ slot, startupProbe, startupProbeSeconds }: ContainerPlan): boolean {
  return (
    slot === ContainerSlot.NATIVE_SIDECAR && (startupProbe?.kind === 'readyCheck' || startupProbeSeconds !== undefined)
  );
}

/**
 * Finds the bugs of the kubelet, in the patch release that the user specifies or in all releases, that affect
 * containers of the plan.
 */
function findBugs(plan: PodPlan, containers: readonly ContainerPlan[], intent: PodIntent): Problem[] {
  const native = containers.filter(c => c.slot === ContainerSlot.NATIVE_SIDECAR).map(c => c.name);
  const probed = containers.filter(holdsByStartupProbe).map(c => c.name);
  return findAffected(intent.kubeletBugs, {
    initContainers: plan.initContainers
      .filter(c => c.kind !== 'container' || c.slot === ContainerSlot.INIT)
      .map(c => c.name),
    initContainersAndSidecars: plan.initContainers.map(c => c.name),
    nativeSidecars: native,
    sidecarsOnHostPorts: intent.containers
      .filter(c => c.hostPorts === 'bound' && native.includes(c.name))
      .map(c => c.name),
    sidecarsWithStartupProbe: probed,
    sidecarsWithStartupProbeIfNever: intent.restartPolicy === 'Never' ? probed : [],
    postStartSleeps: intent.containers
      .filter(
        ({ postStart, preStop }, i) =>
          (containers[i].postStart?.sleepSeconds ?? postStart?.sleep) !== undefined && !preStop?.sleep,
      )
      .map(c => c.name),
  }).map(affected => ({ code: affected.bug.warning!, text: describeAffected(affected) }));
}

function findSlowProbes(containers: readonly ContainerPlan[]): Problem[] {
  return containers.flatMap(({ name, startupProbeSeconds: seconds = 0 }) =>
    seconds > 1 ? [warn('SW307', { name, seconds })] : [],
  );
}

/** kubelet 1.29–1.37, kuberuntime_container.go killContainer: only the stop signal waits for its turn. */
function findEarlyPreStops({ edges }: PodPlan, { containers }: PodIntent): Problem[] {
  const last = new Set(edges.filter(e => e.stopMechanism === StopMechanism.SIDECAR_ORDER).map(e => e.dependency));
  return containers
    .filter(c => c.preStop && last.has(c.name))
    .map(({ name, stopSignal }) => warn('SW203', { name, signal: stopSignal ?? 'SIGTERM' }));
}

/** kubelet and API server of all versions: the pull secrets of an account apply to its pods. */
function findAccountWarnings({ serviceAccount }: PodIntent): Problem[] {
  if (!serviceAccount) {
    return [];
  }
  const { name, automountsToken } = serviceAccount;
  return [
    warn('SW404', { name }),
    ...(automountsToken === undefined ? [warn('SW405', {})] : []),
    ...(automountsToken ? [warn('SW406', { name })] : []),
  ];
}

/** Finds behaviours of the mesh that no annotation changes. */
function findMeshWarnings(plan: PodPlan, intent: PodIntent): Problem[] {
  const { mesh, unstatedMesh, restartPolicy, containers } = intent;
  // A dependency on a container that a webhook injects already puts the proxy into the plan.
  if (unstatedMesh && !plan.edges.some(e => e.injected)) {
    const names = listNewSidecars(listContainers(plan));
    return [warn('SW802', { title: MESHES[unstatedMesh].title, product: unstatedMesh, names })];
  }
  if (!mesh) {
    return [];
  }
  // A connection is made before any TLS.
  const past = listWaits(plan).filter(w =>
    w.awaited.some(
      a => ['plain', 'plainAsUser'].includes(classifyTraffic(a.check, mesh)) && !passesAtOnce(a.check, mesh),
    ),
  );
  const warnings = [
    ...(mesh.hook === undefined ? [] : [warn('SW801', { proxy: mesh.proxy, ...mesh.hook })]),
    ...(mesh.waitsForApp ? [warn('SW806', {})] : []),
    ...past.map(({ name }) => warn('SW803', { name })),
  ];
  if (restartPolicy === 'Always' || mesh.order === 'native') {
    return warnings;
  }
  const { proxy, quit } = mesh;
  if (!plan.containers.some(c => c.gate?.quits)) {
    const request = findLockObstacle(intent) ? '' : describeQuit(mesh, containers);
    warnings.push(warn('SW805', { proxy, request }));
  } else if (quit?.needs !== undefined) {
    warnings.push(warn('SW804', { proxy, needs: quit.needs }));
  }
  return warnings;
}

function describeQuit({ quit }: PodMesh, containers: readonly ContainerIntent[]): string {
  if (!quit) {
    return '';
  }
  const unknown = containers.filter(c => c.role === ContainerRole.APP && c.command === undefined);
  const needs = quit.needs === undefined ? '' : ` (which needs ${quit.needs})`;
  return `, or ${describeCommandRemedy(unknown)}: the wait agent then sends it a request to end${needs}`;
}
