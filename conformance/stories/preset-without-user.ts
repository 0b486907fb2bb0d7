import { SidecarPreset } from 'cdk8s-startup-order';
import { appAfter } from './apps/preset';
import { before, happens, neverStarts, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'DISORDER: Envoy without a user is never created, because cdk8s-plus demands a user that is not root and the image has none.',
  app: appAfter({ ...SidecarPreset.envoy('1.31.0'), securityContext: {} }),
  doesNotApply: before(29, 'no native sidecars: a hook holds the app only while nothing fails'),
  images: ['envoyproxy/envoy:v1.31.0'],
  containers: { app: {} },
  expect: [
    happens(waiting('envoy', 'CreateContainerConfigError')),
    neverStarts('app', { after: waiting('envoy', 'CreateContainerConfigError'), forMs: 2000 }),
  ],
};
export default story;
