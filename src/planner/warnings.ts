import { MECHANISMS } from './mechanisms/index';
import { sum } from './sum';
import { ContainerRole } from '../api/container-role';
import { Mechanism } from '../api/mechanism';
import { leaves } from '../api/private/check';
import { describeCommandRemedy } from '../api/private/command-remedy';
import { ContainerSlot } from '../api/private/container-slot';
import { groupBy } from '../api/private/group-by';
import { MeshProduct, PodMesh } from '../api/private/mesh';
import { StartCondition } from '../api/start-condition';
import { AgentDelivery } from '../api/startup-order-options';
import { StopMechanism } from '../api/stop-mechanism';
import { usesNetwork } from '../pod/checks';
import { followsTag, formatImageDigest, formatPinnedImage } from '../pod/image-command';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { describeKubeletBugs } from '../pod/kubelet-bugs';
import { MESHES } from '../pod/meshes/resolve-mesh';
import { ContainerPlan, listContainers, listWaits, PodPlan } from '../pod/pod-plan';
import { passesAtOnce, classifyTraffic } from './mechanisms/init-container/mesh-traffic';
import { forbidsAgent } from './mechanisms/mechanism';
import { DelayedContainer } from './mechanisms/post-start/plan';
import { findPortNotes, findPortWarnings } from './port-findings';
import { isNeverRestarted, isRestartedForEver } from './schedule/container-slots';

type Draft = Omit<PodPlan, 'warnings' | 'notes'>;

/** Finds facts about the plan that call for no action. */
export function findNotes(plan: Draft, intent: PodIntent): string[] {
  return [
    ...findGuardNotes(plan),
    ...findMovedSidecars(plan, intent),
    ...findDeliveryNotes(plan),
    ...findPortNotes(intent),
  ];
}

/** Finds facts that users should know before they deploy the plan. */
export function findWarnings(plan: Draft, intent: PodIntent, heldBack: readonly DelayedContainer[]): string[] {
  return [
    ...findBlockedDeletions(plan),
    ...findUnlimitedWaits(plan, intent),
    ...findHangingWaits(plan, intent),
    ...findMissedDeadlines(plan, intent),
    ...findNeedlessDelays(heldBack),
    ...findChangedMeanings(plan, intent),
    ...findEarlyPreStops(plan, intent),
    ...findMeshWarnings(plan, intent),
    ...findAccountWarnings(intent),
    ...findRestarts(plan, intent),
    ...findUnreadableFiles(plan),
    ...findMovedTags(plan, intent),
    ...findPortWarnings(intent),
    ...findOtherWarnings(plan, intent),
  ];
}

function sumLongestWaits(plan: Draft): number {
  const waits = listWaits(plan).map(w => Math.max(...w.awaited.map(a => a.timeoutSeconds ?? 0)));
  const held = listContainers(plan).flatMap(({ postStart, startupProbe }) => [
    postStart?.timeoutSeconds ?? 0,
    startupProbe?.kind === 'readyCheck' ? (startupProbe.timeoutSeconds ?? 0) : 0,
  ]);
  return sum([...held, ...waits]) + findLongestChain(plan);
}

/** Gates and guards wait at the same time, except for a chain of waiting containers. */
function findLongestChain({ edges }: Draft): number {
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

/** Returns the plan of each container, in the order of the manifest. */
function planByContainer(plan: Draft, { containers }: PodIntent): ContainerPlan[] {
  const plans = new Map(listContainers(plan).map(c => [c.name, c]));
  return containers.map(c => plans.get(c.name)!);
}

/** While a guard waits, Kubernetes reports an error. */
function findGuardNotes(plan: Draft): string[] {
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

function findBlockedDeletions(plan: Draft): string[] {
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
  const effects = publishesPodIpLate(plan)
    ? 'does not act on a deletion of the pod, shows no logs and does not publish the pod IP (kubernetes#85966)'
    : 'does not act on a deletion of the pod and shows no logs';
  return [`while a postStart hook waits, the kubelet ${effects}: ${length.join(', and ')}`];
}

/**
 * The kubelet publishes the pod IP after its first pass over the pod. Without init containers, that pass runs the hooks
 * (kubelet 1.27–1.37, kubelet.go SyncPod).
 */
function publishesPodIpLate({ initContainers }: Draft): boolean {
  return initContainers.length === 0;
}

/**
 * Applies the lint rule init-waits-without-limit to a plan: only activeDeadlineSeconds ends such a wait. A wait for a
 * container of the pod does not count, because the kubelet restarts the container and reports it.
 */
function findUnlimitedWaits({ edges }: Draft, { deadlines: given }: PodIntent): string[] {
  const endless = edges.filter(e => e.external && e.timeoutSeconds === undefined && e.check?.kind !== 'delay');
  if (endless.length === 0 || given.some(d => d.field === 'activeDeadlineSeconds')) {
    return [];
  }
  const [progress] = given.filter(d => d.field === 'progressDeadlineSeconds');
  return [
    `nothing limits the wait for ${quoteNames([...new Set(endless.map(e => e.dependency))])}: it waits forever, and no container fails${
      progress === undefined
        ? ''
        : `; after ${progress.field} (${progress.seconds} s) the rollout is reported as failed, and the wait goes on`
    }. \`timeout\` on the dependency limits it`,
  ];
}

/**
 * Finds waits for containers that may exit and are then not restarted: they never become ready, and a gate or a guard
 * waits forever.
 */
function findHangingWaits({ edges }: Draft, intent: PodIntent): string[] {
  if (intent.deadlines.some(d => d.field === 'activeDeadlineSeconds')) {
    return [];
  }
  const mayEnd = intent.containers
    .filter(c => !isRestartedForEver(c, intent) && (c.role === ContainerRole.APP || isNeverRestarted(c, intent)))
    .map(c => c.name);
  const hanging = edges.filter(
    e =>
      mayEnd.includes(e.dependency) &&
      ['gate', 'guard'].includes(MECHANISMS[e.mechanism].heldBy) &&
      e.timeoutSeconds === undefined &&
      e.condition !== StartCondition.COMPLETED &&
      e.condition !== StartCondition.EXITED,
  );
  return hanging.map(
    ({ dependent, dependency }) =>
      `'${dependent}' waits forever if '${dependency}' exits first, because the kubelet may not restart ` +
      `'${dependency}': set activeDeadlineSeconds`,
  );
}

function findMissedDeadlines(plan: Draft, intent: PodIntent): string[] {
  const longest = sumLongestWaits(plan);
  return intent.deadlines
    .filter(d => longest > d.seconds)
    .map(d => `the waits can take ${longest} s in all, longer than ${d.field} (${d.seconds} s)`);
}

/** The start loop of the kubelet is serial, so all containers after a hook wait for it. */
function findNeedlessDelays(heldBack: readonly DelayedContainer[]): string[] {
  return [...groupBy(heldBack, held => `${held.carrier} ${held.after}`).values()].map(held => {
    const [{ carrier, after }] = held;
    const one = held.length === 1;
    const why =
      after === undefined
        ? 'the check can run nowhere else'
        : `${one ? 'it comes' : 'they come'} after '${after}' in the list; to start ${one ? 'it' : 'them'} ` +
          `earlier, list ${one ? 'it' : 'them'} before '${after}'`;
    return (
      `${quoteNames(held.map(h => h.name))} ${one ? 'starts' : 'start'} only after the hook of '${carrier}' has ` +
      `completed, without needing it: ${why}`
    );
  });
}

function findMovedSidecars(plan: Draft, intent: PodIntent): string[] {
  const moved = planByContainer(plan, intent)
    .filter(c => c.slot === ContainerSlot.NATIVE_SIDECAR && !c.alreadyNative)
    .map(c => c.name);
  return moved.length === 0
    ? []
    : [
        `${quoteNames(moved)} ${moved.length === 1 ? 'is now a native sidecar' : 'are now native sidecars'}: ` +
          `the kubelet restarts native sidecars under any ` +
          'restartPolicy, stops them after the app containers, and ignores their exit codes',
      ];
}

function findChangedMeanings(plan: Draft, intent: PodIntent): string[] {
  const plans = planByContainer(plan, intent);
  const regular = plans
    .filter(c => c.role === ContainerRole.SIDECAR && c.slot === ContainerSlot.CONTAINER)
    .map(c => c.name);
  const unmade = plans.filter(c => c.slot === ContainerSlot.CONTAINER && c.alreadyNative).map(c => c.name);
  return [
    ...(unmade.length > 0
      ? [
          `${quoteNames(unmade)} moved from \`initContainers\` to \`containers\` and lost \`restartPolicy: ` +
            `Always\`, since nodes before Kubernetes 1.29 have no native ` +
            "sidecars: `kubernetesVersion: '1.29'` keeps a native sidecar where it is",
        ]
      : []),
    ...(regular.length > 0 && intent.restartPolicy === 'Never'
      ? [
          `${quoteNames(regular)} run as regular containers on this target: if one of them fails by itself, the ` +
            `pod has failed (restartPolicy Never); from Kubernetes 1.29 on they ` +
            'would be native sidecars, whose exit codes do not count',
        ]
      : []),
  ];
}

/** An init container that waits may run as another user than the container that writes the files. */
function findUnreadableFiles(plan: Draft): string[] {
  return listWaits(plan)
    .filter(w => w.sidecarMounts.length > 0 && w.runAsUser === undefined)
    .map(
      ({ name, sidecarMounts }) =>
        `'${name}' finds no file that its user may not reach: leave ` +
        `${quoteNames([...new Set(sidecarMounts.map(m => m.path))])} open to others, or set \`runAsUser\` of the pod`,
    );
}

/** The gate contains the command of one digest. Another image can have another command. */
function findMovedTags(plan: Draft, intent: PodIntent): string[] {
  return planByContainer(plan, intent).flatMap(({ name, gate }, i) => {
    const command = gate?.imageCommand;
    return command === undefined || !followsTag(intent.containers[i])
      ? []
      : [
          `the gate of '${name}' runs the command of ${formatImageDigest(command)}, and the tag may point to ` +
            `another image when ` +
            `'${name}' starts: run \`cdk8s-startup-order images --check\` in the pipeline, or write the image ` +
            `as ${formatPinnedImage(command)}`,
        ];
  });
}

function findOtherWarnings(plan: Draft, intent: PodIntent): string[] {
  const slowProbes = planByContainer(plan, intent).filter(c => (c.startupProbeSeconds ?? 0) > 1);
  return [
    ...(intent.hostNetwork && plan.edges.some(e => e.check && !e.external && leaves(e.check).some(usesNetwork))
      ? ['with hostNetwork another process of the node may answer a check over the network']
      : []),
    ...findDeliveryWarnings(plan),
    ...findBugs(plan, intent),
    ...findSilencedLiveness(plan, intent),
    ...findLostProbeTime(plan, intent),
    ...findTcpHooks(intent),
    ...findEarlyDependents(plan, intent),
    ...(intent.mayLoseBestEffort && (plan.agent?.delivery === AgentDelivery.COPY || listWaits(plan).length > 0)
      ? [
          'the injected containers request a little CPU and memory, so the pod is Burstable and no longer ' +
            'BestEffort: `agent: { resources: {} }` leaves it as it was',
        ]
      : []),
    ...slowProbes.map(
      c =>
        `the startup probe of '${c.name}' holds the pod and runs only every ${c.startupProbeSeconds} s: set ` +
        `periodSeconds: 1`,
    ),
  ];
}

/** Finds costs and limits of the delivery of the agent. */
function findDeliveryWarnings({ agent, edges }: Draft): string[] {
  if (!agent) {
    return [];
  }
  return [
    ...(agent.delivery === AgentDelivery.CONFIG_MAP &&
    agent.boundBy === undefined &&
    edges.some(e => e.mechanism === Mechanism.POST_START)
      ? [
          `on a node of another architecture than ${agent.architectures[0]} a postStart hook cannot run the ` +
            `wait agent, and the dependents start anyway: bind the pod with the node selector ` +
            `kubernetes.io/arch: ${agent.architectures[0]}`,
        ]
      : []),
    // Seen with containerd 1.6.20 (CreateContainerError). The first releases of CRI-O with image volumes mounted them
    // noexec.
    ...(agent.delivery === AgentDelivery.IMAGE_VOLUME
      ? [
          'the wait agent is mounted from its image (agent.delivery): where the container runtime mounts no ' +
            'images, or mounts them so that they cannot be executed, the containers that run the ' +
            'agent do not start; containerd mounts images from 2.1 on',
        ]
      : []),
  ];
}

function findDeliveryNotes({ agent, hasVolumes, volumes }: Draft): string[] {
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
function findSilencedLiveness(plan: Draft, intent: PodIntent): string[] {
  return planByContainer(plan, intent)
    .filter((c, i) => intent.containers[i].liveness && waitsWithoutLimit(c))
    .map(
      c =>
        `the liveness probe of '${c.name}' does not run before it is ready: if it may hang before that, give ` +
        `the dependency on it a timeout`,
    );
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
    case 'removed':
    case undefined:
      return false;
  }
}

/**
 * Finds probes that the wait agent cannot make, after a gate without a limit: the probe loses its time or its limit.
 */
function findLostProbeTime(plan: Draft, intent: PodIntent): string[] {
  return planByContainer(plan, intent).flatMap(({ name, gate }) =>
    (gate?.probesWithoutLimit ?? []).map(probe => {
      const loss =
        probe === 'startupProbe'
          ? `has no limit: if '${name}' hangs at its start, the kubelet does not restart it`
          : `counts its initialDelaySeconds from the start of the gate: the kubelet may kill '${name}' while it boots`;
      return (
        `the ${probe} of '${name}' ${loss}. The wait agent cannot make that check, and the gate of '${name}' ` +
        `waits without a limit: give each of its dependencies a timeout`
      );
    }),
  );
}

/**
 * The kubelet starts the next container of the list as soon as the gate runs, before the command runs. It also starts
 * the next container while a guard holds the dependency.
 */
function findEarlyDependents({ edges, containers }: Draft, intent: PodIntent): string[] {
  const gated = new Set(containers.filter(c => c.gate && c.gate.awaited.length > 0).map(c => c.name));
  const guarded = new Set(containers.filter(c => c.guards.length > 0).map(c => c.name));
  return edges
    .filter(e => e.mechanism === Mechanism.POSITION)
    .flatMap(({ dependent, dependency, condition }) => {
      const unknown =
        `list order cannot tell when '${dependency}' is ${condition}. So that '${dependent}' can ` + `wait for the`;
      if (guarded.has(dependency)) {
        return [
          `'${dependent}' starts while a guard holds '${dependency}': ${unknown} guard, leave its \`guarantee\` ` +
            `and \`mechanism\` out`,
        ];
      }
      const remedy = describeCommandRemedy(intent.containers.filter(c => c.name === dependent));
      return gated.has(dependency)
        ? [
            `'${dependent}' starts when the gate of '${dependency}' runs, and not when its command does: ` +
              `${unknown} gate, ${remedy}`,
          ]
        : [];
    });
}

/**
 * kubelet 1.20–1.37, lifecycle/handlers.go handlerRunner.Run: a handler other than exec, httpGet and sleep is invalid,
 * and the hook fails.
 */
function findTcpHooks({ containers }: PodIntent): string[] {
  return containers.flatMap(({ name, postStart, preStop }) => [
    ...(postStart?.tcpSocket === undefined
      ? []
      : [
          `the postStart hook of '${name}' is tcpSocket, which the kubelet does not have: the hook fails, and ` +
            `the kubelet kills '${name}' at each ` +
            'start. Remove it; `tcpSocket` in `readyWhen` checks the port',
        ]),
    ...(preStop?.tcpSocket === undefined
      ? []
      : [`the preStop hook of '${name}' is tcpSocket, which the kubelet does not have: it does nothing. Remove it`]),
  ]);
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
function findBugs(plan: Draft, intent: PodIntent): string[] {
  const plans = planByContainer(plan, intent);
  const probed = plans.filter(holdsByStartupProbe).map(c => c.name);
  return describeKubeletBugs(intent.kubeletBugs, {
    initContainers: plan.initContainers
      .filter(c => c.kind !== 'container' || c.slot === ContainerSlot.INIT)
      .map(c => c.name),
    initContainersAndSidecars: plan.initContainers.map(c => c.name),
    nativeSidecars: plans.filter(c => c.slot === ContainerSlot.NATIVE_SIDECAR).map(c => c.name),
    sidecarsWithStartupProbe: probed,
    sidecarsWithStartupProbeIfNever: intent.restartPolicy === 'Never' ? probed : [],
    postStartSleeps: intent.containers
      .filter(
        ({ postStart, preStop }, i) =>
          (plans[i].postStart?.sleepSeconds ?? postStart?.sleep) !== undefined && !preStop?.sleep,
      )
      .map(c => c.name),
  }).map(({ text }) => text);
}

function findRestarts(plan: Draft, intent: PodIntent): string[] {
  return planByContainer(plan, intent)
    .filter(c => c.restartsAll)
    .map(
      ({ name }) =>
        `when '${name}' exits, the kubelet restarts all containers of the pod, without preStop hooks and with ` +
        `two seconds to exit ` +
        '(`restartAllContainers`)',
    );
}

/** kubelet 1.29–1.37, kuberuntime_container.go killContainer: only the stop signal waits for its turn. */
function findEarlyPreStops({ edges }: Draft, { containers }: PodIntent): string[] {
  const last = new Set(edges.filter(e => e.stopMechanism === StopMechanism.SIDECAR_ORDER).map(e => e.dependency));
  return containers
    .filter(c => c.preStop && last.has(c.name))
    .map(
      c =>
        `the preStop hook of native sidecar '${c.name}' runs as soon as the pod stops, while its dependents still ` +
        `work: only ${c.stopSignal ?? 'SIGTERM'} comes after them. End its service on ${c.stopSignal ?? 'SIGTERM'}`,
    );
}

/** kubelet and API server of all versions: the pull secrets of an account apply to its pods. */
function findAccountWarnings({ serviceAccount }: PodIntent): string[] {
  if (!serviceAccount) {
    return [];
  }
  const { name, automountsToken } = serviceAccount;
  return [
    `the pod runs as account '${name}', which may read the awaited objects, and no longer as 'default': pull ` +
      `secrets and rights of 'default' do not apply; ` +
      'give the pod an account (`serviceAccount`) to decide that yourself',
    ...(automountsToken === undefined
      ? [
          'the containers of the pod get no token, except the containers that wait: ' +
            '`automountServiceAccountToken` becomes `false`; ' +
            'a container that calls the Kubernetes API needs an account of the pod (`serviceAccount`)',
        ]
      : []),
    ...(automountsToken
      ? [
          `\`automountServiceAccountToken: true\` mounts the token of account '${name}' in every container of ` +
            `the pod, so every container may read the awaited objects; ` +
            'without the field only the containers that wait get a token',
        ]
      : []),
  ];
}

/** Finds behaviours of the mesh that no annotation changes. */
function findMeshWarnings(plan: Draft, intent: PodIntent): string[] {
  const { mesh, unstatedMesh, restartPolicy, containers } = intent;
  // A dependency on a container that a webhook injects already puts the proxy into the plan.
  if (unstatedMesh && !plan.edges.some(e => e.injected)) {
    return [describeUnstated(unstatedMesh)];
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
  return [
    ...mesh.warnings,
    ...past.map(
      w =>
        `'${w.name}' connects in plain text, past the mesh, and a server that requires the TLS of the mesh ` +
        `rejects that: if the manifest or the image file contains their commands, the dependents ` +
        'connect through the mesh themselves',
    ),
    ...(restartPolicy === 'Always' || mesh.order === 'native'
      ? []
      : plan.containers.some(c => c.gate?.quits)
        ? describeQuit(mesh)
        : [describeEndlessProxy(forbidsAgent(intent) ? { ...mesh, quit: undefined } : mesh, containers)]),
  ];
}

function describeUnstated(product: MeshProduct): string {
  return (
    `${MESHES[product].title} adds its proxy to the pod, as labels or annotations ask, and the plan does ` +
    `not know it: ` +
    `specify \`mesh: MeshProfile.${product}({ version: … })\``
  );
}

function describeQuit({ proxy, quit }: PodMesh): string[] {
  return quit?.needs === undefined
    ? []
    : [
        `'${proxy}' gets a request to exit when the app containers have exited; it exits with ${quit.needs}, ` +
          `otherwise the pod never completes`,
      ];
}

function describeEndlessProxy({ proxy, quit }: PodMesh, containers: readonly ContainerIntent[]): string {
  const unknown = containers.filter(c => c.role === ContainerRole.APP && c.command === undefined);
  const request =
    quit &&
    `, or ${describeCommandRemedy(unknown)}: the wait agent then sends it a request to ` +
      `end${quit.needs === undefined ? '' : ` (which needs ${quit.needs})`}`;
  return (
    `'${proxy}' keeps running after the app containers have exited, so the pod never completes: have it ` +
    `injected as a native sidecar${request ?? ''}`
  );
}

function quoteNames(names: readonly string[]): string {
  return names.map(n => `'${n}'`).join(', ');
}
