import { readFileSync } from 'fs';
import { join } from 'path';
import { listBundledPackages } from '../../scripts/bundle';
import { LIBRARIES } from '../../scripts/bundle-library';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** @see https://github.com/cdklabs/construct-hub (src/backend/ingestion, August 2026) */
test('Construct Hub accepts the package, assigns it to cdk8s, and shows its repository', () => {
  expect(Object.keys(PACKAGE.jsii.targets).sort()).toEqual(['dotnet', 'go', 'java', 'python']);
  expect(PACKAGE).toMatchObject({
    license: 'Apache-2.0',
    keywords: expect.arrayContaining(['cdk', 'cdk8s', 'kubernetes']) as unknown,
    peerDependencies: { cdk8s: expect.any(String) as unknown, constructs: expect.any(String) as unknown },
    repository: { url: 'https://github.com/cdk8s-startup-order/cdk8s-startup-order.git' },
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

test('the npm package needs no packages but its peers, which npm installs only if an app names them', () => {
  const peers = ['cdk8s', 'cdk8s-plus-27', 'constructs'];
  expect([PACKAGE.dependencies ?? {}, PACKAGE.bundledDependencies ?? [], Object.keys(PACKAGE.peerDependencies)]).toEqual([{}, [], peers]);
  expect(PACKAGE.peerDependenciesMeta).toEqual(Object.fromEntries(peers.map(name => [name, { optional: true }])));
  const installs = ['README.md', 'docs/README.md', 'docs/tutorial/first-ordered-pod.md'].map(page => /^npm install .*\bcdk8s-plus-27\b.*/m.exec(readFileSync(join(ROOT, page), 'utf8'))![0].split(/ +/));
  for (const words of installs) { expect(words).toEqual(expect.arrayContaining(peers)); }
});
