import { Shape } from './results';
import { PodIntent } from '../../src/pod/intent';
import { NEWEST, pod, tcp } from '../../test/dsl';

/**
 * Creates a pod with this number of containers and these dependencies. The names sort like the numbers, and the list
 * keeps this order.
 */
export const SHAPES: Readonly<Record<Shape, (containers: number) => PodIntent>> = {
  'chain': containers => podOf(containers, i => (i === 0 ? [] : [i - 1])),
  'all need one': containers => podOf(containers, i => (i === 0 ? [] : [0])),
  'one needs all': containers => podOf(containers, i => (i < containers - 1 ? [] : numbersBelow(i))),
  'ladder': ladder,
  'random': containers => random(containers, containers),
};

/** Layers of two containers. Each container depends on both containers of the previous layer. */
export function ladder(containers: number): PodIntent {
  return podOf(containers, i => (i < 2 ? [] : [i - (i % 2) - 2, i - (i % 2) - 1]));
}

/**
 * Each container depends on up to three previous containers. A third of the containers has a known command, and the
 * nodes have the newest version: so the plan uses all mechanisms for app containers.
 */
export function random(containers: number, seed: number): PodIntent {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const needs = numbersBelow(containers).map(i => [
    ...new Set(numbersBelow(Math.min(i, below(4))).map(() => below(i))),
  ]);
  const commands = numbersBelow(containers).map(() => below(3) === 0);
  return podOf(
    containers,
    i => needs[i],
    i => commands[i],
    NEWEST,
  );
}

type Of<T> = (i: number) => T;

function podOf(
  containers: number,
  needs: Of<readonly number[]>,
  command: Of<boolean> = () => false,
  about: Partial<PodIntent> = {},
): PodIntent {
  return pod(p => {
    for (const i of numbersBelow(containers)) {
      p.app(
        `c${i}`,
        needs(i).map(n => `c${n}`),
        { ready: tcp(1000 + i), command: command(i) },
      );
    }
  }, about);
}

const numbersBelow = (limit: number) => Array.from({ length: limit }, (_, i) => i);

/**
 * Returns a generator of numbers from 0 to 1, deterministic for a seed: S. K. Park and K. W. Miller's minimal standard,
 * Communications of the ACM 31 (1988).
 */
function numbersFrom(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  // The first numbers of a small seed are small.
  for (let i = 0; i < 3; i++) {
    next();
  }
  return next;
}
