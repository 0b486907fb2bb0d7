import { ApiObject } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { OrderedJob } from 'cdk8s-startup-order';
import { ISTIO_PROXY } from './apps/injected';
import { exit, follows, happens, jobCondition, podPhase, Story } from '../runner/story';

const story: Story = {
  about: 'A Job in Istio without native sidecars ends: its last container requests the end of the injected proxy.',
  app: (chart, { kubernetesVersion }) => {
    const job = new OrderedJob(chart, 'job', {
      startupOrder: { kubernetesVersion, mesh: { product: 'istio', version: '1.23' } },
      restartPolicy: RestartPolicy.NEVER,
      backoffLimit: 0,
      orderedContainers: ['quick', 'slow'].map(name => ({ name, image: `shop/${name}:7`, command: ['/app'] })),
    });
    inject(ApiObject.of(job));
  },
  containers: () => ({ 'istio-proxy': { quit: '15020/quitquitquit' }, 'quick': { exitAt: '1s' }, 'slow': { exitAt: '2s' } }),
  expect: [
    follows(exit('istio-proxy'), exit('slow'), { withinMs: 4000 }),
    happens(podPhase('Succeeded')),
    happens(jobCondition('Complete')),
  ],
};
export default story;

/** Adds the containers that the injector adds when the API server creates the pod. The library does not see them. */
function inject(job: ApiObject): void {
  const toJson = job.toJson.bind(job);
  job.toJson = () => {
    const manifest = toJson();
    manifest.spec.template.spec.containers.unshift(ISTIO_PROXY);
    return manifest;
  };
}
