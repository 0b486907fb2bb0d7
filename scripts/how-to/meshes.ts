import { App, Chart, Testing } from 'cdk8s';
import { objectsOf, planOf, podSpecOf } from './example';
import { recipe } from './recipe';
import { containerOf, errorOf, only, yaml } from './shown';
import { MeshOptions, Dependency, OrderedDeployment } from '../../src';
import { table } from '../markdown';

const isDeployment = ({ kind }: { readonly kind: string }) => kind === 'Deployment';

/** Creates a deployment in the mesh that depends on a server outside the pod. */
function meshed(kubernetesVersion: string, mesh: MeshOptions, isCommandKnown = false) {
  return new OrderedDeployment(new Chart(new App(), 'shop'), 'web', {
    metadata: { name: 'web' },
    startupOrder: { kubernetesVersion, architecture: 'amd64', mesh },
    orderedContainers: [
      {
        name: 'web',
        image: 'shop/web:7',
        command: isCommandKnown ? ['/web'] : undefined,
        dependsOn: [Dependency.onUrl('http://catalog.shop:8080/ready')],
        resources: {},
      },
    ],
  });
}

const SITUATIONS: readonly (readonly [nodes: string, mesh: Omit<MeshOptions, 'product'>, isCommandKnown?: boolean])[] =
  [
    ['1.33', { version: '1.27' }],
    ['1.31', { version: '1.26' }],
    ['1.31', { version: '1.23', nativeSidecars: true }],
    ['1.31', { version: '1.23' }],
    ['1.31', { version: '1.23' }, true],
    ['1.31', { version: '1.23', cni: true }],
    ['1.28', { version: '1.26' }, true],
  ];

function row(nodes: string, mesh: Omit<MeshOptions, 'product'>, isCommandKnown = false): string[] {
  const web = meshed(nodes, { product: 'istio', ...mesh }, isCommandKnown);
  const {
    spec: { template },
  } = Testing.synth(Chart.of(web)).find(isDeployment);
  const { dependencies } = web.startupOrder.plan();
  const proxy = dependencies.find(d => d.dependency === 'istio-proxy');
  const outside = dependencies.find(d => d.dependency === 'catalog')!;
  const ours = Object.entries(template.metadata.annotations ?? {}).filter(([key]) => key.includes('istio.io')) as [
    string,
    string,
  ][];
  return [
    `\`{ ${Object.entries(mesh)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : String(value)}`)
      .join(', ')} }\`, nodes ≥ ${nodes}${isCommandKnown ? ', `command` known' : ''}`,
    ours.map(([key, value]) => `\`${key}: ${JSON.stringify(value.trim())}\``).join(', ') || 'none',
    proxy ? `${proxy.mechanism}, ${proxy.guarantee}` : '–',
    `${outside.mechanism}, ${outside.guarantee}: ${outside.reason}`,
  ];
}

export function meshes(): Record<string, string> {
  const deployment = objectsOf('mesh-istio-native').find(isDeployment);
  const wait = containerOf(podSpecOf('mesh-istio-native', 'web'), 'wait-for-catalog');
  return {
    'program': recipe('mesh-istio-native', {
      web: `
workloads: [{ kind: Deployment, name: web }]
kubernetesVersion: '1.31'
architecture: amd64
mesh: { product: istio, version: '1.26' }
containers:
  web: { dependsOn: { catalog: { timeout: 5m } } }
externalDependencies:
  catalog: { http: { url: http://catalog.shop:8080/ready } }
`,
    }),
    'annotations': yaml({ spec: { template: { metadata: only(deployment.spec.template.metadata, 'annotations') } } }),
    'wait': yaml({ initContainers: [only(wait, 'name', 'image', 'command', 'securityContext')] }),
    'plan': planOf('mesh-istio-native'),
    'versions': table(
      ['`mesh`', 'annotation', '`web` after `istio-proxy`', '`web` after `catalog`, outside the pod'],
      SITUATIONS.map(s => row(...s)),
    ),
    'refused': errorOf(() =>
      new OrderedDeployment(new Chart(new App(), 'shop'), 'web', {
        startupOrder: {
          kubernetesVersion: '1.31',
          architecture: 'amd64',
          mesh: { product: 'istio', version: '1.23', cni: true },
          agent: { omitRunAsUser: true },
        },
        orderedContainers: [
          { name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onUrl('http://catalog.shop:8080/ready')] },
        ],
      }).startupOrder.plan(),
    ),
  };
}
