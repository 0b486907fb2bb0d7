import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { KUBECTL, migrate } from './apps/outside';
import { ended, follows, happens, jobCondition, neverStarts, says, Story } from '../runner/story';

const story: Story = {
  about: 'A failed Job fails the wait, with the reason in its log. The app does not start, and the kubelet restarts the wait.',
  objects: migrate,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onJobNamed('migrate')] }],
    });
  },
  images: [KUBECTL],
  pods: 2,
  containers: ({ delay }) => ({ migrate: { exitAt: delay, exitCode: 1 }, app: {} }),
  expect: [
    happens(says('wait-for-migrate', /^startup-order: 'migrate' will not be ready \(passed: kubectl wait jobs.batch\/migrate --for=condition=Failed/)),
    follows(ended('wait-for-migrate', 1), jobCondition('Failed'), { withinMs: 15_000 }),
    neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 3000 }),
  ],
};
export default story;
