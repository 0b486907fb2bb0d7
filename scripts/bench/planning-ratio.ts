/**
 * Prints the ratio of the CPU of planning a pod of 100 containers to that of reading and writing the pod as JSON. This
 * is a program, because planning takes twice as long in the context in which Jest runs modules.
 */
import { took } from './clock';
import { ladder } from './shapes';
import { planPod } from '../../src/planner/plan';

const ROUNDS = 60; // The compiler of the engine needs about 30 rounds.

const intent = ladder(100);
const text = JSON.stringify(intent);

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
  copying: repeat(() => JSON.stringify(JSON.parse(text))),
}));
const ratio = least(rounds.map(r => r.planning)) / least(rounds.map(r => r.copying));
process.stdout.write(`${ratio}\n`);
