import { Behaviour, doesNotApply, everywhere } from '../matrix';
import { OrderedPod } from '../pod';

/** 'forever', or the seconds and the action after the timeout. */
function limitOf({ edge }: OrderedPod): string {
  return edge!.timeout === undefined ? 'forever' : `${edge!.timeout.toSeconds()} s, then ${edge!.onTimeout}`;
}

const OPENS_FOR_NOBODY = doesNotApply('a guard cannot open after a timeout; by default the planner chooses another mechanism (`POST_START`; on a native sidecar `SIDECAR_WAIT_INIT`)', 'SO402');
const KUBELET_WAITS = 'the kubelet itself keeps this order and waits without limit';

export const TIMEOUTS: readonly Behaviour[] = [
  everywhere('without a timeout, the wait has no limit', {}, pod => expect(limitOf(pod)).toBe('forever'), {
    POST_START: doesNotApply('a hook blocks the deletion of the pod, so it has a limit: after one minute it fails open', pod => {
      expect(limitOf(pod)).toBe('60 s, then CONTINUE');
    }),
  }),
  everywhere('with a timeout and FAIL, the dependent does not start after the timeout', { edge: { timeoutSeconds: 90, onTimeout: 'FAIL' } }, pod => {
    expect(limitOf(pod)).toBe('90 s, then FAIL');
    expect(pod.edge!.guarantee).toBe(pod.subject.guarantee);
  }, {
    POSITION: doesNotApply(KUBELET_WAITS, 'SO406'),
    GUARDED_HOOK_ON_SIDECAR: doesNotApply('only a startup probe restarts a native sidecar that is not ready in time', 'SO402'),
    POST_START: doesNotApply('when a hook fails, the kubelet starts the next container anyway', 'SO404'),
  }),
  everywhere('with a timeout and CONTINUE, the dependent starts after the timeout, and the plan promises only BEST_EFFORT', {
    edge: { timeoutSeconds: 90, onTimeout: 'CONTINUE' },
  }, pod => expect([limitOf(pod), pod.edge!.guarantee]).toEqual(['90 s, then CONTINUE', 'BEST_EFFORT']), {
    POSITION: doesNotApply(KUBELET_WAITS, 'SO406'),
    GUARDED_HOOK: OPENS_FOR_NOBODY,
    GUARDED_HOOK_ON_SIDECAR: OPENS_FOR_NOBODY,
    SIDECAR_PROBE: doesNotApply('a failed startup probe restarts its sidecar and does not let another container start', 'SO402'),
  }),
];
