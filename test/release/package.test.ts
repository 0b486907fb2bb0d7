import { readFileSync } from 'fs';
import { join } from 'path';

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

test('NOTICE lists the bundled packages with their licences', () => {
  const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8');
  for (const name of PACKAGE.bundledDependencies) {
    const { license } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    const [copyright] = /^Copyright.*$/m.exec(readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8'))!;
    expect(notice).toContain(`${name}, ${license}: ${copyright}`);
  }
});

test('all dependencies of the bundled packages are bundled', () => {
  const brought = PACKAGE.bundledDependencies.flatMap((name: string) => Object.keys(
    JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).dependencies ?? {}));
  expect(Object.keys(PACKAGE.dependencies)).toEqual(PACKAGE.bundledDependencies);
  expect(PACKAGE.bundledDependencies).toEqual(expect.arrayContaining(brought));
});
