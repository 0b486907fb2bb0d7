import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { StartCondition } from '../api/start-condition';
import { StopMechanism } from '../api/stop-mechanism';
import { MECHANISMS } from '../planner/mechanisms';

type Term = Guarantee | Mechanism | StartCondition | StopMechanism;

const MEANINGS = Object.fromEntries(Object.values(MECHANISMS).map(m => [m.mechanism, m.meaning])) as Readonly<Record<Mechanism, string>>;

/** One sentence for each term of a report. The compiler names a term that has none. */
export const GLOSSARY: Readonly<Record<Term | 'waits' | 'overhead', string>> = {
  [Guarantee.EVERY_START]: 'The dependent never starts before its dependency: neither when the pod starts nor when the dependent restarts later.',
  [Guarantee.FAIL_CLOSED]: 'When the pod starts, the dependent never starts before its dependency, even after a failure.',
  [Guarantee.BEST_EFFORT]: 'The order holds only while nothing fails: a crash, a timeout or a restart of the kubelet can start the dependent too early.',

  [StartCondition.RUNNING]: 'The process of the container was launched.',
  [StartCondition.STARTED]: 'The startup probe of the container has passed, and its postStart hook has completed.',
  [StartCondition.READY]: 'The ready check of the container has passed once since the container started.',
  [StartCondition.COMPLETED]: 'The container exited with code 0.',
  [StartCondition.EXITED]: 'The container exited, with any code.',

  ...MEANINGS,

  [StopMechanism.SIDECAR_ORDER]: 'The kubelet stops native sidecars after the app containers, the last of `initContainers` first.',
  [StopMechanism.LIFE_LOCK]: 'The dependent locks a file while it runs, and a preStop hook of the dependency waits for that lock.',

  waits: 'The time that the dependencies need, with any mechanism.',
  overhead: 'The time that the mechanisms add.',
};

export type GlossaryTerm = keyof typeof GLOSSARY;

/** The reason why a dependency stops after its dependent. */
export const STOP_REASONS: Readonly<Record<StopMechanism, string>> = {
  [StopMechanism.SIDECAR_ORDER]: 'the kubelet stops native sidecars after the app containers, the last one first',
  [StopMechanism.LIFE_LOCK]: 'its preStop hook waits for the lock that the dependent holds as long as it runs',
};
