import { SidecarPreset } from 'cdk8s-startup-order';
import { appAfter } from './apps/preset';
import { says, specified, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'SidecarPreset.envoy starts as a user that is not root, with the entrypoint and the configuration of its image, and the app starts after it.',
  app: appAfter(SidecarPreset.envoy('1.31.0')),
  images: ['envoyproxy/envoy:v1.31.0'],
  containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' } },
  expect: [
    startsAfter('app', says('envoy', /serves \/ready/), { withinMs: 4000 }),
    specified('envoy', 'has small requests', ({ resources }) => JSON.stringify(resources) === '{"requests":{"cpu":"100m","memory":"128Mi"}}'),
  ],
};
export default story;
