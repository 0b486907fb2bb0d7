/**
 * Measures what a policy costs an API server: `cost.ts VERSION…`. For each shape of a pod, the time of a creation without the policy, with it, and of
 * an unrelated pod. The API server refuses a pod if an expression costs more than 1,000,000 units or all expressions of a policy more than
 * 10,000,000 (apiserver 1.30–1.37, apis/cel/config.go), so an admitted pod is within these limits.
 */
import { ApiObject, App, Chart } from 'cdk8s';
import { ControlPlane } from './control-plane';
import { Dependency, ReadyCheck, StartupOrder, StartupOrderPolicy } from '../../src';
import { poll } from '../runner/poll';

const NAMESPACE = 'shop';
const LABELS = { app: 'wide' };

/** `width`: the number of the earlier containers that each container depends on. */
interface Shape {
  readonly containers: number;
  readonly width: number;
  /** Other workloads in the same policy. */
  readonly others?: number;
}

const SHAPES: readonly Shape[] = [
  { containers: 5, width: 1 },
  { containers: 50, width: 1 },
  { containers: 50, width: 5 },
  { containers: 50, width: 49 },
  { containers: 200, width: 1 },
  { containers: 5, width: 1, others: 49 },
];

function synthesize({ containers, width, others = 0 }: Shape, kubernetesVersion: string): any[] {
  const chart = new Chart(new App(), 'wide', { namespace: NAMESPACE });
  for (let n = 0; n <= others; n++) { addDeployment(chart, n === 0 ? LABELS : { app: `other-${n}` }, { containers, width }, kubernetesVersion); }
  new StartupOrderPolicy(chart, 'policy');
  return chart.toJson();
}

function addDeployment(chart: Chart, labels: { readonly app: string }, { containers, width }: Shape, kubernetesVersion: string): void {
  const names = Array.from({ length: containers }, (_, i) => `container-${i}`);
  const deployment = new ApiObject(chart, labels.app, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: names.map(name => ({ name, image: 'registry.local/app:1', command: ['/run'] })) } },
    },
  });
  const order = StartupOrder.of(deployment, { kubernetesVersion, architecture: 'amd64' });
  names.forEach((name, i) => {
    const dependsOn = names.slice(Math.max(0, i - width), i).map(dependency => Dependency.on(dependency));
    order.declare(name, { readyWhen: ReadyCheck.file('/tmp/ready'), dependsOn });
  });
}

async function measure(plane: ControlPlane, version: string): Promise<void> {
  await plane.succeed(['create', 'namespace', NAMESPACE]);
  await poll('service account', { withinMs: 20_000 }, async () => (await plane.kubectl(['get', 'serviceaccount', 'default', '-n', NAMESPACE])).code === 0 || undefined);
  let made = 0;
  const create = async (pod: any) => {
    const began = performance.now();
    await plane.api.create(NAMESPACE, { ...pod, metadata: { ...pod.metadata, name: `pod-${made++}` } });
    return performance.now() - began;
  };
  const median = async (pod: any) => {
    const times: number[] = [];
    for (let i = 0; i < 30; i++) { times.push(await create(pod)); }
    return times.sort((a, b) => a - b)[15].toFixed(1);
  };
  for (const shape of SHAPES) {
    const objects = synthesize(shape, version.split('.').slice(0, 2).join('.'));
    const policy = objects.filter(({ kind }) => kind.startsWith('Validating'));
    const { template } = objects.find(({ kind }) => kind === 'Deployment').spec;
    const pod = { apiVersion: 'v1', kind: 'Pod', ...template };
    const damaged = { ...pod, spec: { ...pod.spec, containers: pod.spec.containers.map(({ volumeMounts: _mounts, ...rest }: any) => rest) } };
    const other = { ...pod, metadata: { labels: { app: 'unrelated' } } };
    const without = await median(pod);
    await plane.succeed(['apply', '--server-side', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: policy }));
    const refusal = await poll('policy in effect', { withinMs: 60_000, everyMs: 200 }, async () => create(damaged).then(() => undefined, (error: Error) => error.message));
    console.log(`${version} ${JSON.stringify(shape)}: policy ${Math.round(JSON.stringify(policy[0]).length / 1024)} kB; without ${without} ms, with ${await median(pod)} ms, `
      + `unrelated ${await median(other)} ms; refusal of ${refusal.length} characters: ${refusal.slice(0, 330)}`);
    await plane.succeed(['delete', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: policy }));
    await poll('policy gone', { withinMs: 60_000, everyMs: 200 }, async () => create(damaged).then(() => true, () => undefined));
  }
}

async function main(versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    const plane = await ControlPlane.start(version);
    try { await measure(plane, version); } finally { plane.stop(); }
  }
}

void main(process.argv.slice(2)).then(() => process.exit(0));
