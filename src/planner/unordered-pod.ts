import { findSlotInManifest } from './schedule/container-slots';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { ContainerPlan, PodPlan } from '../pod/pod-plan';

/** Returns the plan of a pod without declarations, which changes nothing. */
export function planUnorderedPod({ containers, hasVolumes }: PodIntent): PodPlan {
  const kept = (inInitContainers: boolean) =>
    containers.filter(c => c.inInitContainers === inInitContainers).map(keepContainer);
  return {
    initContainers: kept(true),
    containers: kept(false),
    volumes: [],
    annotations: [],
    podFields: [],
    edges: [],
    hasVolumes,
    warnings: [],
    notes: [],
  };
}

function keepContainer(container: ContainerIntent): ContainerPlan {
  const { name, role, alreadyNative, expectedReadySeconds, startup, postStart } = container;
  return {
    kind: 'container',
    name,
    role,
    slot: findSlotInManifest(container),
    expectedReadySeconds,
    startupProbeSeconds: alreadyNative ? startup?.periodSeconds : undefined,
    alreadyNative,
    hasHook: postStart !== undefined,
    guards: [],
    probeChanges: [],
    mounts: [],
  };
}
