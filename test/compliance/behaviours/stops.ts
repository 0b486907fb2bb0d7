import { Behaviour, insideThePod } from '../matrix';
import { container, OrderedPod } from '../pod';

const preStopOf = ({ spec }: OrderedPod) => container(spec, 'dep').lifecycle?.preStop;
const isNative = ({ spec }: OrderedPod) => container(spec, 'dep').restartPolicy === 'Always';
const UNLOCKED = '--unlocked=app.lock';

export const STOPS: readonly Behaviour[] = [
  insideThePod('with `orderedShutdown`, a dependency receives SIGTERM only after its dependent has exited', { options: { orderedShutdown: true } }, pod => {
    expect(pod.plan.dependencies.map(d => d.stopMechanism)).toEqual([isNative(pod) ? 'SIDECAR_ORDER' : 'LIFE_LOCK']);
    expect(preStopOf(pod)?.exec?.command?.includes(UNLOCKED) ?? false).toBe(!isNative(pod));
    expect(pod.explained).toContain('dep stops after app');
  }),
  insideThePod(
    "the dependency's own preStop hook runs after the wait; on a native sidecar it is unchanged, and the plan warns that it runs early",
    { options: { orderedShutdown: true }, dep: { lifecycle: { preStop: { exec: { command: ['drain', '$A'] } } } } },
    pod => {
      const command = preStopOf(pod)!.exec!.command!;
      expect(command.slice(-2)).toEqual(['drain', '$A']);
      expect(command.includes(UNLOCKED)).toBe(!isNative(pod));
      expect(pod.plan.warnings.some(w => w.includes("preStop hook of native sidecar 'dep'"))).toBe(isNative(pod));
    },
  ),
  insideThePod('without `orderedShutdown`, no field for the shutdown is written', {}, pod => {
    expect(pod.plan.dependencies.filter(d => d.stopMechanism)).toEqual([]);
    expect(JSON.stringify(pod.spec)).not.toMatch(/preStop|\.lock|terminationGracePeriodSeconds/);
  }),
];
