import * as fc from 'fast-check';
import {
  allOf, APP, box, Check, command, ContainerRole, declared, DependencyDeclaration, file, INIT, on, outside,
  PodDeclaration, PodSpecJson, SIDECAR, StartCondition, tcp,
} from './dsl';

/** A container with its declarations. */
export interface Described {
  readonly name: string;
  readonly role: ContainerRole;
  readonly ready: Check;
  readonly shared: boolean;
  readonly dependsOn: readonly DependencyDeclaration[];
}

/** Two pairs with a common dependent, which random pods rarely contain. */
export const TWO_PAIRS = Object.entries({ a: [], b: [], x: ['a'], y: ['b'], z: ['x', 'y'] }).map(([name, needs], i): Described => ({
  name, role: APP, ready: tcp(i + 1), shared: false, dependsOn: needs.map(needed => on(needed, {})),
}));

/** A random pod: a DAG over roles, checks and conditions, declared in any order. */
export function pods(
  roles: readonly ContainerRole[], check: (i: number) => fc.Arbitrary<Check>, conditions: readonly StartCondition[], externals: boolean,
) {
  return fc.integer({ min: 1, max: 9 }).chain(n => fc.tuple(
    fc.array(fc.constantFrom(...roles), { minLength: n, maxLength: n }),
    fc.tuple(...Array.from({ length: n }, (_, i) => check(i))),
    fc.array(fc.boolean(), { minLength: n, maxLength: n }),
    fc.array(fc.option(fc.constantFrom(...conditions), { freq: 3 }), { minLength: n * n, maxLength: n * n }),
    fc.array(fc.option(fc.constantFrom('db', 'api'), { freq: 3, nil: undefined }), { minLength: n * 2, maxLength: n * 2 }),
    fc.shuffledSubarray(Array.from({ length: n }, (_, i) => i), { minLength: n, maxLength: n }),
  ).map(([role, ready, shared, conditionOf, outsideOf, order]) => {
    // Edges point only from a later to an earlier container, and never from an init container or sidecar to an app container.
    const all = role.map((r, i): Described => ({
      name: `c${i}`,
      role: i === 0 ? APP : r,
      ready: ready[i],
      shared: shared[i],
      dependsOn: [
        ...role.slice(0, i).flatMap((_, j) => {
          const condition = conditionOf[i * n + j];
          const dependency = j === 0 ? APP : role[j];
          if (!condition || (dependency === APP && r !== APP)) { return []; }
          return [on(`c${j}`, { condition: dependency === INIT ? StartCondition.COMPLETED : condition })];
        }),
        ...[...new Set(outsideOf.slice(2 * i, 2 * i + 2))].flatMap(name => name === undefined || !externals ? [] : [outside(name)]),
      ],
    }));
    return order.map(i => all[i]);
  }));
}

export const ANY_CHECK = (i: number): fc.Arbitrary<Check> =>
  fc.constantFrom(tcp(i + 1), { kind: 'tcpSocket', host: '127.0.0.1', port: i + 1 }, command(`/${i}`), file(`/data/${i}`), file(`/own/${i}`), allOf(tcp(i + 1), file(`/data/${i}`)));
export const ANY_POD = pods([APP, SIDECAR, INIT], ANY_CHECK, [StartCondition.READY, StartCondition.RUNNING], true);
export const APPS_ON_PORTS = pods([APP], i => fc.constant(tcp(i + 1)), [StartCondition.READY], false);

/** `inferred`: the declarations state no role for the app containers. */
export type Roles = 'stated' | 'inferred';

export function manifestOf(containers: readonly Described[], roles: Roles = 'stated'): [PodSpecJson, PodDeclaration] {
  return [
    { containers: containers.map(c => box(c.name, c.shared ? { volumeMounts: [{ mountPath: '/data', name: 'data' }] } : {})) },
    declared(Object.fromEntries(containers.map(c => [c.name, {
      ...roles === 'inferred' && c.role === APP ? {} : { role: c.role },
      readyWhen: c.role === INIT ? undefined : c.ready,
      dependsOn: c.dependsOn,
    }]))),
  ];
}
