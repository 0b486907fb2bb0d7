import { before, Story } from '../../runner/story';
import { overAWholePause, pairWithSidecarByHand } from '../apps/pair';

const story: Story = {
  about: 'by hand, a native sidecar whose startup probe asks a TCP port every 10 seconds, the default',
  ...pairWithSidecarByHand({ startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 10, failureThreshold: 60 } }),
  ...overAWholePause(10),
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
