import { App, Chart } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { planOf, podSpecOf } from './example';
import { recipe } from './recipe';
import { containerOf, errorOf, only, yaml } from './shown';
import { ContainerRole, Dependency, Guarantee, OrderedDeployment, ReadyCheck } from '../../src';
import { table } from '../markdown';

interface Pair {
  readonly what: string;
  readonly readyWhen: ReadyCheck;
  readonly isCommandKnown?: boolean;
  readonly role?: ContainerRole;
  readonly guarantee?: Guarantee;
}

const http = ReadyCheck.httpGet('/ready', { port: 8081 });
const { APP } = ContainerRole;
const { EVERY_START } = Guarantee;

const PAIRS: readonly Pair[] = [
  { what: 'HTTP', readyWhen: http },
  { what: 'gRPC', readyWhen: ReadyCheck.grpc(9000) },
  { what: 'a program of its image', readyWhen: ReadyCheck.command(['/bin/health']) },
  { what: 'a file in a volume', readyWhen: ReadyCheck.file('/config/ready') },
  { what: 'its own file', readyWhen: ReadyCheck.file('/tmp/ready') },
  {
    what: 'HTTP, and the guarantee `EVERY_START`; the command of the dependent is known',
    readyWhen: http,
    isCommandKnown: true,
    guarantee: EVERY_START,
  },
  {
    what: 'HTTP, and the role `APP`; the command of the dependent is known',
    readyWhen: http,
    isCommandKnown: true,
    role: APP,
  },
  { what: 'HTTP, and the role `APP`; its command is unknown', readyWhen: http, role: APP },
];

function ways({ what, readyWhen, isCommandKnown, role, guarantee }: Pair): string[] {
  return [
    what,
    ...['1.28', '1.29', '1.35'].map(kubernetesVersion => {
      const chart = new Chart(new App(), 'shop');
      const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];
      const { startupOrder } = new OrderedDeployment(chart, 'web', {
        startupOrder: { kubernetesVersion, architecture: 'amd64' },
        orderedContainers: [
          {
            name: 'app',
            image: 'shop/app:7',
            command: isCommandKnown ? ['/app'] : undefined,
            dependsOn: [Dependency.on('dependency', { guarantee })],
          },
          { name: 'dependency', image: 'shop/dependency:7', volumeMounts, readyWhen, role },
        ],
      });
      try {
        const [planned] = startupOrder.plan().dependencies;
        return `\`${planned.mechanism}\`, ${planned.guarantee}`;
      } catch (error) {
        const [code] = /SO\d+(?=\]$)/.exec((error as Error).message)!;
        return `error ${code}`;
      }
    }),
  ];
}

export function distroless(): Record<string, string> {
  const spec = podSpecOf('distroless', 'api');
  return {
    ways: table(['the dependency is ready by', 'nodes ≥ 1.28', '≥ 1.29', '≥ 1.35'], PAIRS.map(ways)),
    program: recipe('distroless', {
      api: `
workloads: [{ kind: Deployment, name: api }]
architecture: amd64
containers:
  api: { dependsOn: [config, cloud-sql-proxy] }
  config: { readyWhen: { file: { path: /config/api.yaml } } }
  cloud-sql-proxy:
    role: sidecar
    readyWhen: { httpGet: { path: /startup, port: 9090 } }
    stopsWithin: 11s
`,
    }),
    plan: planOf('distroless'),
    manifest: yaml({
      initContainers: [
        only(containerOf(spec, 'cloud-sql-proxy'), 'name', 'image', 'restartPolicy', 'startupProbe'),
        only(containerOf(spec, 'wait-for-config'), 'name', 'image', 'command', 'volumeMounts'),
      ],
    }),
    grpc: errorOf(() =>
      new OrderedDeployment(new Chart(new App(), 'shop'), 'web', {
        startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('api')] },
          { name: 'api', image: 'shop/api:7', readyWhen: ReadyCheck.grpc(9000), role: ContainerRole.APP },
        ],
      }).startupOrder.plan(),
    ),
  };
}
