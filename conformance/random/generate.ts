import { RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from 'cdk8s-startup-order';
import * as fc from 'fast-check';
import { FAULTS, withFault } from './faults';
import { isAccepted, RandomContainer, RandomDependency, RandomPod } from './pod';
import { tcp } from '../../test/dsl';
import { Described, pods } from '../../test/random-pods';

const { APP, INIT, SIDECAR } = ContainerRole;
const { RUNNING, STARTED, READY, COMPLETED, EXITED } = StartCondition;
const MOST_CONTAINERS = 8;
const FAULT_NAMES = Object.keys(FAULTS).filter(name => name !== 'none');
/** The frequent checks come twice. */
const CHECKS = ['tcp', 'tcp', 'http', 'http', 'exec', 'unix', 'file', 'delay', 'all'] as const;
/** Faults that are possible in few pods: each pod first tries two rare faults. */
const RARE_FAULTS = FAULT_NAMES.filter(name => /^(stops|restarts-all)|^(crashes|killed)-waiting$/.test(name));

/** The values that the library may refuse in this pod. The pod gets a value only if the library accepts it. */
interface Draft {
  /** The pod states no role of a regular container, no mechanism and no guarantee. */
  readonly unstated: boolean;
  readonly described: readonly Described[];
  readonly restartPolicy: RestartPolicy;
  readonly orderedShutdown: boolean;
  readonly sharedProcesses: boolean;
  readonly fsGroup?: number;
  readonly copiesAgent: boolean;
  /** The pod gets the first fault that is possible. */
  readonly faults: readonly string[];
  readonly disturbed: number;
  /** By container, in the order of the names. */
  readonly words: readonly {
    readonly check: NonNullable<RandomContainer['check']>;
    readonly command: boolean;
    readonly startupProbe: boolean;
    readonly readyMs: number;
    readonly stopMs: number;
    readonly exits: boolean;
    readonly own: Pick<RandomContainer, 'preStop' | 'postStart' | 'user' | 'policy' | 'retries'>;
  }[];
  /** By dependency of the pod. */
  readonly options: readonly {
    readonly mechanism: Mechanism | null;
    readonly guarantee: Guarantee | null;
    readonly exited: boolean;
    readonly outside: boolean;
  }[];
}

export interface RandomOptions {
  /** The version of the node, for the command that repeats a pod. On a kubelet that starts app containers at the same time, BEST_EFFORT promises nothing. */
  readonly version?: string;
  /** All pods state no role of a regular container, no mechanism and no guarantee. By default, one pod in four does. */
  readonly unstated?: boolean;
}

/** Returns functions that make the random pods for nodes of the minor version. Pod `i` depends only on the seed, on `i`, on the version and on the options. */
export function randomPods(count: number, seed: number, minor: number, options: RandomOptions = {}): (() => RandomPod)[] {
  return fc.sample(drafts(minor, options), { seed, numRuns: count }).map(draft => () => acceptedPod(draft, minor));
}

function drafts(minor: number, { unstated }: RandomOptions): fc.Arbitrary<Draft> {
  const roles = minor < 29 ? [APP, APP, INIT] : [APP, APP, SIDECAR, INIT];
  const often = <T>(value: T, times: number): T[] => Array<T>(times).fill(value);
  const perContainer = fc.record({
    check: fc.constantFrom(...CHECKS),
    command: fc.boolean(),
    startupProbe: fc.constantFrom(true, ...often(false, 3)),
    readyMs: fc.integer({ min: 1, max: 2500 }),
    stopMs: fc.integer({ min: 1, max: 900 }),
    exits: fc.boolean(),
    own: fc.record({
      preStop: fc.constantFrom('ends-program' as const, 'lasts' as const, ...minor < 30 ? [] : ['sleep' as const], 'http' as const, ...often(undefined, 8)),
      postStart: fc.constantFrom('lasts' as const, ...minor < 30 ? [] : ['sleep' as const], ...often(undefined, 10)),
      user: fc.constantFrom(1001, ...often(undefined, 7)),
      policy: fc.constantFrom(...Object.values(RestartPolicy), ...often(undefined, 5)),
      retries: fc.boolean(),
    }),
  });
  const perDependency = fc.record({
    mechanism: fc.option(fc.constantFrom(...Object.values(Mechanism)), { freq: 3 }),
    guarantee: fc.option(fc.constantFrom(Guarantee.BEST_EFFORT, Guarantee.FAIL_CLOSED), { freq: 4 }),
    exited: fc.boolean(),
    outside: fc.constantFrom(true, ...often(false, 4)),
  });
  const some = (names: readonly string[], length: number) => fc.shuffledSubarray([...names], { minLength: length, maxLength: length });
  const faults = fc.tuple(some(RARE_FAULTS, 2), some(FAULT_NAMES, 5)).map(lists => lists.flat());
  return fc.record({
    unstated: unstated ? fc.constant(true) : fc.constantFrom(true, ...often(false, 3)),
    described: pods(roles, i => fc.constant(tcp(i + 1)), [READY, READY, RUNNING, STARTED], true)
      .filter(all => all.length >= 2 && all.length <= MOST_CONTAINERS && all.some(c => c.dependsOn.some(d => d.target.kind === 'container'))),
    restartPolicy: fc.constantFrom(...often(RestartPolicy.ALWAYS, 6), RestartPolicy.ON_FAILURE, RestartPolicy.NEVER),
    orderedShutdown: fc.boolean(),
    sharedProcesses: fc.constantFrom(true, ...often(false, 5)),
    fsGroup: fc.constantFrom(2000, ...often(undefined, 4)),
    copiesAgent: fc.constantFrom(true, false, false),
    faults: fc.oneof({ arbitrary: fc.constant([]), weight: 1 }, { arbitrary: faults, weight: 2 }),
    disturbed: fc.nat(1000),
    words: fc.array(perContainer, { minLength: MOST_CONTAINERS, maxLength: MOST_CONTAINERS }),
    options: fc.array(perDependency, { minLength: 100, maxLength: 100 }),
  });
}

/** Returns the pod of the draft, without the parts that the library refuses. */
function acceptedPod(draft: Draft, minor: number): RandomPod {
  const { unstated, described, restartPolicy, orderedShutdown, sharedProcesses, fsGroup, copiesAgent, faults, disturbed, words, options } = draft;
  // Before 1.35, the nodes know no policy of a container.
  const policyOf = (c: Described) => minor < 35 || c.role !== APP ? undefined : words[indexOf(c.name)].own.policy;
  const mayEnd = (c: Described) => (policyOf(c) ?? restartPolicy) !== RestartPolicy.ALWAYS;
  const exits = (name: string) => described.some(c => c.name === name
    && (c.role === INIT || (c.role === APP && mayEnd(c) && words[indexOf(name)].exits)));
  // Another user cannot connect to the socket of a container.
  const hasUsers = described.some(({ name }) => words[indexOf(name)].own.user !== undefined);
  let containers = described.map((c): RandomContainer => {
    const { name, role } = c;
    const { check: kind, command, startupProbe, readyMs, stopMs, own } = words[indexOf(name)];
    const completes = exits(name);
    const check = kind === 'unix' && hasUsers ? 'tcp' : kind;
    const probed = startupProbe && role === APP && !completes && !['unix', 'file', 'delay'].includes(check);
    const stated = unstated && role !== INIT ? undefined : role;
    // In a shared PID namespace, the hook would end the programs of all containers. Its signal is not one of the shutdown order.
    const mayBeEnded = !sharedProcesses && !orderedShutdown;
    const preStop = own.preStop === 'ends-program' && !mayBeEnded ? undefined : own.preStop;
    // In such a pod, an ordered shutdown needs the command, and a postStart hook of its own prevents it.
    const locksShared = sharedProcesses && orderedShutdown;
    const exec = { preStop: isExec(preStop) ? preStop : undefined, postStart: locksShared || !isExec(own.postStart) ? undefined : own.postStart };
    const hooks = role === INIT ? {} : exec;
    const about = { name, role: stated, check: completes ? undefined : check, command: command || locksShared, startupProbe: probed };
    const policy = policyOf(c);
    const restarts = policy === undefined ? {} : { policy, ...own.retries ? { retries: true } : {} };
    return { ...about, readyMs, stopMs, user: own.user, ...restarts, ...hooks, dependsOn: [] };
  });
  const pod = { restartPolicy, orderedShutdown, sharedProcesses, fsGroup, copiesAgent };
  let n = 0;
  for (const { name, dependsOn } of described) {
    for (const { target, condition } of dependsOn) {
      const { mechanism, guarantee, exited, outside } = options[n++ % options.length];
      const on = target.name;
      const isOutside = target.kind === 'external';
      if (isOutside && !outside) { continue; }
      const isInit = described.some(c => c.name === on && c.role === INIT);
      const stated = !exits(on) ? condition : exited && !isInit ? EXITED : COMPLETED;
      const plain = { on, ...isOutside ? {} : { condition: stated as StartCondition | undefined } };
      const tries: RandomDependency[] = unstated ? [plain] : [
        { ...plain, ...mechanism ? { mechanism } : {}, ...guarantee ? { guarantee } : {} },
        { ...plain, ...guarantee ? { guarantee } : {} },
        plain,
        { ...plain, guarantee: Guarantee.BEST_EFFORT },
      ];
      for (const dependency of tries) {
        const changed = containers.map(c => c.name === name ? { ...c, dependsOn: [...c.dependsOn, dependency] } : c);
        if (isAccepted({ containers: changed, ...pod }, minor)) {
          containers = changed;
          break;
        }
      }
    }
  }
  // The library refuses some hooks that are no commands.
  for (const { name, role } of containers) {
    for (const hook of ['preStop', 'postStart'] as const) {
      const kind = words[indexOf(name)].own[hook];
      if (role === INIT || isExec(kind)) { continue; }
      const changed = containers.map(c => c.name === name ? { ...c, [hook]: kind } : c);
      if (isAccepted({ containers: changed, ...pod }, minor)) { containers = changed; }
    }
  }
  return withFault({ containers, ...pod }, faults, disturbed, minor);
}

function isExec(hook: RandomContainer['preStop'] | RandomContainer['postStart']): boolean {
  return hook !== 'sleep' && hook !== 'http';
}

function indexOf(name: string): number {
  return Number(name.slice(1));
}
