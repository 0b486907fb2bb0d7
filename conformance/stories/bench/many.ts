import { Guarantee, Mechanism } from 'cdk8s-startup-order';
import { before, happens, podReady, ready, startsAfter, Story } from '../../runner/story';
import { byDefault, byHand } from '../apps/load';
import { PLAIN_HOOK } from '../apps/pair';
import { scaledOut } from '../apps/scale-out';

/** Many pods at once. */
export const stories: Readonly<Record<string, Story>> = {
  'scale-out-entrypoint-gate': {
    about: '30 pods of a Deployment at once, ENTRYPOINT_GATE',
    ...scaledOut({ mechanism: Mechanism.ENTRYPOINT_GATE }),
  },
  'scale-out-guarded-hook': {
    about: '30 pods of a Deployment at once, GUARDED_HOOK',
    ...scaledOut({ mechanism: Mechanism.GUARDED_HOOK }),
    doesNotApply: before(35, 'no variables from files'),
  },
  'scale-out-no-order': {
    about: '30 pods of a Deployment at once, nothing is ordered',
    ...scaledOut(),
  },
  'scale-out-plain-hook': {
    about: '30 pods of a Deployment at once, by hand: a postStart hook that runs a plain binary',
    ...scaledOut(undefined, PLAIN_HOOK),
    expect: [startsAfter('app', ready('dependency')), happens(podReady())],
  },
  'scale-out-post-start': {
    about: '30 pods of a Deployment at once, POST_START',
    ...scaledOut({ mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT }),
  },
  'load-default': {
    about: '40 pods of four containers at once, with nothing stated but checks and dependencies',
    ...byDefault,
    bench: { kind: 'load', byHand: 'load-by-hand' },
    doesNotApply: before(29, 'no native sidecars'),
  },
  'load-by-hand': {
    about: 'by hand, the same 40 pods: native sidecars with a startup probe each second',
    ...byHand,
    bench: { kind: 'load' },
    doesNotApply: before(29, 'no native sidecars'),
  },
};
