import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { KUBECTL, migrate } from './apps/outside';
import { completes, create, injected, jobCondition, says, startsAfter, Story } from '../runner/story';

const MISSING = says('wait-for-migrate', /^startup-order: .*jobs.batch "migrate" not found/);

const story: Story = {
  about: 'A pod waits for a Job that does not exist yet.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onJobNamed('migrate')] }],
    });
  },
  faults: [create('the Job', migrate, { at: MISSING, afterMs: 3000 })],
  images: [KUBECTL],
  pods: 2,
  containers: ({ delay }) => ({ migrate: { exitAt: delay }, app: {} }),
  expect: [startsAfter('app', injected('create the Job')), startsAfter('app', completes('migrate')), startsAfter('app', jobCondition('Complete'), { withinMs: 5000 })],
};
export default story;
