/**
 * Writes the folder `bundle`, which is also a plugin of Helm 4. startup-order.js contains the tools in one file: the
 * command line, and the validation of the cdk8s CLI. It needs Node and nothing else. It contains the libraries and the
 * binaries of the wait agent, compressed: plain, it would have 1.2 MB. The same sources give the same bytes, with Node
 * 20, 22 and 24. Node runs the command line if it starts this file; bin/cdk8s-startup-order and the validation load it.
 * With a folder as argument, the script writes there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { brotliCompressSync, constants } from 'zlib';
import { build, Plugin } from 'esbuild';
import { BINARIES, Binary, hash, ONLY_DURATION, readBinaries } from './bundle-inputs';
import { describeLicences, listPackages } from './bundled-packages';

const ROOT = join(__dirname, '..');

/** The limit in bytes. */
export const MOST = 1_000_000;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const ENTRY = "export * from './tools';\n";

/** Replaces the files that read other files of the package. `unpackBinaries` is a parameter of the compressed code. */
function replaceReaders(binaries: readonly Binary[]): Plugin {
  let end = 0;
  const places = Object.fromEntries(
    binaries.map(({ path, content, sha256 }) => [path, { begin: end, end: (end += content.length), sha256 }]),
  );
  const files: Readonly<Record<string, string>> = {
    'src/agent/read-binary.ts': `
      const PLACES = ${JSON.stringify(places)};
      let all;
      export function readBinary(path) {
        const { begin, end, sha256 } = PLACES[path];
        return { base64: (all ??= unpackBinaries()).subarray(begin, end).toString('base64'), sha256 };
      }`,
    'tools/cli/version.ts': `export const VERSION = ${JSON.stringify(version)};`,
    'tools/cli/report-page.ts':
      `export const REPORT_PAGE = ` + `${JSON.stringify(readFileSync(join(ROOT, 'tools/cli/report.html'), 'utf8'))};`,
  };
  return {
    name: 'replace-readers',
    setup({ onLoad, onResolve }) {
      for (const [file, contents] of Object.entries(files)) {
        onLoad(
          {
            filter: new RegExp(
              `[\\\\/]${file.replace(/[./]/g, character => (character === '/' ? '[\\\\/]' : '\\.'))}$`,
            ),
          },
          () => ({ contents, loader: 'js' }),
        );
      }
      onResolve({ filter: /^(constructs|cdk8s-plus-27)$/ }, ({ path, importer }) => ({
        errors: [{ text: `${importer} imports ${path}, which the command line must not need` }],
      }));
    },
  };
}

function compress(content: Buffer): string {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(content, {
    params: { [BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: content.length },
  }).toString('base64');
}

function describeContent(packages: readonly string[]): string {
  return [
    `cdk8s-startup-order ${version}: the command line in one file.`,
    'Copyright the contributors to cdk8s-startup-order. Licensed under the Apache License, Version 2.0: ' +
      'https://www.apache.org/licenses/LICENSE-2.0',
    'The code and the binaries of the wait agent are compressed. `npx projen bundle` makes the same bytes from ' +
      'https://github.com/cdk8s-startup-order/cdk8s-startup-order.',
    `This file contains parts of ${[...packages, 'musl'].join(', ')}.`,
    ...describeLicences(packages),
    `The licence of musl:\n${readFileSync(join(BINARIES, 'COPYRIGHT.musl'), 'utf8').trim()}`,
  ]
    .join('\n\n')
    .replaceAll('*/', '* /');
}

/**
 * Returns the code without the binaries, and the packages with parts in the code. Names stay in the code, for the stack
 * traces in fault reports.
 */
async function buildCode(entry: string, binaries: readonly Binary[]) {
  const {
    outputFiles: [{ contents }],
    metafile,
  } = await build({
    stdin: { contents: entry, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    format: 'cjs',
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [replaceReaders(binaries), ONLY_DURATION],
  });
  const [output] = Object.values(metafile.outputs);
  return { contents, packages: listPackages(output.inputs) };
}

/** Returns the packages with parts in the bundle. */
export async function listBundledPackages(): Promise<string[]> {
  return (await buildCode(ENTRY, readBinaries())).packages;
}

/** Returns the text of the bundle. */
export async function bundle(entry = ENTRY): Promise<string> {
  const binaries = readBinaries();
  const { contents, packages } = await buildCode(entry, binaries);
  return `#!/usr/bin/env node
/*
${describeContent(packages)}
*/
const load = name => process.getBuiltinModule(name); // \`require\` does not exist in an ES module
const { brotliDecompressSync } = load('zlib');
const { Script } = load('vm');
const unpack = text => brotliDecompressSync(Buffer.from(text, 'base64'));
const unpackBinaries = () => unpack('${compress(Buffer.concat(binaries.map(({ content }) => content)))}');
const code = unpack('${compress(Buffer.from(contents))}').toString();
const tools = { exports: {} };
const script = new Script('(function (require, module, unpackBinaries) {' + code + '})', {
  filename: 'startup-order-code.js',
});
script.runInThisContext()(load, tools, unpackBinaries);
if (typeof module === 'object') { module.exports = tools.exports; }
if (typeof module !== 'object' || require.main === module) { tools.exports.run?.(); }
`;
}

/** Returns the plugin.yaml of Helm 4, which runs the bundle in the same folder as post-renderer. */
export function helmPlugin(): string {
  return `apiVersion: v1
type: postrenderer/v1
name: startup-order
version: ${version}
runtime: subprocess
runtimeConfig:
  platformCommand:
    - command: node
      args: ["\${HELM_PLUGIN_DIR}/startup-order.js", order, --helm-plugin]
`;
}

async function main(): Promise<void> {
  const text = await bundle();
  const size = Buffer.byteLength(text);
  if (size > MOST) {
    throw new Error(`the bundle has ${size} bytes, more than ${MOST}`);
  }
  const folder = process.argv[2] ?? join(ROOT, 'bundle');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'startup-order.js'), text, { mode: 0o755 });
  writeFileSync(join(folder, 'plugin.yaml'), helmPlugin());
  writeFileSync(join(folder, 'SHA256SUMS'), `${hash(text)}  startup-order.js\n${hash(helmPlugin())}  plugin.yaml\n`);
  console.log(`${folder}/startup-order.js: ${Math.ceil(size / 1000)} kB`);
}

if (require.main === module) {
  void main();
}
