import { Story } from '../../runner/story';
import { loop } from '../apps/pair';
import { behaviours, PORTS, six, sixByHand } from '../apps/six';

const story: Story = {
  about: 'by hand, each of a to d has a postStart hook that waits for itself: until check; do sleep 0.1; done',
  ...six,
  app: chart => {
    sixByHand(chart, name => ['e', 'f'].includes(name) ? {} : { lifecycle: { postStart: { exec: { command: loop(`tcp:127.0.0.1:${PORTS[name]}`, 0.1) } } } });
  },
  containers: behaviours({ shell: true }),
};
export default story;
