/**
 * Joins the files of lib that jsii has compiled into lib/index.js, because Node needs more time to find and load 200 small files than to run them. The code keeps its lines and names. Only
 * lib/agent/read-binary.js, which finds the binaries by its own place, stays a file. Run it after `projen compile`.
 */
import { join } from 'path';
import { build } from 'esbuild';

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
    plugins: [{
      name: 'keep-files',
      setup({ onResolve }) {
        onResolve({ filter: /\/read-binary$/ }, () => ({ path: './agent/read-binary', external: true }));
        onResolve({ filter: /\/bundle\/startup-order$/ }, ({ path }) => ({ path, external: true }));
      },
    }],
  });
}

if (require.main === module) { void bundleLibrary(join(__dirname, '..', 'lib')); }
