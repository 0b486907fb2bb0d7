import { Story } from '../../runner/story';
import { loop, outsideByHand, overAWholePause } from '../apps/pair';

const story: Story = {
  about: 'by hand, an init container for something outside the pod: until check; do sleep 5; done',
  ...outsideByHand({ shell: true }, url => loop(`http:${url}`, 5)),
  ...overAWholePause(5),
};
export default story;
