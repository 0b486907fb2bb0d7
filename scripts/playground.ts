/**
 * Writes the playground: one page, its style, and one script, which contains the script of its worker. Everything runs
 * in the browser. A second script has the binaries, for copies of manifests.
 */
import { cpSync, mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { build, Plugin } from 'esbuild';
import { ONLY_DURATION, readBinaries } from './bundle-inputs';
import { describeLicences, listPackages } from './bundled-packages';
import { formatPlaceholder } from '../site/playground/placeholder';

const ROOT = join(__dirname, '..');
const PLAYGROUND = join(ROOT, 'site', 'playground');

/** The limit of the script in bytes, compressed with gzip. */
export const MOST = 300_000;

/** The content of src/pod/sha256.ts for browsers. */
const SHA256 = `import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
export const sha256 = text => bytesToHex(hash(utf8ToBytes(text)));`;

/**
 * Replaces the two files with modules of Node. The script contains the hashes of the binaries, which are part of names,
 * but not the binaries.
 */
function replaceNodeModules(): Plugin {
  const binaries = Object.fromEntries(
    readBinaries().map(({ path, sha256 }) => [path, { base64: formatPlaceholder(path), sha256 }]),
  );
  return {
    name: 'replace-node-modules',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]agent[\\/]read-binary\.ts$/ }, () => ({
        contents: `const BINARIES = ${JSON.stringify(binaries)};\nexport const readBinary = path => BINARIES[path];`,
        loader: 'js',
      }));
      onLoad({ filter: /[\\/]src[\\/]pod[\\/]sha256\.ts$/ }, () => ({
        contents: SHA256,
        loader: 'js',
        resolveDir: ROOT,
      }));
    },
  };
}

/** A script, and the bytes that each file adds to it. */
interface Script {
  readonly script: string;
  readonly inputs: Readonly<Record<string, number>>;
}

/**
 * Returns the script of the page. It contains the script of the worker as a text: the worker of a text has the content
 * security policy of the page, and the worker of a file would have none.
 */
export async function bundlePlayground(): Promise<Script> {
  const worker = await bundleFile('worker.ts', {});
  const page = await bundleFile('main.ts', { WORKER: JSON.stringify(worker.script) });
  return { script: page.script, inputs: { ...page.inputs, ...worker.inputs } };
}

/** An import of a Node module fails, because the platform is a browser. */
async function bundleFile(file: string, define: Readonly<Record<string, string>>): Promise<Script> {
  const {
    outputFiles: [{ text }],
    metafile,
  } = await build({
    entryPoints: [join(PLAYGROUND, file)],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    target: ['es2022'],
    define,
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [replaceNodeModules(), ONLY_DURATION],
  });
  const [output] = Object.values(metafile.outputs);
  return {
    script: text,
    inputs: Object.fromEntries(Object.entries(output.inputs).map(([name, { bytesInOutput }]) => [name, bytesInOutput])),
  };
}

/** Writes the playground into a folder. */
export async function writePlayground(folder: string): Promise<void> {
  const { script, inputs } = await bundlePlayground();
  const size = gzipSync(script).length;
  if (size > MOST) {
    throw new Error(`the script has ${size} bytes in gzip, more than ${MOST}`);
  }
  mkdirSync(folder, { recursive: true });
  for (const file of ['index.html', 'playground.css']) {
    cpSync(join(PLAYGROUND, file), join(folder, file));
  }
  writeFileSync(
    join(folder, 'playground.js'),
    `/* The licences of the libraries in this file: licences.txt */\n${script}`,
  );
  writeFileSync(join(folder, 'licences.txt'), `${describeLicences(listPackages(inputs)).join('\n\n')}\n`);
  const binaries = Object.fromEntries(readBinaries().map(({ path, content }) => [path, content.toString('base64')]));
  writeFileSync(join(folder, 'binaries.js'), `globalThis.startupOrderBinaries = ${JSON.stringify(binaries)};\n`);
  console.log(`${folder}/playground.js: ${Math.ceil(size / 1000)} kB in gzip`);
}

if (require.main === module) {
  void writePlayground(process.argv[2] ?? join(ROOT, 'site', 'public', 'playground'));
}
