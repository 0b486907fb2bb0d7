import { CAPABILITY_FACTS } from '../../scripts/capability-facts';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { CAPABILITIES, Capabilities, DEFAULT_VERSION, parseVersion, resolveNearestTarget, resolveTarget } from '../../src/pod/capabilities';
import { KUBELET_BUGS } from '../../src/pod/kubelet-bugs';

/** The capabilities of a version, for a pod without a runtime class. */
const present = (version: string) => Object.entries(resolveTarget(version, {})!.capabilities).filter(([, has]) => has).map(([name]) => name);

test.each([
  ['1.27', '1.27', ['serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['1.29', '1.29', ['nativeSidecars', 'serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['1.30', '1.30', ['nativeSidecars', 'sleepAction', 'serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['1.34', '1.34', ['nativeSidecars', 'sleepAction', 'sidecarPortNames', 'serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['1.35', '1.35', ['nativeSidecars', 'sleepAction', 'envFiles', 'containerRestartRules', 'imageVolumes', 'sidecarPortNames', 'serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['1.37', '1.37', ['nativeSidecars', 'sleepAction', 'envFiles', 'containerRestartRules', 'restartAllContainers', 'imageVolumes', 'sidecarPortNames', 'serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['v1.28.11', '1.28', ['serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
  ['v1.29.1-gke.1000', '1.29', ['nativeSidecars', 'serialStarts', 'hostVisibleEmptyDirs', 'sharedFileLocks']],
])('the version %s is planned as %s, with the capabilities %j', (given, version, capabilities) => {
  expect([resolveTarget(given, {})!.version, present(given)]).toEqual([version, capabilities]);
});

test('a version newer than the newest known version is planned as the newest, and stays in newerThanKnown', () => {
  expect(resolveTarget('1.99', {})).toEqual({ ...resolveTarget(`1.${NEWEST_MINOR}`, {})!, newerThanKnown: '1.99' });
});

test('the patch version of a newer version is no patch version of the newest known version', () => {
  const [bug] = KUBELET_BUGS;
  const fixedIn = jest.replaceProperty(bug, 'fixedIn', { [NEWEST_MINOR]: 1 });
  const hasBug = (version: string) => resolveTarget(version, {})!.kubeletBugs.some(found => found.bug === bug);
  expect([hasBug(`1.${NEWEST_MINOR}.0`), hasBug(`1.${NEWEST_MINOR}.1`), hasBug(`1.${NEWEST_MINOR + 1}.0`)]).toEqual([true, false, false]);
  fixedIn.restore();
});

test.each(['1.26', '1.9', '2.0', '0.29', '1', '1.', '', 'latest', '1.037', ' 1.29', '1.29\n', '1.29.x', '01.29', '1.1000', 'undefined'])(
  '%j is no version to plan for', given => { expect(resolveTarget(given, {})).toBeUndefined(); });

test.each(Object.keys(CAPABILITIES) as (keyof Capabilities)[])('the options can override the capability %s in both directions', name => {
  for (const has of [true, false]) {
    for (const version of [DEFAULT_VERSION, `1.${NEWEST_MINOR}`]) {
      const { capabilities, capabilitiesOfRuntimeClass } = resolveTarget(version, { [name]: has })!;
      expect([capabilities[name], capabilitiesOfRuntimeClass[name]]).toEqual([has, has]);
    }
  }
});

test('each capability has a source, and a version between the oldest and the newest', () => {
  for (const [name, there] of Object.entries(CAPABILITIES)) {
    expect(CAPABILITY_FACTS[name as keyof Capabilities].source).toMatch(/KEP-\d+, feature gate `\w+`|kubernetes#\d+|enhancements#\d+|^Kata Containers, |^runsc \d+ /);
    const minor = typeof there === 'string' ? NEWEST_MINOR : there.since;
    expect(OLDEST_MINOR < minor && minor <= NEWEST_MINOR).toBe(true);
  }
});

test('to read a manifest, an older version counts as the oldest, and an unspecified version as the default', () => {
  expect(CAPABILITIES.nativeSidecars).toEqual({ since: Number(DEFAULT_VERSION.slice('1.'.length)) });
  expect(['1.20', '1.27', 'v1.33.1', '1.99', undefined].map(version => resolveNearestTarget(version).version))
    .toEqual([`1.${OLDEST_MINOR}`, '1.27', '1.33', `1.${NEWEST_MINOR}`, DEFAULT_VERSION]);
});

test.each([
  ['1.33', '1.33'], ['v1.33', '1.33'], ['1.33.5', '1.33.5'], ['v1.33.5-eks-113cf36', '1.33.5'], ['1.33+', '1.33'],
  ['', undefined], ['latest', undefined], ['1', undefined], ['1.33.x', undefined], ['2.0', undefined], ['1.1234', undefined], ['1.3', undefined], ['1.3.5', undefined], ['1.033', undefined], ['1.', undefined], ['1.33.', undefined],
  [' 1.33', undefined], ['1.33 ', undefined], ['1,33', undefined], ['33', undefined],
])('the version in %j is %j', (text, version) => {
  const found = parseVersion(text);
  expect(found && found.minor + found.patch).toBe(version);
});
