import { Cron } from 'cdk8s';
import {
  Dependency, OrderedCronJob, OrderedDaemonSet, OrderedDeployment, OrderedJob, OrderedPod, OrderedStatefulSet, ReadyCheck,
} from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The API server accepts every kind of workload, and the pods start in order.',
  app: (chart, { kubernetesVersion }) => {
    const props = {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] },
        { name: 'cache', image: 'redis:7', portNumber: 6379, readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    };
    new OrderedPod(chart, 'pod', props);
    new OrderedDeployment(chart, 'deployment', { ...props, replicas: 2 });
    new OrderedStatefulSet(chart, 'stateful-set', props);
    new OrderedDaemonSet(chart, 'daemon-set', props);
    new OrderedJob(chart, 'job', props);
    new OrderedCronJob(chart, 'cron-job', { ...props, schedule: Cron.daily() });
  },
  containers: ({ delay }) => ({ app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: `6379@${delay}` } }),
  pods: 7,
  expect: [startsAfter('app', ready('cache'), { withinMs: 4000 })],
};
export default story;
