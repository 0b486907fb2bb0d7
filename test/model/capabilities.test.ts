import { DEFAULT_VERSION, NEWEST_MINOR, OLDEST_MINOR, targetOf } from '../../src/model/private/capabilities';

test.each<[string, string, boolean, boolean]>([
  ['1.27', '1.27', false, false],
  ['1.28', '1.28', false, false],
  ['1.29', '1.29', true, false],
  ['1.34', '1.34', true, false],
  ['1.35', '1.35', true, true],
  ['1.37', '1.37', true, true],
  ['v1.30', '1.30', true, false],
  ['1.30.4', '1.30', true, false],
  ['v1.28.11', '1.28', false, false],
])('%s is planned for as %s, native sidecars: %s, probed again after a restart: %s', (given, version, nativeSidecars, probesRestartedSidecars) => {
  expect(targetOf(given, {})).toEqual({ version, capabilities: { nativeSidecars, probesRestartedSidecars }, newerThanKnown: undefined });
});

test('a version that is newer than known counts as the newest, and is remembered', () => {
  expect(targetOf('1.99', {})).toEqual({ version: `1.${NEWEST_MINOR}`, capabilities: { nativeSidecars: true, probesRestartedSidecars: true }, newerThanKnown: '1.99' });
});

test.each(['1.26', '1.9', '2.0', '0.29', '1', '1.', '', 'latest', '1.29-eks', ' 1.29', '1.29\n', '1.29.x', '01.29', '1.1000', 'undefined'])(
  '%j is no version to plan for', given => {
    expect(targetOf(given, {})).toBeUndefined();
  });

test.each([[true, '1.27'], [false, '1.35']])('that nodes have native sidecars (%s) can be said against the version %s', (nativeSidecars, version) => {
  expect(targetOf(version, { nativeSidecars })!.capabilities).toMatchObject({ nativeSidecars });
});

test('the default is the oldest version', () => {
  expect(DEFAULT_VERSION).toBe(`1.${OLDEST_MINOR}`);
});
