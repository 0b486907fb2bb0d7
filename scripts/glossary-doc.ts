/** Fills docs/reference/glossary.md. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';
import { Guarantee, Mechanism, StartCondition } from '../src/api/enums';
import { StopMechanism } from '../src/api/private/enums';

export const GLOSSARY_DOC = join(__dirname, '..', 'docs', 'reference', 'glossary.md');

/** One sentence for each term. The compiler names a term that has none. */
const MEANINGS: Readonly<Record<Guarantee | Mechanism | StartCondition | StopMechanism, string>> = {
  [Guarantee.EVERY_START]:
    'The dependent never starts before its dependency: neither when the pod starts nor when the dependent ' +
    'restarts later.',
  [Guarantee.FAIL_CLOSED]:
    'When the pod starts, the dependent never starts before its dependency has been ready, even after a failure.',
  [Guarantee.BEST_EFFORT]:
    'The order holds only while nothing fails: a crash, a timeout or a restart of the kubelet can start the ' +
    'dependent too early.',

  [StartCondition.RUNNING]: 'The process of the container was launched.',
  [StartCondition.STARTED]: 'The startup probe of the container has passed, and its postStart hook has completed.',
  [StartCondition.READY]: 'The ready check of the container has passed once since the container started.',
  [StartCondition.COMPLETED]: 'The container exited with code 0.',
  [StartCondition.EXITED]: 'The container exited, with any code.',

  [Mechanism.POSITION]: 'The place in the list of containers. Nothing is injected.',
  [Mechanism.ENTRYPOINT_GATE]:
    'A gate: the wait agent runs first in the dependent, makes the check, and then runs the command.',
  [Mechanism.GUARDED_HOOK]:
    'A guard: an environment variable of the dependent comes from a file, and the kubelet does not create the ' +
    'container until the file contains it.',
  [Mechanism.SIDECAR_PROBE]:
    'A native sidecar with the check as its startup probe: the kubelet starts the next container when the ' +
    'probe has passed.',
  [Mechanism.SIDECAR_WAIT_INIT]: 'An init container after the native sidecar waits until the sidecar is ready.',
  [Mechanism.POST_START]:
    'A postStart hook of the dependency waits: the kubelet starts the next container when the hook has completed.',
  [Mechanism.INIT_CONTAINER]: 'An init container waits for something outside the pod, and the whole pod waits with it.',

  SIDECAR_ORDER: 'The kubelet stops native sidecars after the app containers, the last of `initContainers` first.',
  LIFE_LOCK: 'The dependent locks a file while it runs, and a preStop hook of the dependency waits for that lock.',
};

/** The words of Kubernetes, compose, ECS and systemd, in this order. */
type OtherWords = readonly [string, string, string, string];
const NO_WORDS: OtherWords = ['', '', '', ''];

const CONDITIONS: Readonly<Record<StartCondition, OtherWords>> = {
  [StartCondition.RUNNING]: ['state `running`', '`service_started`', '`START`', '`Type=exec`'],
  [StartCondition.STARTED]: ['`started: true`', '', '', ''],
  [StartCondition.READY]: ['`ready: true`', '`service_healthy`', '`HEALTHY`', '`Type=notify`'],
  [StartCondition.COMPLETED]: [
    'state `terminated`, exit code 0',
    '`service_completed_successfully`',
    '`SUCCESS`',
    '`Type=oneshot`',
  ],
  [StartCondition.EXITED]: ['state `terminated`', '', '`COMPLETE`', ''],
};

const GUARANTEES: Readonly<Record<Guarantee, OtherWords>> = {
  [Guarantee.EVERY_START]: NO_WORDS,
  [Guarantee.FAIL_CLOSED]: ['', '', '', '`Requires=` and `After=`'],
  [Guarantee.BEST_EFFORT]: NO_WORDS,
};

const MECHANISMS: Readonly<Record<Mechanism | StopMechanism, OtherWords>> = {
  [Mechanism.POSITION]: ['order of `initContainers` and `containers`', '', '', ''],
  [Mechanism.ENTRYPOINT_GATE]: ['`command`', '`entrypoint`', '`entryPoint`', '`ExecStartPre=`'],
  [Mechanism.GUARDED_HOOK]: ['`env`, `fileKeyRef`', '', '', ''],
  [Mechanism.SIDECAR_PROBE]: ['`startupProbe` of a sidecar container', '', '', ''],
  [Mechanism.SIDECAR_WAIT_INIT]: ['init container', '', '', ''],
  [Mechanism.POST_START]: ['`lifecycle.postStart`', '`post_start`', '', '`ExecStartPost=`'],
  [Mechanism.INIT_CONTAINER]: ['init container', '', '', ''],
  SIDECAR_ORDER: ['termination order of sidecar containers', '', '', ''],
  LIFE_LOCK: ['`lifecycle.preStop`', '`pre_stop`', '', '`ExecStop=`'],
};

function words(given: Partial<Readonly<Record<keyof typeof MEANINGS, OtherWords>>>): string {
  const rows = Object.entries(given).map(([term, others]) => [
    `\`${term}\``,
    MEANINGS[term as keyof typeof MEANINGS],
    ...others,
  ]);
  return table(['word', 'meaning', 'Kubernetes', 'compose', 'ECS', 'systemd'], rows);
}

export function glossaryDoc(before: string): string {
  return withBlocks(before, {
    conditions: words(CONDITIONS),
    guarantees: words(GUARANTEES),
    mechanisms: words(MECHANISMS),
  });
}
