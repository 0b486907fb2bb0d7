import { guardedByHand } from './apps/guarded-by-hand';
import { before, happens, ready, startsAfter, Story, waitingMessage } from '../runner/story';

const story: Story = {
  about: 'The kubelet does not create a container if the file of a variable lacks the key. GUARDED_HOOK relies on this; the story does not use the library.',
  app: guardedByHand,
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { shell: true, tcp: '6379@5s' } },
  expect: [
    happens(waitingMessage('app', /^environment variable key "READY" not found in file ".*\/cache"$/)),
    startsAfter('app', ready('cache'), { withinMs: 2000 }),
  ],
  doesNotApply: before(35, 'no variables from files'),
};
export default story;
