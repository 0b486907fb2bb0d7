import { RestartPolicy } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, OrderedJob, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { deletePod, exit, follows, happens, injected, jobCondition, never, patch, podGone, podPhase, podReady, ready, specified, start, startsAfter, startsBefore, Story, term } from '../runner/story';
import { inferred, INFERRED, isNativeSidecar, NATIVE } from './apps/inferred';

const DELETION = injected('delete the pod of app');

const API = '/apis/apps/v1';
const UPDATE = { spec: { template: { metadata: { annotations: { revision: '2' } } } } };

/** Pods that state only dependencies and checks: the library infers the roles. */
export const stories: Readonly<Record<string, Story>> = {
  'inferred-deletion': {
    about: 'A deleted pod with inferred native sidecars stops in reverse order, also without `orderedShutdown`.',
    ...NATIVE,
    app: orderedPod({ containers: INFERRED }),
    containers: inferred(),
    faults: [deletePod('app', { at: start('app'), afterMs: 2000 })],
    expect: [
      isNativeSidecar('proxy'),
      follows(term('app'), DELETION, { withinMs: 3000 }),
      follows(term('proxy'), exit('app'), { withinMs: 4000 }),
      follows(term('config'), exit('proxy'), { withinMs: 4000 }),
      follows(podGone(), DELETION, { withinMs: 15_000 }),
    ],
  },
  'inferred-job': {
    about: 'A Job with restartPolicy Never completes: its helper, which never exits by itself, becomes a native sidecar because its main container needs it READY.',
    ...NATIVE,
    app: (chart, { kubernetesVersion }) => {
      new OrderedJob(chart, 'job', {
        startupOrder: { kubernetesVersion },
        restartPolicy: RestartPolicy.NEVER,
        backoffLimit: 0,
        orderedContainers: [
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
  },
  'inferred-order': {
    about: 'Nothing but `dependsOn` and checks: what others need becomes a native sidecar, and a chain of three starts in order, without the wait agent.',
    ...NATIVE,
    app: orderedPod({ containers: INFERRED }),
    containers: inferred(),
    expect: [
      startsAfter('proxy', ready('config'), { withinMs: 4000 }),
      startsAfter('app', ready('proxy'), { withinMs: 4000 }),
      startsBefore('proxy', start('metrics')),
      isNativeSidecar('config'),
      isNativeSidecar('proxy'),
      specified('app', 'mounts nothing', ({ volumeMounts }) => volumeMounts === undefined),
    ],
  },
  'inferred-restart': {
    about: 'An inferred native sidecar crashes while its dependent runs: the kubelet restarts the sidecar, and the dependent runs on.',
    ...NATIVE,
    app: orderedPod({ containers: INFERRED }),
    containers: inferred({ proxy: { crashAt: '6s', crashTimes: 1 } }),
    expect: [
      startsAfter('app', ready('proxy'), { withinMs: 4000 }),
      isNativeSidecar('proxy'),
      follows(start('proxy', 2), exit('proxy')),
      never(exit('app'), { after: start('proxy', 2), forMs: 3000 }),
    ],
  },
  'inferred-rolling-update': {
    about: 'A rolling update of a Deployment with inferred native sidecars: the old and the new pod each start in order, and stop in reverse.',
    ...NATIVE,
    app: (chart, { kubernetesVersion }) => {
      new OrderedDeployment(chart, 'web', { metadata: { name: 'web' }, replicas: 1, startupOrder: { kubernetesVersion }, orderedContainers: INFERRED });
    },
    containers: inferred(),
    pods: 2,
    faults: [
      patch('deployments/web', UPDATE, { at: podReady(), afterMs: 1000, api: API }),
      // The old pod has stopped, so the new pod is Ready. It stops, too, so that both pods keep the same expectations.
      patch('deployments/web/scale', { spec: { replicas: 0 } }, { at: exit('proxy'), afterMs: 1000, api: API }),
    ],
    expect: [
      isNativeSidecar('proxy'),
      startsAfter('proxy', ready('config'), { withinMs: 4000 }),
      startsAfter('app', ready('proxy'), { withinMs: 4000 }),
      follows(term('proxy'), exit('app'), { withinMs: 4000 }),
      follows(term('config'), exit('proxy'), { withinMs: 4000 }),
    ],
  },
};
