import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import {
  allOf, APP, blocking, box, command, ContainerJson, ContainerRole, declared, defaultContainer, delay, DependencyDeclaration, EdgePlan, file,
  findFindings, Guarantee, hasStateVolume, http, INIT, listContainers, listGates, listGuards, listHooks, listMarkerProbes, listReadyProbes, listWaits,
  Mechanism, names, on, orderPod, outside, planPod, PodDeclaration, PodPlan, PodSpecJson, PodTemplateJson, Problem, READY, resolveOptions,
  RUNNING, SIDECAR, StartCondition, STARTED, tcp,
} from './dsl';
import { ANY_CHECK, ANY_POD, APPS_ON_PORTS, Described, manifestOf, pods, Roles, TWO_PAIRS } from './random-pods';
import { runs } from './runs';
import { Dependency, OrderedPod, ReadyCheck } from '../src';
import { escapeForExpansion, GATE_KEY, WAIT_AGENT } from '../src/agent/contract';
import { Check, leaves } from '../src/api/private/check';
import { buildIntent } from '../src/pod/build-intent';
import { describeRemedies } from '../src/pod/remedy';

const NEW = resolveOptions({ kubernetesVersion: '1.35', architecture: 'amd64' }).settings;
/** Settings with an init container that copies the agent. */
const ANY_ARCHITECTURE = resolveOptions({ kubernetesVersion: '1.35' }).settings;
/** Native sidecars without guards: hooks and startup probes enforce the dependencies instead. */
const WITHOUT_GUARDS = resolveOptions({ kubernetesVersion: '1.33', architecture: 'amd64' }).settings;

const planOf = (spec: PodSpecJson, declaration: PodDeclaration, settings = NEW) => planPod(buildIntent({ spec }, declaration, settings).intent);

/** Returns the result of a pod without problems. */
function whole<T>(result: T | undefined, problems: readonly Problem[]): T {
  if (!result) { throw new Error(problems.map(p => p.text).join('\n')); }
  return result;
}

/** A native sidecar runs before the app containers, as in the DAG above; without native sidecars it is an app container. */
function planned(containers: readonly Described[], settings = NEW, roles: Roles = 'stated') {
  const { plan, problems } = planOf(...manifestOf(containers, roles), settings);
  return whole(plan, problems);
}

function bytes(containers: readonly Described[], roles: Roles): string {
  const [spec, declaration] = manifestOf(containers, roles);
  const { template, problems } = orderPod({ spec }, declaration, NEW);
  return JSON.stringify(whole(template, problems));
}

function positions(containers: readonly Described[], settings = NEW, roles: Roles = 'stated') {
  const plan = planned(containers, settings, roles);
  const order = names(plan);
  return { plan, order, place: new Map(order.map((name, i) => [name, i])) };
}

const ROLES: readonly Roles[] = ['stated', 'inferred'];

/** A value, and a second value, made from the first. */
const withOther = <A, B>(all: fc.Arbitrary<A>, other: (one: A) => fc.Arbitrary<B>) => all.chain(one => fc.tuple(fc.constant(one), other(one)));
const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
const shuffledCalls = (containers: readonly Described[]) =>
  fc.tuple(...containers.map(c => shuffled(c.dependsOn))).map(calls => containers.map((c, i) => ({ ...c, dependsOn: calls[i] })));

const GATED_POD = pods([APP, SIDECAR, INIT], i => fc.constantFrom<Check>(tcp(i + 1), command(`/${i}`), delay(i + 1), allOf(tcp(i + 1), delay(1))),
  [StartCondition.READY, StartCondition.RUNNING, StartCondition.STARTED], true);

test.each(['1.27', '1.33', '1.35'])('on %s, a gated container is checked and marked only after its gate has opened', version => {
  const { settings } = resolveOptions({ kubernetesVersion: version }, undefined);
  let steps = 0;
  const commands = (all: readonly Described[]) => fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length });
  fc.assert(fc.property(withOther(GATED_POD, commands), ([described, hasCommand]) => {
    const [spec, declaration] = manifestOf(described);
    const containers = spec.containers!.map((c, i) => hasCommand[i] ? { ...c, command: ['/run'] } : c);
    const { plan } = planOf({ containers }, declaration, settings);
    if (!plan) { return; } // Some of these pods cannot be ordered.
    const inGates = new Set(listGates(plan).filter(g => g.awaited.length > 0).map(g => g.container));
    const byAgent = plan.edges.filter(e => e.condition === StartCondition.RUNNING && e.mechanism !== Mechanism.POSITION);
    const runningIsAwaited = new Set(byAgent.map(e => e.dependency));
    for (const list of [...listHooks(plan).flatMap(h => [h.waits, h.lingers]), ...listMarkerProbes(plan).map(t => t.steps)]) {
      const open = new Set<string>();
      for (const step of list) {
        const { dependency } = step;
        if ('check' in step && step.check.kind === 'mark' && step.check.key === GATE_KEY) { open.add(dependency); }
        // Conditional hooks first check whether a container runs.
        const isLook = 'seen' in step || ('marks' in step && step.marks === StartCondition.RUNNING && !runningIsAwaited.has(dependency));
        if (inGates.has(dependency) && !isLook) {
          expect(open).toContain(dependency);
          steps += 1;
        }
      }
    }
    for (const { container, awaited } of listGates(plan)) {
      expect([container, awaited.flatMap(a => leaves(a.check)).filter(c => c.kind === 'delay')]).toEqual([container, []]);
    }
  }), { numRuns: runs(400) });
  expect(steps).toBeGreaterThan(runs(10));
});

describe('a dependency that is only BEST_EFFORT', () => {
  const HOOK = { exec: { command: ['/hook'] } };
  const CHECKS = (i: number) => fc.oneof(ANY_CHECK(i),
    fc.constantFrom<Check>(delay(i + 1), blocking('/c'), allOf(http(i + 1), delay(1)), allOf(file('/x/y'), command('/c'))));
  /** One container in `freq` has the field. */
  const rarely = <T>(value: T, freq: number) => fc.constantFrom(...Array<T | undefined>(freq - 1).fill(undefined), value);
  const PROBES = { readinessProbe: rarely({ tcpSocket: { port: 99 } }, 3), startupProbe: rarely({ tcpSocket: { port: 98 } }, 6) };
  const CONTAINER = fc.record({ command: rarely(['/run'], 2), lifecycle: rarely({ postStart: HOOK }, 5), ...PROBES });
  const OPTIONS = fc.constantFrom<Partial<DependencyDeclaration>>(
    {}, {}, {}, { guarantee: Guarantee.BEST_EFFORT }, { guarantee: Guarantee.FAIL_CLOSED }, { guarantee: Guarantee.FAIL_CLOSED },
    { mechanism: Mechanism.POST_START }, { timeoutSeconds: 9, onTimeout: 'CONTINUE' });
  const MESHES = [
    undefined, { product: 'istio', version: '1.18' }, { product: 'istio', version: '1.24' }, { product: 'istio', version: '1.27', nativeSidecars: false },
    { product: 'linkerd', version: '2.14' }, { product: 'consul', version: '1.8' }, { product: 'kuma', version: '2.9' }, { product: 'dapr', version: '1.17' },
  ];
  const SETTINGS = fc.record({ kubernetesVersion: fc.constantFrom('1.27', '1.28', '1.29', '1.33', '1.35', '1.37'), mesh: fc.constantFrom(...MESHES) });
  const PODS = fc.tuple(pods([APP, SIDECAR, INIT], CHECKS, [READY, RUNNING, STARTED], true),
    fc.array(CONTAINER, { minLength: 9, maxLength: 9 }), OPTIONS);

  test.each(ROLES)('has a remedy, and so does the error about a stated guarantee, with %s roles', roles => {
    const seen = { weak: 0, mesh: 0, refused: 0 };
    fc.assert(fc.property(PODS, SETTINGS, ([described, fields, options], { kubernetesVersion, mesh }) => {
      const [spec, declaration] = manifestOf(described, roles);
      const containers = spec.containers!.map((c, i) => ({ ...c, ...fields[i] }));
      const declarations = declaration.containers.map((c, i) => (
        { ...c, dependsOn: c.dependsOn.map(d => fields[i].readinessProbe ? { ...d, ...options } : d) }));
      const { settings } = resolveOptions({ kubernetesVersion, mesh });
      const { plan, problems } = planOf({ containers }, { ...declaration, containers: declarations }, settings);
      for (const { text } of problems.filter(p => p.code === 'SO403')) {
        expect(text).not.toContain('; , or');
        seen.refused++;
      }
      for (const edge of plan?.edges.filter(e => e.guarantee === Guarantee.BEST_EFFORT) ?? []) {
        expect(describeRemedies(edge.findRemedies(plan!.intent!))).not.toBe('');
        seen[edge.dependency.startsWith('c') && !edge.dependency.includes('-') ? 'weak' : 'mesh']++;
      }
    }), { numRuns: runs(3000) });
    expect([seen.weak > runs(200), seen.mesh > runs(300), seen.refused > 0]).toEqual([true, true, true]);
  });
});

describe('the manifest', () => {
  test.each(ROLES)('neither a second plan nor the order of the calls of dependsOn changes the bytes, with %s roles', roles => {
    fc.assert(fc.property(withOther(ANY_POD, shuffledCalls), ([containers, others]) => {
      const expected = bytes(containers, roles);
      return bytes(containers, roles) === expected && bytes(others, roles) === expected;
    }), { numRuns: runs(300) });
  });

  test.each(ROLES)('the order of the declarations does not change the bytes, with %s roles', roles => {
    fc.assert(fc.property(withOther(ANY_POD, shuffled), ([containers, others]) => {
      const [spec] = manifestOf(containers);
      const render = (declaration: PodDeclaration) => {
        const { template, plan, problems } = orderPod({ spec }, declaration, NEW);
        // The intent contains the declarations in their own order.
        return JSON.stringify([template, { ...plan, intent: undefined }, plan && findFindings(plan), problems]);
      };
      return render(manifestOf(others, roles)[1]) === render(manifestOf(containers, roles)[1]);
    }), { numRuns: runs(300) });
  });

  test.each(['1.30', '1.33', '1.37'])('without stated roles, an inferred sidecar is the same on 1.29 and %s', kubernetesVersion => {
    const settingsOf = (version: string) => resolveOptions({ kubernetesVersion: version, architecture: 'amd64' }).settings;
    const [oldest, newer] = [settingsOf('1.29'), settingsOf(kubernetesVersion)];
    const rolesOf = (containers: readonly Described[], settings: typeof NEW) =>
      listContainers(planned(containers, settings, 'inferred')).map(c => `${c.name} ${c.slot}`).sort();
    fc.assert(fc.property(ANY_POD, containers => {
      expect(rolesOf(containers, newer)).toEqual(rolesOf(containers, oldest));
    }), { numRuns: runs(200) });
  });

  test('each synth of an app gives the same bytes, for any order of the calls', () => {
    const synth = (containers: readonly Described[], calls: readonly [string, string][]) => {
      const app = new App();
      const pod = new OrderedPod(new Chart(app, 'chart'), 'pod', {
        orderedContainers: containers.map((c, i) => ({ name: c.name, image: c.name, readyWhen: ReadyCheck.tcpSocket(i + 1) })),
      });
      for (const [dependent, dependency] of calls) {
        pod.startupOrder.declare(dependent, { dependsOn: [Dependency.on(dependency, { guarantee: 'BEST_EFFORT' as never })] });
      }
      const yaml = app.synthYaml();
      expect(app.synthYaml()).toBe(yaml);
      return yaml;
    };
    const callsOf = (containers: readonly Described[]) => containers.flatMap(c => c.dependsOn.map((d): [string, string] => [c.name, d.target.name]));
    fc.assert(fc.property(withOther(APPS_ON_PORTS, containers => shuffled(callsOf(containers))), ([containers, calls]) => {
      expect(synth(containers, calls)).toBe(synth(containers, callsOf(containers)));
    }), { numRuns: runs(50) });
  });
});

describe('the order of the containers in the manifest', () => {
  test.each(ROLES)('the order of the containers changes no list, mechanism or guarantee, with %s roles', roles => {
    const decisions = (containers: readonly Described[]) => {
      const { containers: slots, edges } = planned(containers, NEW, roles);
      return [...slots.map(s => `${s.name} ${s.slot}`), ...edges.map(e => `${e.dependent} ${e.dependency} ${e.mechanism} ${e.guarantee}`)].sort();
    };
    fc.assert(fc.property(withOther(ANY_POD, shuffled), ([containers, others]) => {
      expect(decisions(others)).toEqual(decisions(containers));
    }), { numRuns: runs(300) });
  });

  const byHook = (d: DependencyDeclaration, containers: readonly Described[]) => d.condition !== StartCondition.READY || d.target.kind === 'external'
    || containers.some(c => c.name === d.target.name && c.role === INIT) ? d : { ...d, mechanism: Mechanism.POST_START };

  test.each([
    ['on 1.35', NEW, 'GUARDED_HOOK'], ['on 1.33', WITHOUT_GUARDS, 'SIDECAR_PROBE'], ['by hooks', WITHOUT_GUARDS, 'POST_START'], ['by gates', NEW, 'ENTRYPOINT_GATE'],
  ])('a list that satisfies all dependencies stays unchanged: %s', (what, settings, mechanism) => {
    const seen: Record<string, number> = {};
    fc.assert(fc.property(ANY_POD, pod => {
      const containers = what === 'by hooks' ? pod.map(c => ({ ...c, dependsOn: c.dependsOn.map(d => byHook(d, pod)) })) : pod;
      // Each dependency of `ANY_POD` has a smaller number than its dependent.
      const [{ containers: boxes }, declaration] = manifestOf([...containers].sort((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1))));
      const roleOf = new Map(containers.map(c => [c.name, c.role]));
      const all = boxes!.map(c => what === 'by gates' ? { ...c, command: ['/run'] } : c);
      const spec = {
        initContainers: all.filter(c => roleOf.get(c.name) !== APP).map(c => roleOf.get(c.name) === SIDECAR ? { ...c, restartPolicy: 'Always' as const } : c),
        containers: all.filter(c => roleOf.get(c.name) === APP),
      };
      const { plan: found, problems } = planOf(spec, declaration, settings);
      const plan = whole(found, problems);
      plan.edges.forEach(e => { seen[e.mechanism] = (seen[e.mechanism] ?? 0) + 1; });
      expect(plan.initContainers.flatMap(e => e.kind === 'container' ? e.name : [])).toEqual(spec.initContainers.map(c => c.name));
      expect(plan.containers.map(c => c.name)).toEqual(spec.containers.map(c => c.name));
      expect([defaultContainer(plan), listContainers(plan).filter(c => c.moved !== undefined)]).toEqual([undefined, []]);
    }), { numRuns: runs(1000) });
    expect(seen[mechanism]).toBeGreaterThan(runs(50));
  });

  test('a container moves only after its dependencies or, in initContainers, before its dependents', () => {
    const seen = { before: 0, after: 0 };
    fc.assert(fc.property(ANY_POD, containers => {
      const { plan, place } = positions(containers, WITHOUT_GUARDS);
      const isApp = new Set(plan.containers.map(c => c.name));
      const inList = (a: string, b: string) => isApp.has(a) === isApp.has(b);
      const declaredAt = new Map(containers.map((c, i) => [c.name, i]));
      const needsOf = (name: string) => containers.find(c => c.name === name)!.dependsOn.map(d => d.target.name)
        .filter(n => declaredAt.has(n) && inList(n, name));
      const latestNeed = (name: string): number => Math.max(declaredAt.get(name)!, ...needsOf(name).map(latestNeed));
      const needersOf = (name: string) => containers.filter(c => needsOf(c.name).includes(name)).map(c => c.name);
      const earliestNeeder = (name: string): number => Math.min(declaredAt.get(name)!, ...needersOf(name).map(earliestNeeder));
      const movedOf = (name: string) => listContainers(plan).find(c => c.name === name)!.moved;
      for (const [i, { name: first }] of containers.entries()) {
        for (const { name: second } of containers.slice(i + 1).filter(c => inList(c.name, first) && place.get(c.name)! < place.get(first)!)) {
          if (isApp.has(first)) {
            expect([latestNeed(first) >= declaredAt.get(second)!, movedOf(first)]).toEqual([true, expect.stringMatching(/^moved after '.*', which it needs$/)]);
            seen.after += 1;
          } else {
            expect([earliestNeeder(second) <= i, movedOf(second)]).toEqual([true, expect.stringMatching(/^moved before '.*', which needs it$/)]);
            seen.before += 1;
          }
        }
      }
    }), { numRuns: runs(1000) });
    expect([seen.before > runs(50), seen.after > runs(50)]).toEqual([true, true]);
  });

  test('with a total order of dependencies, the order of the containers changes nothing', () => {
    const chained = APPS_ON_PORTS.map(containers => containers.map(c => {
      const i = Number(c.name.slice(1));
      return i === 0 || c.dependsOn.some(d => d.target.name === `c${i - 1}`) ? c : { ...c, dependsOn: [...c.dependsOn, on(`c${i - 1}`)] };
    }));
    fc.assert(fc.property(chained, containers => {
      expect(positions(containers).order).toEqual(containers.map((_, i) => `c${i}`));
    }), { numRuns: runs(200) });
  });
});

describe('each dependency is enforced', () => {
  test.each<[string, typeof NEW, Roles]>([
    ['1.35', NEW, 'stated'], ['1.33', WITHOUT_GUARDS, 'stated'], ['1.33', WITHOUT_GUARDS, 'inferred'],
  ])('on %s, each container is there once; places, hooks, waits, probes and guards enforce each order (%#)', (_version, settings, roles) => {
    const seen: Partial<Record<Mechanism, number>> = {};
    fc.assert(fc.property(ANY_POD, containers => {
      const { plan, order, place } = positions(containers, settings, roles);
      expect([...order].sort()).toEqual([...containers, ...listWaits(plan)].map(c => c.name).sort());
      for (const edge of plan.edges) {
        const dependent = place.get(edge.dependent)!;
        if (edge.external) {
          if (!(place.get(edge.waitsIn!)! < dependent)) { return false; }
          continue;
        }
        const dependency = place.get(edge.dependency)!;
        if (!(dependency < dependent)) { return false; }
        seen[edge.mechanism] = (seen[edge.mechanism] ?? 0) + 1;
        const probes = listReadyProbes(plan).filter(p => p.container === edge.dependency);
        if (edge.mechanism === Mechanism.SIDECAR_PROBE && probes.length !== 1) { return false; }
        if (edge.mechanism === Mechanism.SIDECAR_WAIT_INIT) {
          const waits = listWaits(plan).filter(w => w.awaited.some(a => a.dependency === edge.dependency)).map(w => w.name);
          const wait = place.get(waits[0])!;
          if (waits.length !== 1 || waits[0] !== edge.waitsIn || !(dependency < wait && wait < dependent)) { return false; }
        }
        if (edge.mechanism === Mechanism.GUARDED_HOOK) { expectGuarded(edge, plan, containers); }
        if (edge.mechanism !== Mechanism.POST_START) { continue; }
        const carriers = listHooks(plan).filter(h => h.waits.some(w => w.dependency === edge.dependency && 'check' in w)).map(h => h.container);
        const carrier = place.get(edge.waitsIn!)!;
        if (!carriers.includes(edge.waitsIn!) || !(dependency <= carrier && carrier < dependent)) { return false; }
      }
      return plan.edges.length === containers.flatMap(c => c.dependsOn).length;
    }), { numRuns: runs(1500) });
    expect(seen.GUARDED_HOOK !== undefined).toBe(settings === NEW);
    const others = [Mechanism.POSITION, Mechanism.SIDECAR_PROBE, Mechanism.SIDECAR_WAIT_INIT, Mechanism.POST_START];
    expect(others.filter(m => (seen[m] ?? 0) < runs(25))).toEqual([]);
  });

  test('an inferred role keeps a container that no container needs, and weakens no guarantee', () => {
    const strength: `${Guarantee}`[] = [Guarantee.BEST_EFFORT, Guarantee.FAIL_CLOSED, Guarantee.EVERY_START];
    let raised = 0;
    let moved = 0;
    fc.assert(fc.property(ANY_POD, containers => {
      const [stated, inferred] = [planned(containers, WITHOUT_GUARDS), planned(containers, WITHOUT_GUARDS, 'inferred')];
      const needed = new Set(containers.flatMap(c => c.dependsOn.map(d => d.target.name)));
      const left = new Set(inferred.containers.map(c => c.name));
      const isMoved = (name: string) => stated.containers.some(c => c.name === name) && !left.has(name);
      expect(left.size).toBeGreaterThan(0);
      expect(stated.containers.filter(c => isMoved(c.name) && !needed.has(c.name))).toEqual([]);
      inferred.edges.forEach((edge, i) => {
        const before = stated.edges[i];
        expect([edge.dependent, edge.dependency]).toEqual([before.dependent, before.dependency]);
        expect(strength.indexOf(edge.guarantee)).toBeGreaterThanOrEqual(strength.indexOf(before.guarantee));
        raised += edge.guarantee === before.guarantee ? 0 : 1;
        if (!isMoved(edge.dependency)) { return; }
        moved += 1;
        expect(edge.guarantee).toBe(Guarantee.FAIL_CLOSED);
      });
    }), { numRuns: runs(1000) });
    expect([raised > runs(100), moved > runs(100)]).toEqual([true, true]);
  });

  test('a gate enforces the dependency of a container with a known command, at each start', () => {
    let gates = 0;
    fc.assert(fc.property(ANY_POD, containers => {
      const [{ containers: boxes }, declaration] = manifestOf(containers);
      const { plan: found, problems } = planOf({ containers: boxes!.map(c => ({ ...c, command: ['/run'] })) }, declaration);
      const plan = whole(found, problems);
      for (const edge of plan.edges) {
        const byGate = edge.mechanism === Mechanism.ENTRYPOINT_GATE;
        const awaited = listGates(plan).filter(g => g.container === edge.dependent)
          .flatMap(g => g.awaited.filter(a => a.dependency === edge.dependency));
        expect(awaited).toHaveLength(byGate ? 1 : 0);
        if (!byGate) { continue; }
        gates += 1;
        const byMark = awaited[0].check.kind === 'mark';
        expect(edge.guarantee).toBe(Guarantee.EVERY_START);
        if (byMark) {
          expectMarkMadeBy(edge.dependency, edge.condition, plan);
          continue;
        }
        const ready = containers.find(c => c.name === edge.dependency)?.ready;
        if (ready && leaves(ready).every(c => c.kind === 'tcpSocket')) { expect(awaited[0].check).toEqual(ready); }
      }
    }), { numRuns: runs(500) });
    expect(gates).toBeGreaterThan(runs(100));
  });

  /** The agent that lingers after the hook of the dependency, or the hook itself without a wait. */
  function expectMarkMadeBy(dependency: string, condition: `${StartCondition}`, plan: PodPlan) {
    expect(hasStateVolume(plan)).toBe(true);
    const [{ waits, lingers, resets, locksMarks }] = listHooks(plan).filter(h => h.container === dependency);
    const steps = [...waits.slice(0, 1), ...lingers];
    expect([resets, locksMarks, steps.some(s => 'marks' in s && s.dependency === dependency && s.marks === condition)]).toEqual([true, true, true]);
  }

  /** One variable waits for the mark, and the agent makes the mark after the check has passed. */
  function expectGuarded({ dependent, dependency, condition }: EdgePlan, plan: PodPlan, containers: readonly Described[]) {
    expect(listGuards(plan).filter(g => g.container === dependent && g.dependency === dependency))
      .toEqual([{ container: dependent, dependency, condition }]);
    const hooks = listHooks(plan).map(h => ({ name: h.container, steps: h.waits }));
    const makers = [...hooks, ...listMarkerProbes(plan).map(t => ({ name: t.container, steps: t.steps }))]
      .filter(({ steps }) => steps.some(s => 'marks' in s && s.dependency === dependency && s.marks === condition));
    expect(listMarkerProbes(plan).filter(t => t.container === dependency).length).toBe(1);
    expect(makers.map(m => m.name)).toContain(dependency);
    const { ready, shared } = containers.find(c => c.name === dependency)!;
    for (const { name, steps } of makers) {
      const before = steps.slice(0, steps.findIndex(s => 'marks' in s && s.dependency === dependency && s.marks === condition));
      const checks = before.flatMap(s => 'check' in s && s.dependency === dependency ? [s.check] : []);
      if (condition === StartCondition.READY) { expect(checks).toContainEqual(ready); }
      if (name === dependency) { continue; }
      // Another container can check the network of the pod, and the files of a shared volume.
      expect(condition).toBe(StartCondition.READY);
      const both = shared && containers.find(c => c.name === name)!.shared;
      expect(leaves(ready).filter(c => !(c.kind === 'tcpSocket' || (both && c.kind === 'file' && c.path.startsWith('/data/'))))).toEqual([]);
    }
  }

  test('a hook for guards delays no container that does not depend on the awaited container', () => {
    let waiting = 0;
    let looking = 0;
    fc.assert(fc.property(ANY_POD, containers => {
      const { plan, order, place } = positions(containers);
      const byName = new Map(containers.map(c => [c.name, c]));
      const needs = (of: string): Set<string> => new Set((byName.get(of)?.dependsOn ?? []).flatMap(d => [d.target.name, ...needs(d.target.name)]));
      const classic = new Set(plan.edges.flatMap(e => e.mechanism === Mechanism.POST_START ? e.waitsIn! : []));
      for (const { container: carrier, waits, timeoutSeconds } of listHooks(plan)) {
        const awaited = [...new Set(waits.flatMap(w => 'check' in w ? w.dependency : []))];
        if (classic.has(carrier) || awaited.length === 0) { continue; }
        waiting += 1;
        expect(timeoutSeconds).toBeLessThanOrEqual(10);
        const unneeding = order.slice(place.get(carrier)! + 1).filter(later => !awaited.every(a => needs(later).has(a)));
        if (unneeding.length === 0) { continue; }
        // The hook first checks whether the containers run.
        looking += 1;
        const looks = waits.flatMap(w => 'seen' in w && w.seen === StartCondition.RUNNING ? w.dependency : []);
        expect(unneeding.filter(name => !looks.includes(name))).toEqual([]);
        for (const name of looks) {
          expect(listHooks(plan).find(h => h.container === name)!.waits[0]).toEqual({ dependency: name, marks: StartCondition.RUNNING });
        }
      }
    }), { numRuns: runs(1000), examples: [[TWO_PAIRS]] });
    expect(waiting).toBeGreaterThan(runs(50));
    expect(looking).toBeGreaterThan(0);
  });

  test('each dependency is enforced without native sidecars, too', () => {
    const old = resolveOptions({ kubernetesVersion: '1.27' }).settings;
    fc.assert(fc.property(pods([APP, SIDECAR], ANY_CHECK, [StartCondition.READY], false), containers => {
      const { containers: apps, edges } = planned(containers, old);
      const app = apps.map(c => c.name);
      expect(edges.filter(e => app.indexOf(e.dependency) >= app.indexOf(e.dependent))).toEqual([]);
    }), { numRuns: runs(500) });
  });
});

describe('the fields of the user', () => {
  const OWN = fc.record({
    startupProbe: fc.option(fc.constantFrom(
      { tcpSocket: { port: 1 } }, { exec: { command: ['/c', '$(X)'] }, failureThreshold: 3, periodSeconds: 7 }, { grpc: { port: 2 } }, { httpGet: { port: 'gone' } },
    ), { freq: 2, nil: undefined }),
    readinessProbe: fc.option(fc.constantFrom({ httpGet: { host: 'x', path: '/r', port: 3 }, timeoutSeconds: 9 }, { exec: { command: ['/r'] } }), { nil: undefined }),
    livenessProbe: fc.option(fc.constant({ tcpSocket: { port: 4 }, failureThreshold: 1 }), { nil: undefined }),
  });
  const FIELDS = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;

  /** The check of a startup probe as arguments of the agent, and its time limit. */
  const INSIDE: Record<string, string[]> = {
    tcpSocket: ['--for=NAME', '--timeout=30s', '--tcp=127.0.0.1:1'],
    exec: ['--for=NAME', '--timeout=21s', '--command=2', '/c', '$$(X)'],
  };

  test('the probes of the user stay, except a startup probe that becomes a part of a marker probe', () => {
    const seen = { kept: 0, inside: 0, probes: 0, triggers: 0 };
    fc.assert(fc.property(withOther(ANY_POD, containers => fc.tuple(...containers.map(() => OWN))),
      ([containers, own]) => {
        const [{ containers: boxes }, declaration] = manifestOf(containers);
        const given = boxes!.map((c, i): ContainerJson => containers[i].role === INIT ? c : { ...c, ...JSON.parse(JSON.stringify(own[i])) });
        const { template, problems } = orderPod({ spec: { containers: given } }, declaration, NEW);
        if (problems.some(p => p.code === 'SO410')) { return; }
        const { spec } = whole(template, problems);
        const found = new Map([...spec.initContainers ?? [], ...spec.containers!].map(c => [c.name, c]));
        given.forEach((before, i) => {
          const after = found.get(before.name)!;
          for (const field of FIELDS) {
            if (JSON.stringify(after[field]) === JSON.stringify(before[field])) {
              seen.kept += before[field] ? 1 : 0;
              continue;
            }
            expect(containers.some(c => c.dependsOn.some(d => d.target.name === before.name))).toBe(true);
            const words = after[field]!.exec?.command ?? [];
            if (before[field]) {
              seen.inside += 1;
              const inside = INSIDE[Object.keys(before[field]!)[0]].map(w => w.replace('NAME', before.name));
              // RUNNING is true as soon as any process of the container runs.
              const checks = words.filter(w => w !== `--mark=${before.name}:RUNNING`);
              expect([field, after.restartPolicy, checks.slice(0, inside.length + 1)]).toEqual(['startupProbe', undefined, [WAIT_AGENT, ...inside]]);
              expect(before.readinessProbe).toBeDefined();
              expect(after[field]!.failureThreshold).toBe(1);
            } else if (words[0] === WAIT_AGENT) {
              seen.triggers += 1;
              expect([field, after[field]!.failureThreshold]).toEqual(before.readinessProbe ? ['startupProbe', 2147483647] : ['readinessProbe', undefined]);
              expect(words.filter(w => w.startsWith('--timeout='))).toEqual([]);
            } else {
              seen.probes += 1;
              expect([field, containers[i].role, after.restartPolicy, after.startupProbe!.periodSeconds]).toEqual(['startupProbe', SIDECAR, 'Always', 1]);
              expect(JSON.stringify(after.startupProbe)).not.toContain('"host"');
            }
          }
        });
      }), { numRuns: runs(2000) });
    expect(Object.entries(seen).filter(([, times]) => times < runs(25))).toEqual([]);
  });
});

test('without guards each hook is on a dependency, the last one before its dependent', () => {
  const seen = { hooks: 0, shared: 0 };
  fc.assert(fc.property(APPS_ON_PORTS, containers => {
    const { plan, order, place } = positions(containers, WITHOUT_GUARDS);
    for (const { container: carrier, waits } of listHooks(plan)) {
      const awaited = waits.map(w => w.dependency);
      expect(plan.edges.map(e => e.dependency)).toContain(carrier);
      const needs = (name: string) => containers.find(c => c.name === name)!.dependsOn.some(d => awaited.includes(d.target.name));
      const later = order.slice(place.get(carrier)! + 1);
      const between = later.slice(0, later.findIndex(needs));
      const proved = plan.edges.filter(e => e.mechanism === Mechanism.POST_START && place.get(e.dependent)! > place.get(e.dependency)!);
      expect(between.filter(name => proved.some(e => e.dependency === name))).toEqual([]);
      seen.hooks += 1;
      seen.shared += awaited.length > 1 ? 1 : 0;
    }
  }), { numRuns: runs(1000) });
  expect([seen.hooks > runs(150), seen.shared > runs(25)]).toEqual([true, true]);
});

test('each wait for sidecars comes right before its first dependent, or last for app containers only', () => {
  const seen = { before: 0, last: 0 };
  fc.assert(fc.property(pods([APP, SIDECAR, INIT], i => fc.constant(file(`/data/${i}`)), [StartCondition.READY], false), containers => {
    const all = containers.map(c => ({ ...c, shared: true }));
    const { plan: { initContainers } } = positions(all, WITHOUT_GUARDS);
    initContainers.forEach((entry, i) => {
      if (entry.kind !== 'wait') { return; }
      const awaited = entry.awaited.map(a => a.dependency);
      const next = initContainers[i + 1];
      const needs = (name: string) => all.find(c => c.name === name)!.dependsOn.map(d => d.target.name);
      if (next) {
        expect(next.kind === 'container' && needs(next.name).filter(n => awaited.includes(n))).not.toEqual([]);
        seen.before += 1;
      } else {
        expect(initContainers.flatMap(e => e.kind === 'container' ? needs(e.name) : []).filter(n => awaited.includes(n))).toEqual([]);
        seen.last += 1;
      }
    });
  }), { numRuns: runs(1000) });
  expect([seen.before > runs(50), seen.last > runs(10)]).toEqual([true, true]);
});

describe('a string of the user stays one argument', () => {
  const HOSTILE = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'$(){}`\'"\\;|&<>\n \t*?!#~-=/ax'), maxLength: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom('$(touch x)', '`touch x`', "'; touch x; '", '"; touch x; "', '$$', '${x}', '--command=9', '--for=x', '--', '-e', '\n', 'main "$@"', '') },
  );
  const PLACEHOLDER = 'placeholder';

  type Pod = [PodSpecJson, PodDeclaration];

  interface Place {
    /** The placeholder of the string in an argv. */
    readonly text?: (s: string) => string;
    readonly pod: (s: string) => Pod;
  }

  /** All places from which a string of the user can reach an argv. */
  const PLACES: Record<string, Place> = {
    ...byHookAndGuard('container name', mechanism => ({
      pod: s => [{ containers: [box('app'), box(s)] }, declared({ [s]: { readyWhen: tcp(1) }, app: { dependsOn: [on(s, { mechanism })] } })],
    })),
    ...byHookAndGuard('command', m => ({ pod: s => pair(command('/c', s), m) })),
    ...byHookAndGuard('program', m => ({ pod: s => pair(command(s), m) })),
    ...byHookAndGuard('blocking command', m => ({ pod: s => pair(blocking('/c', s), m) })),
    ...byHookAndGuard('path', m => ({ text: s => `/${s}`, pod: s => pair(file(`/${s}`), m) })),
    ...byHookAndGuard('text', m => ({ pod: s => pair({ kind: 'file', path: '/f', contains: s }, m) })),
    ...byHookAndGuard('host', m => ({ pod: s => pair({ kind: 'tcpSocket', host: s, port: 1 }, m) })),
    ...byHookAndGuard('URL', m => ({ text: s => `http://127.0.0.1:80/${s}`, pod: s => pair({ ...http(80), path: `/${s}` } as Check, m) })),
    ...byHookAndGuard('own hook', m => ({
      pod: s => [{ containers: [box('app'), box('db', { lifecycle: { postStart: { exec: { command: ['/own', s] } } } })] }, pair(tcp(1), m)[1]],
    })),
    ...byHookAndGuard('readiness probe', mechanism => ({
      text: runByKubelet,
      pod: s => [{ containers: [box('app'), box('db', { readinessProbe: { exec: { command: ['/c', s] } } })] }, declared({ app: { dependsOn: [on('db', { mechanism })] } })],
    })),
    'own startup probe': { text: runByKubelet, pod: s => [{ containers: [box('app'), probed(s)] }, pair(tcp(1), Mechanism.GUARDED_HOOK)[1]] },
    'command in a sidecar': { pod: s => sidecar(command('/c', s), Mechanism.GUARDED_HOOK) },
    'text that a gate waits for': { pod: s => gate({ kind: 'file', path: '/data/f', contains: s }) },
    'host that a gate waits for': { pod: s => gate({ kind: 'tcpSocket', host: s, port: 1 }) },
    'startup probe': { pod: s => sidecar(command('/c', s), Mechanism.SIDECAR_PROBE) },
    'path of a startup probe': { text: s => `/${s}`, pod: s => sidecar({ ...http(80), path: `/${s}` } as Check, Mechanism.SIDECAR_PROBE) },
    'file that an init container waits for': { text: s => `/data/${s}`, pod: s => mounting(file(`/data/${s}`)) },
    'name outside': { pod: s => alone(outside(s, { check: tcp(1) })) },
    'command outside': { pod: s => alone(outside('x', { check: command('/c', s) })) },
    'command outside, installed': { pod: s => alone(outside('x', { check: command('/c', s) }), outside('y', { image: 'own' })) },
    'host outside': { pod: s => alone(outside('x', { check: { kind: 'tcpSocket', host: s, port: 1 } })) },
  };

  function byHookAndGuard(place: string, of: (mechanism: Mechanism) => Place): Record<string, Place> {
    return { [`${place} (hook)`]: of(Mechanism.POST_START), [`${place} (guard)`]: of(Mechanism.GUARDED_HOOK) };
  }

  function pair(readyWhen: Check, mechanism: Mechanism, more: { role?: ContainerRole } = {}): Pod {
    return [{ containers: [box('app'), box('db')] }, declared({ db: { readyWhen, ...more }, app: { dependsOn: [on('db', { mechanism })] } })];
  }

  function sidecar(readyWhen: Check, mechanism: Mechanism): [PodSpecJson, PodDeclaration] { return pair(readyWhen, mechanism, { role: SIDECAR }); }

  /** Expands a word of a probe without variables: `$$` becomes `$`, except between `$(` and the next `)`. */
  function runByKubelet(word: string): string {
    let run = '';
    for (let i = 0; i < word.length; i++) {
      const end = word.startsWith('$(', i) ? word.indexOf(')', i) : -1;
      run += end > 0 ? word.slice(i, end + 1) : word[i];
      if (end > 0) { i = end; } else if (word.startsWith('$$', i)) { i++; }
    }
    return run;
  }

  function probed(s: string): ContainerJson {
    return box('db', { startupProbe: { exec: { command: ['/c', s] } }, readinessProbe: { tcpSocket: { port: 1 } } });
  }

  const volumeMounts = [{ mountPath: '/data', name: 'data' }];

  function gate(readyWhen: Check): Pod {
    return [{ containers: [box('app', { command: ['/app'], volumeMounts }), box('db', { volumeMounts })] }, pair(readyWhen, Mechanism.ENTRYPOINT_GATE)[1]];
  }

  function mounting(readyWhen: Check): Pod {
    return [{ containers: [box('app'), box('db', { volumeMounts })] }, sidecar(readyWhen, Mechanism.SIDECAR_WAIT_INIT)[1]];
  }

  function alone(...dependsOn: DependencyDeclaration[]): Pod { return [{ containers: [box('app')] }, declared({ app: { dependsOn } })]; }

  /** The commands and probes, which the kubelet expands, and the hooks, paths and variables, which it does not expand. */
  function argvs({ spec }: PodTemplateJson) {
    const containers = [...spec.initContainers ?? [], ...spec.containers ?? []];
    const readiness = containers.map(c => c.readinessProbe?.exec?.command).filter(argv => argv?.[0] === WAIT_AGENT);
    return {
      commands: [...containers.flatMap(c => [c.command, c.startupProbe?.exec?.command]), ...readiness],
      hooks: containers.flatMap(c => [
        c.lifecycle?.postStart?.exec?.command, c.startupProbe?.httpGet && [c.startupProbe.httpGet.path!],
        ...(c.env ?? []).map(({ name, valueFrom }) => [name, (valueFrom as { fileKeyRef: { path: string } }).fileKeyRef.path]),
      ]),
    };
  }

  /** The words that contain a string of the user. */
  const AROUND: readonly ((s: string) => string)[] = [
    s => s,
    ...['for', 'reset', 'forget', 'text', 'file', 'file-contains', 'http'].map(option => (s: string) => `--${option}=${s}`),
    ...['hold', 'renew', 'unless-marked', 'mark'].map(option => (s: string) => `--${option}=${s}:READY`),
    s => `--tcp=${s}:1`,
    s => `STARTUP_ORDER_${s.toUpperCase().replaceAll('-', '_')}_READY`,
  ];

  function expected(place: string, s: string): string {
    const { pod, text: textOf = String } = PLACES[place];
    const [spec, declaration] = pod(PLACEHOLDER);
    const { template } = orderPod({ spec }, declaration, ANY_ARCHITECTURE);
    const [before, after] = [PLACEHOLDER, s].map(textOf);
    const replace = (escape: (text: string) => string) => (word: string) => {
      const around = AROUND.find(a => word === a(before));
      return around ? escape(around(after)) : word;
    };
    const { commands, hooks } = argvs(template!);
    return JSON.stringify({
      commands: commands.map(argv => argv?.map(replace(escapeForExpansion))), hooks: hooks.map(argv => argv?.map(replace(text => text))),
    });
  }

  test('random strings stay one argument or are refused', () => {
    expect(Object.keys(PLACES).filter(place => expected(place, 'another') === expected(place, PLACEHOLDER))).toEqual([]);
    const seen = { refused: 0, kept: 0 };
    fc.assert(fc.property(fc.constantFrom(...Object.keys(PLACES)), HOSTILE, (place, s) => {
      const [spec, declaration] = PLACES[place].pod(s);
      const { template } = orderPod({ spec }, declaration, ANY_ARCHITECTURE);
      seen[template ? 'kept' : 'refused'] += 1;
      if (template && JSON.stringify(argvs(template)) !== expected(place, s)) { throw new Error(JSON.stringify(argvs(template))); }
    }), { numRuns: runs(10_000) });
    expect(Math.min(seen.refused, seen.kept)).toBeGreaterThan(runs(500));
  });
});
