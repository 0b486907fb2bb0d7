/** Writes dist/sbom.cdx.json: the bundled packages, and the libraries in the wait agent, as a CycloneDX document. */
import { execFileSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..');

interface Component {
  readonly 'bom-ref': string;
  readonly 'purl'?: string;
  readonly 'properties'?: readonly { readonly name: string }[];
  readonly [field: string]: unknown;
}

interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Returns the SBOM of `version`. The list of npm contains all development dependencies, and `--omit dev` leaves out a bundled package that these need too. */
export function buildSbom(version: string): Bom {
  const bom = JSON.parse(execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64_000_000 })) as Bom;
  const { name, bundledDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string; bundledDependencies: string[] };
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { version: string; dependencies?: Record<string, string> }> };

  const bundled = bundledDependencies.map(dependency => {
    const { version: locked, dependencies = {} } = packages[`node_modules/${dependency}`];
    const missing = Object.keys(dependencies).filter(needed => !bundledDependencies.includes(needed));
    if (missing.length > 0) { throw new Error(`${dependency} needs ${missing.join(', ')}, which the SBOM must contain`); }
    const component = bom.components.find(({ purl }) => purl === `pkg:npm/${dependency.replace('@', '%40')}@${locked}`);
    if (!component) { throw new Error(`npm sbom does not list ${dependency}@${locked}`); }
    return { ...component, properties: component.properties?.filter(property => property.name !== 'cdx:npm:package:development') };
  });
  const components = [...bundled, ...agentLibraries()];
  const ref = `${name}@${version}`;
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, 'bom-ref': ref, name, version, 'purl': `pkg:npm/${ref}` } },
    components,
    dependencies: [{ ref, dependsOn: components.map(component => component['bom-ref']) }, ...components.map(component => ({ ref: component['bom-ref'], dependsOn: [] }))],
  };
}

/** The libraries that agent/build.sh links into `wait` and `wait-https`. */
function agentLibraries(): Component[] {
  const build = readFileSync(join(ROOT, 'agent', 'build.sh'), 'utf8');
  const [, zig] = /^version=(.+)$/m.exec(build)!;
  const [, tls] = /^tls_version=(.+)$/m.exec(build)!;
  const common = { type: 'library', scope: 'required' };
  return [
    { ...common, 'bom-ref': `musl-of-ziglang@${zig}`, 'name': 'musl', 'description': `The C library in ziglang ${zig}, linked into the wait agent`, 'licenses': [{ license: { id: 'MIT' } }] },
    { ...common, 'bom-ref': `mbedtls@${tls}`, 'name': 'mbedtls', 'version': tls, 'purl': `pkg:github/Mbed-TLS/mbedtls@mbedtls-${tls}`, 'description': 'The TLS library, linked into wait-https', 'licenses': [{ license: { id: 'Apache-2.0' } }] },
  ];
}

if (require.main === module) {
  const versionFile = join(ROOT, 'dist', 'version.txt');
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, 'dist', 'sbom.cdx.json'), `${JSON.stringify(buildSbom(existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '0.0.0'), undefined, 2)}\n`);
}
