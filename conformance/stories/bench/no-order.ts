import { ready, startsBefore, Story } from '../../runner/story';
import { pairByHand } from '../apps/pair';

const story: Story = {
  about: 'the baseline: the same two containers, nothing is ordered',
  ...pairByHand({ behaviours: { app: { needs: [] } } }),
  expect: [startsBefore('app', ready('dependency'))],
};
export default story;
