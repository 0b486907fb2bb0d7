/**
 * Prints the CPU of planning a pod of 100 containers, and of copying the pod with `structuredClone`. Newer versions
 * of Node speed up both, but JSON more than the planner. This is a program, because planning takes twice as long in the
 * context in which Jest runs modules.
 */
import { took } from './clock';
import { ladder } from './shapes';
import { planPod } from '../../src/planner/plan';

const ROUNDS = 60; // The compiler of the engine needs about 30 rounds.

const intent = ladder(100);

/** Returns the least time of all rounds, because other load of the machine only adds to a time. */
const least = (times: readonly number[]) => Math.min(...times);

function repeat(work: () => unknown): number {
  const all = took(() => {
    for (let i = 0; i < 20; i++) {
      work();
    }
  });
  return all.cpuMs;
}

const rounds = Array.from({ length: ROUNDS }, () => ({
  planning: repeat(() => planPod(intent)),
  copying: repeat(() => structuredClone(intent)),
}));
process.stdout.write(JSON.stringify([least(rounds.map(r => r.planning)), least(rounds.map(r => r.copying))]));
