import { before, Story } from '../../runner/story';
import { pairWithSidecarByHand } from '../apps/pair';

const story: Story = {
  about: 'by hand, a native sidecar whose startup probe asks a TCP port each second',
  ...pairWithSidecarByHand({ startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 60 } }),
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
