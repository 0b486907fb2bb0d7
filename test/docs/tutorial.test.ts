import { readFileSync } from 'fs';
import { join } from 'path';
import { Chart, Testing } from 'cdk8s';
import { compareWays, podOf, SEEN } from '../../scripts/tutorial';
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

describe('the files and the program of a step', () => {
  const [pod, order] = ['pod.yaml', 'order.yaml'].map(name => readFileSync(join(__dirname, '..', '..', 'examples', 'first-ordered-pod', name), 'utf8'));
  const program = SEEN['native-well'];

  test('are accepted if they give the same pod and the same plan', () => { expect(() => { compareWays({ pod, order }, program); }).not.toThrow(); });

  test.each([
    ['another command', { pod: pod.replace('-p 6379', '-p 6380'), order }, 'the files and the program differ'],
    ['another source of the check', { pod: `${pod}      startupProbe: { failureThreshold: 2147483647, periodSeconds: 1, tcpSocket: { port: 6379 } }\n`, order: order.replace(/readyWhen: .*?, e/, 'e') }, 'the plans of the files and of the program differ'],
    ['an error', { pod, order: order.replace('[cache]', '[cash]') }, "'cash'"],
  ])('are refused with %s', (_what, files, expected) => { expect(() => { compareWays(files, program); }).toThrow(expected); });
});
