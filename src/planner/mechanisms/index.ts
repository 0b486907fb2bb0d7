import { entrypointGateDescription } from './entrypoint-gate/describe';
import { entrypointGate } from './entrypoint-gate/judge';
import { guardedHookDescription } from './guarded-hook/describe';
import { guardedHook } from './guarded-hook/judge';
import { initContainerDescription } from './init-container/describe';
import { initContainer } from './init-container/judge';
import { MechanismModule } from './mechanism';
import { positionDescription } from './position/describe';
import { position } from './position/judge';
import { postStartDescription } from './post-start/describe';
import { postStart } from './post-start/judge';
import { sidecarProbeDescription } from './sidecar-probe/describe';
import { sidecarProbe } from './sidecar-probe/judge';
import { sidecarWaitInitDescription } from './sidecar-wait-init/describe';
import { sidecarWaitInit } from './sidecar-wait-init/judge';
import { Mechanism } from '../../api/mechanism';

/** All mechanisms, in the order of the glossary. The compiler requires an entry for each member of Mechanism. */
export const MECHANISMS: Readonly<Record<Mechanism, MechanismModule>> = {
  [Mechanism.POSITION]: { ...position, ...positionDescription },
  [Mechanism.ENTRYPOINT_GATE]: { ...entrypointGate, ...entrypointGateDescription },
  [Mechanism.GUARDED_HOOK]: { ...guardedHook, ...guardedHookDescription },
  [Mechanism.SIDECAR_PROBE]: { ...sidecarProbe, ...sidecarProbeDescription },
  [Mechanism.SIDECAR_WAIT_INIT]: { ...sidecarWaitInit, ...sidecarWaitInitDescription },
  [Mechanism.POST_START]: { ...postStart, ...postStartDescription },
  [Mechanism.INIT_CONTAINER]: { ...initContainer, ...initContainerDescription },
};
