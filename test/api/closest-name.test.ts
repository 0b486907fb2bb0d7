import { closestName } from '../../src/api/private/closest-name';

test.each<[string, string, string[], string | undefined]>([
  ['a letter that is missing', 'databse', ['cache', 'database'], 'database'],
  ['a letter too many', 'databasse', ['cache', 'database'], 'database'],
  ['a wrong letter', 'dataxase', ['cache', 'database'], 'database'],
  ['two letters that changed places', 'porxy', ['proxy', 'poker'], 'proxy'],
  ['capitals', 'DataBase', ['database'], 'database'],
  ['one letter of a short name', 'ap', ['app'], 'app'],
  ['swapped letters of a short name', 'bd', ['db'], 'db'],
  ['the nearest of several', 'cache', ['cache2', 'cachet-x'], 'cache2'],
  ['the first of equals', 'app', ['app1', 'app2'], 'app1'],
  ['a name that is too far away', 'zookeeper', ['cache', 'database'], undefined],
  ['more than a third is wrong', 'proxy', ['prometheus'], undefined],
  ['a short name with nothing in common', 'db', ['api', 'web'], undefined],
  ['no name at all', 'db', [], undefined],
  ['an empty name', '', ['api'], undefined],
])('%s', (_what, name, known, expected) => { expect(closestName(name, known)).toBe(expected); });
