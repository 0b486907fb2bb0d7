import { Chart, Testing } from 'cdk8s';
import { podOf, SEEN } from '../../scripts/tutorial';
import { recorded } from '../inspect/live/recorded';

/** What the recorded pods have from the tutorial: everything that has to do with the order. The programs are those of the suite. */
function ordered({ initContainers, containers, restartPolicy, terminationGracePeriodSeconds }: any) {
  const upToDashes = (command: string[]) => command.slice(0, command.indexOf('--') + 1);
  return {
    restartPolicy,
    terminationGracePeriodSeconds,
    init: initContainers?.map((c: any) => [c.name, c.image, c.command]),
    containers: containers.map(({ name, command, startupProbe, volumeMounts }: any) =>
      [name, upToDashes(command), startupProbe?.exec, startupProbe?.failureThreshold, volumeMounts?.map((m: any) => m.mountPath)]),
  };
}

test.each(Object.entries(SEEN))('the pod that was recorded as %s is the one of the tutorial', (name, source) => {
  const { spec } = Testing.synth(Chart.of(podOf(source))).find(object => object.kind === 'Pod');
  expect(ordered(recorded('1.37.1', name).pod.spec)).toEqual(ordered(spec));
});
