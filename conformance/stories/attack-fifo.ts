import { attacked, CONTAINERS } from './apps/attacked';
import { ended, happens, neverStarts, running, says, Story } from '../runner/story';

const story: Story = {
  about: 'A container replaces the marker file of a gate by a FIFO: the other container does not hang, and does not start.',
  app: attacked('mkfifo /state/app.gate; chmod 666 /state/app.gate'),
  containers: CONTAINERS,
  expect: [
    happens(ended('app', 1)),
    happens(says('app', /cannot write the marker file/)),
    neverStarts('app', { after: running('witness'), forMs: 6000 }),
    neverStarts('late', { after: running('witness'), forMs: 6000 }),
  ],
};
export default story;
