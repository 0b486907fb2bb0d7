/** Fills docs/reference/glossary.md from the texts of the reports. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { Guarantee } from '../src/api/guarantee';
import { Mechanism } from '../src/api/mechanism';
import { StartCondition } from '../src/api/start-condition';
import { StopMechanism } from '../src/api/stop-mechanism';
import { GLOSSARY, GlossaryTerm } from '../src/report/glossary';

export const GLOSSARY_DOC = join(__dirname, '..', 'docs', 'reference', 'glossary.md');

/** The words of Kubernetes, compose, ECS and systemd, in this order. */
type OtherWords = readonly [string, string, string, string];
const NO_WORDS: OtherWords = ['', '', '', ''];

const CONDITIONS: Readonly<Record<StartCondition, OtherWords>> = {
  [StartCondition.RUNNING]: ['state `running`', '`service_started`', '`START`', '`Type=exec`'],
  [StartCondition.STARTED]: ['`started: true`', '', '', ''],
  [StartCondition.READY]: ['`ready: true`', '`service_healthy`', '`HEALTHY`', '`Type=notify`'],
  [StartCondition.COMPLETED]: ['state `terminated`, exit code 0', '`service_completed_successfully`', '`SUCCESS`', '`Type=oneshot`'],
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
  [StopMechanism.SIDECAR_ORDER]: ['termination order of sidecar containers', '', '', ''],
  [StopMechanism.LIFE_LOCK]: ['`lifecycle.preStop`', '`pre_stop`', '', '`ExecStop=`'],
};

function table(words: Partial<Readonly<Record<GlossaryTerm, OtherWords>>>): string {
  const rows = Object.entries(words).map(([term, others]) => [`\`${term}\``, GLOSSARY[term as GlossaryTerm], ...others]);
  return [['word', 'meaning', 'Kubernetes', 'compose', 'ECS', 'systemd'], Array(6).fill('---'), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

export function glossaryDoc(before: string): string {
  return withBlocks(before, { conditions: table(CONDITIONS), guarantees: table(GUARANTEES), mechanisms: table(MECHANISMS) });
}
