/**
 * Writes dist/sbom.cdx.json: the packages in lib/index.js and in the command line, and the library in the wait agent,
 * as a CycloneDX document.
 */
import { execFileSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..');

interface Component {
  readonly 'bom-ref': string;
  readonly 'purl'?: string;
  readonly [field: string]: unknown;
}

interface LockedPackage {
  readonly version: string;
  /** `sha512-…` */
  readonly integrity: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The packages with parts in lib/index.js or bundle/startup-order.js. They are no dependencies of the npm package. */
const PARTS = ['cdk8s', 'commander', 'js-yaml', 'unbash', 'yaml'];

/**
 * Returns the SBOM of `version`. The list of npm contains all development dependencies, and `--omit dev` leaves out a
 * bundled package that these need too.
 */
export function buildSbom(version: string): Bom {
  const bom = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64_000_000,
    }),
  ) as Bom;
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string };
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };

  const describe = (dependency: string): Component => {
    const { version: locked, integrity } = packages[`node_modules/${dependency}`];
    const component = bom.components.find(({ purl }) => purl === `pkg:npm/${dependency.replace('@', '%40')}@${locked}`);
    if (!component) {
      throw new Error(`npm sbom does not list ${dependency}@${locked}`);
    }
    // npm lists the same version once. If that is a copy inside another package, it has no hash and other properties.
    return { ...component, scope: 'required', hashes: [formatHash(integrity)], properties: [] };
  };
  const components = [...PARTS.map(describe), describeMusl()];
  const ref = `${name}@${version}`;
  return {
    ...bom,
    metadata: {
      ...bom.metadata,
      component: { ...bom.metadata.component, 'bom-ref': ref, name, version, 'purl': `pkg:npm/${ref}` },
    },
    components,
    dependencies: [
      { ref, dependsOn: components.map(component => component['bom-ref']) },
      ...components.map(component => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  };
}

/** Returns the hash of an entry of package-lock.json, as CycloneDX writes it. */
function formatHash(integrity: string) {
  const [, content] = /^sha512-(.+)$/.exec(integrity)!;
  return { alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') };
}

/** Returns the C library that agent/build.sh links into the wait agent. */
function describeMusl(): Component {
  const build = readFileSync(join(ROOT, 'agent', 'build.sh'), 'utf8');
  const [zig, musl] = ['version', 'musl_version'].map(name => new RegExp(`^${name}=(.+)$`, 'm').exec(build)![1]);
  return {
    'type': 'library',
    'scope': 'required',
    'bom-ref': `musl@${musl}`,
    'name': 'musl',
    'version': musl,
    'purl': `pkg:generic/musl@${musl}`,
    'description': `The C library in ziglang ${zig}, linked into the wait agent`,
    'licenses': [{ license: { id: 'MIT' } }],
  };
}

if (require.main === module) {
  const versionFile = join(ROOT, 'dist', 'version.txt');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '0.0.0';
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, 'dist', 'sbom.cdx.json'), `${JSON.stringify(buildSbom(version), undefined, 2)}\n`);
}
