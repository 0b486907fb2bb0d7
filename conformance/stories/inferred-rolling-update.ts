import { OrderedDeployment } from 'cdk8s-startup-order';
import { inferred, INFERRED, isNativeSidecar, NATIVE } from './apps/inferred';
import { exit, patch, podReady, ready, startsAfter, Story, follows, term } from '../runner/story';

const API = '/apis/apps/v1';
const UPDATE = { spec: { template: { metadata: { annotations: { revision: '2' } } } } };

const story: Story = {
  about: 'A rolling update of a Deployment with inferred native sidecars: the old and the new pod each start in order, and stop in reverse.',
  ...NATIVE,
  app: (chart, { kubernetesVersion }) => {
    new OrderedDeployment(chart, 'web', { metadata: { name: 'web' }, replicas: 1, startupOrder: { kubernetesVersion }, containers: INFERRED });
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
};
export default story;
