import { ApiObject } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Mechanism, PlannedDependency, StartCondition, StartupPlan } from 'cdk8s-startup-order';
import { behaviourOf, isAccepted, LATE_CONFIG, planOf, POD_NAME, RandomContainer, RandomPod } from './pod';
import { NEVER } from '../faults/columns';
import {
  Behaviour, create, created, deletePod, exit, Fault, freeze, injected, kill, killSandbox, Moment, patch, podReady, rebootPod, remove, restartKubelet,
  running, start, terminate,
} from '../runner/story';

/** The disturbance of a random pod. */
export interface Disturbance {
  /** The changed behaviour of containers and servers, by name. */
  readonly behaviours?: Readonly<Record<string, Behaviour>>;
  readonly faults?: readonly Fault[];
  /** The number of further starts of a container, by name, after which the run can end. */
  readonly restarts?: Readonly<Record<string, number>>;
  /** Whether a container may never start, so that the run ends at its limit. */
  readonly blocks?: true;
  /** A container that cannot start in the new sandbox. */
  readonly blocked?: string;
  /** The seconds after which the run ends in any case; by default 60. */
  readonly limitSeconds?: number;
}

/** The subject of a fault: a dependency on another container of the pod. */
interface Subject {
  readonly pod: RandomPod;
  readonly edge: PlannedDependency;
  /** With the role in the plan. */
  readonly dependent: RandomContainer;
  /** With the role in the plan. */
  readonly dependency: RandomContainer;
  /** The name of the first container that starts. */
  readonly first: string;
}

interface RandomFault {
  /** Returns whether the fault can happen to this dependency. */
  readonly applies: (subject: Subject) => boolean;
  readonly disturb: (subject: Subject) => Disturbance;
  /** Changes the pod, before its plan. The library may refuse the change. */
  readonly change?: (subject: Subject) => RandomPod;
}

const { APP, INIT, SIDECAR } = ContainerRole;

/** Returns the policy by which the kubelet restarts a container that fails. */
const policyOf = ({ pod }: Subject, { role, policy = pod.restartPolicy, retries }: RandomContainer) => {
  if (role === SIDECAR) { return RestartPolicy.ALWAYS; }
  return retries && policy === RestartPolicy.NEVER ? RestartPolicy.ON_FAILURE : policy;
};
const restarts = (s: Subject) => policyOf(s, s.dependency) !== RestartPolicy.NEVER;
const dependentRestarts = (s: Subject) =>
  policyOf(s, s.dependent) !== RestartPolicy.NEVER && s.dependent.role !== INIT && s.dependent.check !== undefined;
const podRestarts = ({ pod, dependency }: Subject) => pod.restartPolicy !== RestartPolicy.NEVER || dependency.role === SIDECAR;
/** Returns whether no container of `containers` ends. Otherwise the pod is never ready. */
const staysWhole = ({ containers }: RandomPod) => containers.every(c => c.check !== undefined || c.role === INIT);
/** Returns a moment at which the whole pod runs. */
const whole = ({ pod, dependent }: Subject, afterMs: number) => staysWhole(pod)
  ? { at: podReady(POD_NAME), afterMs } : { at: start(dependent.name), afterMs: afterMs + 3000 };
const serves = ({ dependency }: Subject) => dependency.check !== undefined;
const any = () => true;
/** Returns whether the API server shows the dependent as running: its gate waits for a slow dependency, or it serves. */
const isSeenRunning = ({ edge, dependent }: Subject) =>
  dependent.check !== undefined || (edge.condition !== StartCondition.RUNNING && edge.condition !== StartCondition.STARTED);
const slow = ({ dependency }: Subject, seconds: number): Record<string, Behaviour> =>
  ({ [dependency.name]: behaviourOf({ ...dependency, readyMs: seconds * 1000 }) });
const bothServe = (s: Subject) => serves(s) && restarts(s) && dependentRestarts(s);
const crashing = ({ dependency }: Subject, crashAtMs: number, crashTimes: number): Record<string, Behaviour> =>
  ({ [dependency.name]: { ...behaviourOf(dependency), crashAt: `${Math.max(1, Math.round(crashAtMs))}ms`, crashTimes } });
/** In a new sandbox, a container with another policy may not run again. */
const everyContainer = (s: Subject) =>
  Object.fromEntries(s.pod.containers.filter(c => policyOf(s, c) === RestartPolicy.ALWAYS).map(c => [c.name, 1]));
const program = (file: string): RandomFault => ({
  applies: any,
  disturb: ({ dependent }) => ({ behaviours: { [dependent.name]: { ...behaviourOf(dependent), program: file } }, blocks: true, limitSeconds: 20 }),
});
const withTimeout = (timeoutSeconds: number, onTimeout: string) => ({ pod, edge }: Subject): RandomPod => ({
  ...pod,
  containers: pod.containers.map(c => c.name !== edge.dependent ? c
    : { ...c, dependsOn: c.dependsOn.map(d => d.on === edge.dependency ? { ...d, timeoutSeconds, onTimeout, guarantee: undefined } : d) }),
});

/** Returns another container that the dependent needs ready, and whose wait comes after that for the dependency. */
const neededLater = ({ pod, edge }: Subject) => {
  const { dependsOn } = pod.containers.find(c => c.name === edge.dependent)!;
  const isNeeded = (name: string) => name > edge.dependency && dependsOn.some(d => d.on === name && d.condition === StartCondition.READY);
  return pod.containers.find(c => isNeeded(c.name));
};

const survivesReboot = (s: Subject) => serves(s) && s.pod.restartPolicy !== RestartPolicy.NEVER;

const waitsForExit = ({ pod, dependency }: Subject) =>
  pod.containers.some(c => c.dependsOn.some(d => d.on === dependency.name && d.condition === StartCondition.EXITED));

/** Lets the end of the dependency restart all containers. */
const restartingAll = ({ pod, edge }: Subject): RandomPod => ({
  ...pod,
  containers: pod.containers.map(c => c.name !== edge.dependent ? c
    : { ...c, dependsOn: c.dependsOn.map(d => d.on === edge.dependency ? { ...d, restartAllContainers: true } : d) }),
});

const changed = (name: string, changes: Partial<RandomContainer>) => ({ pod }: Subject): RandomPod =>
  ({ ...pod, containers: pod.containers.map(c => c.name === name ? { ...c, ...changes } : c) });

const isStoppedInOrder = (s: Subject) => s.edge.stopMechanism !== undefined && s.pod.restartPolicy === RestartPolicy.ALWAYS && staysWhole(s.pod);

const withConfig = (at: Moment) => create(LATE_CONFIG, chart => {
  new ApiObject(chart, LATE_CONFIG, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: LATE_CONFIG }, data: { SETTING: 'on' } });
}, at);

/** Changes the image of the dependency to another one with the same program: the kubelet restarts it in place. */
const changingImage = ({ dependency: { name, role } }: Subject, at: Moment) => {
  const list = role === APP ? 'containers' : 'initContainers';
  return patch(`pods/${POD_NAME}`, { spec: { [list]: [{ name, image: 'registry.local/test-app:1-shell' }] } }, { ...at, merge: 'strategic-merge' });
};
const hasNoHook = ({ preStop, postStart }: RandomContainer) => preStop === undefined && postStart === undefined;
const changesImage = (s: Subject) => serves(s) && hasNoHook(s.dependency);

/** Returns two kills for each container that serves, at moments of its own. */
const killingAll = (s: Subject): readonly Fault[] => s.pod.containers.filter(c => c.check && policyOf(s, c) === RestartPolicy.ALWAYS).flatMap(c => {
  const early = kill(c.name, { at: start(c.name), afterMs: 1500 + 4 * c.readyMs });
  const late = kill(c.name, { at: injected(early.name), afterMs: 2000 + 20 * c.stopMs });
  return [{ ...early, mayMiss: true }, { ...late, name: `${late.name} again`, mayMiss: true }];
});

/** Faults that are no row of the fault matrix. */
export const MORE_FAULTS: Readonly<Record<string, RandomFault>> = {
  'kills-all': {
    applies: bothServe,
    disturb: s => ({ faults: killingAll(s), limitSeconds: 75 }),
  },
  'kills-all-with-kubelet': {
    applies: bothServe,
    disturb: s => {
      const restart = restartKubelet({ at: start(s.dependent.name), afterMs: 5 * s.dependency.readyMs });
      return { faults: [...killingAll(s), restart], limitSeconds: 90 };
    },
  },
  'hook-fails': {
    applies: s => serves(s) && restarts(s) && s.dependency.role !== INIT && hasNoHook(s.dependency),
    change: s => changed(s.dependency.name, { postStart: 'fails-first' })(s),
    disturb: s => ({ restarts: { [s.dependency.name]: 1 }, limitSeconds: 75 }),
  },
  'hook-fails-dependent': {
    applies: s => dependentRestarts(s) && hasNoHook(s.dependent),
    change: s => changed(s.dependent.name, { postStart: 'fails-first' })(s),
    disturb: s => ({ restarts: { [s.dependent.name]: 1 }, limitSeconds: 75 }),
  },
  'ends-later': {
    applies: s => serves(s) && dependentRestarts(s) && !waitsForExit(s),
    disturb: s => ({
      behaviours: { [s.dependency.name]: { ...behaviourOf(s.dependency), exitAt: `${s.dependency.readyMs + 5000}ms` } },
      faults: [{ ...kill(s.dependent.name, { at: exit(s.dependency.name), afterMs: 200 + s.dependency.stopMs }), mayMiss: true }],
      blocks: true,
      limitSeconds: 45,
    }),
  },
  'stops-by-deadline': {
    applies: isStoppedInOrder,
    disturb: s => {
      const deadline = { ...patch(`pods/${POD_NAME}`, { spec: { activeDeadlineSeconds: 1 } }, whole(s, 2500)), name: `end the pod of ${s.first}` };
      return { faults: [deadline, deletePod(s.first, { at: injected(deadline.name), afterMs: 35_000 })], limitSeconds: 120 };
    },
  },
  'config-late': {
    applies: any,
    change: s => changed(s.dependency.name, { lateConfig: true })(s),
    disturb: () => ({ faults: [withConfig({ at: created(), afterMs: 5000 })], limitSeconds: 75 }),
  },
  'config-late-dependent': {
    applies: any,
    change: s => changed(s.dependent.name, { lateConfig: true })(s),
    disturb: () => ({ faults: [withConfig({ at: created(), afterMs: 8000 })], limitSeconds: 75 }),
  },
  'config-lost': {
    applies: s => s.pod.restartPolicy === RestartPolicy.ALWAYS && policyOf(s, s.dependent) === RestartPolicy.ALWAYS && restarts(s),
    change: s => changed(s.dependency.name, { lateConfig: true })(s),
    disturb: s => {
      const made = withConfig({ at: created() });
      const lost = remove(`configmaps/${LATE_CONFIG}`, whole(s, 1000));
      const loss = killSandbox(s.first, { at: injected(lost.name), afterMs: 2000 });
      const again = { ...withConfig({ at: injected(loss.name), afterMs: 10_000 }), name: 'create it again' };
      return { faults: [made, lost, loss, again], blocked: s.dependency.name, restarts: everyContainer(s), limitSeconds: 120 };
    },
  },
  'image-changed': {
    applies: changesImage,
    disturb: s => ({ faults: [changingImage(s, whole(s, 1000))], restarts: { [s.dependency.name]: 1 }, limitSeconds: 75 }),
  },
  'image-changed-waiting': {
    applies: changesImage,
    disturb: s => ({
      behaviours: slow(s, 6),
      faults: [changingImage(s, { at: start(s.dependency.name), afterMs: 2500 })],
      restarts: { [s.dependency.name]: 1 },
      limitSeconds: 75,
    }),
  },
  'frozen-liveness': {
    applies: s => bothServe(s) && ['http', 'exec', 'all'].includes(s.dependency.check!),
    change: s => changed(s.dependency.name, { liveness: true, readyMs: 1 })(s),
    disturb: s => {
      const frozen = freeze(s.dependency.name, whole(s, 1000));
      return {
        faults: [frozen, { ...kill(s.dependent.name, { at: injected(frozen.name), afterMs: 1500 }), mayMiss: true }],
        restarts: { [s.dependency.name]: 1, [s.dependent.name]: 1 },
        limitSeconds: 90,
      };
    },
  },
  'rebooted-with-kubelet': {
    applies: survivesReboot,
    disturb: s => {
      const reboot = rebootPod(s.first, { at: start(s.dependent.name), afterMs: 1500 });
      return {
        faults: [reboot, restartKubelet({ at: injected(reboot.name) })],
        restarts: s.pod.restartPolicy === RestartPolicy.ALWAYS ? everyContainer(s) : { [s.dependency.name]: 1 },
        limitSeconds: 90,
      };
    },
  },
  'kubelet-in-new-sandbox': {
    applies: s => s.pod.restartPolicy === RestartPolicy.ALWAYS && policyOf(s, s.dependent) === RestartPolicy.ALWAYS && restarts(s),
    disturb: s => ({
      behaviours: slow(s, 7),
      // Each pod has a moment of its own, so that no restart waits for another pod.
      faults: [killSandbox(s.first, whole(s, 1000)), restartKubelet({ at: start(s.dependency.name, 2), afterMs: s.dependency.readyMs % 500 })],
      restarts: everyContainer(s),
      limitSeconds: 120,
    }),
  },
  'stops-with-kubelet': {
    applies: isStoppedInOrder,
    disturb: s => {
      const deletion = deletePod(s.first, whole(s, 2500));
      return { faults: [deletion, restartKubelet({ at: injected(deletion.name), afterMs: 300 })], limitSeconds: 120 };
    },
  },
  'stops-after-kubelet': {
    applies: isStoppedInOrder,
    disturb: s => ({
      behaviours: slow(s, 6), faults: [restartKubelet({ at: created(), afterMs: 3000 }), deletePod(s.first, whole(s, 2500))], limitSeconds: 120,
    }),
  },
  'stops-restarted': {
    applies: s => isStoppedInOrder(s) && bothServe(s),
    disturb: s => {
      const down = kill(s.dependency.name, whole(s, 500));
      return {
        faults: [
          down,
          { ...kill(s.dependent.name, { at: injected(down.name), afterMs: 300 }), mayMiss: true },
          deletePod(s.first, { at: start(s.dependent.name, 2), afterMs: 4000 }),
        ],
        limitSeconds: 120,
      };
    },
  },
  'stops-in-new-sandbox': {
    // A new sandbox may not run a container with another policy again, and then its dependents wait.
    applies: s => isStoppedInOrder(s) && s.pod.containers.every(c => (c.policy ?? RestartPolicy.ALWAYS) === RestartPolicy.ALWAYS),
    disturb: s => ({
      faults: [killSandbox(s.first, whole(s, 1000)), deletePod(s.first, { at: start(s.dependent.name, 2), afterMs: 5000 })],
      limitSeconds: 120,
    }),
  },
  'dependency-no-command': {
    // A container whose command cannot be executed has exited.
    applies: s => !waitsForExit(s),
    disturb: ({ dependency }) => ({
      behaviours: { [dependency.name]: { ...behaviourOf(dependency), program: '/no/such/program' } }, blocks: true, limitSeconds: 20,
    }),
  },
  'killed-early': {
    applies: any,
    disturb: s => ({
      behaviours: slow(s, 4),
      faults: [kill(s.dependency.name, { at: start(s.dependency.name), afterMs: 1500 })],
      ...restarts(s) ? { restarts: { [s.dependency.name]: 1 } } : { blocks: true, limitSeconds: 25 },
    }),
  },
  'deleted-starting': {
    applies: any,
    disturb: s => ({ faults: [deletePod(s.first, { at: start(s.dependent.name), afterMs: 150 })], limitSeconds: 90 }),
  },
  'sandbox-with-kubelet': {
    applies: s => s.pod.restartPolicy === RestartPolicy.ALWAYS && policyOf(s, s.dependent) === RestartPolicy.ALWAYS,
    disturb: s => {
      const loss = killSandbox(s.first, whole(s, 1000));
      return { faults: [loss, restartKubelet({ at: injected(loss.name), afterMs: 1200 })], restarts: everyContainer(s), limitSeconds: 90 };
    },
  },
  'restarts-all': {
    applies: serves,
    change: restartingAll,
    disturb: s => ({ behaviours: crashing(s, s.dependency.readyMs + 6000, 1), restarts: everyContainer(s), limitSeconds: 90 }),
  },
  'restarts-all-with-kubelet': {
    applies: serves,
    change: restartingAll,
    disturb: s => ({
      behaviours: crashing(s, s.dependency.readyMs + 6000, 1),
      faults: [restartKubelet({ at: exit(s.dependency.name), afterMs: 200 + s.dependency.readyMs % 500 })],
      restarts: everyContainer(s),
      limitSeconds: 90,
    }),
  },
  'restarts-all-early': {
    applies: serves,
    change: restartingAll,
    disturb: s => ({
      behaviours: { ...slow(s, 3), ...crashing({ ...s, dependency: { ...s.dependency, readyMs: 3000 } }, 1500, 2) },
      restarts: { [s.dependency.name]: 2 },
      limitSeconds: 90,
    }),
  },
  'crashes-waiting': {
    applies: s => s.edge.mechanism === Mechanism.ENTRYPOINT_GATE && serves(s) && restarts(s) && neededLater(s) !== undefined,
    disturb: s => {
      const slowest = neededLater(s)!;
      const later = behaviourOf({ ...slowest, readyMs: s.dependency.readyMs + 12_000 });
      return { behaviours: { ...crashing(s, s.dependency.readyMs + 1000, 3), [slowest.name]: later }, limitSeconds: 90 };
    },
  },
  'crashes-with-kubelet': {
    applies: bothServe,
    disturb: s => {
      const down = kill(s.dependency.name, whole(s, 500));
      return {
        faults: [
          down,
          restartKubelet({ at: injected(down.name), afterMs: 200 }),
          { ...kill(s.dependent.name, { at: injected(down.name), afterMs: 600 }), mayMiss: true },
        ],
        restarts: { [s.dependent.name]: 1, [s.dependency.name]: 1 },
        limitSeconds: 90,
      };
    },
  },
  'killed-waiting': {
    applies: s => s.edge.mechanism === Mechanism.ENTRYPOINT_GATE && podRestarts(s) && isSeenRunning(s),
    disturb: s => {
      const waiter = s.edge.waitsIn!;
      return { behaviours: slow(s, 6), faults: [{ ...kill(waiter, { at: running(waiter), afterMs: 200 }), mayMiss: true }], limitSeconds: 75 };
    },
  },
  'sandbox-twice': {
    applies: podRestarts,
    disturb: s => {
      const first = killSandbox(s.first, { at: start(s.first), afterMs: 1500 });
      const again = { ...killSandbox(s.first, { at: injected(first.name), afterMs: 9000 }), name: `${first.name} again`, mayMiss: true as const };
      return { behaviours: slow(s, 6), faults: [first, again], limitSeconds: 120 };
    },
  },
  'rebooted-waiting': {
    applies: survivesReboot,
    disturb: s => ({ behaviours: slow(s, 8), faults: [rebootPod(s.first, { at: start(s.first), afterMs: 1500 })], limitSeconds: 90 }),
  },
  'rebooted-later': {
    applies: survivesReboot,
    disturb: s => ({
      faults: [rebootPod(s.first, { at: start(s.dependent.name), afterMs: 1500 })],
      restarts: s.pod.restartPolicy === RestartPolicy.ALWAYS ? everyContainer(s) : { [s.dependency.name]: 1 },
      limitSeconds: 90,
    }),
  },
};

/** All faults. A fault of the matrix has the name of its row; test/conformance/random.test.ts compares the names. */
export const FAULTS: Readonly<Record<string, RandomFault>> = {
  ...MORE_FAULTS,
  'none': {
    applies: any,
    disturb: ({ pod }) => pod.orderedShutdown && pod.restartPolicy === RestartPolicy.ALWAYS && staysWhole(pod)
      ? { faults: [deletePod(pod.containers[0].name, { at: podReady(POD_NAME), afterMs: 2500 })], limitSeconds: 90 } : {},
  },
  'never-ready': { applies: any, disturb: s => ({ behaviours: slow(s, NEVER), blocks: true, limitSeconds: 20 }) },
  'crashes-first': {
    applies: restarts,
    disturb: s => ({ behaviours: crashing(s, s.dependency.readyMs / 2, 1), restarts: { [s.dependency.name]: 1 } }),
  },
  'timeout-fail': { applies: restarts, change: withTimeout(2, 'FAIL'), disturb: s => ({ behaviours: slow(s, 6), limitSeconds: 45 }) },
  'timeout-continue': {
    applies: any,
    change: withTimeout(3, 'CONTINUE'),
    disturb: s => ({ behaviours: slow(s, NEVER), blocks: true, limitSeconds: 20 }),
  },
  'liveness': {
    applies: ({ dependent: { role, check } }) => role === APP && check !== undefined && !['unix', 'file', 'delay'].includes(check),
    change: ({ pod, dependent }) => {
      const probed = (c: RandomContainer) => c.name === dependent.name ? { ...c, liveness: true, readyMs: 1 } : c;
      return { ...pod, containers: pod.containers.map(probed) };
    },
    disturb: s => ({ behaviours: slow(s, 8), limitSeconds: 45 }),
  },
  'no-command': program('/no/such/program'),
  // The kubelet creates this file in every container.
  'not-executable': program('/etc/hosts'),
  'kubelet-early': { applies: any, disturb: s => ({ behaviours: slow(s, 6), faults: [restartKubelet({ at: created(), afterMs: 3000 })] }) },
  'kubelet-late': { applies: any, disturb: s => ({ behaviours: slow(s, 18), faults: [restartKubelet({ at: created(), afterMs: 14_000 })] }) },
  'deleted-early': {
    applies: any,
    disturb: s => ({ behaviours: slow(s, NEVER), faults: [deletePod(s.first, { at: start(s.first), afterMs: 1500 })], limitSeconds: 60 }),
  },
  'deleted-late': {
    applies: any,
    disturb: s => ({ behaviours: slow(s, NEVER), faults: [deletePod(s.first, { at: start(s.first), afterMs: 13_000 })], limitSeconds: 70 }),
  },
  'sigterm': {
    // Behind a startup probe of its own, a sidecar is ready when the init container begins to wait.
    applies: s => {
      const { edge: { mechanism }, dependency } = s;
      return (mechanism === Mechanism.ENTRYPOINT_GATE && isSeenRunning(s)) || (mechanism === Mechanism.SIDECAR_WAIT_INIT && !dependency.startupProbe);
    },
    disturb: s => {
      const waiter = s.edge.waitsIn!;
      return { behaviours: slow(s, 6), faults: [{ ...terminate(waiter, { at: running(waiter), afterMs: 200 }), mayMiss: true }] };
    },
  },
  'sandbox-waiting': {
    applies: podRestarts,
    disturb: s => ({ behaviours: slow(s, 8), faults: [killSandbox(s.first, { at: start(s.first), afterMs: 1500 })], limitSeconds: 90 }),
  },
  'sandbox-later': {
    applies: s => s.pod.restartPolicy === RestartPolicy.ALWAYS && policyOf(s, s.dependent) === RestartPolicy.ALWAYS,
    disturb: s => ({ faults: [killSandbox(s.first, whole(s, 1000))], restarts: everyContainer(s), limitSeconds: 90 }),
  },
  'sandbox-later-crashed': {
    applies: bothServe,
    disturb: s => ({
      behaviours: crashing(s, s.dependency.readyMs + 6000, 2),
      faults: [killSandbox(s.first, { at: exit(s.dependency.name, 2), afterMs: 1500 })],
      restarts: { [s.dependent.name]: 1, [s.dependency.name]: 2 },
      limitSeconds: 90,
    }),
  },
  'crashes-later': {
    applies: bothServe,
    disturb: s => ({ behaviours: crashing(s, s.dependency.readyMs + 5000, 1), restarts: { [s.dependency.name]: 1 } }),
  },
  'app-restarts': {
    applies: bothServe,
    disturb: s => {
      const down = kill(s.dependency.name, whole(s, 500));
      return {
        faults: [down, { ...kill(s.dependent.name, { at: injected(down.name), afterMs: 300 }), mayMiss: true }],
        restarts: { [s.dependent.name]: 1, [s.dependency.name]: 1 },
      };
    },
  },
  'app-restarts-alone': {
    applies: bothServe,
    disturb: s => ({
      behaviours: crashing(s, s.dependency.readyMs + 4000, 2),
      faults: [{ ...kill(s.dependent.name, { at: exit(s.dependency.name, 2), afterMs: 1500 }), mayMiss: true }],
      restarts: { [s.dependent.name]: 1, [s.dependency.name]: 2 },
      limitSeconds: 75,
    }),
  },
};

/** Returns the pod with the first of these faults that is possible, on the nth suitable dependency; without a fault if none is. */
export function withFault(pod: Omit<RandomPod, 'fault'>, faults: readonly string[], n: number, minor: number): RandomPod {
  const plan = planOf(pod, minor);
  const inPod = plan.dependencies.filter(d => !d.external);
  for (const fault of faults) {
    const { applies, change } = FAULTS[fault];
    const subjects = inPod.map(edge => subjectOf({ ...pod, fault }, edge, plan)).filter(applies);
    if (subjects.length === 0) { continue; }
    const subject = subjects[n % subjects.length];
    const { dependent, dependency } = subject.edge;
    const chosen = { ...pod, fault, disturbed: { dependent, dependency } };
    const disturbed = change === undefined ? chosen : change({ ...subject, pod: chosen });
    if (change === undefined || isAccepted(disturbed, minor)) { return disturbed; }
  }
  return { ...pod, fault: 'none' };
}

/** Returns the disturbance of the pod. */
export function disturbanceOf(pod: RandomPod, plan: StartupPlan): Disturbance {
  const edge = plan.dependencies.find(d => d.dependent === pod.disturbed?.dependent && d.dependency === pod.disturbed.dependency);
  return FAULTS[pod.fault].disturb(edge === undefined ? { pod } as Subject : subjectOf(pod, edge, plan));
}

function subjectOf(pod: RandomPod, edge: PlannedDependency, { containers }: Pick<StartupPlan, 'containers'>): Subject {
  const named = (name: string): RandomContainer => {
    const { role } = containers.find(c => c.name === name)!;
    return { ...pod.containers.find(c => c.name === name)!, role };
  };
  return { pod, edge, dependent: named(edge.dependent), dependency: named(edge.dependency), first: containers.find(c => !c.injected)!.name };
}
