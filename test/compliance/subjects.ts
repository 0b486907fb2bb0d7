import { ContainerRole, Dependency, DependencyOptions, Guarantee, Mechanism, OrderedContainer, ReadyCheck, StartCondition } from '../../src';

/** How one column is brought about: 'app' waits for 'dep'. Everything else of the pod is a behaviour's. */
export interface Subject {
  readonly mechanism: Mechanism;
  /** The first that has it. */
  readonly kubernetesVersion: string;
  readonly guarantee: Guarantee;
  /** 'app' has this command, unless a behaviour gives it another. */
  readonly command?: readonly string[];
  /** What is waited for is no container of the pod; one that waits for it stands in the list. */
  readonly outside?: true;
  /** The fields that it has to write; all others stay as they are. */
  readonly writes: { readonly dependency: readonly string[]; readonly dependent: readonly string[] };
  /** What is declared about a container that is waited for. */
  readonly declare: (dependency: OrderedContainer) => void;
  /** A dependency on it. `options` force the mechanism. */
  readonly on: (name: string, options: DependencyOptions & { readonly required?: boolean }) => Dependency;
}

export type MechanismName = keyof typeof Mechanism;

/** A mechanism, or what it is on a native sidecar where that is another thing. */
export type Column = MechanismName | 'ENTRYPOINT_GATE_BY_MARK' | 'GUARDED_HOOK_ON_SIDECAR';

const NOTHING = { dependency: [], dependent: [] };
const READY = ReadyCheck.httpGet('/ready', { port: 8080 });

/** Whoever builds a mechanism adds its subject here, and the matrix then asks for a word on each behaviour. */
export const SUBJECTS: Readonly<Record<Column, Subject>> = {
  POSITION: {
    mechanism: Mechanism.POSITION,
    kubernetesVersion: '1.29',
    guarantee: Guarantee.FAIL_CLOSED,
    writes: { ...NOTHING, dependency: ['restartPolicy'] },
    declare: dependency => dependency.role(ContainerRole.SIDECAR),
    on: (name, options) => Dependency.on(name, { ...options, condition: StartCondition.RUNNING }),
  },
  ENTRYPOINT_GATE: {
    mechanism: Mechanism.ENTRYPOINT_GATE,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.EVERY_START,
    command: ['/app'],
    writes: { ...NOTHING, dependent: ['command', 'startupProbe', 'volumeMounts'] },
    declare: dependency => dependency.readyWhen(READY),
    on: Dependency.on,
  },
  ENTRYPOINT_GATE_BY_MARK: {
    mechanism: Mechanism.ENTRYPOINT_GATE,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.FAIL_CLOSED,
    command: ['/app'],
    writes: { dependency: ['lifecycle', 'volumeMounts'], dependent: ['command', 'startupProbe', 'volumeMounts'] },
    declare: dependency => dependency.readyWhen(ReadyCheck.command(['/check'])),
    on: Dependency.on,
  },
  GUARDED_HOOK: {
    mechanism: Mechanism.GUARDED_HOOK,
    kubernetesVersion: '1.35',
    guarantee: Guarantee.FAIL_CLOSED,
    writes: { dependency: ['lifecycle', 'readinessProbe', 'volumeMounts'], dependent: ['env'] },
    declare: dependency => dependency.readyWhen(READY),
    on: Dependency.on,
  },
  GUARDED_HOOK_ON_SIDECAR: {
    mechanism: Mechanism.GUARDED_HOOK,
    kubernetesVersion: '1.35',
    guarantee: Guarantee.FAIL_CLOSED,
    writes: { dependency: ['lifecycle', 'readinessProbe', 'restartPolicy', 'volumeMounts'], dependent: ['env'] },
    declare: declareSidecar,
    on: Dependency.on,
  },
  SIDECAR_PROBE: {
    mechanism: Mechanism.SIDECAR_PROBE,
    kubernetesVersion: '1.29',
    guarantee: Guarantee.FAIL_CLOSED,
    writes: { ...NOTHING, dependency: ['restartPolicy', 'startupProbe'] },
    declare: declareSidecar,
    on: Dependency.on,
  },
  SIDECAR_WAIT_INIT: {
    mechanism: Mechanism.SIDECAR_WAIT_INIT,
    kubernetesVersion: '1.29',
    guarantee: Guarantee.FAIL_CLOSED,
    writes: { ...NOTHING, dependency: ['restartPolicy'] },
    declare: dependency => {
      dependency.role(ContainerRole.SIDECAR);
      dependency.readyWhen(ReadyCheck.httpGet('/ready', { port: 8080, host: '127.0.0.1' }));
    },
    on: Dependency.on,
  },
  POST_START: {
    mechanism: Mechanism.POST_START,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.BEST_EFFORT,
    writes: { ...NOTHING, dependency: ['lifecycle', 'volumeMounts'] },
    declare: dependency => dependency.readyWhen(READY),
    on: Dependency.on,
  },
  INIT_CONTAINER: {
    mechanism: Mechanism.INIT_CONTAINER,
    kubernetesVersion: '1.27',
    guarantee: Guarantee.FAIL_CLOSED,
    outside: true,
    writes: NOTHING,
    declare: () => undefined,
    // No dependency outside the pod but an object of the API can be missing.
    on: (name, { required: _required, ...options }) => Dependency.onTcp(`${name}.example`, 443, options),
  },
};

export const COLUMNS = Object.keys(SUBJECTS) as Column[];

function declareSidecar(dependency: OrderedContainer): void {
  dependency.role(ContainerRole.SIDECAR);
  dependency.readyWhen(READY);
}
