import { NEEDS_PROXY, proxied } from './apps/proxied';
import { before, crashesFirst, follows, injected, ready, restartKubelet, start, startsBefore, Story } from '../runner/story';

/**
 * kubelet 1.35 to 1.37: SyncPod makes the status before it registers the probes, so the first status after a restart says that the
 * container has started, and with ChangeContainerStatusOnKubeletRestart off (the default from 1.35) that is kept. Only where the container
 * has run for 10 s before (prober_manager.go, kubeletRestartGracePeriod). https://github.com/kubernetes/kubernetes/issues/142305
 */
const story: Story = {
  about: 'DISORDER: from 1.35 on, a restart of the kubelet opens a native sidecar that has run for 10 s, whatever its startup probe says.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@20s' } },
  faults: [restartKubelet({ at: start('proxy'), afterMs: 13_000 })],
  expect: [
    follows(start('app'), injected('restart the kubelet'), { withinMs: 5000 }),
    startsBefore('app', ready('proxy')),
    crashesFirst('app'),
  ],
  doesNotApply: before(35, 'the probe goes on after the restart, see sidecar-kubelet-restart-late'),
};
export default story;
