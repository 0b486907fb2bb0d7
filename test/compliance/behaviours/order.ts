import { Behaviour, doesNotApply, everywhere, insideThePod } from '../matrix';
import { awaited, heldBy, startOrderOf } from '../pod';

const HOLDS_THE_POD = doesNotApply('an init container delays the whole pod', pod => expect(heldBy(pod, 'free')).toEqual(['wait-for-dep']));

export const ORDER: readonly Behaviour[] = [
  everywhere('a dependency comes before its dependent, with any order of the declarations', {}, pod => {
    const order = startOrderOf(pod);
    expect(order).toEqual(expect.arrayContaining(['app', awaited(pod)]));
    expect(order.indexOf(awaited(pod))).toBeLessThan(order.indexOf('app'));
  }),
  everywhere('a container without dependencies does not wait', { withFree: true }, pod => expect(heldBy(pod, 'free')).toEqual([]), {
    POSITION: doesNotApply('the kubelet starts no app container before every native sidecar runs', pod => {
      expect([startOrderOf(pod)[0], heldBy(pod, 'free')]).toEqual(['dep', []]);
    }),
    SIDECAR_PROBE: doesNotApply('the kubelet starts no app container before every native sidecar has started, including its startup probe', pod => {
      expect(heldBy(pod, 'free')).toEqual(['dep']);
    }),
    SIDECAR_WAIT_INIT: HOLDS_THE_POD,
    INIT_CONTAINER: HOLDS_THE_POD,
  }),
  insideThePod('with two dependencies, the pod waits for the slower dependency, not for the sum', { withSecond: true }, pod => {
    expect([heldBy(pod, 'dep'), heldBy(pod, 'second')]).toEqual([[], []]);
  }, {
    SIDECAR_PROBE: doesNotApply('the kubelet starts native sidecars one after the other, each after the previous sidecar has started', pod => {
      expect(heldBy(pod, 'second')).toEqual(['dep']);
    }),
  }),
];
