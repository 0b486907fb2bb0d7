import { chainOfThree } from './apps/export';
import { follows, happens, injected, jobCondition, kill, neverStarts, podPhase, start, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: the first container of a chain is killed together with its agent. No other container starts, and the Job fails.',
  app: chainOfThree,
  containers: { export: {}, report: {}, publish: {} },
  faults: [kill('export', { at: start('export'), afterMs: 2000 })],
  expect: [
    neverStarts('report', { after: start('export'), forMs: 8000 }),
    neverStarts('publish', { after: start('export'), forMs: 8000 }),
    happens(podPhase('Failed')),
    follows(jobCondition('Failed'), injected('kill export'), { withinMs: 20_000 }),
  ],
};
export default story;
