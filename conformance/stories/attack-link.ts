import { attacked, CONTAINERS, PRECIOUS } from './apps/attacked';
import { ended, happens, neverStarts, running, says, Story } from '../runner/story';

const story: Story = {
  about: 'A container replaces the marker file of a gate by a link: the other container truncates no file through the link, and does not start.',
  app: attacked(
    `echo kept >${PRECIOUS}; chmod 666 ${PRECIOUS}; ln -s ${PRECIOUS} /state/app.gate`,
    `echo "the other file is $(cat ${PRECIOUS})"`,
  ),
  containers: CONTAINERS,
  expect: [
    happens(ended('app', 1)),
    happens(says('app', /cannot write the marker file/)),
    happens(says('witness', 'the other file is kept')),
    neverStarts('app', { after: running('witness'), forMs: 6000 }),
    neverStarts('late', { after: running('witness'), forMs: 6000 }),
  ],
};
export default story;
