import { App, Chart } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { planOf, podSpecOf, program } from './example';
import { containerOf, errorOf, only, table, yaml } from './shown';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck } from '../../src';

interface Pair {
  readonly what: string;
  readonly readyWhen: ReadyCheck;
  readonly isCommandKnown?: boolean;
  readonly isSidecar?: boolean;
}

const http = ReadyCheck.httpGet('/ready', { port: 8081 });

const PAIRS: readonly Pair[] = [
  { what: 'app container, HTTP; the manifest or the image file contains the command of the dependent', readyWhen: http, isCommandKnown: true },
  { what: 'app container, its own file; the manifest or the image file contains the command of the dependent', readyWhen: ReadyCheck.fileExists('/tmp/ready'), isCommandKnown: true },
  { what: 'app container, HTTP', readyWhen: http },
  { what: 'app container, its own file', readyWhen: ReadyCheck.fileExists('/tmp/ready') },
  { what: 'app container, program of its image', readyWhen: ReadyCheck.command(['/bin/health']) },
  { what: 'container with the role `SIDECAR`, HTTP', readyWhen: http, isSidecar: true },
  { what: 'container with the role `SIDECAR`, gRPC', readyWhen: ReadyCheck.grpc(9000), isSidecar: true },
  { what: 'container with the role `SIDECAR`, file in a volume', readyWhen: ReadyCheck.fileExists('/config/ready'), isSidecar: true },
];

function ways({ what, readyWhen, isCommandKnown, isSidecar }: Pair): string[] {
  return [what, ...['1.28', '1.33', '1.35'].map(kubernetesVersion => {
    const chart = new Chart(new App(), 'shop');
    const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];
    const { startupOrder } = new OrderedDeployment(chart, 'web', {
      startupOrder: { kubernetesVersion, architecture: 'amd64' },
      containers: [
        { name: 'app', image: 'shop/app:7', command: isCommandKnown ? ['/app'] : undefined, dependsOn: [Dependency.on('dependency')] },
        { name: 'dependency', image: 'shop/dependency:7', volumeMounts, readyWhen, role: isSidecar ? ContainerRole.SIDECAR : undefined },
      ],
    });
    try {
      const [{ mechanism, guarantee }] = startupOrder.plan().dependencies;
      return `\`${mechanism}\`, ${guarantee}`;
    } catch (error) {
      const [code] = /SO\d+(?=\]$)/.exec((error as Error).message)!;
      return `error ${code}`;
    }
  })];
}

export function distroless(): Record<string, string> {
  const spec = podSpecOf('distroless', 'api');
  return {
    ways: table(['dependency and ready check', 'nodes ≥ 1.28', '≥ 1.33', '≥ 1.35'], PAIRS.map(ways)),
    program: program('distroless'),
    plan: planOf('distroless', ['containers', 'dependencies', 'injected', 'to know']),
    manifest: yaml({
      containers: [
        only(containerOf(spec, 'config'), 'name', 'image', 'lifecycle', 'readinessProbe', 'volumeMounts'),
        only(containerOf(spec, 'api'), 'name', 'image', 'env', 'volumeMounts'),
      ],
    }),
    grpc: errorOf(() => new OrderedDeployment(new Chart(new App(), 'shop'), 'web', {
      startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('api')] },
        { name: 'api', image: 'shop/api:7', readyWhen: ReadyCheck.grpc(9000) },
      ],
    }).startupOrder.plan()),
  };
}
