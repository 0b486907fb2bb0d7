import { Handler, Pod } from 'cdk8s-plus-27';
import { follows, happens, hookEnd, start, Story, term } from '../runner/story';

const story: Story = {
  about: 'DISORDER: when a postStart hook fails its container is killed, and the next one starts all the same.',
  app: chart => {
    new Pod(chart, 'pod', {
      containers: [
        {
          name: 'first',
          image: 'shop/first:1',
          lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=first', '-lasts=1s', '-exit-code=1']) },
        },
        { name: 'second', image: 'shop/second:1' },
      ],
    });
  },
  containers: { first: { tcp: '8080@600s' }, second: {} },
  expect: [happens(term('first')), follows(start('second'), hookEnd('first'), { withinMs: 5000 })],
};
export default story;
