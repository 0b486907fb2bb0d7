import { readFileSync } from 'fs';
import { join } from 'path';
import { listBundledPackages } from '../../scripts/bundle';
import { LIBRARIES } from '../../scripts/bundle-library';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** @see https://github.com/cdklabs/construct-hub (src/backend/ingestion, August 2026) */
describe('Construct Hub', () => {
  test('Construct Hub accepts the package: jsii compiles it, and its licence is known', () => {
    expect(Object.keys(PACKAGE.jsii.targets).sort()).toEqual(['dotnet', 'go', 'java', 'python']);
    expect(PACKAGE.license).toBe('Apache-2.0');
  });

  test('Construct Hub finds the package by its keywords', () => {
    expect(PACKAGE.keywords).toEqual(expect.arrayContaining(['cdk', 'cdk8s', 'kubernetes']));
  });

  test('Construct Hub assigns the package to cdk8s by its dependency', () => {
    expect(PACKAGE.peerDependencies).toHaveProperty('cdk8s');
    expect(PACKAGE.peerDependencies).toHaveProperty('constructs');
  });

  test('Construct Hub shows the repository', () => {
    expect(PACKAGE.repository.url).toBe('https://github.com/cdk8s-startup-order/cdk8s-startup-order.git');
  });
});

test('NOTICE lists the packages in the library and in the tools with their licences', async () => {
  const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8');
  const names = [...LIBRARIES, ...await listBundledPackages()].filter(name => name !== 'cdk8s');
  expect(new Set(names)).toEqual(new Set(['commander', 'js-yaml', 'unbash', 'yaml']));
  for (const name of names) {
    const { license } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    const [copyright] = /^.*Copyright.*$/m.exec(readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8'))!;
    expect(notice).toContain(`${name}, ${license}: ${copyright}`);
  }
});

test('the npm package needs no packages but its peers', () => {
  expect([PACKAGE.dependencies ?? {}, PACKAGE.bundledDependencies ?? []]).toEqual([{}, []]);
});
