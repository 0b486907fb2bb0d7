import { Yaml } from 'cdk8s';
import { parse } from 'yaml';
import { findingsOf } from './command-line';
import { podSpecOf, textOf } from './example';
import { recipe } from './recipe';
import { containerOf, only, yaml } from './shown';
import { fenced } from '../markdown';

/** Hand-written manifests in test/lint/wrong. The tests of the lint check its findings. */
const BY_HAND = { a2: 'a2-startup-probe', c1: 'c1-fixed-delay', c2: 'c2-config-service', c3: 'c3-hook-that-loops' };

/** Returns the manifest without the leading comments, which are for the test. */
function manifestByHand(name: string): string {
  return textOf(`test/lint/wrong/${name}.yaml`).replace(/^(#.*\n)+/, '');
}

/** Returns the manifests as the page asks for them: without the sleep and the hook, and with a shorter period. */
function withoutOldParts(): string {
  const [a2, c1, c2, c3] = Object.values(BY_HAND).map(name => parse(manifestByHand(name)));
  Object.assign(a2.spec.containers[0].startupProbe, { failureThreshold: 30, periodSeconds: 1 });
  c1.spec.template.spec.containers[0].command = ['/app/start.sh'];
  // The second of two Deployments with the name `app`.
  c2.metadata.name = 'configured';
  delete c3.spec.containers[0].lifecycle;
  return Yaml.stringify(a2, c1, c2, c3);
}

const SPECS = {
  a2: `
workloads: [{ kind: Pod, name: sidecar-startup-example }]
containers:
  app-container: { dependsOn: [sidecar-container] }
  sidecar-container: { role: sidecar }
`,
  c1: `
workloads: [{ kind: Deployment, name: app }]
containers:
  app: { dependsOn: { postgres: { timeout: 5m } } }
externalDependencies:
  postgres: { tcpSocket: { host: postgres.data, port: 5432 } }
`,
  c2: `
workloads: [{ kind: Deployment, name: configured }]
replaces: [wait-for-config]
containers:
  app: { dependsOn: { apollo-configservice-fat: { timeout: 5m } } }
externalDependencies:
  apollo-configservice-fat:
    http:
      url: http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info
      statuses: [200]
`,
  c3: `
workloads: [{ kind: Pod, name: sidecar-starts-first }]
containers:
  application: { dependsOn: [sidecar] }
  sidecar: { role: sidecar, readyWhen: { httpGet: { path: /server_info, port: 15000, host: 127.0.0.1 } } }
`,
};

export function migrateFromHooks(): Record<string, string> {
  const found = Object.entries(BY_HAND).flatMap(([key, name]) => {
    const file = `${key}.yaml`;
    const text = manifestByHand(name);
    return [
      [`${key}-before`, fenced('yaml', text)],
      [`${key}-found`, findingsOf(`npx cdk8s-startup-order lint ${file}`, { files: { [file]: text } })],
    ];
  });
  const container = (workload: string, name: string) => containerOf(podSpecOf('migrate-from-hooks', workload), name);
  return {
    ...(Object.fromEntries(found) as Record<string, string>),
    'program': recipe('migrate-from-hooks', SPECS, {
      manifests: withoutOldParts(),
      command:
        'npx cdk8s-startup-order order manifests/ --file order.yaml --kubernetes-version 1.33 --architecture amd64 ' +
        '> ordered.yaml',
    }),
    'a2-after': yaml({
      initContainers: [
        only(
          container('sidecar-startup-example', 'sidecar-container'),
          'name',
          'command',
          'restartPolicy',
          'startupProbe',
        ),
      ],
    }),
    'c1-after': yaml({
      initContainers: [only(container('app', 'wait-for-postgres'), 'name', 'command')],
      containers: [only(container('app', 'app'), 'name', 'command')],
    }),
    'c2-after': yaml({
      initContainers: [only(container('configured', 'wait-for-apollo-configservice-fat'), 'name', 'image', 'command')],
    }),
    'c3-after': yaml({
      initContainers: podSpecOf('migrate-from-hooks', 'sidecar-starts-first').initContainers.map((c: any) =>
        only(c, 'name', 'command', 'restartPolicy'),
      ),
      containers: [only(container('sidecar-starts-first', 'application'), 'name', 'image')],
    }),
  };
}
