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
])('%s: the shortest cycle of each group', (_what, edges, expected) => {
  expect(cycles(edges)).toEqual(expected);
});

test('the order of containers and edges does not change the cycles', () => {
  const edges = 'a>x a>b x>c x>y c>a p>q q>p a>p'.split(' ');
  const turned = edges.map((_, i) => [...edges.slice(i), ...edges.slice(0, i)].join(' '));
  expect(new Set([...turned, [...edges].reverse().join(' ')].map(e => cycles(e).join(' ')))).toEqual(new Set(['a>x>c p>q']));
});

test('the text of a cycle holds the cycle and no side branch', () => {
  expect(refusals(graph({ a: 'x b', b: '', x: 'c y', c: 'a', y: '' }))).toEqual([
    'SO201: containers wait for each other: a -> x -> c -> a (\'->\' reads "depends on"); remove one of these dependencies',
  ]);
});

test('the text of a cycle holds no tail', () => {
  expect(refusals(graph({ web: 'api', api: 'db', db: 'api disk', disk: '' }))).toEqual([
    'SO201: containers wait for each other: api -> db -> api (\'->\' reads "depends on"); remove one of these dependencies',
  ]);
});

test('a container that needs itself is told so', () => {
  expect(refusals(graph({ db: 'db' }))).toEqual(["SO201: container 'db' depends on itself; remove that dependency"]);
});

test('each of two cycles is named', () => {
  expect(refusals(graph({ c: 'd', d: 'c', b: 'a', a: 'b' }))).toEqual([
    'SO201: containers wait for each other: a -> b -> a (\'->\' reads "depends on"); remove one of these dependencies',
    'SO201: containers wait for each other: c -> d -> c (\'->\' reads "depends on"); remove one of these dependencies',
  ]);
});

test('a chain of 20,000 is no cycle and ends nothing', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => `c${i}`);
  const ordered = plan(graph(Object.fromEntries(chain.map((name, i) => [name, i === 0 ? '' : chain[i - 1]]))));
  expect(names(ordered)).toEqual(chain);
});

test('a chain of 20,000 that is declared backwards is put in order', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => `c${i}`);
  const ordered = plan(graph(Object.fromEntries(chain.map((name, i) => [name, i === 19_999 ? '' : chain[i + 1]]))));
  expect(names(ordered)).toEqual([...chain].reverse());
});

test('a cycle of 2,000 is found', () => {
  const [found] = findShortestCycles(new Map(Array.from({ length: 2000 }, (_, i) => [`${i}`, [`${(i + 1) % 2000}`]])));
  expect(found.length).toBe(2000);
});
