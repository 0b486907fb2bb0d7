import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { KUBECTL, settings } from './apps/outside';
import { injected, patch, running, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The app starts after a field of an existing object gets its value.',
  objects: chart => settings(chart, 'starting'),
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('configmaps/settings', { jsonPath: '{.data.phase}', value: 'ready' })] }],
    });
  },
  faults: [patch('configmaps/settings', { data: { phase: 'ready' } }, { at: running('wait-for-settings'), afterMs: 4000 })],
  images: [KUBECTL],
  containers: { app: {} },
  expect: [startsAfter('app', injected('patch configmaps/settings'), { withinMs: 5000 })],
};
export default story;
