import { App, ApiObject, Chart } from 'cdk8s';
import { ContainerRole, Dependency, Guarantee, ReadyCheck, StartCondition, StartupOrder, StartupOrderPolicy } from '../../src';

export const KINDS = ['Pod', 'Deployment', 'Job', 'StatefulSet'] as const;
export type WorkloadKind = typeof KINDS[number];

const IMAGE = 'registry.local/app:1';

/** The containers of all workloads. The dependencies below use each mechanism that the version has. */
function podSpec(kind: WorkloadKind): object {
  return {
    ...kind === 'Job' ? { restartPolicy: 'Never' } : {},
    containers: [
      { name: 'app', image: IMAGE, command: ['/app'] },
      { name: 'cache', image: IMAGE, command: ['/cache'] },
      { name: 'worker', image: IMAGE },
      { name: 'queue', image: IMAGE },
    ],
    initContainers: [
      { name: 'migrate', image: IMAGE, command: ['/migrate'] },
      { name: 'proxy', image: IMAGE, restartPolicy: 'Always' },
    ],
  };
}

function manifest({ kind, name, webhook, namespace }: Subject): any {
  const labels = { app: name, webhook };
  const template = { metadata: { labels }, spec: podSpec(kind) };
  const selector = { matchLabels: { app: name } };
  // If the field exists but is undefined, cdk8s does not write the namespace of the chart.
  const metadata = { name, ...namespace && { namespace } };
  switch (kind) {
    case 'Pod': return { apiVersion: 'v1', kind, ...template, metadata: { ...metadata, labels } };
    case 'Deployment': return { apiVersion: 'apps/v1', kind, metadata, spec: { selector, template } };
    case 'StatefulSet': return { apiVersion: 'apps/v1', kind, metadata, spec: { selector, serviceName: name, template } };
    case 'Job': return { apiVersion: 'batch/v1', kind, metadata, spec: { template } };
  }
}

/** A workload of a chart, and the damage that the webhook does to its pods. */
export interface Subject {
  readonly kind: WorkloadKind;
  readonly name: string;
  readonly webhook: string;
  /** `undefined`: the namespace of the chart. */
  readonly namespace?: string;
}

export interface Synthesized {
  readonly workloads: readonly any[];
  readonly policy: readonly any[];
}

/** Returns the manifests of the workloads and of their policy. */
export function synthesizeSubjects(subjects: readonly Subject[], { kubernetesVersion, namespace, action }: {
  readonly kubernetesVersion: string; readonly namespace: string; readonly action: string;
}): Synthesized {
  const chart = new Chart(new App(), namespace, { namespace });
  for (const subject of subjects) {
    const { metadata, ...rest } = manifest(subject);
    const id = [subject.namespace ?? [], subject.name].flat().join('-');
    const order = StartupOrder.of(new ApiObject(chart, id, { ...rest, metadata }), { kubernetesVersion, architecture: 'amd64' });
    order.declare('proxy', { readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }), dependsOn: [Dependency.on('migrate', { condition: StartCondition.COMPLETED })] });
    order.declare('cache', { role: ContainerRole.APP, readyWhen: ReadyCheck.file('/tmp/ready') });
    order.declare('queue', { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(5672) });
    order.declare('app', { dependsOn: [Dependency.on('proxy', { guarantee: Guarantee.EVERY_START }), Dependency.on('cache')] });
    order.declare('worker', { dependsOn: [Dependency.on('queue')] });
  }
  new StartupOrderPolicy(chart, 'order-policy', { action });
  const objects = chart.toJson();
  const isPolicy = ({ kind }: any) => kind.startsWith('ValidatingAdmissionPolicy');
  return { workloads: objects.filter(o => !isPolicy(o)), policy: objects.filter(isPolicy) };
}
