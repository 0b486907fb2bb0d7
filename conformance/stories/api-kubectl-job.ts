import { ApiObject } from 'cdk8s';
import { completes, happens, jobCondition, says, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'By hand: kubectl in an init container holds the app until a Job is complete, with the token of a service account that may see no other Job.',
  objects: chart => {
    new ApiObject(chart, 'job', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'migrate' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image: 'shop/migrate:7' }] } } },
    });
  },
  app: chart => {
    const metadata = { name: 'sees-migrate' };
    new ApiObject(chart, 'account', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    new ApiObject(chart, 'role', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [{ apiGroups: ['batch'], resources: ['jobs'], resourceNames: ['migrate'], verbs: ['get', 'list', 'watch'] }],
    });
    new ApiObject(chart, 'binding', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', ...metadata },
      subjects: [{ kind: 'ServiceAccount', namespace: chart.namespace, ...metadata }],
    });
    new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'shop' },
      spec: {
        serviceAccountName: 'sees-migrate',
        automountServiceAccountToken: false,
        initContainers: [{
          name: 'wait',
          image: 'registry.k8s.io/kubectl:v1.35.4',
          args: ['wait', '--for=condition=Complete', 'job/migrate', '--timeout=60s'],
          volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true }],
        }],
        containers: [{ name: 'app', image: 'shop/app:7' }],
        volumes: [{
          name: 'token',
          projected: {
            sources: [
              { serviceAccountToken: { path: 'token', expirationSeconds: 3600 } },
              { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
              { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
            ],
          },
        }],
      },
    });
  },
  images: ['registry.k8s.io/kubectl:v1.35.4'],
  pods: 2,
  containers: ({ delay }) => ({ migrate: { exitAt: delay }, app: {} }),
  expect: [
    startsAfter('app', completes('migrate')),
    startsAfter('app', jobCondition('Complete'), { withinMs: 5000 }),
    happens(says('wait', 'job.batch/migrate condition met')),
  ],
};
export default story;
