import { describeEntrypointGate } from './entrypoint-gate/describe';
import { entrypointGate } from './entrypoint-gate/judge';
import { describeGuardedHook } from './guarded-hook/describe';
import { guardedHook } from './guarded-hook/judge';
import { describeInitContainer } from './init-container/describe';
import { initContainer } from './init-container/judge';
import { MechanismModule } from './mechanism';
import { describePosition } from './position/describe';
import { position } from './position/judge';
import { describePostStart } from './post-start/describe';
import { postStart } from './post-start/judge';
import { describeSidecarProbe } from './sidecar-probe/describe';
import { sidecarProbe } from './sidecar-probe/judge';
import { describeSidecarWaitInit } from './sidecar-wait-init/describe';
import { sidecarWaitInit } from './sidecar-wait-init/judge';
import { findLongestTimeout } from './timeouts';
import { Mechanism } from '../../api/mechanism';

/** All mechanisms. The compiler requires an entry for each member of Mechanism. */
export const MECHANISMS: Readonly<Record<Mechanism, MechanismModule>> = {
  [Mechanism.POSITION]: { ...position, ...describePosition, locateWait: () => ({}) },
  [Mechanism.SIDECAR_PROBE]: {
    ...sidecarProbe,
    ...describeSidecarProbe,
    locateWait: ({ dependency: { name, place } }, { readyProbes }) => ({ waitsIn: name, timeoutSeconds: readyProbes[place]!.timeoutSeconds }),
  },
  [Mechanism.ENTRYPOINT_GATE]: {
    ...entrypointGate,
    ...describeEntrypointGate,
    locateWait: ({ dependent, declared: { timeoutSeconds, onTimeout } }) => ({ waitsIn: dependent.name, timeoutSeconds, onTimeout }),
  },
  [Mechanism.GUARDED_HOOK]: {
    ...guardedHook,
    ...describeGuardedHook,
    locateWait: ({ dependency: { name, place } }, { markers }) =>
      ({ waitsIn: name, timeoutSeconds: findLongestTimeout(markers.guarded[place]!.edges) }),
  },
  [Mechanism.SIDECAR_WAIT_INIT]: {
    ...sidecarWaitInit,
    ...describeSidecarWaitInit,
    locateWait: ({ dependency: { name } }, { waits }) => {
      const { plan } = waits.bySidecar.get(name)!;
      const { timeoutSeconds, onTimeout } = plan.awaited.find(a => a.dependency === name)!;
      return { waitsIn: plan.name, timeoutSeconds, onTimeout };
    },
  },
  [Mechanism.POST_START]: {
    ...postStart,
    ...describePostStart,
    locateWait: ({ dependency: { place } }, { hookFor }) => {
      const { carrier, hook: { timeoutSeconds, onTimeout } } = hookFor[place]!;
      return { waitsIn: carrier, timeoutSeconds, onTimeout };
    },
  },
  // An init container never enforces a dependency on a container of the pod.
  [Mechanism.INIT_CONTAINER]: { ...initContainer, ...describeInitContainer, locateWait: () => ({}) },
};
