import { ApiObject, Chart } from 'cdk8s';
import { ConfigMap, EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { hasNoToken, settings } from './apps/outside';
import { happens, injected, patch, says, startsAfter, Story } from '../runner/story';

const RBAC = 'rbac.authorization.k8s.io';

/** A service account that may read the settings, and the Secret for its token, which the controller manager fills. */
function reader(chart: Chart): void {
  const metadata = { name: 'reader' };
  new ApiObject(chart, 'account', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  new ApiObject(chart, 'token', {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...metadata, annotations: { 'kubernetes.io/service-account.name': 'reader' } },
    type: 'kubernetes.io/service-account-token',
  });
  new ApiObject(chart, 'role', { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] });
  new ApiObject(chart, 'binding', {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'Role', ...metadata },
    subjects: [{ kind: 'ServiceAccount', namespace: chart.namespace, ...metadata }],
  });
}

const WITHOUT_TEXT = says('wait-for-settings', /^startup-order: .*HTTP status 200, without the text/);

const story: Story = {
  about: 'The app starts after a server with a private certificate returns a text to a request with a token from a Secret. Here it is the API server.',
  objects: chart => {
    reader(chart);
    settings(chart, 'starting');
  },
  app: (chart, { kubernetesVersion }) => {
    const settled = Dependency.onUrl(`https://10.96.0.1/api/v1/namespaces/${chart.namespace}/configmaps/settings`, {
      headers: { Authorization: 'Bearer $(TOKEN)' },
      env: { TOKEN: EnvValue.fromSecretValue({ secret: Secret.fromSecretName(chart, 'credentials', 'reader'), key: 'token' }) },
      authorities: ConfigMap.fromConfigMapName(chart, 'authorities', 'kube-root-ca.crt'),
      contains: '"phase": "ready"',
      name: 'settings',
    });
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [settled] }],
    });
  },
  faults: [patch('configmaps/settings', { data: { phase: 'ready' } }, { at: WITHOUT_TEXT, afterMs: 2000 })],
  images: ['curlimages/curl:8.11.1'],
  containers: { app: {} },
  expect: [
    happens(WITHOUT_TEXT),
    startsAfter('app', injected('patch configmaps/settings'), { withinMs: 5000 }),
    hasNoToken('wait-for-settings'),
  ],
  needsOwnNode: 'the API server has another address there',
};
export default story;
