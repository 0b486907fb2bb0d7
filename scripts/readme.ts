/** Fills the generated parts of README.md from the examples. With --check it fails when they are stale. */
import { readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Include, Testing, Yaml } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { createTwoFilesPatch } from 'diff';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { Dependency, OrderedDeployment, ReadyCheck, StartupOrder } from '../src';
import { SCRIPT } from '../src/agent/script';

const ROOT = join(__dirname, '..');
const README = join(ROOT, 'README.md');
const STOREFRONT = join(ROOT, 'examples', 'shop', 'storefront.yaml');

process.stderr.write = () => true; // the notice about START_ORDER is not the subject here

const quickStart = readFileSync(join(ROOT, 'examples', 'quick-start', 'main.ts'), 'utf8');

/** The containers of the quick start, with and without an order. */
function quickStartPair() {
  const containers = [
    { name: 'app', image: 'shop/app:7' },
    { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0' },
  ];
  const plain = new Deployment(new Chart(new App(), 'web'), 'web', { containers });
  const ordered = new OrderedDeployment(new Chart(new App(), 'web'), 'web', {
    startupOrder: { kubernetesVersion: '1.33' },
    containers: [
      { ...containers[0], dependsOn: [Dependency.on('proxy')] },
      { ...containers[1], readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
    ],
  });
  return { plain, ordered };
}

function storefront(order: boolean): string {
  const chart = Testing.chart();
  const include = new Include(chart, 'storefront', { url: STOREFRONT });
  if (order) { StartupOrder.of(include, { kubernetesVersion: '1.33' }).sidecarsFirst('envoy', 'cloud-sql-proxy', 'config-agent'); }
  return Yaml.stringify(...Testing.synth(chart));
}

function manifestOf(chart: Chart): string {
  return Yaml.stringify(...Testing.synth(chart));
}

/** The agent's script is the same in every manifest; here it would hide what differs. */
function withoutScript(yaml: string): string {
  const script = SCRIPT.trimEnd().split('$').join('$$').split('\n').map(line => line.trim());
  const lines = yaml.split('\n');
  const start = lines.findIndex((_, i) => script.every((expected, j) => lines[i + j]?.trim() === expected));
  if (start < 0) { return yaml; }
  const indent = lines[start].slice(0, lines[start].indexOf(script[0]));
  return [...lines.slice(0, start), `${indent}… the wait agent: ${script.length} lines of POSIX sh, the same in every pod …`, ...lines.slice(start + script.length)].join('\n');
}

function diff(before: string, after: string, context: number): string {
  const lines = createTwoFilesPatch('without', 'ordered', withoutScript(before), withoutScript(after), '', '', { context }).split('\n').slice(3);
  return ['```diff', ...lines.filter(l => !l.startsWith('\\')).join('\n').trimEnd().split('\n'), '```'].join('\n');
}

const { plain, ordered } = quickStartPair();
const BLOCKS: Record<string, string> = {
  'quick-start': ['```ts nofixture', quickStart.trimEnd(), '```'].join('\n'),
  'quick-start-diff': diff(manifestOf(Chart.of(plain)), manifestOf(Chart.of(ordered)), 1),
  'quick-start-plan': ['```text', ordered.startupOrder.explain().trimEnd(), '```'].join('\n'),
  'storefront-diff': diff(storefront(false), storefront(true), 2),
};

writeOrCheck(README, before => withBlocks(before, BLOCKS));
