import { App, Chart } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { findingsOf } from './command-line';
import { planOf, podSpecOf } from './example';
import { recipe } from './recipe';
import { containerOf, errorOf, only, yaml } from './shown';
import { ContainerRole, Dependency, OrderedJob, ReadyCheck } from '../../src';
import { RULES } from '../../tools/lint/lint';

const BY_HAND = RULES.find(({ id }) => id === 'job-never-ends')!.example.wrong.trim();

export function jobs(): Record<string, string> {
  const native = podSpecOf('job-with-proxy', 'report');
  const old = podSpecOf('cronjob-retry', 'export');
  const meshed = podSpecOf('job-in-mesh', 'report');
  return {
    'lint': findingsOf('npx cdk8s-startup-order lint report.yaml', { files: { 'report.yaml': BY_HAND } }),
    'program': recipe('job-with-proxy', {
      report: `
workloads: [{ kind: Job, name: report }]
containers:
  report: { dependsOn: [proxy] }
  proxy: { role: sidecar, readyWhen: { tcpSocket: { port: 5432 } } }
`,
    }),
    'shutdown': recipe('drain-before-proxy', {
      orders: `
workloads: [{ kind: Deployment, name: orders }]
containers:
  app: { dependsOn: [proxy], stopsWithin: 30s }
  proxy: { readyWhen: { tcpSocket: { port: 5432 } }, stopsWithin: 5s }
`,
    }),
    'manifest': yaml({
      initContainers: [only(containerOf(native, 'proxy'), 'name', 'image', 'restartPolicy', 'startupProbe')],
      containers: [only(containerOf(native, 'report'), 'name', 'image')],
    }),
    'plan': planOf('job-with-proxy'),
    'old-manifest': yaml({
      containers: [
        only(containerOf(old, 'proxy'), 'name', 'command'),
        only(containerOf(old, 'export'), 'name', 'command'),
      ],
    }),
    'mesh-manifest': yaml({ containers: [only(containerOf(meshed, 'report'), 'name', 'command')] }),
    'refused': errorOf(() =>
      new OrderedJob(new Chart(new App(), 'shop'), 'report', {
        startupOrder: { kubernetesVersion: '1.27', architecture: 'amd64' },
        restartPolicy: RestartPolicy.NEVER,
        orderedContainers: [
          { name: 'report', image: 'shop/report:7', command: ['/report'], dependsOn: [Dependency.on('proxy')] },
          {
            name: 'proxy',
            image: 'shop/db-proxy:3',
            role: ContainerRole.SIDECAR,
            readyWhen: ReadyCheck.tcpSocket(5432),
          },
        ],
      }).startupOrder.plan(),
    ),
  };
}
