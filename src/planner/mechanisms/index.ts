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
import { findLongestTimeout } from './timeouts';
import { Mechanism } from '../../api/mechanism';

/** All mechanisms. The compiler requires an entry for each member of Mechanism. */
export const MECHANISMS: Readonly<Record<Mechanism, MechanismModule>> = {
  [Mechanism.POSITION]: { ...position, ...positionDescription, locateWait: () => ({}) },
  [Mechanism.SIDECAR_PROBE]: {
    ...sidecarProbe,
    ...sidecarProbeDescription,
    locateWait: ({ dependency: { name, place } }, { readyProbes }) => ({ waitsIn: name, timeoutSeconds: readyProbes[place]!.timeoutSeconds }),
  },
  [Mechanism.ENTRYPOINT_GATE]: {
    ...entrypointGate,
    ...entrypointGateDescription,
    locateWait: ({ dependent, declared: { timeoutSeconds, onTimeout } }) => ({ waitsIn: dependent.name, timeoutSeconds, onTimeout }),
  },
  [Mechanism.GUARDED_HOOK]: {
    ...guardedHook,
    ...guardedHookDescription,
    locateWait: ({ dependency: { name, place } }, { markers }) =>
      ({ waitsIn: name, timeoutSeconds: findLongestTimeout(markers.guarded[place]!.edges) }),
  },
  [Mechanism.SIDECAR_WAIT_INIT]: {
    ...sidecarWaitInit,
    ...sidecarWaitInitDescription,
    locateWait: ({ dependency: { name } }, { waits }) => {
      const { plan } = waits.bySidecar.get(name)!;
      const { timeoutSeconds, onTimeout } = plan.awaited.find(a => a.dependency === name)!;
      return { waitsIn: plan.name, timeoutSeconds, onTimeout };
    },
  },
  [Mechanism.POST_START]: {
    ...postStart,
    ...postStartDescription,
    locateWait: ({ dependency: { place } }, { hookFor }) => {
      const { carrier, hook: { timeoutSeconds, onTimeout } } = hookFor[place]!;
      return { waitsIn: carrier, timeoutSeconds, onTimeout };
    },
  },
  // An init container never enforces a dependency on a container of the pod.
  [Mechanism.INIT_CONTAINER]: { ...initContainer, ...initContainerDescription, locateWait: () => ({}) },
};
