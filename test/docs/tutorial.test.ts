import { Chart, Testing } from 'cdk8s';
import { podOf, SEEN } from '../../scripts/tutorial';
import { recorded } from '../live/recorded';

/** The parts of the recorded pods that come from the tutorial: all fields of the order. The programs come from the suite. */
function ordered({ initContainers, containers, restartPolicy, terminationGracePeriodSeconds }: any) {
  const upToDashes = (command: string[]) => command.slice(0, command.indexOf('--') + 1);
  return {
    restartPolicy,
    terminationGracePeriodSeconds,
    lists: [initContainers ?? [], containers].map(list => list.map(({ name, command = [], startupProbe: probe, volumeMounts, ...rest }: any) =>
      [name, rest.restartPolicy, upToDashes(command), probe?.exec, probe?.tcpSocket, probe?.failureThreshold,
        volumeMounts?.map((m: any) => m.mountPath)])),
  };
}

test.each(Object.entries(SEEN))('the recorded pod %s is the pod of the tutorial', (name, source) => {
  const { spec } = Testing.synth(Chart.of(podOf(source))).find(object => object.kind === 'Pod');
  expect(ordered(recorded(name).pod.spec)).toEqual(ordered(spec));
});
