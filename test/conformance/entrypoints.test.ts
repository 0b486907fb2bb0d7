import { sameProcess, sameStop } from '../../conformance/entrypoints/expectations';
import { Seen } from '../../conformance/runner/observations';
import { stampOfText } from '../../conformance/runner/timestamps';

/** Each stamp: container, name, milliseconds, detail. */
function seen(...stamps: readonly (readonly [string, string, number, string])[]): Seen {
  const all = new Seen();
  all.addPod('pod', [{ name: 'a', image: 'x' }, { name: 'b', image: 'x' }]);
  all.add(...stamps.map(([container, stamp, at, detail]) => ({ t: at * 1000, pod: 'pod', container, stamp, detail })));
  return all;
}

test.each([
  ['the same process holds', '{"arguments":["x"]}', '{"arguments":["x"]}', 'holds', 'a has the same process as b'],
  ['another argument fails', '{"arguments":["x"]}', '{"arguments":["y"]}', 'fails', 'a has another process than b: arguments: ["x"] instead of ["y"]'],
  ['a missing field fails', '{}', '{"directory":"/"}', 'fails', 'a has another process than b: directory: undefined instead of "/"'],
])('two recorded processes: %s', (_, a, b, state, text) => {
  expect(sameProcess('a', 'b').judge(seen(['a', 'process', 0, a], ['b', 'process', 0, b]), 'pod', 0)).toEqual({ state, text });
  // A process that is not recorded leaves the comparison open.
  expect(sameProcess('a', 'b').judge(seen(['a', 'process', 0, a]), 'pod', 0).state).toBe('open');
});

test.each([
  ['the same signal and exit code hold', ['quit', 100, '7'], ['quit', 90, '7'], 'holds'],
  ['another signal fails', ['quit', 100, '7'], ['terminated', 100, '7'], 'fails'],
  ['another exit code fails', ['quit', 100, '7'], ['quit', 100, '137'], 'fails'],
  ['a late signal is late', ['quit', 700, '7'], ['quit', 100, '7'], 'late'],
] as const)('two stops: %s', (_, [signalA, atA, exitA], [signalB, atB, exitB], state) => {
  const stops = seen(['a', 'signal', atA, signalA], ['b', 'signal', atB, signalB], ['a', 'ended', 1000, exitA], ['b', 'ended', 1000, exitB]);
  expect(sameStop('a', 'b').judge(stops, 'pod', 1_500_000).state).toBe('open');
  expect(sameStop('a', 'b').judge(stops, 'pod', 2_100_000).state).toBe(state);
});

test('two stops without a signal hold if the exit codes are equal', () => {
  expect(sameStop('a', 'b').judge(seen(['a', 'ended', 0, '137'], ['b', 'ended', 0, '137']), 'pod', 2_000_000).state).toBe('holds');
});

test('a stamp without a container belongs to the container of its log', () => {
  expect(stampOfText('{"t":1,"stamp":"start"}', 2, 'pod', 'app')).toEqual({ t: 1, pod: 'pod', container: 'app', stamp: 'start' });
});
