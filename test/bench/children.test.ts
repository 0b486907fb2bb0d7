import { inChild } from '../../scripts/bench/children';
import { Compiled, compiled } from '../../scripts/bench/compiled';
import { CONTAINERS, LARGE_LADDER, PlannerFound } from '../../scripts/bench/planner-child';
import { measureProcesses } from '../../scripts/bench/processes';
import { SHAPES } from '../../scripts/bench/shapes';
import { measureSynth } from '../../scripts/bench/synth';

// Each test starts processes that load all of cdk8s-plus.
jest.setTimeout(300_000);

let library: Compiled;
beforeAll(async () => { library = await compiled(); });
afterAll(() => { library.remove(); });

test('each variant of each size is measured in a separate process, once per turn', () => {
  const said: string[] = [];
  const { rows, idleMiB, same } = measureSynth(library.programs, [
    { workloads: 2, apps: 2, turns: 1, variants: ['ordered', 'byHand', 'inList', 'plain'] },
    { workloads: 4, apps: 1, turns: 2, variants: ['plain'] },
  ], text => said.push(text));
  expect(same).toBe(true);
  expect(rows.map(({ variant, workloads, ms }) => `${variant} ${workloads} ${ms.length}`)).toEqual(['ordered 2 1', 'byHand 2 1', 'inList 2 1', 'plain 2 1', 'plain 4 2']);
  for (const { ms, cpuMs, firstMs, peakMiB } of rows) {
    expect(Math.min(...ms, ...cpuMs, ...firstMs)).toBeGreaterThan(0);
    // The process loads no compiler and no test runner.
    expect(Math.max(...peakMiB)).toBeLessThan(250);
    expect(Math.min(...peakMiB)).toBeGreaterThan(40);
  }
  expect(idleMiB).toHaveLength(2);
  expect(said).toEqual(['synth: turn 1', 'synth: turn 2']);
});

test('each kind of process is measured once per turn, and the process with the library needs more time', () => {
  const { loadPlus, loadLibrary, synthPlus, synthLibrary } = measureProcesses(library.programs, true, () => {});
  expect([loadPlus, loadLibrary, synthPlus, synthLibrary].map(times => times.length)).toEqual([1, 1, 1, 1]);
  expect(loadPlus[0]).toBeGreaterThan(20);
  expect(synthLibrary[0]).toBeGreaterThan(loadLibrary[0]);
});

test('the planner plans every shape at every size', () => {
  const found = inChild<PlannerFound[]>(library.programs, 'planner-child', 1, true);
  expect(found).toHaveLength(Object.keys(SHAPES).length * CONTAINERS.length + 1);
  expect(new Set(found.map(row => `${row.shape} ${row.containers}`)).size).toBe(found.length);
  expect(found.filter(row => row.containers === LARGE_LADDER)).toHaveLength(1);
  expect(Math.min(...found.map(row => row.ms))).toBeGreaterThan(0);
});

test('a program that fails is an error of the bench', () => {
  expect(() => inChild(library.programs, 'synth-child', 'no-such-variant', 1, 1)).toThrow('is not a function');
});
