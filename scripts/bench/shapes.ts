import { Shape } from './results';
import { PodIntent } from '../../src/pod/intent';
import { NEWEST, pod, tcp } from '../../test/dsl';

/** A pod of so many containers, which need each other in that way. The names sort as the numbers do, and the list is as it is written. */
export const SHAPES: Readonly<Record<Shape, (containers: number) => PodIntent>> = {
  'chain': containers => podOf(containers, i => i === 0 ? [] : [i - 1]),
  'all need one': containers => podOf(containers, i => i === 0 ? [] : [0]),
  'one needs all': containers => podOf(containers, i => i < containers - 1 ? [] : numbersBelow(i)),
  'ladder': ladder,
  'random': containers => random(containers, containers),
};

/** Layers of two, each of which needs both of the layer before. */
export function ladder(containers: number): PodIntent {
  return podOf(containers, i => i < 2 ? [] : [i - i % 2 - 2, i - i % 2 - 1]);
}

/** Each needs up to three of those before it. A third has a command that can be wrapped, and the node is of the newest version: so all mechanisms for app containers come up. */
export function random(containers: number, seed: number): PodIntent {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const needs = numbersBelow(containers).map(i => [...new Set(numbersBelow(Math.min(i, below(4))).map(() => below(i)))]);
  const commands = numbersBelow(containers).map(() => below(3) === 0);
  return podOf(containers, i => needs[i], i => commands[i], NEWEST);
}

type Of<T> = (i: number) => T;

function podOf(containers: number, needs: Of<readonly number[]>, command: Of<boolean> = () => false, about: Partial<PodIntent> = {}): PodIntent {
  return pod(p => {
    for (const i of numbersBelow(containers)) { p.app(`c${i}`, needs(i).map(n => `c${n}`), { ready: tcp(1000 + i), command: command(i) }); }
  }, about);
}

const numbersBelow = (limit: number) => Array.from({ length: limit }, (_, i) => i);

/** Numbers from 0 to 1 that are the same for the same seed: S. K. Park and K. W. Miller's minimal standard, Communications of the ACM 31 (1988). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = state * 16807 % 2147483647;
    return state / 2147483647;
  };
  // The first of small seeds are small.
  for (let i = 0; i < 3; i++) { next(); }
  return next;
}
