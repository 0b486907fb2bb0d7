import { entrypointGate } from './entrypoint-gate/judge';
import { guardedHook } from './guarded-hook/judge';
import { initContainer, sidecarWaitInit } from './init-container/judge';
import { decline, forbidsAgent, MechanismModule } from './mechanism';
import { position } from './position';
import { postStart } from './post-start/judge';
import { sidecarProbe } from './sidecar-probe';
import { Mechanism } from '../../api/private/enums';

export const FORBIDDEN = 'it runs the wait agent, and `agent.delivery` is NONE';

/** A mechanism that runs the agent. A hook without it exists, but not where other containers need the same hook. */
function runsAgent(module: MechanismModule): MechanismModule {
  return {
    ...module,
    judge: (edge, intent) => (forbidsAgent(intent) ? decline(FORBIDDEN) : module.judge(edge, intent)),
    judgeExternal: (edge, intent) => (forbidsAgent(intent) ? decline(FORBIDDEN) : module.judgeExternal(edge, intent)),
  };
}

/** All mechanisms, the least intrusive first. The compiler requires an entry for each member of Mechanism. */
export const MECHANISMS: Readonly<Record<Mechanism, MechanismModule>> = {
  POSITION: position,
  SIDECAR_PROBE: sidecarProbe,
  INIT_CONTAINER: runsAgent(initContainer),
  SIDECAR_WAIT_INIT: runsAgent(sidecarWaitInit),
  ENTRYPOINT_GATE: runsAgent(entrypointGate),
  GUARDED_HOOK: runsAgent(guardedHook),
  POST_START: runsAgent(postStart),
};
