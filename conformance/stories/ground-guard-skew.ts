import { guardedByHand } from './apps/guarded-by-hand';
import { before, crashesFirst, ready, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: a kubelet without fileKeyRef ignores variables from files, and the app starts at once.',
  app: guardedByHand,
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { shell: true, tcp: '6379@5s' } },
  expect: [startsBefore('app', ready('cache')), crashesFirst('app')],
  kubelet: 33,
  doesNotApply: before(35, 'no variables from files'),
};
export default story;
