import { Behaviour } from '../../conformance/runner/behaviour';
import { Verdict } from '../../conformance/runner/expectations';
import { Seen } from '../../conformance/runner/observations';
import { POD, RUNNER } from '../../conformance/runner/timestamps';

/** Returns the observations of a run: 'db start 0, db ready 2000', with milliseconds. `runner kill_db 0` is an event of the runner. */
export function seenIn(stamps: string, behaviours: Readonly<Record<string, Behaviour>> = {}): Seen {
  const seen = new Seen();
  seen.addPod('pod', [{ name: 'app', image: 'x' }, { name: 'db', image: 'x' }]);
  seen.behaviours = behaviours;
  for (const words of stamps.split(', ').filter(s => s)) {
    const [container, stamp, at, detail] = words.split(' ');
    const ofRunner = { pod: '', container: RUNNER, stamp: stamp.replace(/_/g, ' '), detail };
    const ofPod = { pod: 'pod', container: container === 'pod' ? POD : container, stamp, detail };
    seen.add({ t: Number(at) * 1000, ...container === 'runner' ? ofRunner : ofPod });
  }
  return seen;
}

/** The state of a verdict, and its milliseconds. */
export const shown = ({ state, milliseconds }: Verdict) => milliseconds === undefined ? state : `${state} ${milliseconds}`;
