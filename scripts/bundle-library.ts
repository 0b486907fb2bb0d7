/**
 * Joins the files of lib that jsii has compiled into lib/index.js, because Node needs more time to find and load 200
 * small files than to run them. The code keeps its lines and names, and contains js-yaml, so that the package needs no
 * other package. Only lib/agent/read-binary.js, which finds the binaries by its own place, stays a file. Run it after
 * `projen compile`.
 */
import { join } from 'path';
import { build } from 'esbuild';
import { describeLicences } from './bundled-packages';

/** The packages in the file. Other packages stay imports. */
export const LIBRARIES = ['js-yaml'];

/** Joins the compiled files of a folder into its index.js. */
export async function bundleLibrary(folder: string): Promise<void> {
  await build({
    entryPoints: [join(folder, 'index.js')],
    outfile: join(folder, 'index.js'),
    allowOverwrite: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    packages: 'external',
    banner: { js: `/*\n${describeLicences(LIBRARIES).join('\n\n')}\n*/` },
    plugins: [
      {
        name: 'keep-files',
        setup({ onResolve }) {
          onResolve({ filter: /^js-yaml$/ }, () => ({ path: require.resolve('js-yaml') }));
          onResolve({ filter: /\/read-binary$/ }, () => ({ path: './agent/read-binary', external: true }));
          onResolve({ filter: /\/bundle\/startup-order$/ }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
  });
}

if (require.main === module) {
  void bundleLibrary(join(__dirname, '..', 'lib'));
}
