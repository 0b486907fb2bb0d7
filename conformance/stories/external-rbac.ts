import { before, completes, created, ended, follows, happens, jobCondition, neverStarts, prints, startsAfter, Story } from '../runner/story';
import { without } from './apps/forbidden';

/** Waits for the Kubernetes API without one of the permissions. */
export const stories: Readonly<Record<string, Story>> = {
  'external-rbac-get': {
    about: 'Without permission to get, the wait fails with the forbidden verb in its log, and the app does not start, even if the Job is complete.',
    ...without('get', '1s'),
    expect: [
      happens(prints('wait-for-migrate', /^startup-order: .*forbidden.* cannot get resource .*jobs/)),
      follows(ended('wait-for-migrate', 1), created(), { atLeastMs: 20_000 }),
      neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 1000 }),
    ],
  },
  'external-rbac-list': {
    about: 'Without permission to list, the wait fails with the forbidden verb in its log, and the app does not start.',
    ...without('list', '10m'),
    doesNotApply: minor => minor >= 34 ? `Kubernetes 1.${minor}: kubectl watches and does not list` : undefined,
    expect: [
      happens(prints('wait-for-migrate', /^startup-order: .*forbidden.* cannot list resource .*jobs/)),
      follows(ended('wait-for-migrate', 1), created(), { atLeastMs: 20_000 }),
      neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 1000 }),
    ],
  },
  'external-rbac-list-streamed': {
    about: 'If the API server streams lists, the wait needs no permission to list: kubectl gets and watches.',
    ...without('list', '5s'),
    doesNotApply: before(34, 'lists are not streamed'),
    expect: [startsAfter('app', completes('migrate')), startsAfter('app', jobCondition('Complete'), { withinMs: 5000 })],
  },
  'external-rbac-watch': {
    about: 'Without permission to watch, the wait fails with the forbidden verb in its log, and the app does not start.',
    ...without('watch', '10m'),
    expect: [
      happens(prints('wait-for-migrate', /^startup-order: .*forbidden.* cannot watch resource .*jobs/)),
      follows(ended('wait-for-migrate', 1), created(), { atLeastMs: 20_000 }),
      neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 1000 }),
    ],
  },
};
