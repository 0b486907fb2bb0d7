/**
 * Checks the files of `npm pack`: complete, without other files, and within the size limits. Needs a compiled library.
 */
import { execFileSync } from 'child_process';
import { existsSync, readFileSync } from 'fs';
import { join, posix } from 'path';

const ROOT = join(__dirname, '..');

/**
 * The limits in kB: the size at their last change, plus 5 %. A commit that raises a limit gives the reason. The
 * binaries of the agent take 170 and 306 kB, and the bundle 368 and 491 kB.
 */
const MOST = { packed: 917, unpacked: 2334 };

const NEEDED = [
  '.jsii',
  'LICENSE',
  'NOTICE',
  'README.md',
  'agent/bin/COPYRIGHT.musl',
  'agent/bin/SHA256SUMS',
  'agent/bin/linux-amd64/wait',
  'agent/bin/linux-arm64/wait',
  'bin/cdk8s-startup-order',
  'bundle/SHA256SUMS',
  'bundle/plugin.yaml',
  'bundle/startup-order.js',
  'lib/agent/read-binary.js',
  'lib/index.d.ts',
  'lib/index.js',
  'package.json',
  'schemas/startup-order.json',
];
/**
 * `.jsii.tabl.json`, from `npm run docs:check`, contains the snippets in other languages for the docs of their
 * packages.
 */
const ALLOWED = [
  /^\.jsii(\.tabl\.json)?$/,
  /^(LICENSE|NOTICE|README\.md|package\.json)$/,
  /^agent\/bin\/(COPYRIGHT\.musl|SHA256SUMS|linux-[a-z0-9]+\/wait)$/,
  /^bin\/cdk8s-startup-order$/,
  /^bundle\/(SHA256SUMS|plugin\.yaml|startup-order\.js)$/,
  /^lib\/.*\.d\.ts$/,
  /^lib\/(index|agent\/read-binary)\.js$/,
  /^schemas\/startup-order\.json$/,
];

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const [{ size, unpackedSize, files }] = Object.values<Packed>(
  JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' })),
);
const paths = files.map(({ path }) => path);
const kB = { packed: Math.ceil(size / 1000), unpacked: Math.ceil(unpackedSize / 1000) };

/** Whether the source of a compiled file no longer exists. */
const isStale = (path: string) =>
  path.startsWith('lib/') && !existsSync(join(ROOT, path.replace(/^lib\//, 'src/').replace(/(\.d\.ts|\.js)$/, '.ts')));

/** Returns the declarations that `lib/index.d.ts` refers to, directly or indirectly. */
function declarations(path = 'lib/index.d.ts', found = new Set<string>()): Set<string> {
  if (found.has(path)) {
    return found;
  }
  found.add(path);
  if (!existsSync(join(ROOT, path))) {
    return found;
  }
  const imports = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bfrom '(\.[^']*)'|\bimport\('(\.[^']*)'\)/g)];
  for (const [, from, inline] of imports) {
    declarations(`${posix.join(posix.dirname(path), from ?? inline)}.d.ts`, found);
  }
  return found;
}

const wrong = [
  ...[...declarations()]
    .filter(path => !paths.includes(path))
    .map(path => `${path}, which the exported declarations refer to, is missing`),
  ...NEEDED.filter(path => !paths.includes(path)).map(path => `${path} is missing`),
  ...paths
    .filter(path => !ALLOWED.some(pattern => pattern.test(path)))
    .map(path => `${path} must not be in the package`),
  ...paths.filter(isStale).map(path => `${path} has no source any more: remove lib, and compile`),
  ...(['packed', 'unpacked'] as const)
    .filter(what => kB[what] > MOST[what])
    .map(what => `the ${what} size is ${kB[what]} kB, more than ${MOST[what]} kB`),
];
wrong.forEach(line => console.error(`the npm package: ${line}`));
if (wrong.length > 0) {
  process.exitCode = 1;
}
console.log(`the npm package: ${files.length} files, ${kB.packed} kB, unpacked ${kB.unpacked} kB`);
