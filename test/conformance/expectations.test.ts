import { seenIn, shown } from './seen';
import { counts, crashesFirst, crashesIn, Expectation, follows, happens, neverStarts, specified, startsAfter, startsBefore, Verdict } from '../../conformance/runner/expectations';
import { Seen } from '../../conformance/runner/observations';
import { LateError } from '../../conformance/runner/poll';
import { countOutcomes, exitCodeOf } from '../../conformance/runner/report';
import { isOnlyLate, judgeStory } from '../../conformance/runner/run-story';
import { exit, injected, podReady, ready, start, waiting, waitingMessage } from '../../conformance/runner/timestamps';

/** The verdict at `now`, in milliseconds; `needs`: of 'app'. */
const judge = (expectation: Expectation, stamps: string, now: number, needs?: string): Verdict =>
  expectation.judge(seenIn(stamps, { app: { needs } }), 'pod', now * 1000);

const verdict = (...run: Parameters<typeof judge>) => shown(judge(...run));

test.each([
  ['nothing has happened yet', startsAfter('app', ready('db')), '', 100, 'open'],
  ['the dependent starts after it', startsAfter('app', ready('db')), 'db ready 2000, app start 2100', 3000, 'holds 100'],
  ['the dependent has started, and the dependency is not ready', startsAfter('app', ready('db')), 'app start 100', 3000, 'open'],
  ['it starts, but too late', startsAfter('app', ready('db'), { withinMs: 500 }), 'db ready 2000, app start 2600', 3000, 'late 600'],
  ['it has not started when it should have', startsAfter('app', ready('db'), { withinMs: 500 }), 'db ready 2000', 4000, 'late'],
  ['its log may still come', startsAfter('app', ready('db'), { withinMs: 500 }), 'db ready 2000', 3400, 'open'],
  ['too early', follows(exit('app'), start('app'), { atLeastMs: 1000 }), 'app start 0, app exit 900', 1000, 'fails 900'],
  ['disorder', startsBefore('app', ready('db')), 'app start 100, db ready 2000', 3000, 'holds 1900'],
  ['order where disorder is expected', startsBefore('app', ready('db')), 'db ready 2000, app start 2100', 3000, 'fails -100'],
  ['it has not started for long enough', neverStarts('app', { after: start('db'), forMs: 5000 }), 'db start 0', 6100, 'holds'],
  ['it may still start', neverStarts('app', { after: start('db'), forMs: 5000 }), 'db start 0', 5500, 'open'],
  ['it has started after all', neverStarts('app', { after: start('db'), forMs: 5000 }), 'db start 0, app start 4000', 9000, 'fails'],
  ['it crashes in its first run', crashesFirst('app'), 'app start 0, app needs-failed 5, app start 900', 1000, 'holds'],
  ['it crashes in its second run', crashesFirst('app'), 'app start 0, app start 900, app needs-failed 905', 1000, 'fails'],
  ['it runs', crashesFirst('app'), 'app start 0, app needs-ok 5', 1000, 'open'],
  ['it crashes in the run that is meant', crashesIn(2, 'app'), 'app start 0, app needs-ok 5, app start 900, app needs-failed 905', 1000, 'holds'],
  ['it crashes sooner than it is meant to', crashesIn(2, 'app'), 'app start 0, app needs-failed 5', 1000, 'fails'],
])('%s', (_what, expectation, stamps, now, expected) => { expect(verdict(expectation, stamps, now)).toBe(expected); });

test.each([
  ['without its dependency in time has not started after it', 'db ready 0, app start 50, app needs-failed 51', 100, 'fails'],
  ['and has no answer yet stays open', 'db ready 0, app start 50', 100, 'open'],
  ['and finds its dependency has started after it', 'db ready 0, app start 50, app needs-ok 51', 100, 'holds 50'],
  ['without an answer within the time of a try is late', 'db ready 0, app start 50, app needs-failed 5060', 7000, 'late'],
  ['and is refused by a second try is wrong', 'db ready 0, app start 50, app needs-failed 5060, app start 6000, app needs-failed 6001', 7000, 'fails'],
  ['without an answer before its dependency is ready stays open', 'app start 50, app needs-failed 5060', 7000, 'open'],
])('a dependent that starts %s', (_what, stamps, now, expected) => {
  expect(verdict(startsAfter('app', ready('db')), stamps, now, 'tcp:127.0.0.1:1')).toBe(expected);
});

test.each([
  ['late, if the order holds and nothing refused it', [startsAfter('app', ready('db'))], 5060, ['late', 'late']],
  ['wrong, if it was refused', [startsAfter('app', ready('db'))], 51, ['fails', 'fails']],
  ['wrong, if the story does not tell the order', [happens(start('db'))], 5060, ['holds', 'fails']],
])('a story in which a container misses its dependency is %s', (_what, order, failedAt, expected) => {
  const seen = seenIn(`db start 0, db ready 0, app start 50, app needs-failed ${failedAt}`, { app: { needs: 'tcp:127.0.0.1:1' } });
  expect(judgeStory({ expect: order, outside: [] }, seen).map(({ state }) => state)).toEqual(expected);
});

test.each([
  ['an event that has not happened', happens(ready('db')), '', true],
  ['a dependent that has started, although the dependency never becomes ready', startsAfter('app', ready('db')), 'app start 100', false],
  ['a dependent that starts too early', startsAfter('app', ready('db')), 'app start 100, db ready 200', false],
])('at the end, %s is only late: %s', (_what, expectation, stamps, late) => { expect(isOnlyLate([judge(expectation, stamps, 9000)])).toBe(late); });

test('a run after a limit of the runner, or whose fault missed its moment, is only late', () => {
  expect(isOnlyLate([], new LateError('not within 30 s'))).toBe(true);
  const early = judge(follows(injected('restart'), start('db'), { withinMs: 9000 }), 'db start 0, (runner) restart 9198', 12_000);
  const wrong = judge(startsAfter('app', ready('db')), 'app start 100', 12_000);
  expect(early.state).toBe('late');
  expect([isOnlyLate([early, wrong]), isOnlyLate([wrong]), isOnlyLate([early, wrong], new Error('409'))]).toEqual([true, false, false]);
});

test('the exit code differs between a wrong run and a late run', () => {
  const codeOf = (...words: readonly string[]) => exitCodeOf(countOutcomes(words.map(word => ({ passed: word === 'ok', late: word === 'late' }))));
  expect([codeOf('ok'), codeOf('ok', 'late'), codeOf('late', 'wrong'), codeOf()]).toEqual([0, 3, 1, 1]);
});

test.each([
  ['the reason', waiting('app', 'CreateContainerConfigError'), 'holds'],
  ['another reason', waiting('app', 'CrashLoopBackOff'), 'open'],
  ['a part of the message', waitingMessage('app', /key "READY" not found in file ".*\/db"$/), 'holds'],
  ['a part of another message', waitingMessage('app', /key "READY" not found in file ".*\/cache"$/), 'open'],
])('a waiting container is recognized by %s', (_what, event, expected) => {
  const seen = seenIn('');
  seen.add(
    { t: 0, pod: 'pod', container: 'app', stamp: 'state', detail: 'waiting CreateContainerConfigError' },
    { t: 0, pod: 'pod', container: 'app', stamp: 'message', detail: 'environment variable key "READY" not found in file "/var/lib/x/db"' },
  );
  expect(happens(event).judge(seen, 'pod', 0).state).toBe(expected);
});

test.each([[0, 'fails'], [1, 'holds'], [2, 'holds'], [3, 'fails'], [undefined, 'open']])('of %s events at least one and at most two are expected: %s', (count, expected) => {
  const seen = new Seen();
  const event = injected('count the events of app');
  seen.addPod('pod', []);
  if (count !== undefined) { seen.add({ t: 0, pod: '', container: event.container, stamp: 'count the events of app', detail: `${count}` }); }
  expect(counts(event, { atLeast: 1, atMost: 2 }).judge(seen, 'pod', 0).state).toBe(expected);
});

test('an expectation can be about the container spec of the API server', () => {
  const seen = seenIn('');
  const hasImage = (image: string) => specified('app', `has the image ${image}`, spec => spec.image === image).judge(seen, 'pod', 0);
  expect([hasImage('x'), hasImage('y')]).toEqual([{ state: 'holds', text: 'app has the image x' }, { state: 'fails', text: 'not so: app has the image y' }]);
});

test('an expectation can be about another pod', () => {
  const seen = seenIn('');
  seen.addPod('cache', []);
  seen.add({ t: 0, pod: 'cache', container: '(pod)', stamp: 'ready', detail: 'True' }, { t: 5000, pod: 'pod', container: 'app', stamp: 'start' });
  expect(startsAfter('app', podReady('cache')).judge(seen, 'pod', 9000)).toMatchObject({ state: 'holds', milliseconds: 5 });
  expect(startsAfter('app', podReady()).judge(seen, 'pod', 9000).state).toBe('open');
});
