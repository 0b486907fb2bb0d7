import { RestartPolicy } from 'cdk8s-plus-27';
import { Dependency, OrderedJob, ReadyCheck } from 'cdk8s-startup-order';
import { isNativeSidecar, NATIVE } from './apps/inferred';
import { exit, follows, happens, jobCondition, podPhase, ready, startsAfter, Story, term } from '../runner/story';

const story: Story = {
  about: 'A Job with restartPolicy Never completes: its helper, which never exits by itself, becomes a native sidecar because its main container needs it READY.',
  ...NATIVE,
  app: (chart, { kubernetesVersion }) => {
    new OrderedJob(chart, 'job', {
      startupOrder: { kubernetesVersion },
      restartPolicy: RestartPolicy.NEVER,
      backoffLimit: 0,
      containers: [
        { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')] },
        { name: 'proxy', image: 'shop/db-proxy:3', readyWhen: ReadyCheck.tcpSocket(5432) },
      ],
    });
  },
  containers: ({ delay }) => ({ report: { needs: 'tcp:127.0.0.1:5432', exitAt: '1s' }, proxy: { tcp: `5432@${delay}` } }),
  expect: [
    isNativeSidecar('proxy'),
    startsAfter('report', ready('proxy'), { withinMs: 4000 }),
    follows(term('proxy'), exit('report'), { withinMs: 4000 }),
    happens(podPhase('Succeeded')),
    happens(jobCondition('Complete')),
  ],
};
export default story;
