/** Synthesizes examples/shop, and prints the plan and the path of the manifest of each workload. */
import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { join, relative } from 'path';
import { LineCounter, parseAllDocuments } from 'yaml';

const ROOT = join(__dirname, '..');
const SHOP = join(ROOT, 'examples', 'shop');

process.chdir(SHOP);
console.log('$ cd examples/shop && cdk8s synth');
execFileSync(
  process.execPath,
  [join(ROOT, 'node_modules', 'cdk8s-cli', 'bin', 'cdk8s'), 'synth', '--check-upgrade=false'],
  { stdio: 'inherit' },
);

const file = join(SHOP, 'dist', 'shop.k8s.yaml');
const lines = new LineCounter();
// All documents but the ConfigMap with the wait agent are workloads, in the order of the program.
const workloads = parseAllDocuments(readFileSync(file, 'utf8'), { lineCounter: lines }).filter(
  document => document.get('kind') !== 'ConfigMap',
);
// Loading the app synthesizes it. Its stderr was printed above.
const { write } = process.stderr;
process.stderr.write = () => true;
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { orders } = require(join(SHOP, 'main')) as typeof import('../examples/shop/main');
process.stderr.write = write;

if (workloads.length !== orders.length) {
  throw new Error(`the manifest has ${workloads.length} workloads, the program ${orders.length}`);
}
orders.forEach((order, i) => {
  const document = workloads[i];
  console.log();
  console.log(order.explain());
  console.log(
    `  manifest: ${relative(ROOT, file)}:${lines.linePos(document.range[0]).line} (${document.get('kind')} ` +
      `${document.getIn(['metadata', 'name'])})`,
  );
});
