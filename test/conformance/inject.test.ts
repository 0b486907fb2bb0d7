import { inject, isDue } from '../../conformance/runner/inject';
import { Seen } from '../../conformance/runner/observations';
import { countEvents, created, deletePod, injected, RUNNER, start } from '../../conformance/runner/story';

const AT = 1_000_000;

function seenWith(...containers: string[]): Seen {
  const seen = new Seen();
  seen.add({ t: AT, pod: 'pod', container: 'db', stamp: 'start' }, { t: AT, pod: '', container: RUNNER, stamp: 'created' });
  if (containers.length > 0) { seen.addPod('pod', containers.map(name => ({ name, image: 'x' }))); }
  return seen;
}

test.each([
  ['before its moment', false, seenWith('db'), AT + 1_499_000],
  ['at its moment', true, seenWith('db'), AT + 1_500_000],
  ['while only the log shows its pod', false, seenWith(), AT + 1_500_000],
  ['before its event', false, seenWith('db'), AT + 1_500_000, start('db', 2)],
])('%s, a fault is due: %s', (_when, due, seen, now, at = start('db')) => {
  expect(isDue(deletePod('db', { at, afterMs: 1500 }), seen, now)).toBe(due);
});

test('a fault on no container needs no pod', () => {
  expect(isDue({ name: 'x', at: created(), afterMs: 0, action: { kind: 'restart-kubelet' } }, seenWith(), AT)).toBe(true);
});

test('the events of a pod about an image are counted, also equal events, which the kubelet writes as one', async () => {
  const event = (name: string, message: string, count?: number) => ({ involvedObject: { name }, message, count });
  const items = [event('pod', 'Image "wait:1" is present', 4), event('pod', 'Pulled image "wait:1"'), event('pod', 'Started', 9), event('other', 'wait:1', 9)];
  const seen = seenWith('db');
  await inject(countEvents('wait:1', 'db', { at: start('db') }), [], { api: { get: async () => ({ items }) } } as any, 'shop', seen);
  expect(seen.find(injected('count the events of db'))!.detail).toBe('5');
});
