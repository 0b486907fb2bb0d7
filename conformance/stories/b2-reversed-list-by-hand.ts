import { Handler, Pod } from 'cdk8s-plus-27';
import { crashesFirst, hookEnd, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: a hook delays only the containers after its own container in the list.',
  app: chart => {
    new Pod(chart, 'pod', {
      containers: [
        { name: 'container2', image: 'busybox:1.37' },
        {
          name: 'container1',
          image: 'busybox:1.37',
          lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=container1', '-lasts=3s']) },
        },
      ],
    });
  },
  containers: { container1: { tcp: '8080@2s' }, container2: { needs: 'tcp:127.0.0.1:8080' } },
  expect: [startsBefore('container2', hookEnd('container1')), crashesFirst('container2')],
};
export default story;
