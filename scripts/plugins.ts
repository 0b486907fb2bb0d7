/**
 * Writes the files of a release that other programs install: the archive startup-order.tgz, a plugin of Helm 4 and of
 * kubectl, and startup-order.yaml, the manifest of the archive for Krew. The arguments are the npm package and the
 * folder. Needs GNU tar; the same package gives the same bytes.
 */
import { execFileSync } from 'child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { stringify } from 'yaml';
import { hash } from './bundle-inputs';

const REPOSITORY = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order';
/** Helm expects the name of the archive. */
const FOLDER = 'startup-order';
const ARCHIVE = `${FOLDER}.tgz`;

interface Package {
  readonly version: string;
  readonly description: string;
}

export function writePlugins(npmPackage: string, folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'startup-order-plugins-'));
  try {
    execFileSync('tar', ['-xzf', npmPackage, '-C', work]);
    const unpacked = join(work, 'package');
    const plugin = join(work, FOLDER);
    mkdirSync(plugin);
    for (const file of ['LICENSE', 'bundle/plugin.yaml', 'bundle/startup-order.js']) {
      cpSync(join(unpacked, file), join(plugin, file.replace('bundle/', '')));
    }
    const archive = execFileSync('tar', [
      ...['--create', '--gzip', '--directory', work, '--sort=name', '--mtime=@0', '--mode=u=rwX,go=rX'],
      ...['--owner=0', '--group=0', '--numeric-owner', FOLDER],
    ]);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, ARCHIVE), archive);
    const described = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Package;
    writeFileSync(join(folder, 'startup-order.yaml'), stringify(krewManifest(described, hash(archive))));
  } finally {
    rmSync(work, { recursive: true });
  }
}

function krewManifest({ version, description }: Package, sha256: string): object {
  return {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'startup-order' },
    spec: {
      version: `v${version}`,
      homepage: REPOSITORY,
      shortDescription: 'Order the containers of pods',
      description,
      caveats: 'Needs Node 20.16 or newer.',
      platforms: [
        {
          // Windows does not run a script by its first line.
          selector: { matchExpressions: [{ key: 'os', operator: 'In', values: ['darwin', 'linux'] }] },
          uri: `${REPOSITORY}/releases/download/v${version}/${ARCHIVE}`,
          sha256,
          bin: `${FOLDER}/startup-order.js`,
        },
      ],
    },
  };
}

if (require.main === module) {
  const [npmPackage, folder] = process.argv.slice(2);
  writePlugins(npmPackage, folder);
}
