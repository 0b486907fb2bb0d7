import { ApiObject, JsonPatch } from 'cdk8s';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { KUBECTL, migrate } from './outside';
import { Story } from '../../runner/story';

/** A pod that waits for the Job `migrate`. Its Role lacks one of the verbs that kubectl needs. */
export function without(verb: 'get' | 'list' | 'watch', exitAt: string): Pick<Story, 'objects' | 'app' | 'images' | 'pods' | 'containers' | 'deadlineMs'> {
  return {
    objects: migrate,
    app: (chart, { kubernetesVersion }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed' })] }],
      });
      const role = chart.node.findAll().find((c): c is ApiObject => c instanceof ApiObject && c.kind === 'Role')!;
      role.addJsonPatch(JsonPatch.replace('/rules/0/verbs', ['get', 'list', 'watch'].filter(v => v !== verb)));
    },
    images: [KUBECTL],
    pods: 2,
    containers: { migrate: { exitAt }, app: {} },
    deadlineMs: 180_000,
  };
}
