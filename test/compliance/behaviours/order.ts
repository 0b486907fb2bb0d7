import { Behaviour, doesNotApply, EVERYWHERE, holds, outsideThePod } from '../matrix';
import { awaited, heldBy, startOrderOf } from '../pod';

export const listOrder: Behaviour = {
  title: 'a dependency stands in front of its dependent, whatever order they were declared in',
  given: {},
  then: pod => {
    const order = startOrderOf(pod);
    expect(order).toEqual(expect.arrayContaining(['app', awaited(pod)]));
    expect(order.indexOf(awaited(pod))).toBeLessThan(order.indexOf('app'));
  },
  cells: EVERYWHERE,
};

const HOLDS_THE_POD = doesNotApply('an init container holds the whole pod', pod => expect(heldBy(pod, 'free')).toEqual(['wait-for-dep']));

export const freeContainers: Behaviour = {
  title: 'a container that needs nothing is not held',
  given: { withFree: true },
  then: pod => expect(heldBy(pod, 'free')).toEqual([]),
  cells: {
    POSITION: doesNotApply('the kubelet starts no app container before every native sidecar runs', pod => {
      expect([startOrderOf(pod)[0], heldBy(pod, 'free')]).toEqual(['dep', []]);
    }),
    ENTRYPOINT_GATE: holds,
    ENTRYPOINT_GATE_BY_MARK: holds,
    GUARDED_HOOK: holds,
    GUARDED_HOOK_ON_SIDECAR: holds,
    SIDECAR_PROBE: doesNotApply('the kubelet starts no app container before every native sidecar has started, its startup probe included', pod => {
      expect(heldBy(pod, 'free')).toEqual(['dep']);
    }),
    SIDECAR_WAIT_INIT: HOLDS_THE_POD,
    POST_START: holds,
    INIT_CONTAINER: HOLDS_THE_POD,
  },
};

export const dependenciesAtOnce: Behaviour = {
  title: 'two dependencies get ready at the same time: the pod waits for the slower one, not for the sum',
  given: { withSecond: true },
  then: pod => expect([heldBy(pod, 'dep'), heldBy(pod, 'second')]).toEqual([[], []]),
  cells: {
    POSITION: holds,
    ENTRYPOINT_GATE: holds,
    ENTRYPOINT_GATE_BY_MARK: holds,
    GUARDED_HOOK: holds,
    GUARDED_HOOK_ON_SIDECAR: holds,
    SIDECAR_PROBE: doesNotApply('the kubelet starts native sidecars one after the other, each when the one in front has started', pod => {
      expect(heldBy(pod, 'second')).toEqual(['dep']);
    }),
    SIDECAR_WAIT_INIT: holds,
    POST_START: holds,
    INIT_CONTAINER: outsideThePod,
  },
};
