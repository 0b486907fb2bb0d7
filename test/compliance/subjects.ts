import { ContainerOrder, ContainerRole, Dependency, DependencyOptions, Guarantee, Mechanism, ReadyCheck, StartCondition } from '../../src';

/** One column: 'app' waits for 'dep' with one mechanism. A behaviour adds all other parts of the pod. */
export interface Subject {
  readonly mechanism: Mechanism;
  /** The first Kubernetes version with the mechanism. */
  readonly kubernetesVersion: string;
  readonly guarantee: Guarantee;
  /** The waiting container, in the words of `explain()`. */
  readonly waiter: string;
  /** The command of 'app', unless a behaviour overrides it. */
  readonly command?: readonly string[];
  /** The dependency is outside the pod, and an init container waits for it. */
  readonly outside?: true;
  /** The fields that the mechanism writes; all other fields stay unchanged. */
  readonly writes: { readonly dependency: readonly string[]; readonly dependent: readonly string[] };
  /** The order of the dependency. */
  readonly dependency: ContainerOrder;
  /** Returns the dependency. `options` specify the mechanism. */
  readonly on: (name: string, options: DependencyOptions & { readonly required?: boolean }) => Dependency;
}

export type MechanismName = keyof typeof Mechanism;

/** A mechanism, or its variant on a native sidecar. */
export type Column = MechanismName | 'ENTRYPOINT_GATE_BY_MARK' | 'GUARDED_HOOK_ON_SIDECAR';

const READY = ReadyCheck.httpGet('/ready', { port: 8080 });
const READY_SIDECAR = { role: ContainerRole.SIDECAR, readyWhen: READY };

/** The subject whose dependency is a container, and which changes nothing but these fields. */
function subject(
  mechanism: Mechanism, kubernetesVersion: string, guarantee: Guarantee, waiter: string, dependency: ContainerOrder,
  writes: Partial<Subject['writes']>, more: Partial<Subject> = {},
): Subject {
  const onlyThese = { dependency: [], dependent: [], ...writes };
  return { mechanism, kubernetesVersion, guarantee, waiter, dependency, writes: onlyThese, on: Dependency.on, ...more };
}

const { BEST_EFFORT, EVERY_START, FAIL_CLOSED } = Guarantee;
const HELD_BY_GATE = ['command', 'startupProbe', 'volumeMounts'];
const WAITS_FOR_MARK = ['lifecycle', 'readinessProbe', 'volumeMounts'];

/** The columns of the matrix. A new mechanism adds a column, and the compiler then requires it in `EVERYWHERE`. */
export const SUBJECTS: Readonly<Record<Column, Subject>> = {
  POSITION: subject(Mechanism.POSITION, '1.29', FAIL_CLOSED, 'list order', { role: ContainerRole.SIDECAR }, { dependency: ['restartPolicy'] }, {
    on: (name, options) => Dependency.on(name, { ...options, condition: StartCondition.RUNNING }),
  }),
  ENTRYPOINT_GATE: subject(Mechanism.ENTRYPOINT_GATE, '1.27', EVERY_START, 'the gate of app', { readyWhen: READY }, { dependent: HELD_BY_GATE }, { command: ['/app'] }),
  ENTRYPOINT_GATE_BY_MARK: subject(
    Mechanism.ENTRYPOINT_GATE, '1.27', EVERY_START, 'the gate of app', { readyWhen: ReadyCheck.command(['/check']) },
    { dependency: ['lifecycle', 'volumeMounts'], dependent: HELD_BY_GATE }, { command: ['/app'] },
  ),
  GUARDED_HOOK: subject(
    Mechanism.GUARDED_HOOK, '1.35', FAIL_CLOSED, 'a guard that reads the marks of dep', { readyWhen: READY }, { dependency: WAITS_FOR_MARK, dependent: ['env'] },
  ),
  GUARDED_HOOK_ON_SIDECAR: subject(
    Mechanism.GUARDED_HOOK, '1.35', FAIL_CLOSED, 'a guard that reads the marks of dep', READY_SIDECAR,
    { dependency: [...WAITS_FOR_MARK, 'restartPolicy'], dependent: ['env'] },
  ),
  SIDECAR_PROBE: subject(
    Mechanism.SIDECAR_PROBE, '1.29', FAIL_CLOSED, 'the startup probe of native sidecar dep', READY_SIDECAR, { dependency: ['restartPolicy', 'startupProbe'] },
  ),
  SIDECAR_WAIT_INIT: subject(
    Mechanism.SIDECAR_WAIT_INIT, '1.29', FAIL_CLOSED, 'init container wait-for-dep',
    { role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/ready', { port: 8080, host: '127.0.0.1' }) }, { dependency: ['restartPolicy'] },
  ),
  POST_START: subject(Mechanism.POST_START, '1.27', BEST_EFFORT, 'the postStart hook of dep', { readyWhen: READY }, { dependency: ['lifecycle', 'volumeMounts'] }),
  INIT_CONTAINER: subject(Mechanism.INIT_CONTAINER, '1.27', FAIL_CLOSED, 'init container wait-for-dep', {}, {}, {
    outside: true,
    // Of the dependencies outside the pod, only an object of the API can be missing.
    on: (name, { required: _required, ...options }) => Dependency.onTcp(`${name}.example`, 443, options),
  }),
};

export const COLUMNS = Object.keys(SUBJECTS) as Column[];
