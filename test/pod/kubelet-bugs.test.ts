import { readFileSync } from 'fs';
import { BUG_SOURCES, GUARANTEES_DOC, kubeletBugsDoc, OTHER_BUGS } from '../../scripts/kubelet-bugs-doc';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { findKubeletBugs, KUBELET_BUGS } from '../../src/pod/kubelet-bugs';

const issues = (minor: number, patch?: number) => findKubeletBugs(minor, patch).map(({ bug, fixedIn }) => `${bug.issue}${fixedIn === undefined ? '' : ` until ${fixedIn}`}`);

test.each([
  [27, undefined, []],
  [28, 0, ['kubernetes#120247 until 1.28.2']],
  [28, 1, ['kubernetes#120247 until 1.28.2']],
  [28, 2, []],
  [28, undefined, []],
  [31, 0, ['kubernetes#126543 until 1.31.1', 'kubernetes#132037', 'kubernetes#132826', 'kubernetes#137710']],
  [31, 1, ['kubernetes#132037', 'kubernetes#132826', 'kubernetes#137710']],
  [32, 2, ['kubernetes#129907 until 1.32.3', 'kubernetes#132037', 'kubernetes#132826', 'kubernetes#137710']],
  [32, 3, ['kubernetes#132037', 'kubernetes#132826', 'kubernetes#137710']],
  [33, 5, ['kubernetes#132037 until 1.33.6', 'kubernetes#132826 until 1.33.6', 'kubernetes#137710']],
  [33, 13, ['kubernetes#137710']],
  [35, 3, ['kubernetes#136910 until 1.35.4', 'kubernetes#137710', 'kubernetes#142305']],
  [35, 4, ['kubernetes#137710', 'kubernetes#142305']],
  [37, 1, ['kubernetes#142305']],
])('the bugs of 1.%i.%s are %j', (minor, patch, expected) => { expect(issues(minor, patch)).toEqual(expected); });

test('each bug affects a supported version, and its patch releases begin before the fix', () => {
  for (const { issue, fixedIn } of [...KUBELET_BUGS, ...OTHER_BUGS]) {
    const minors = Object.entries(fixedIn);
    expect([issue, minors.length > 0]).toEqual([issue, true]);
    expect(minors.filter(([minor, fixed]) => Number(minor) < OLDEST_MINOR || Number(minor) > NEWEST_MINOR || fixed === 0)).toEqual([]);
  }
});

test('each bug has a warning with a code of its own, or a reason for none', () => {
  const codes = KUBELET_BUGS.flatMap(bug => bug.warning ?? []);
  expect(codes.length).toBeGreaterThan(0);
  expect(new Set(codes).size).toBe(codes.length);
  const all = [...KUBELET_BUGS, ...OTHER_BUGS];
  expect(all.map(bug => bug.issue).sort()).toEqual(Object.keys(BUG_SOURCES));
  expect(all.filter(bug => (bug.warning === undefined) === (BUG_SOURCES[bug.issue].noWarning === undefined))).toEqual([]);
});

test('docs/explanation/guarantees.md contains the table', () => {
  const page = readFileSync(GUARANTEES_DOC, 'utf8');
  expect(kubeletBugsDoc(page)).toBe(page);
});
