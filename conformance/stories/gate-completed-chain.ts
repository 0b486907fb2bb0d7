import { chainOfThree } from './apps/export';
import { exit, happens, jobCondition, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: three containers of a Job run one after the other.',
  app: chainOfThree,
  containers: { export: { exitAt: '1s' }, report: { exitAt: '1s' }, publish: { exitAt: '1s' } },
  expect: [
    startsAfter('report', exit('export'), { withinMs: 1500 }),
    startsAfter('publish', exit('report'), { withinMs: 1500 }),
    happens(jobCondition('Complete')),
  ],
};
export default story;
