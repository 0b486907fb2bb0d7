import { SidecarPreset } from 'cdk8s-startup-order';
import { appAfter, emptyDir } from './apps/preset';
import { says, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'SidecarPreset.istioProxy starts as user 1337 with a writable volume at each folder that it writes, and the app starts after it.',
  app: appAfter(SidecarPreset.istioProxy('1.27.3'), chart => ({
    sidecar: [emptyDir(chart, 'envoy', '/etc/istio/proxy'), emptyDir(chart, 'data', '/var/lib/istio/data')],
  })),
  images: ['istio/proxyv2:1.27.3'],
  containers: { app: { needs: 'http:http://127.0.0.1:15021/healthz/ready' } },
  expect: [startsAfter('app', says('istio-proxy', /serves \/healthz\/ready/), { withinMs: 4000 })],
};
export default story;
