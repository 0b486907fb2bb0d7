import { ladder } from '../../scripts/bench/shapes';
import { planPod } from '../../src/planner/plan';
import { cpuMilliseconds } from '../dsl';

test('planning a pod takes at most five times as long as reading and writing it as JSON', () => {
  const intent = ladder(100);
  const text = JSON.stringify(intent);
  const plan = () => planPod(intent);
  const copy = () => JSON.stringify(JSON.parse(text));
  const repeat = (work: () => unknown) => cpuMilliseconds(() => { for (let i = 0; i < 20; i++) { work(); } });
  // The least time of each: other load of the machine only adds to a time. The first rounds let the compiler warm up.
  const rounds = Array.from({ length: 25 }, () => [repeat(plan), repeat(copy)]);
  const [planning, copying] = [0, 1].map(i => Math.min(...rounds.map(round => round[i])));
  expect(planning).toBeLessThan(5 * copying);
});
