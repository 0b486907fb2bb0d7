import { Handler, Pod } from 'cdk8s-plus-27';
import { follows, happens, hookEnd, start, Story, term } from '../runner/story';

const story: Story = {
  about: 'DISORDER: the kubelet kills a container with a failed postStart hook, and still starts the next container.',
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
