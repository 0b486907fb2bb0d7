import { attacked, CONTAINERS } from './apps/attacked';
import { follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A container fills the marker file of a gate with garbage: the other containers start in their order.',
  app: attacked("head -c 100000 /dev/urandom >/state/app.gate; echo \"OPEN='true'\" >>/state/app.gate"),
  containers: CONTAINERS,
  expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), follows(start('late'), start('app'))],
};
export default story;
