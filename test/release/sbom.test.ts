import { readFileSync } from 'fs';
import { join } from 'path';
import { listBundledPackages } from '../../scripts/bundle';
import { LIBRARIES } from '../../scripts/bundle-library';
import { buildSbom } from '../../scripts/sbom';

const ROOT = join(__dirname, '..', '..');
const SBOM = buildSbom('1.2.3');
const { components, dependencies, metadata } = SBOM;
const refs = [metadata.component, ...components].map(component => component['bom-ref']);

test('the SBOM is a CycloneDX document about the version of the release', () => {
  expect(SBOM).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) as unknown, version: 1 });
  expect(metadata.component).toMatchObject({ name: 'cdk8s-startup-order', version: '1.2.3', purl: 'pkg:npm/cdk8s-startup-order@1.2.3' });
});

test('the SBOM lists the packages in the library and in the tools, and the library in the agent', async () => {
  const names = components.map(({ name }) => name);
  expect(names).toEqual(['cdk8s', 'commander', 'js-yaml', 'unbash', 'yaml', 'musl']);
  expect(names).toEqual(expect.arrayContaining([...LIBRARIES, ...await listBundledPackages()]));
});

test('each component has a version and a purl, and each npm package the hash of package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { integrity: string; version: string }> };
  for (const { name, version, purl, hashes } of components) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    // purl-spec: `/` of a scope separates, `@` is encoded, and the names of pkg:github are in lower case.
    expect(purl).toMatch(/^pkg:(npm|github|generic)\/(%40[a-z]+\/)?[a-z0-9-]+(\/[a-z0-9-]+)?@[a-z0-9.-]+$/);
    if (!purl!.startsWith('pkg:npm/')) { continue; }
    const { integrity, version: locked } = packages[`node_modules/${name as string}`];
    expect(version).toBe(locked);
    expect(hashes).toEqual([{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }]);
  }
});

test('no component is a development dependency', () => {
  expect(components.filter(component => JSON.stringify(component).includes('cdx:npm:package:development'))).toEqual([]);
});

test('the references are unique, and the dependencies refer to them', () => {
  expect(new Set(refs).size).toBe(refs.length);
  expect(dependencies.map(({ ref }) => ref)).toEqual(refs);
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter(ref => !refs.includes(ref))).toEqual([]);
});
