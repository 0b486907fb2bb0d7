import { attacked, CONTAINERS } from './apps/attacked';
import { follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A container fills the marker file of a gate with garbage: the other containers start in their order.',
  app: attacked("head -c 100000 /dev/urandom >/state/app.gate; echo \"OPEN='true'\" >>/state/app.gate"),
  containers: CONTAINERS,
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 1500 }),
    // The agent writes the mark of its gate before it executes the command, so a dependent can start some milliseconds earlier.
    follows(start('late'), start('app'), { atLeastMs: -500 }),
  ],
};
export default story;
