import { without } from './apps/forbidden';
import { before, completes, jobCondition, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'If the API server streams lists, the wait needs no permission to list: kubectl gets and watches.',
  ...without('list', '5s'),
  doesNotApply: before(34, 'lists are not streamed'),
  expect: [startsAfter('app', completes('migrate')), startsAfter('app', jobCondition('Complete'), { withinMs: 5000 })],
};
export default story;
