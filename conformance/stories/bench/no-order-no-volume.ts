import { ready, startsBefore, Story } from '../../runner/story';
import { pairByHand } from '../apps/pair';

const story: Story = {
  about: 'the baseline of a pod without any volume, so without a token: the same two containers, nothing is ordered',
  ...pairByHand({ pod: { automountServiceAccountToken: false }, behaviours: { app: { needs: [] } } }),
  expect: [startsBefore('app', ready('dependency'))],
};
export default story;
