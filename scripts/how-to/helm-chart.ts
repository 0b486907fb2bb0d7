import { join } from 'path';
import { App, Chart, Include, Testing, Yaml } from 'cdk8s';
import { createTwoFilesPatch } from 'diff';
import { findingsOf, printed } from './command-line';
import { appOf, planOf, textOf } from './example';
import { recipe } from './recipe';
import { errorOf } from './shown';
import { StartupOrder } from '../../src';
import { fenced } from '../markdown';

const RENDERED = join(__dirname, '..', '..', 'examples', 'helm-chart', 'rendered.yaml');

/** Includes all objects of the rendered chart. */
function included(): Include {
  return new Include(new Chart(new App(), 'helm-chart'), 'shop', { url: RENDERED });
}

export function helmChart(): Record<string, string> {
  const rendered = textOf('examples/helm-chart/rendered.yaml');
  const before = Yaml.stringify(...Testing.synth(Chart.of(included())));
  const after = appOf('helm-chart').synthYaml();
  const diff = createTwoFilesPatch('rendered', 'ordered', before, after, '', '', { context: 2 })
    .split('\n')
    .slice(3)
    .filter(line => !line.startsWith('\\'));
  return {
    'lint': findingsOf('helm template shop chart | npx cdk8s-startup-order lint -', { stdin: rendered }),
    'explain-before': printed(
      'helm template shop chart | npx cdk8s-startup-order explain - --workload shop --kubernetes-version 1.33',
      { stdin: rendered },
    ),
    'program': recipe(
      'helm-chart',
      {
        shop: `
workloads: [{ kind: Deployment, name: shop }]
kubernetesVersion: '1.33'
architecture: amd64
sidecarsFirst: true
containers:
  proxy: { role: sidecar }
`,
      },
      {
        manifests: rendered,
        command: 'helm template shop chart | npx cdk8s-startup-order order - --file order.yaml > ordered.yaml',
      },
    ),
    'diff': fenced('diff', diff.join('\n')),
    'plan': planOf('helm-chart'),
    'several': errorOf(() => StartupOrder.of(included())),
    'post-renderer': fenced('sh', textOf('examples/helm-chart/post-render.sh')),
  };
}
