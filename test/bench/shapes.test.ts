import { ladder, random, SHAPES } from '../../scripts/bench/shapes';
import { plan, PodIntent } from '../dsl';

const needs = ({ containers }: PodIntent) => Object.fromEntries(containers.map(c => [c.name, c.dependsOn.map(d => d.target.kind === 'container' ? d.target.name : '').join(' ')]));

test('the shapes are a chain, two fans and a ladder', () => {
  expect(needs(SHAPES.chain(3))).toEqual({ c0: '', c1: 'c0', c2: 'c1' });
  expect(needs(SHAPES['all need one'](3))).toEqual({ c0: '', c1: 'c0', c2: 'c0' });
  expect(needs(SHAPES['one needs all'](3))).toEqual({ c0: '', c1: '', c2: 'c0 c1' });
  expect(needs(ladder(5))).toEqual({ c0: '', c1: '', c2: 'c0 c1', c3: 'c0 c1', c4: 'c2 c3' });
});

test('the same seed gives the same graph, another seed another', () => {
  expect(random(50, 1)).toEqual(random(50, 1));
  expect(needs(random(50, 1))).not.toEqual(needs(random(50, 2)));
});

test.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])('the planner enforces each dependency of the shape %s', shape => {
  const intent = SHAPES[shape](20);
  const declared = intent.containers.reduce((sum, c) => sum + c.dependsOn.length, 0);
  expect(plan(intent).edges).toHaveLength(declared);
  expect(declared).toBeGreaterThan(9);
});

test('a random graph has up to three dependencies for a container, and all mechanisms of app containers', () => {
  const { containers } = random(200, 200);
  expect([...new Set(containers.map(c => c.dependsOn.length))].sort()).toEqual([0, 1, 2, 3]);
  expect([...new Set(plan(random(200, 200)).edges.map(e => e.mechanism))]).toEqual(expect.arrayContaining(['ENTRYPOINT_GATE', 'GUARDED_HOOK']));
});
