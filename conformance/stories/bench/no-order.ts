import { Duration } from 'cdk8s';
import { Pod } from 'cdk8s-plus-27';
import { ready, startsBefore, Story } from '../../runner/story';

const story: Story = {
  about: 'the baseline: the same two containers, nothing is ordered',
  app: chart => {
    new Pod(chart, 'pod', {
      terminationGracePeriod: Duration.seconds(1),
      containers: [{ name: 'dependency', image: 'shop/dependency:1' }, { name: 'app', image: 'shop/app:7' }],
    });
  },
  containers: ({ delay }) => ({ app: {}, dependency: { tcp: `8080@${delay}` } }),
  expect: [startsBefore('app', ready('dependency'))],
  bench: { dependency: 'dependency', dependent: 'app' },
};
export default story;
