import { happens, podReady, ready, startsAfter, Story } from '../../runner/story';
import { PLAIN_HOOK } from '../apps/pair';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: '30 pods of a Deployment at once, by hand: a postStart hook that runs a plain binary',
  ...scaledOut(undefined, PLAIN_HOOK),
  expect: [startsAfter('app', ready('dependency')), happens(podReady())],
};
export default story;
