import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'POST_START, the check is a file',
  ...pairBy({ mechanism: Mechanism.POST_START, check: 'file', dependency: { securityContext: { readOnlyRootFilesystem: false } } }),
};
export default story;
