import { findShortestCycles } from '../../src/pod/cycles';
import { graph, names, plan, refusals } from '../dsl';

/** 'a>b b>c' */
function cycles(edges: string): string[] {
  const needs = new Map<string, string[]>();
  for (const [from, to] of edges.split(' ').filter(e => e).map(e => e.split('>'))) {
    needs.set(from, [...needs.get(from) ?? [], to]);
  }
  return findShortestCycles(needs).map(c => c.join('>'));
}

test.each([
  ['no edge', '', []],
  ['a chain', 'a>b b>c', []],
  ['a diamond', 'a>b a>c b>d c>d', []],
  ['two that need each other', 'a>b b>a', ['a>b']],
  ['a self edge', 'a>a', ['a']],
  ['a self edge inside a longer cycle', 'a>b b>c c>a b>b', ['b']],
  ['side branches, where cdk8s prints App/a => App/x => App/a', 'a>x a>b x>c x>y c>a', ['a>x>c']],
  ['a tail that leads into a cycle, where aws-cdk overflows the stack', 'a>b b>c c>b', ['b>c']],
  ['a tail that leads out of a cycle', 'a>b b>a b>c c>d', ['a>b']],
  ['a short way and a long way round', 'a>b b>c c>d d>a a>e e>d', ['a>e>d']],
  ['a short cycle that does not hold the smallest name', 'a>b b>c c>d d>a c>e e>c', ['c>e']],
  ['two cycles apart', 'c>d d>c a>b b>a', ['a>b', 'c>d']],
  ['two cycles that share a container: one is named, as breaking it may break both', 'a>b b>a a>c c>a', ['a>b']],
  ['a cycle that leads into another', 'a>b b>a b>c c>d d>c', ['a>b', 'c>d']],
])('%s: the shortest cycle of each group', (_what, edges, expected) => { expect(cycles(edges)).toEqual(expected); });

test('the order of containers and edges does not change the cycles', () => {
  const edges = 'a>x a>b x>c x>y c>a p>q q>p a>p'.split(' ');
  const turned = edges.map((_, i) => [...edges.slice(i), ...edges.slice(0, i)].join(' '));
  expect(new Set([...turned, [...edges].reverse().join(' ')].map(e => cycles(e).join(' ')))).toEqual(new Set(['a>x>c p>q']));
});

const waiting = (path: string) => `SO201: containers wait for each other: ${path} ('->' reads "depends on"); remove one of these dependencies`;

test.each<[string, Record<string, string>, string[]]>([
  ['no side branch', { a: 'x b', b: '', x: 'c y', c: 'a', y: '' }, [waiting('a -> x -> c -> a')]],
  ['no tail', { web: 'api', api: 'db', db: 'api disk', disk: '' }, [waiting('api -> db -> api')]],
  ['one container that needs itself', { db: 'db' }, ["SO201: container 'db' depends on itself; remove that dependency"]],
  ['each of two cycles', { c: 'd', d: 'c', b: 'a', a: 'b' }, [waiting('a -> b -> a'), waiting('c -> d -> c')]],
])('the texts about cycles name %s', (_what, needs, expected) => { expect(refusals(graph(needs))).toEqual(expected); });

test.each(['in its order', 'backwards'])('a chain of 20,000 that is declared %s is no cycle, and is put in order', declaration => {
  const chain = Array.from({ length: 20_000 }, (_, i) => `c${i}`);
  const needs = chain.map((name, i): [string, string] => [name, i === 0 ? '' : chain[i - 1]]);
  expect(names(plan(graph(Object.fromEntries(declaration === 'backwards' ? needs.reverse() : needs))))).toEqual(chain);
});

test('a cycle of 2,000 is found, and the cycle at the end of a chain of 50,000', () => {
  const [found] = findShortestCycles(new Map(Array.from({ length: 2000 }, (_, i) => [`${i}`, [`${(i + 1) % 2000}`]])));
  expect(found.length).toBe(2000);
  expect(findShortestCycles(new Map(Array.from({ length: 50_000 }, (_, i) => [`${i}`, [`${i === 0 ? 1 : i - 1}`]])))).toEqual([['0', '1']]);
});
