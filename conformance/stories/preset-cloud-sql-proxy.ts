import { SidecarPreset } from 'cdk8s-startup-order';
import { appAfter } from './apps/preset';
import { says, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'SidecarPreset.cloudSqlProxy starts as the user of its image, listens where the kubelet asks, and the app starts after it.',
  app: appAfter(SidecarPreset.cloudSqlProxy('v2.14.3', ['project:region:shop?port=5432'])),
  images: ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3'],
  containers: { app: { needs: 'http:http://127.0.0.1:9090/startup' } },
  expect: [startsAfter('app', says('cloud-sql-proxy', /serves \/startup/), { withinMs: 4000 })],
};
export default story;
