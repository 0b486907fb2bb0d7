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

const NOTHING = { dependency: [], dependent: [] };
const READY = ReadyCheck.httpGet('/ready', { port: 8080 });
const READY_SIDECAR = { role: ContainerRole.SIDECAR, readyWhen: READY };

/** The columns of the matrix. A new mechanism adds a column, and the compiler then requires it in `EVERYWHERE`. */
export const SUBJECTS: Readonly<Record<Column, Subject>> = {
  POSITION: {
    mechanism: Mechanism.POSITION,
    kubernetesVersion: '1.29',
    guarantee: Guarantee.FAIL_CLOSED,
    waiter: 'list order',
    writes: { ...NOTHING, dependency: ['restartPolicy'] },
    dependency: { role: ContainerRole.SIDECAR },
    on: (name, options) => Dependency.on(name, { ...options, condition: StartCondition.RUNNING }),
  },
  ENTRYPOINT_GATE: {
    mechanism: Mechanism.ENTRYPOINT_GATE,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.EVERY_START,
    waiter: 'the gate of app',
    command: ['/app'],
    writes: { ...NOTHING, dependent: ['command', 'startupProbe', 'volumeMounts'] },
    dependency: { readyWhen: READY },
    on: Dependency.on,
  },
  ENTRYPOINT_GATE_BY_MARK: {
    mechanism: Mechanism.ENTRYPOINT_GATE,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.EVERY_START,
    waiter: 'the gate of app',
    command: ['/app'],
    writes: { dependency: ['lifecycle', 'volumeMounts'], dependent: ['command', 'startupProbe', 'volumeMounts'] },
    dependency: { readyWhen: ReadyCheck.command(['/check']) },
    on: Dependency.on,
  },
  GUARDED_HOOK: {
    mechanism: Mechanism.GUARDED_HOOK,
    kubernetesVersion: '1.35',
    guarantee: Guarantee.FAIL_CLOSED,
    waiter: 'a guard that reads the marks of dep',
    writes: { dependency: ['lifecycle', 'readinessProbe', 'volumeMounts'], dependent: ['env'] },
    dependency: { readyWhen: READY },
    on: Dependency.on,
  },
  GUARDED_HOOK_ON_SIDECAR: {
    mechanism: Mechanism.GUARDED_HOOK,
    kubernetesVersion: '1.35',
    guarantee: Guarantee.FAIL_CLOSED,
    waiter: 'a guard that reads the marks of dep',
    writes: { dependency: ['lifecycle', 'readinessProbe', 'restartPolicy', 'volumeMounts'], dependent: ['env'] },
    dependency: READY_SIDECAR,
    on: Dependency.on,
  },
  SIDECAR_PROBE: {
    mechanism: Mechanism.SIDECAR_PROBE,
    kubernetesVersion: '1.29',
    guarantee: Guarantee.FAIL_CLOSED,
    waiter: 'the startup probe of native sidecar dep',
    writes: { ...NOTHING, dependency: ['restartPolicy', 'startupProbe'] },
    dependency: READY_SIDECAR,
    on: Dependency.on,
  },
  SIDECAR_WAIT_INIT: {
    mechanism: Mechanism.SIDECAR_WAIT_INIT,
    kubernetesVersion: '1.29',
    guarantee: Guarantee.FAIL_CLOSED,
    waiter: 'init container wait-for-dep',
    writes: { ...NOTHING, dependency: ['restartPolicy'] },
    dependency: { role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/ready', { port: 8080, host: '127.0.0.1' }) },
    on: Dependency.on,
  },
  POST_START: {
    mechanism: Mechanism.POST_START,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.BEST_EFFORT,
    waiter: 'the postStart hook of dep',
    writes: { ...NOTHING, dependency: ['lifecycle', 'volumeMounts'] },
    dependency: { readyWhen: READY },
    on: Dependency.on,
  },
  INIT_CONTAINER: {
    mechanism: Mechanism.INIT_CONTAINER,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.FAIL_CLOSED,
    waiter: 'init container wait-for-dep',
    outside: true,
    writes: NOTHING,
    dependency: {},
    // Of the dependencies outside the pod, only an object of the API can be missing.
    on: (name, { required: _required, ...options }) => Dependency.onTcp(`${name}.example`, 443, options),
  },
};

export const COLUMNS = Object.keys(SUBJECTS) as Column[];
