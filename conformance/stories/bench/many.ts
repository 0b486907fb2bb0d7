import { Guarantee, Mechanism } from 'cdk8s-startup-order';
import { Bar, FIGURES } from '../../runner/load';
import { before, happens, podReady, ready, startsAfter, Story } from '../../runner/story';
import { FORMS, load } from '../apps/load';
import { PLAIN_HOOK } from '../apps/pair';
import { scaledOut } from '../apps/scale-out';

/** The numbers of pods of a load. */
const SIZES = [10, 40, 80];

/** The highest cost of a form, as a multiple of another form. On an overloaded node, no form may cause more events than the pods by hand. */
const BARS: Readonly<Record<string, readonly Bar[]>> = {
  'default': [{ of: 'by-hand', times: 1.05, figures: FIGURES }],
  'every-start': [
    { of: 'no-order', times: 1.15, figures: ['cpu', 'apiRequests'] },
    { of: 'by-hand', times: 1, figures: ['allReady'] },
    { of: 'by-hand', times: 1, figures: ['events'], onlyBusy: true },
  ],
  'guards': [{ of: 'by-hand', times: 1, figures: ['events'], onlyBusy: true }],
};

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
  ...Object.fromEntries(SIZES.flatMap(pods => (Object.keys(FORMS) as (keyof typeof FORMS)[]).map((form): [string, Story] => [
    `load-${form}-${pods}`,
    { ...load(form, pods), bench: { kind: 'load', bars: (BARS[form] ?? []).map(bar => ({ ...bar, of: `load-${bar.of}-${pods}` })) }, doesNotApply: before(35, 'no variables from files') },
  ]))),
};
