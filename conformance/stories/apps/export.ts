import { Probe, RestartPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedJob, StartCondition } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';

/** A Job whose report reads the file of its export, and starts after the end of the export. */
export function exportThenReport(restartPolicy: RestartPolicy, condition = StartCondition.COMPLETED, liveness?: Probe): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    new OrderedJob(chart, 'job', {
      startupOrder: { kubernetesVersion, guarantee: Guarantee.FAIL_CLOSED },
      restartPolicy,
      backoffLimit: restartPolicy === RestartPolicy.NEVER ? 0 : 3,
      orderedContainers: [
        { name: 'report', image: 'shop/report:7', command: ['/report'], dependsOn: [Dependency.on('export', { condition })] },
        { name: 'export', image: 'shop/export:7', command: ['/export'], liveness },
      ],
    });
  };
}

/** A Job of three containers. Each container starts when the container before has exited with code 0. */
export const chainOfThree: Story['app'] = (chart, { kubernetesVersion }) => {
  const needs: Readonly<Record<string, string[]>> = { publish: ['report'], report: ['export'], export: [] };
  new OrderedJob(chart, 'job', {
    startupOrder: { kubernetesVersion, guarantee: Guarantee.FAIL_CLOSED },
    restartPolicy: RestartPolicy.NEVER,
    backoffLimit: 0,
    orderedContainers: Object.entries(needs).map(([name, before]) => ({
      name,
      image: `shop/${name}:7`,
      command: [`/${name}`],
      dependsOn: before.map(other => Dependency.on(other, { condition: StartCondition.COMPLETED })),
    })),
  });
};
