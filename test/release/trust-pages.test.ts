import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { VERSIONS } from '../../conformance/runner/versions';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';

const ROOT = join(__dirname, '..', '..');
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe('the answers for the OpenSSF Best Practices badge', () => {
  const answers = JSON.parse(read('.bestpractices.json')) as Record<string, string>;
  const criteria = Object.keys(answers).flatMap(key => /^(.*)_status$/.exec(key)?.[1] ?? []);

  test('the file answers the 67 criteria of the level passing', () => {
    expect(criteria).toHaveLength(67);
    expect(criteria.filter(name => !['Met', 'Unmet', 'N/A', '?'].includes(answers[`${name}_status`]))).toEqual([]);
  });

  test.each(criteria)('the justification of %s refers to a file of the repository', name => {
    const [, path] = / https:\/\/github\.com\/cdk8s-startup-order\/cdk8s-startup-order\/blob\/main\/(\S+)$/.exec(answers[`${name}_justification`])!;
    expect(existsSync(join(ROOT, path))).toBe(true);
  });
});

describe('SUPPORT.md', () => {
  const minors = Array.from({ length: NEWEST_MINOR - OLDEST_MINOR + 1 }, (_, i) => OLDEST_MINOR + i);
  const row = (level: string) => read('SUPPORT.md').split('\n').find(line => line.includes(`| ${level}`))!.split('|')[1].trim();

  /** Returns the minor versions of a text such as `1.27, 1.30 to 1.32`. */
  const minorsOf = (text: string) => text.split(', ').flatMap(part => {
    const [first, last = first] = part.split(' to ').map(version => Number(version.replace('1.', '')));
    return minors.filter(minor => minor >= first && minor <= last);
  });

  test('the tested versions of Kubernetes are the versions of the conformance suite', () => {
    expect(minorsOf(row('tested:'))).toEqual(VERSIONS.map(version => Number(version.split('.')[1])));
  });

  test('the tested and the supported versions are all versions that kubernetesVersion accepts', () => {
    expect([...minorsOf(row('tested:')), ...minorsOf(row('supported:'))].sort()).toEqual(minors);
  });

  test('the supported version of Node is that of the package', () => {
    expect(JSON.parse(read('package.json')).engines.node).toBe('>= 20.16.0');
    expect(read('SUPPORT.md')).toContain('| Node | 20.16 and newer.');
  });
});
