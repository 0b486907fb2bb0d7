import { Story } from '../../runner/story';
import { loop, outsideByHand, overAWholePause } from '../apps/pair';

const story: Story = {
  about: 'by hand, an init container for something outside the pod: until check; do sleep 2; done',
  ...outsideByHand({ shell: true }, url => loop(`http:${url}`, 2)),
  ...overAWholePause(2),
};
export default story;
