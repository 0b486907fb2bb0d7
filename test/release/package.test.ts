import { readFileSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** @see https://github.com/cdklabs/construct-hub (src/backend/ingestion, August 2026) */
describe('Construct Hub', () => {
  test('takes it: it is compiled by jsii, under a licence that it knows', () => {
    expect(Object.keys(PACKAGE.jsii.targets).sort()).toEqual(['dotnet', 'go', 'java', 'python']);
    expect(PACKAGE.license).toBe('Apache-2.0');
  });

  test('finds it by its keywords', () => {
    expect(PACKAGE.keywords).toEqual(expect.arrayContaining(['cdk', 'cdk8s', 'kubernetes']));
  });

  test('sees that it is for cdk8s by the dependency on just that: of cdk8s-plus it knows the oldest only', () => {
    expect(PACKAGE.peerDependencies).toHaveProperty('cdk8s');
    expect(PACKAGE.peerDependencies).toHaveProperty('constructs');
  });

  test('shows where the source is', () => {
    expect(PACKAGE.repository.url).toBe('https://github.com/cdk8s-startup-order/cdk8s-startup-order.git');
  });
});

test('NOTICE names what is bundled, with its licence', () => {
  const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8');
  for (const name of PACKAGE.bundledDependencies) {
    const { license } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    const [copyright] = /^Copyright.*$/m.exec(readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8'))!;
    expect(notice).toContain(`${name}, ${license}: ${copyright}`);
  }
});

test('what is bundled brings nothing with it that is not', () => {
  const brought = PACKAGE.bundledDependencies.flatMap((name: string) => Object.keys(
    JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).dependencies ?? {}));
  expect([Object.keys(PACKAGE.dependencies), brought]).toEqual([PACKAGE.bundledDependencies, []]);
});
