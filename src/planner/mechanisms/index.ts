import { entrypointGate } from './entrypoint-gate/judge';
import { guardedHook } from './guarded-hook/judge';
import { initContainer } from './init-container/judge';
import { MechanismModule } from './mechanism';
import { position } from './position/judge';
import { postStart } from './post-start/judge';
import { sidecarProbe } from './sidecar-probe/judge';
import { sidecarWaitInit } from './sidecar-wait-init/judge';
import { Mechanism } from '../../api/mechanism';

/** All mechanisms, in the order of the glossary. The compiler requires an entry for each member of Mechanism. */
export const MECHANISMS: Readonly<Record<Mechanism, MechanismModule>> = {
  [Mechanism.POSITION]: position,
  [Mechanism.ENTRYPOINT_GATE]: entrypointGate,
  [Mechanism.GUARDED_HOOK]: guardedHook,
  [Mechanism.SIDECAR_PROBE]: sidecarProbe,
  [Mechanism.SIDECAR_WAIT_INIT]: sidecarWaitInit,
  [Mechanism.POST_START]: postStart,
  [Mechanism.INIT_CONTAINER]: initContainer,
};
