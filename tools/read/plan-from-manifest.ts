import { Duration } from 'cdk8s';
import { OrderedPair, OrderMeans, OutsideWait } from './enforced-edges';
import { formatTitle } from './find-workloads';
import { ContainerView } from './pod-view';
import { findListeners } from './ports';
import { PodReading } from './read-pod';
import { listTargets } from './wait';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { ContainerSlot, getList } from '../../src/api/private/enums';
import { PlannedHook } from '../../src/api/private/planned-parts';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../../src/api/startup-plan';
import { describeException, KubeletException, OrderPart } from '../../src/pod/kubelet-bugs';

const MECHANISM_BY_MEANS: Readonly<Record<OrderMeans, Mechanism>> = {
  position: Mechanism.POSITION,
  startupProbe: Mechanism.SIDECAR_PROBE,
  postStart: Mechanism.POST_START,
  // From outside, both cases look the same: the container runs, and its command does not.
  command: Mechanism.ENTRYPOINT_GATE,
  gate: Mechanism.ENTRYPOINT_GATE,
  guard: Mechanism.GUARDED_HOOK,
  initContainer: Mechanism.SIDECAR_WAIT_INIT,
};

/** The parts of a pod that the kubelet itself holds in order. */
const KEPT_BY: Partial<Readonly<Record<OrderMeans, OrderPart>>> = {
  startupProbe: 'startupProbe',
  initContainer: 'initContainers',
};

const ROLES: Readonly<Record<ContainerSlot, ContainerRole>> = {
  INIT: ContainerRole.INIT,
  NATIVE_SIDECAR: ContainerRole.SIDECAR,
  CONTAINER: ContainerRole.APP,
};

const PLACE_REASONS: Readonly<Record<ContainerSlot, string>> = {
  INIT: 'in `initContainers`; later containers start after it has exited with 0',
  NATIVE_SIDECAR: 'in `initContainers`, with `restartPolicy: Always`',
  CONTAINER: 'in `containers`',
};

/** The begin of the names of the volumes that this library injects. */
const OWN_VOLUME = 'startup-order-';

/** The default of `periodSeconds`, also in place of a value that the API server rejects. */
const PROBE_PERIOD = 10;

/**
 * Returns a plan with the orders that the manifest enforces, as input of pictures and predictions. An order that only
 * follows from the position in a list is no dependency in this plan. The time of a container is unknown unless it only
 * sleeps or waits.
 */
export function createPlanFromManifest(pod: PodReading): StartupPlan {
  const { workload, order, spec } = pod;
  const { volumes = [] } = spec;
  const ours = volumes.filter(({ name }) => name.startsWith(OWN_VOLUME));
  return {
    path: formatTitle(workload),
    kubernetesVersion: pod.kubernetesVersion,
    _kubernetesVersionAssumed: pod.isVersionAssumed || undefined,
    containers: pod.containers.map(c => planContainer(c, pod)),
    dependencies: [
      ...order.ordered.filter(p => p.by !== 'position').map(p => toDependency(p, pod)),
      ...toExternalDependencies(pod),
    ],
    _injections: ours.map(({ name }) => ({ field: `volumes[${name}]`, reason: 'a volume of this library' })),
    _hasVolumes: volumes.length > ours.length || spec.automountServiceAccountToken !== false,
    notes: [],
    warnings: order.unenforced.map(
      ({ first, then, why }) =>
        `expected, but not enforced: ` +
        `${then === undefined ? 'something' : `'${then}'`}${first === undefined ? '' : ` after '${first}'`}: ${why}`,
    ),
  };
}

function planContainer(view: ContainerView, pod: PodReading): PlannedContainer {
  const {
    name,
    slot,
    injected,
    command: { sleepsFirst },
    json: { startupProbe },
  } = view;
  const isSidecar = slot === 'NATIVE_SIDECAR' && pod.capabilities.nativeSidecars;
  const seconds = slot === 'INIT' ? findInitSeconds(view) : view.postStart?.delay;
  const blocks = pod.order.containers.some(c => c.path === view.path && c.blocks);
  return {
    name,
    role: ROLES[slot],
    list: getList(slot),
    _slot: slot,
    reason: PLACE_REASONS[slot],
    injected,
    _expectedReadyIn: toDuration(seconds),
    _sleepsFirst: toDuration(sleepsFirst),
    _postStart: planHook(view, pod),
    _startupProbePeriod:
      isSidecar && startupProbe
        ? Duration.seconds(Math.max(0, startupProbe.periodSeconds ?? 0) || PROBE_PERIOD)
        : undefined,
    _neverEnds: blocks || undefined,
  };
}

function toDuration(seconds: number | undefined): Duration | undefined {
  return seconds === undefined ? undefined : Duration.millis(seconds * 1000);
}

/** Returns the time of an init container that only sleeps or waits. */
function findInitSeconds({ command }: ContainerView): number | undefined {
  return command.delay ?? (command.understood && command.waits.length > 0 ? 0 : undefined);
}

function planHook(view: ContainerView, pod: PodReading): PlannedHook | undefined {
  const { name, agentHook, postStart } = view;
  // A hook that only sleeps: when the hook has completed, the container counts as ready, and the kubelet starts the
  // next container.
  if (postStart?.delay !== undefined) {
    return { waitsFor: [name], conditionalOn: [], includesUserHook: true };
  }
  if (!agentHook && !postStart) {
    return undefined;
  }
  const limit = agentHook?.waits.map(w => w.limitSeconds).find(seconds => seconds !== undefined);
  const waits = postStart?.waits ?? [];
  const asked = listTargets(waits).flatMap(awaited => findListeners(awaited, pod.containers).map(c => c.name));
  const awaitedByUserHook = asked.length === 0 && waits.length > 0 ? [name] : asked;
  const awaited = agentHook ? agentHook.waits.map(w => w.name) : awaitedByUserHook;
  const timeout = limit === undefined ? undefined : Duration.seconds(limit);
  return {
    waitsFor: [...new Set(awaited)],
    conditionalOn: [...(agentHook?.looksAt ?? [])],
    includesUserHook: agentHook === undefined,
    timeout,
  };
}

function toDependency(pair: OrderedPair, pod: PodReading): PlannedDependency {
  const { first, then, by, waitsFor, timeoutSeconds, path, reason } = pair;
  const [condition, guarantee] = [pair.condition as StartCondition, pair.guarantee as Guarantee];
  const waitsIn =
    by === 'gate' || by === 'command'
      ? undefined
      : pod.containers.find(c => path === c.path || path.startsWith(`${c.path}.`))?.name;
  const mechanism = MECHANISM_BY_MEANS[by];
  const more = { ...toTimeout(timeoutSeconds, guarantee), ...toExceptions(by, pod) };
  const ends = { dependent: then, dependency: first, external: false, condition, check: waitsFor };
  return { ...ends, mechanism, guarantee, waitsIn, ...more, reason };
}

/** Returns the bugs of the kubelet that open an order by these means. */
export function listExceptions(by: OrderMeans, { kubeletExceptions }: PodReading): readonly KubeletException[] {
  return kubeletExceptions.filter(e => e.opens === KEPT_BY[by]);
}

function toExceptions(by: OrderMeans, pod: PodReading): Pick<PlannedDependency, 'exceptions'> {
  const found = listExceptions(by, pod);
  return found.length === 0 ? {} : { exceptions: found.map(describeException) };
}

function toTimeout(
  seconds: number | undefined,
  guarantee: OutsideWait['guarantee'],
): Pick<PlannedDependency, 'timeout' | 'onTimeout'> {
  if (seconds === undefined) {
    return {};
  }
  return {
    timeout: Duration.seconds(seconds),
    onTimeout: guarantee === 'BEST_EFFORT' ? 'CONTINUE' : 'FAIL',
  };
}

const OUTSIDE_MECHANISMS: Readonly<Record<OutsideWait['by'], Mechanism>> = {
  initContainer: Mechanism.INIT_CONTAINER,
  command: Mechanism.ENTRYPOINT_GATE,
  postStart: Mechanism.POST_START,
};

/** Each container that starts after such a wait depends on its target. */
function toExternalDependencies(pod: PodReading): PlannedDependency[] {
  const { order, containers } = pod;
  const injected = new Set(containers.filter(c => c.injected).map(c => c.name));
  return order.outside.flatMap(({ container, waitsFor, check, timeoutSeconds, by, holds, guarantee }) =>
    holds
      .filter(name => !injected.has(name))
      .map(
        (dependent): PlannedDependency => ({
          dependent,
          dependency: waitsFor,
          external: true,
          condition: StartCondition.READY,
          check,
          mechanism: OUTSIDE_MECHANISMS[by],
          guarantee: guarantee as Guarantee,
          ...toExceptions(by, pod),
          waitsIn: by === 'command' ? undefined : container,
          ...toTimeout(timeoutSeconds, guarantee),
          reason: 'the manifest contains the wait',
        }),
      ),
  );
}
