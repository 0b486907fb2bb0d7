/** The inputs that the bundle of the command line and the playground share. */
import { createHash } from 'crypto';
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Plugin } from 'esbuild';

const ROOT = join(__dirname, '..');
export const BINARIES = join(ROOT, 'agent', 'bin');

export function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A binary of the wait agent. */
export interface Binary {
  readonly path: string;
  readonly content: Buffer;
  readonly sha256: string;
}

export function readBinaries(): Binary[] {
  const folders = readdirSync(BINARIES).filter(name => name.startsWith('linux-'));
  const paths = folders.flatMap(folder => readdirSync(join(BINARIES, folder)).map(name => `${folder}/${name}`));
  return paths.sort().map(path => {
    const content = readFileSync(join(BINARIES, path));
    return { path, content, sha256: hash(content) };
  });
}

/** The only part of cdk8s that the tools need is a file without imports. All of cdk8s would add 150 kB. */
export const ONLY_DURATION: Plugin = {
  name: 'only-duration',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^cdk8s$/ }, ({ path }) => ({ path, namespace: 'parts' }));
    onLoad({ filter: /./, namespace: 'parts' }, () => ({
      contents: "export { Duration } from 'cdk8s/lib/duration';",
      resolveDir: ROOT,
    }));
  },
};
