import { ContainerRole, Dependency, OrderedJob, ReadyCheck } from 'cdk8s-startup-order';
import { TIMES_IN_FULL } from './apps/helping';
import { before, exit, follows, happens, jobCondition, podPhase, ready, startsAfter, Story, term } from '../runner/story';

const story: Story = {
  about: 'A Job ends after its main container, although its sidecar never exits by itself.',
  timesInFull: TIMES_IN_FULL,
  app: (chart, { kubernetesVersion }) => {
    new OrderedJob(chart, 'job', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')] },
        { name: 'proxy', image: 'shop/db-proxy:3', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(5432) },
      ],
    });
  },
  containers: ({ delay }) => ({ report: { needs: 'tcp:127.0.0.1:5432', exitAt: '1s' }, proxy: { tcp: `5432@${delay}` } }),
  expect: [
    startsAfter('report', ready('proxy'), { withinMs: 4000 }),
    follows(term('proxy'), exit('report')),
    happens(podPhase('Succeeded')),
    happens(jobCondition('Complete')),
  ],
  doesNotApply: before(29, 'without native sidecars its command would have to be known (SO703)'),
};
export default story;
