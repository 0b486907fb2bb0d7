import { findItemPath, unwrapList } from '../../src/pod/list-items';

const list = (kind: string, ...items: unknown[]) => ({ apiVersion: 'apps/v1', kind, items });

test('the items of a List are its objects; a document that is no List is its only item', () => {
  expect(unwrapList(list('List', { kind: 'Pod' }, 7))).toEqual([{ path: ['items', '0'], value: { kind: 'Pod' } }, { path: ['items', '1'], value: 7 }]);
  expect([null, [list('List')], { kind: 'List', items: {} }, { kind: 7, items: [] }].map(document => unwrapList(document)[0].path)).toEqual([[], [], [], []]);
});

test('the items of a typed list have the version and kind of the list, unless they contain others', () => {
  expect(unwrapList(list('DeploymentList', {}, { apiVersion: 'v1', kind: 'Pod' }, null)).map(i => i.value)).toEqual(
    [{ apiVersion: 'apps/v1', kind: 'Deployment' }, { apiVersion: 'v1', kind: 'Pod' }, null]);
});

test('a List in a List is unwrapped, down to eight levels', () => {
  const nest = (depth: number): unknown => depth === 0 ? { kind: 'Pod' } : list('List', nest(depth - 1));
  expect([1, 8, 9].map(depth => unwrapList(nest(depth)).map(({ path, value }) => [path.length, (value as { kind: string }).kind]))).toEqual(
    [[[2, 'Pod']], [[16, 'Pod']], [[16, 'List']]]);
});

test.each([
  [['spec', 'template'], []], [['items', '1', 'spec'], ['items', '1']], [['items', '1', 'items', '0', 'spec', 'items'], ['items', '1', 'items', '0']], [[], []],
])('the item at the path %j has the path %j', (path, expected) => { expect(findItemPath(path)).toEqual(expected); });
