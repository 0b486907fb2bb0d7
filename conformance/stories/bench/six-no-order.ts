import { ready, startsBefore, Story } from '../../runner/story';
import { behaviours, six, sixByHand } from '../apps/six';

const story: Story = {
  about: 'the baseline: nothing is ordered',
  ...six,
  app: chart => { sixByHand(chart); },
  containers: behaviours({ needs: [] }),
  expect: ['c', 'd'].map(name => startsBefore('e', ready(name))),
};
export default story;
