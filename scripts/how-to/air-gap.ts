import { App, Chart } from 'cdk8s';
import { podSpecOf } from './example';
import { recipe } from './recipe';
import { errorOf, only, yaml } from './shown';
import { AgentOptions, OrderedPod } from '../../src';
import { TOOL_IMAGES } from '../../src/pod/wait-tool';
import { table } from '../markdown';

const MIRROR = 'registry.example.com/mirror';

const NEEDED_FOR = {
  kubectl: '`Dependency.onJob`, `onResource`, `onEndpoints`',
  curl: '`Dependency.onUrl` of an `https` URL, or with `method`, `contains` or `env`',
};

function images(podSpec: any): string {
  return table(
    ['container', 'image', '`imagePullPolicy`'],
    [
      ...(podSpec.initContainers ?? []).map((c: any) => [
        `\`${c.name}\``,
        `\`${c.image}\``,
        `\`${c.imagePullPolicy}\``,
      ]),
      ...podSpec.containers.map((c: any) => [`\`${c.name}\``, `\`${c.image}\``, `\`${c.imagePullPolicy}\``]),
    ],
  );
}

export function airGap(): Record<string, string> {
  const mirrored = (image: string) => `${MIRROR}/${image.replace(/^registry\.k8s\.io\//, '')}`;
  return {
    'needed': table(
      ['image', 'needed for', 'name in the registry `' + MIRROR + '`'],
      [
        ...Object.entries(TOOL_IMAGES).map(([tool, image]) => [
          `\`${image}\``,
          NEEDED_FOR[tool as keyof typeof NEEDED_FOR],
          `\`${mirrored(image)}\``,
        ]),
      ],
    ),
    'mirror-program': recipe('air-gap', {
      web: `
workloads: [{ kind: Deployment, name: web }]
architecture: amd64
createServiceAccount: true
agent: { registry: registry.example.com/mirror }
containers:
  web: { dependsOn: { cache: {}, postgres: { timeout: 4m }, shop-tls: { timeout: 4m } } }
  cache: { readyWhen: { tcpSocket: { port: 6379 } } }
externalDependencies:
  postgres: { server: { protocol: PostgreSQL, host: postgres.data } }
  shop-tls: { resource: { name: certificates.cert-manager.io/shop-tls, condition: Ready } }
`,
    }),
    'images': images(podSpecOf('air-gap', 'web')),
    'pull-secrets': yaml(only(podSpecOf('air-gap', 'web'), 'imagePullSecrets', 'serviceAccountName')),
    'both': errorOf(() => pod({ image: `${MIRROR}/wait-agent:1.0.0`, registry: MIRROR })),
    'too-old': errorOf(() => pod({ delivery: 'IMAGE_VOLUME', image: `${MIRROR}/wait-agent:1.0.0` })),
  };
}

function pod(agent: AgentOptions) {
  const { startupOrder } = new OrderedPod(new Chart(new App(), 'shop'), 'web', {
    startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64', agent },
    orderedContainers: [{ name: 'web', image: `${MIRROR}/web:7` }],
  });
  return startupOrder.plan();
}
