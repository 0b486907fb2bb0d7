import { Dependency, OrderedDeployment, OrderedJob } from 'cdk8s-startup-order';
import { hasNoToken, hasToken, KUBECTL } from './apps/outside';
import { completes, jobCondition, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The app starts after a Job of the same app is complete. Its service account may read only this Job, and only the wait mounts its token.',
  app: (chart, { kubernetesVersion }) => {
    const migrate = new OrderedJob(chart, 'migrate', {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      containers: [{ name: 'migrate', image: 'shop/migrate:7' }],
    });
    new OrderedDeployment(chart, 'web', {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      replicas: 1,
      containers: [{ name: 'app', image: 'shop/web:7', dependsOn: [Dependency.onJob(migrate)] }, { name: 'metrics', image: 'shop/metrics:1' }],
    });
  },
  images: [KUBECTL],
  pods: 2,
  containers: ({ delay }) => ({ migrate: { exitAt: delay }, app: {}, metrics: {} }),
  expect: [
    startsAfter('app', completes('migrate')),
    startsAfter('app', jobCondition('Complete'), { withinMs: 5000 }),
    startsAfter('metrics', jobCondition('Complete')),
    hasToken('wait-for-migrate'),
    hasNoToken('app'),
    hasNoToken('metrics'),
  ],
};
export default story;
