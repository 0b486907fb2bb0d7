import { RestartPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedJob, StartCondition } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';

/** A Job whose report reads what its export has written, and starts when that has ended. */
export function exportThenReport(restartPolicy: RestartPolicy, condition = StartCondition.COMPLETED): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    new OrderedJob(chart, 'job', {
      startupOrder: { kubernetesVersion, guarantee: Guarantee.FAIL_CLOSED },
      restartPolicy,
      backoffLimit: restartPolicy === RestartPolicy.NEVER ? 0 : 3,
      containers: [
        { name: 'report', image: 'shop/report:7', command: ['/report'], dependsOn: [Dependency.on('export', { condition })] },
        { name: 'export', image: 'shop/export:7', command: ['/export'] },
      ],
    });
  };
}
