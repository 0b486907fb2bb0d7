import { Chart } from 'cdk8s';
import { Handler, Pod } from 'cdk8s-plus-27';
import { Story, follows, hookEnd, hookStart, start } from '../runner/story';

const story: Story = {
  about: 'A postStart hook delays the next container. POST_START relies on this; the story does not use the library.',
  app: (chart: Chart) => {
    new Pod(chart, 'pod', {
      containers: [
        {
          name: 'first',
          image: 'shop/first:1',
          lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=first', '-lasts=3s']) },
        },
        { name: 'second', image: 'shop/second:1' },
      ],
    });
  },
  containers: { first: {}, second: {} },
  expect: [
    // Kubernetes does not specify which of the two starts first. On a busy machine the hook was 2 ms earlier.
    follows(hookStart('first'), start('first'), { atLeastMs: -500, withinMs: 2000 }),
    follows(start('second'), hookEnd('first'), { withinMs: 2000 }),
  ],
};
export default story;
