import {
  ContainerDependencyOptions, ContainerRole, Dependency, DependencyOptions, Guarantee, Mechanism, OrderedContainerProps, ReadyCheck, StartCondition,
} from 'cdk8s-startup-order';
import { Behaviour, completes, Event, ready, running, start, Target } from '../runner/story';

/** A mechanism by which 'app' waits for 'dep', and its guarantee. A row specifies the rest of the pod. */
export interface Column {
  readonly title: string;
  readonly mechanism: Mechanism;
  /** The first minor version with the mechanism. */
  readonly since: number;
  /** The guarantee that the plan must contain. */
  readonly guarantee: Guarantee;
  /** The longest time from the condition of the dependency to the start of the dependent, on a busy machine. docs/contributing/measured.md has real times. */
  readonly opensWithinMs: number;
  /** The command of 'app' in its manifest. */
  readonly command?: string[];
  /** The declaration of 'dep'. `undefined`: 'dep' is outside the pod. */
  readonly dependency?: Partial<OrderedContainerProps>;
  readonly on: (options: DependencyOptions, target: Pick<Target, 'hosts'>) => Dependency;
  readonly live: (life: Life) => Behaviour;
  /** The URL that 'app' calls once at its start. 'app' exits if the call fails. */
  readonly needs?: (target: Pick<Target, 'hosts'>) => string;
  /** Returns the event that 'app' waits for, at its nth occurrence. */
  readonly there: (nth?: number) => Event;
  /** The start of the wait. */
  readonly waits: Event;
  /** The container whose main process is the wait agent. */
  readonly waiter?: string;
}

/** The life of the dependency, in seconds from its start. */
export interface Life {
  readonly readyAt: number;
  readonly crashAt?: number;
  readonly crashTimes?: number;
}

export const NEVER = 600;
const PORT = 8080;
const READY = ReadyCheck.httpGet('/ready', { port: PORT });
/** The seconds that a dependency outside the pod starts before the pod. */
const HEAD_START = 4;

const crashes = ({ crashAt, crashTimes }: Life): Behaviour => crashAt === undefined ? {} : { crashAt: `${crashAt}s`, crashTimes };
const serves = (life: Life): Behaviour => ({ http: `${PORT}/ready@${life.readyAt}s`, ...crashes(life) });
const onDep = (options: ContainerDependencyOptions) => Dependency.on('dep', options);

const SERVER = {
  on: onDep,
  live: serves,
  needs: () => `http:http://127.0.0.1:${PORT}/ready`,
  there: (nth?: number) => ready('dep', nth),
  waits: start('dep'),
};

/** Add a column for each new mechanism or variant. The rows do not compile until each has a cell for the column. */
export const COLUMNS = {
  POSITION_RUNNING: column({
    ...SERVER,
    title: '`POSITION`, native sidecar `RUNNING`',
    mechanism: Mechanism.POSITION,
    since: 29,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 5000,
    dependency: { role: ContainerRole.SIDECAR },
    on: options => onDep({ ...options, condition: StartCondition.RUNNING }),
    needs: undefined,
    there: nth => start('dep', nth),
  }),
  POSITION_COMPLETED: column({
    ...SERVER,
    title: '`POSITION`, init container `COMPLETED`',
    mechanism: Mechanism.POSITION,
    since: 27,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 5000,
    dependency: { role: ContainerRole.INIT },
    live: life => ({ exitAt: `${life.readyAt}s`, ...crashes(life) }),
    needs: undefined,
    there: nth => completes('dep', nth),
  }),
  ENTRYPOINT_GATE: column({
    ...SERVER,
    title: '`ENTRYPOINT_GATE`',
    mechanism: Mechanism.ENTRYPOINT_GATE,
    since: 27,
    guarantee: Guarantee.EVERY_START,
    opensWithinMs: 2000,
    command: ['/app'],
    dependency: { readyWhen: READY },
    waiter: 'app',
  }),
  ENTRYPOINT_GATE_BY_MARK: column({
    ...SERVER,
    title: '`ENTRYPOINT_GATE`, opened by a mark of the dependency',
    mechanism: Mechanism.ENTRYPOINT_GATE,
    since: 27,
    guarantee: Guarantee.EVERY_START,
    opensWithinMs: 2500,
    command: ['/app'],
    // Only the image of the dependency contains this program.
    dependency: { readyWhen: ReadyCheck.command(['test-app', 'check', `http:http://127.0.0.1:${PORT}/ready`]) },
    waiter: 'app',
  }),
  GUARDED_HOOK: column({
    ...SERVER,
    title: '`GUARDED_HOOK`',
    mechanism: Mechanism.GUARDED_HOOK,
    since: 35,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 4000,
    dependency: { readyWhen: READY },
  }),
  GUARDED_HOOK_ON_SIDECAR: column({
    ...SERVER,
    title: '`GUARDED_HOOK`, native sidecar',
    mechanism: Mechanism.GUARDED_HOOK,
    since: 35,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 4000,
    dependency: { readyWhen: READY, role: ContainerRole.SIDECAR },
  }),
  SIDECAR_PROBE: column({
    ...SERVER,
    title: '`SIDECAR_PROBE`',
    mechanism: Mechanism.SIDECAR_PROBE,
    since: 29,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 5000,
    dependency: { readyWhen: READY, role: ContainerRole.SIDECAR },
  }),
  SIDECAR_WAIT_INIT: column({
    ...SERVER,
    title: '`SIDECAR_WAIT_INIT`',
    mechanism: Mechanism.SIDECAR_WAIT_INIT,
    since: 29,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 5000,
    dependency: { readyWhen: ReadyCheck.httpGet('/ready', { port: PORT, host: '127.0.0.1' }), role: ContainerRole.SIDECAR },
    waiter: 'wait-for-dep',
  }),
  POST_START: column({
    ...SERVER,
    title: '`POST_START`',
    mechanism: Mechanism.POST_START,
    since: 27,
    guarantee: Guarantee.BEST_EFFORT,
    opensWithinMs: 4000,
    dependency: { readyWhen: READY },
  }),
  INIT_CONTAINER: column({
    ...SERVER,
    title: '`INIT_CONTAINER`, outside the pod',
    mechanism: Mechanism.INIT_CONTAINER,
    since: 27,
    guarantee: Guarantee.FAIL_CLOSED,
    opensWithinMs: 6000,
    on: (options, { hosts }) => Dependency.onUrl(`http://${hosts.dep}:${PORT}/ready`, { ...options, name: 'dep' }),
    live: life => serves({ ...life, readyAt: life.readyAt + HEAD_START, crashAt: life.crashAt && life.crashAt + HEAD_START }),
    needs: ({ hosts }) => `http:http://${hosts.dep}:${PORT}/ready`,
    waits: running('wait-for-dep'),
    waiter: 'wait-for-dep',
  }),
};

export type ColumnName = keyof typeof COLUMNS;

function column(all: Column): Column {
  return all;
}
