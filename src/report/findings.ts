import { findAnnotationWarnings } from './annotation-findings';
import { findPortNotes, findPortWarnings } from './port-findings';
import { leaves } from '../api/private/check';
import { closestName } from '../api/private/closest-name';
import { sum, when } from '../api/private/collections';
import { PodMesh } from '../api/private/mesh';
import { describeCommandRemedy, Problem, quoteNames } from '../api/private/problem';
import { waitsForEnd } from '../planner/graph/edge';
import { MECHANISMS } from '../planner/mechanisms';
import { findLockObstacle } from '../planner/mechanisms/mechanism';
import { isSurelyService } from '../pod/app-objects';
import { usesNetwork } from '../pod/checks';
import { followsTag, formatImageDigest, formatPinnedImage } from '../pod/image-facts';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { describeAffected, findAffected } from '../pod/kubelet-bugs';
import { listLostPorts, listPolicyPorts } from '../pod/lost-ports';
import { classifyTraffic, passesAtOnce } from '../pod/mesh-traffic';
import { MESHES } from '../pod/meshes/mesh-facts';
import { ContainerPlan, EdgePlan, findProbePeriod, isGated, listContainers, listWaits, PodPlan } from '../pod/pod-plan';
import { divideWarnings, warn } from '../pod/warnings';

/** The facts that users should know before they deploy the plan, and the facts that call for no action. */
export interface Findings {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** A plan, and the pod that it is for. */
interface PlannedPod extends PodPlan {
  readonly intent: PodIntent;
  /** The plan of each container, in the order of the manifest. */
  readonly inManifest: readonly ContainerPlan[];
}

/** In the order of the output. */
const WARNINGS: readonly ((pod: PlannedPod) => Iterable<Problem>)[] = [
  findBlockedDeletions,
  findUnlimitedWaits,
  findHangingWaits,
  findMissedDeadlines,
  findChangedMeanings,
  pod => findAnnotationWarnings(pod, pod.intent),
  findSidecarConflicts,
  findEarlyPreStops,
  findPolicyPorts,
  findMeshWarnings,
  findAccountWarnings,
  ofEach(({ name, restartsAll }) => restartsAll && warn('SW204', { name })),
  findUnreadableFiles,
  ofEach(findMovedTag),
  ({ intent }) => findPortWarnings(intent),
  findSharedNetwork,
  findUnknownServices,
  findDeliveryWarnings,
  findBugs,
  ofEach(findSilencedLiveness),
  findLostProbeTime,
  findEarlyDependents,
  findLostQosClass,
  ({ intent }) => when(intent.lacksSidecars, warn('SW208', {})),
  ofEach(findSlowProbe),
];

/** Applies a search to each container, in the order of the manifest. */
function ofEach(find: (plan: ContainerPlan) => Problem | undefined) {
  return ({ inManifest }: PlannedPod) => inManifest.flatMap(plan => find(plan) ?? []);
}

/** In the order of the output. */
const NOTES: readonly ((pod: PlannedPod) => Iterable<string>)[] = [
  findGuardNotes,
  findSerialNotes,
  findMovedSidecars,
  findLostPortNotes,
  findHostPortNotes,
  findMissingNotes,
  findJobNotes,
  findDeliveryNotes,
  ({ intent }) => findPortNotes(intent),
];

/** Finds the warnings, and the notes with the warnings that the user accepts. A synth needs neither. */
export function findFindings(plan: PodPlan): Findings {
  const { intent } = plan;
  if (!intent) {
    return { warnings: [], notes: [] };
  }
  const inManifest = listContainers(plan).sort((a, b) => a.container.place - b.container.place);
  const pod = { ...plan, intent, inManifest };
  const found = WARNINGS.flatMap(find => [...find(pod)]);
  const { warnings, notes } = divideWarnings(found, intent.acceptedWarnings);
  return { warnings, notes: [...NOTES.flatMap(find => [...find(pod)]), ...notes] };
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
  const bounded = edges.filter(e => holdsOnlyDependent(e) && e.timeoutSeconds !== undefined);
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

function holdsOnlyDependent({ mechanism }: EdgePlan): boolean {
  return ['gate', 'guard'].includes(MECHANISMS[mechanism].heldBy);
}

/** While a guard waits, Kubernetes reports an error. */
function* findGuardNotes(pod: PlannedPod): Iterable<string> {
  const held = listContainers(pod)
    .filter(c => c.guards.length > 0)
    .map(c => c.name);
  if (held.length > 0) {
    yield `while ${quoteNames(held)} ${held.length === 1 ? 'waits, its' : 'wait, their'} status is ` +
      `CreateContainerConfigError and events name the key and the ` +
      'marker file that are still missing: this is the wait, not a fault (docs/explanation/guarantees.md)';
  }
}

function* findSerialNotes({ edges }: PlannedPod): Iterable<string> {
  const held = new Set(edges.filter(e => e.part === 'containers').map(e => e.dependent));
  if (held.size > 0) {
    yield `the order of ${quoteNames([...held])} relies on a kubelet that starts app containers one after the other, ` +
      'as all known versions do (`capabilities.serialStarts`, docs/explanation/why-hooks-fail-open.md)';
  }
}

/**
 * The kubelet publishes the pod IP after its first pass over the pod. Without init containers, that pass runs the hooks
 * (kubelet 1.27–1.37, kubelet.go SyncPod).
 */
function* findBlockedDeletions(pod: PlannedPod): Iterable<Problem> {
  const hooks = listContainers(pod).flatMap(({ name, postStart }) => (postStart ? [{ name, ...postStart }] : []));
  const unbounded = hooks.filter(h => h.timeoutSeconds === undefined && h.waits.some(w => 'check' in w));
  const bounded = sum(hooks.map(h => h.timeoutSeconds ?? 0));
  const length = [
    ...when(bounded > 0, `up to ${bounded} s`),
    ...unbounded.map(h => `as long as the blocking command of '${h.name}' runs`),
  ];
  if (length.length > 0) {
    yield warn('SW101', { length: length.join(', and '), publishesPodIp: pod.initContainers.length > 0 });
  }
}

/**
 * Applies the lint rule init-waits-without-limit to a plan: only activeDeadlineSeconds ends such a wait. A wait for a
 * container of the pod does not count, because the kubelet restarts the container and reports it.
 */
function* findUnlimitedWaits({ edges, intent }: PlannedPod): Iterable<Problem> {
  const endless = edges.filter(e => e.external && e.timeoutSeconds === undefined && e.check?.kind !== 'delay');
  if (endless.length > 0 && findDeadline(intent, 'activeDeadlineSeconds') === undefined) {
    const dependencies = [...new Set(endless.map(e => e.dependency))];
    yield warn('SW102', { dependencies, progressDeadline: findDeadline(intent, 'progressDeadlineSeconds') });
  }
}

function findDeadline({ deadlines }: PodIntent, field: string): number | undefined {
  return deadlines.find(d => d.field === field)?.seconds;
}

/**
 * Finds waits for containers that may exit and are then not restarted: they never become ready, and a gate or a guard
 * waits forever.
 */
function* findHangingWaits({ edges, intent }: PlannedPod): Iterable<Problem> {
  if (findDeadline(intent, 'activeDeadlineSeconds') !== undefined) {
    return;
  }
  const mayEnd = intent.containers
    .filter(c => !c.restarts.always && (c.role === 'APP' || c.restarts.never))
    .map(c => c.name);
  for (const edge of edges) {
    const { dependent, dependency, timeoutSeconds } = edge;
    const isEndless = holdsOnlyDependent(edge) && timeoutSeconds === undefined && !waitsForEnd(edge);
    if (isEndless && mayEnd.includes(dependency)) {
      // The API server accepts no activeDeadlineSeconds in a Deployment, and a guard with a timeout is a hook.
      const isGate = edge.mechanism === 'ENTRYPOINT_GATE';
      const remedy = isGate ? 'give the dependency a `timeout`' : 'set activeDeadlineSeconds';
      yield warn('SW103', { dependent, dependency, remedy });
    }
  }
}

function* findMissedDeadlines(pod: PlannedPod): Iterable<Problem> {
  const longest = sumLongestWaits(pod);
  for (const { field, seconds } of pod.intent.deadlines) {
    if (longest > seconds) {
      yield warn('SW104', { longest, field, seconds });
    }
  }
}

function listNewSidecars(containers: readonly ContainerPlan[]): string[] {
  const added = containers.filter(c => c.slot === 'NATIVE_SIDECAR' && !c.container.alreadyNative);
  return added.map(c => c.name);
}

function* findMovedSidecars({ inManifest }: PlannedPod): Iterable<string> {
  const moved = listNewSidecars(inManifest);
  if (moved.length > 0) {
    yield `${quoteNames(moved)} ${moved.length === 1 ? 'is now a native sidecar' : 'are now native sidecars'}: ` +
      `the kubelet restarts native sidecars under any ` +
      'restartPolicy, stops them after the app containers, and ignores their exit codes';
  }
}

/**
 * Finds rules and schemas that were written for regular containers. Job controller 1.29–1.37, pod_failure_policy.go
 * matchOnExitCodes: it also reads the statuses of init containers. API server 1.27–1.37, structural schemas: it drops a
 * field that the schema of a custom resource does not contain.
 */
function* findSidecarConflicts({ inManifest, intent }: PlannedPod): Iterable<Problem> {
  const { exitCodeRules, customType: type } = intent;
  const added = listNewSidecars(inManifest);
  const names = added.filter(name => exitCodeRules.some(rule => (rule ?? name) === name));
  if (names.length > 0) {
    yield warn('SW212', { names });
  }
  if (type !== undefined && added.length > 0) {
    yield warn('SW213', { type, names: added });
  }
}

/** A Service of the app is an error; the app does not contain all Services. */
function findLostPortNotes(pod: PlannedPod): string[] {
  return listLostPorts(pod).map(
    ({ name, container }) =>
      `a Service finds '${name}' of '${container}' by number only (kubernetes#128850, fixed in 1.33)`,
  );
}

function findPolicyPorts(pod: PlannedPod): Problem[] {
  return listPolicyPorts(pod, pod.intent.policies ?? []).map(({ path, container, name, number }) =>
    warn('SW211', { policy: path, container, name, number }),
  );
}

/** A container with a `hostPort` would be a native sidecar without it. */
function* findHostPortNotes({ edges, intent }: PlannedPod): Iterable<string> {
  const { nativeSidecars } = intent.capabilities;
  const needed = new Set(edges.map(e => e.dependency));
  for (const { name, hostPorts, inInitContainers } of intent.containers) {
    if (nativeSidecars && hostPorts === 'mapped' && !inInitContainers && needed.has(name)) {
      yield `'${name}' stays in \`containers\`, since the kubelet opens the \`hostPort\` of no other container`;
    }
  }
}

/** A dependency that is not required has no effect without its container, whose name may be misspelt. */
function* findMissingNotes({ intent: { containers } }: PlannedPod): Iterable<string> {
  const known = containers.map(c => c.name);
  for (const { name, dependsOn } of containers) {
    for (const { target } of dependsOn.filter(d => d.target.kind === 'container' && !known.includes(d.target.name))) {
      const closest = closestName(target.name, known);
      const hint = closest === undefined || closest === name ? '' : `; did you mean '${closest}'?`;
      yield `'${name}' does not wait for '${target.name}', which is not in this pod (\`required: false\`)${hint}`;
    }
  }
}

function* findChangedMeanings({ inManifest, intent }: PlannedPod): Iterable<Problem> {
  const regular = inManifest.filter(c => c.slot === 'CONTAINER');
  const unmade = regular.filter(c => c.container.alreadyNative).map(c => c.name);
  const sidecars = regular.filter(c => c.container.role === 'SIDECAR').map(c => c.name);
  const lack = intent.lacks.nativeSidecars;
  if (unmade.length > 0) {
    yield warn('SW201', { names: unmade, ...lack });
  }
  if (sidecars.length > 0 && intent.restartPolicy === 'Never') {
    yield warn('SW202', { names: sidecars, ...lack });
  }
}

/** An init container that waits may run as another user than the container that writes the files. */
function* findUnreadableFiles(pod: PlannedPod): Iterable<Problem> {
  for (const { name, sidecarMounts, runAsUser } of listWaits(pod)) {
    if (sidecarMounts.length > 0 && runAsUser === undefined) {
      yield warn('SW308', { name, paths: [...new Set(sidecarMounts.map(m => m.path))] });
    }
  }
}

/** The gate contains the command of one digest. Another image can have another command. */
function findMovedTag({ name, container, gate }: ContainerPlan): Problem | undefined {
  const command = gate?.imageCommand;
  return command && followsTag(container)
    ? warn('SW403', { name, digest: formatImageDigest(command), pinned: formatPinnedImage(command) })
    : undefined;
}

function* findSharedNetwork({ edges, intent }: PlannedPod): Iterable<Problem> {
  if (intent.hostNetwork && edges.some(e => e.check && !e.external && leaves(e.check).some(usesNetwork))) {
    yield warn('SW303', {});
  }
}

function* findUnknownServices({ edges, intent }: PlannedPod): Iterable<Problem> {
  const awaitsService = ({ external, check }: EdgePlan) =>
    external && check && leaves(check).some(leaf => 'host' in leaf && isSurelyService(leaf.host ?? ''));
  const names = edges.filter(awaitsService).map(e => e.dependency);
  if (intent.usesNodeDns && names.length > 0) {
    yield warn('SW309', { names: [...new Set(names)] });
  }
}

/** Finds costs and limits of the delivery of the agent. */
function* findDeliveryWarnings({ agent, containers, edges }: PlannedPod): Iterable<Problem> {
  // Neither a hook of a mesh nor the `sleep` of the kubelet runs the agent.
  const hooked = containers.filter(c => c.postStart?.usesAgent).map(c => c.name);
  if (
    agent?.delivery === 'CONFIG_MAP' &&
    agent.boundBy === undefined &&
    edges.some(e => e.mechanism === 'POST_START' && hooked.includes(e.waitsIn ?? ''))
  ) {
    yield warn('SW401', { architecture: agent.architectures[0] });
  }
  // Seen with containerd 1.6.20 (CreateContainerError). The first releases of CRI-O with image volumes mounted them
  // noexec.
  if (agent?.delivery === 'IMAGE_VOLUME') {
    yield warn('SW402', {});
  }
}

function* findJobNotes(pod: PlannedPod): Iterable<string> {
  const jobs = listWaits(pod)
    .flatMap(w => w.awaited)
    .filter(({ check }) => check.kind === 'resource' && check.resource.startsWith('jobs.batch/'));
  const names = [...new Set(jobs.map(a => a.dependency))];
  if (names.length > 0) {
    yield `the wait for ${quoteNames(names)} also ends when a Job of the same name from an earlier release is ` +
      `complete: give the Job of each release a name of its own, or delete the earlier Job first`;
  }
}

function* findDeliveryNotes({ agent, hasVolumes, volumes }: PlannedPod): Iterable<string> {
  if (agent?.delivery === 'COPY' && agent.architectures.length > 1) {
    yield 'the architecture of the nodes is unknown, so the init container install-wait-agent copies the wait agent: ' +
      '0.5 to 0.8 s and an image for each pod; state the ' +
      'architecture, such as amd64, as `architecture` to remove it';
  }
  // kubelet 1.27–1.37, volume_manager.go podAttachAndMountRetryInterval.
  if (agent && !hasVolumes && volumes.length > 0) {
    yield 'the pod has no other volume: the kubelet checks every 300 ms whether the first volume of a pod is ' +
      'mounted, so the order costs up to 300 ms';
  }
}

/**
 * A startup probe of the library without a limit delays the liveness probe until it has passed. Waits for the gate of
 * the container, and delays, hide no failure: the command does not run yet, or the wait ends by itself.
 */
function findSilencedLiveness(plan: ContainerPlan): Problem | undefined {
  return plan.container.liveness && waitsWithoutLimit(plan) ? warn('SW304', { name: plan.name }) : undefined;
}

function waitsWithoutLimit({ startupProbe }: ContainerPlan): boolean {
  if (startupProbe?.kind === 'readyCheck') {
    return startupProbe.timeoutSeconds === undefined;
  }
  const steps = startupProbe?.kind === 'marker' ? startupProbe.steps : [];
  return steps.some(
    s =>
      'check' in s &&
      s.timeoutSeconds === undefined &&
      leaves(s.check).some(c => c.kind !== 'mark' && c.kind !== 'delay'),
  );
}

/**
 * Finds probes that the wait agent cannot make, after a gate without a limit: the probe loses its time or its limit.
 */
function findLostProbeTime({ inManifest }: PlannedPod): Problem[] {
  return inManifest.flatMap(({ name, probesWithoutLimit }) =>
    probesWithoutLimit.map(probe => warn(probe === 'startupProbe' ? 'SW305' : 'SW306', { name })),
  );
}

/**
 * The kubelet starts the next container of the list as soon as the gate runs, before the command runs. It also starts
 * the next container while a guard holds the dependency.
 */
function* findEarlyDependents({ edges, containers, intent }: PlannedPod): Iterable<Problem> {
  for (const { dependent, dependency, condition } of edges.filter(e => e.mechanism === 'POSITION')) {
    const awaited = containers.find(c => c.name === dependency);
    if (!awaited) {
      continue;
    }
    const about = { dependent, dependency, condition };
    if (awaited.guards.length > 0) {
      yield warn('SW107', about);
    } else if (isGated(awaited.gate)) {
      const owner = intent.containers.find(c => c.name === dependent)!;
      const { mechanism, guarantee } = owner.dependsOn.find(d => d.target.name === dependency)!;
      const isChosen = (mechanism ?? guarantee ?? intent.mechanism ?? intent.guarantee) !== undefined;
      let remedy = 'ask for the guarantee FAIL_CLOSED, and leave `mechanism` out';
      if (!owner.command) {
        const known = describeCommandRemedy([owner]);
        remedy = isChosen ? `${known}, and in each case ${remedy}` : known;
      }
      yield warn('SW106', { ...about, remedy });
    }
  }
}

function* findLostQosClass(pod: PlannedPod): Iterable<Problem> {
  const isInjected = pod.agent?.delivery === 'COPY' || listWaits(pod).length > 0;
  if (pod.intent.mayLoseBestEffort && isInjected) {
    yield warn('SW207', {});
  }
}

/**
 * Finds the bugs of the kubelet, in the patch release that the user specifies or in all releases, that affect
 * containers of the plan.
 */
function findBugs({ initContainers, inManifest, intent }: PlannedPod): Problem[] {
  const native = inManifest.filter(c => c.slot === 'NATIVE_SIDECAR');
  const probed = inManifest.filter(c => findProbePeriod(c) !== undefined).map(c => c.name);
  return findAffected(intent.kubeletBugs, {
    initContainers: initContainers.filter(c => c.kind !== 'container' || c.slot === 'INIT').map(c => c.name),
    initContainersAndSidecars: initContainers.map(c => c.name),
    nativeSidecars: native.map(c => c.name),
    sidecarsOnHostPorts: native.filter(c => c.container.hostPorts === 'bound').map(c => c.name),
    sidecarsWithStartupProbe: probed,
    sidecarsWithStartupProbeIfNever: intent.restartPolicy === 'Never' ? probed : [],
    postStartSleeps: inManifest
      .filter(({ container, postStart }) => postStart?.sleepSeconds !== undefined || container.postStart?.sleep)
      .filter(({ container }) => !container.preStop?.sleep)
      .map(c => c.name),
  }).map(affected => ({ code: affected.bug.warning!, text: describeAffected(affected) }));
}

function findSlowProbe(plan: ContainerPlan): Problem | undefined {
  const seconds = findProbePeriod(plan) ?? 0;
  if (seconds <= 1) {
    return undefined;
  }
  const failures = seconds * plan.container.startup!.failureThreshold;
  return warn('SW307', { name: plan.name, seconds, failures });
}

/** kubelet 1.29–1.37, kuberuntime_container.go killContainer: only the stop signal waits for its turn. */
function* findEarlyPreStops({ edges, intent }: PlannedPod): Iterable<Problem> {
  const last = new Set(edges.filter(e => e.stopMechanism === 'SIDECAR_ORDER').map(e => e.dependency));
  for (const { name, preStop, stopSignal } of intent.containers) {
    if (preStop && last.has(name)) {
      yield warn('SW203', { name, signal: stopSignal ?? 'SIGTERM' });
    }
  }
}

/** kubelet and API server of all versions: the pull secrets of an account apply to its pods. */
function* findAccountWarnings({ intent: { serviceAccount } }: PlannedPod): Iterable<Problem> {
  if (!serviceAccount) {
    return;
  }
  const { name, automountsToken } = serviceAccount;
  yield warn('SW404', { name });
  if (automountsToken === undefined) {
    yield warn('SW405', {});
  } else if (automountsToken) {
    yield warn('SW406', { name });
  }
}

/** Finds behaviours of the mesh that no annotation changes. */
function* findMeshWarnings(pod: PlannedPod): Iterable<Problem> {
  const { edges, containers, intent } = pod;
  const { mesh, unstatedMesh, restartPolicy } = intent;
  const names = listNewSidecars(listContainers(pod));
  const isChanged = edges.length + names.length > 0;
  // A dependency on a container that a webhook injects already puts the proxy into the plan.
  if (unstatedMesh && isChanged && !edges.some(e => e.injected)) {
    yield warn('SW802', { title: MESHES[unstatedMesh].title, product: unstatedMesh, names });
    return;
  }
  if (!mesh) {
    return;
  }
  if (mesh.hook) {
    yield warn('SW801', { proxy: mesh.proxy, ...mesh.hook });
  }
  if (mesh.waitsForApp) {
    yield warn('SW806', {});
  }
  for (const { name, awaited } of listWaits(pod)) {
    // A connection is made before any TLS.
    const isPast = awaited.some(
      a => ['plain', 'plainAsUser'].includes(classifyTraffic(a.check, mesh)) && !passesAtOnce(a.check, mesh),
    );
    if (isPast) {
      yield warn('SW803', { name });
    }
  }
  if (restartPolicy === 'Always' || mesh.order === 'native') {
    return;
  }
  const { proxy, quit } = mesh;
  if (!containers.some(c => c.gate?.quits)) {
    const request = findLockObstacle(intent) ? '' : describeQuit(mesh, intent.containers);
    yield warn('SW805', { proxy, request });
  } else if (quit?.needs !== undefined) {
    yield warn('SW804', { proxy, needs: quit.needs });
  }
}

function describeQuit({ quit }: PodMesh, containers: readonly ContainerIntent[]): string {
  if (!quit) {
    return '';
  }
  const unknown = containers.filter(c => c.role === 'APP' && c.command === undefined);
  const needs = quit.needs === undefined ? '' : ` (which needs ${quit.needs})`;
  return `, or ${describeCommandRemedy(unknown)}: the wait agent then sends it a request to end${needs}`;
}
