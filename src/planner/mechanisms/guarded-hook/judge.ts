import { PodIntent } from '../../../pod/intent';
import { mayEndForGood } from '../../../pod/restarts';
import { Edge, waitsForEnd } from '../../graph/edge';
import { refuseUncheckable } from '../agent-checks';
import { sidecarWaitInit } from '../init-container/judge';
import { accept, decline, declineOnWindows, failsClosed, MechanismModule, Verdict, requireTimeout } from '../mechanism';
import { findForeignHook } from '../post-start/judge';

const HELD =
  'the kubelet cannot create it before a marker file contains its mark (its status is ' +
  'CreateContainerConfigError until then), and only the wait agent writes that mark';

/**
 * An environment variable of the dependent comes from a marker file. The kubelet does not create the container before
 * the file contains the mark. A hook with a limit and a probe of the dependency run the wait agent, which writes the
 * mark. Their end makes the kubelet sync the pod again.
 *
 * kubelet 1.35–1.37, kubelet_pods.go makeEnvironmentVariables, case FileKeyRef: an error is a
 * CreateContainerConfigError of this container, at each start; the other containers continue. A first start has no
 * back-off. A container that has run before is in its own back-off (kuberuntime_manager.go doBackOff), which each
 * attempt extends.
 */
export const guardedHook: MechanismModule = {
  mechanism: 'GUARDED_HOOK',
  waiter: 'a guard that reads the marks of',
  heldBy: 'guard',
  addedSteps: ['hookCall', 'statusShown', 'poll', 'look'],
  findTimeoutProblem: edge => requireTimeout(edge, 'a guard'),

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependent, dependency, condition, declared } = edge;
    const { slot } = dependency;
    if (waitsForEnd(edge)) {
      return decline(`the agent runs in its container and cannot detect that it is ${condition}`);
    }
    if (!intent.capabilities.envFiles) {
      const { nodes } = intent.lacks.envFiles;
      return decline(`${nodes} ignore an environment variable that comes from a file`);
    }
    if (dependent.slot !== 'CONTAINER') {
      return decline('a guard holds app containers, not containers that start before them');
    }
    if (slot === 'INIT') {
      return decline('an ordinary init container can have no hook');
    }
    if (declared.onTimeout === 'CONTINUE') {
      return decline('a guard never opens after a timeout (`onTimeout` CONTINUE)');
    }
    if (intent.windows) {
      return declineOnWindows(edge, 'GUARDED_HOOK', intent);
    }
    if (!intent.capabilities.hostVisibleEmptyDirs) {
      return decline(
        'the kubelet may not see files of a pod that names a runtimeClassName (capabilities.hostVisibleEmptyDirs)',
      );
    }
    const refusal = refuseUncheckable(edge, 'GUARDED_HOOK', intent);
    if (refusal) {
      return refusal;
    }
    const unfitDependency = slot === 'NATIVE_SIDECAR' ? findSidecarObstacle(edge, intent) : findContainerObstacle(edge);
    if (unfitDependency) {
      return decline(unfitDependency);
    }
    const opening = findOldMark(edge, intent, intent.capabilities.serialStarts);
    if (opening) {
      return accept('BEST_EFFORT', `${HELD}; but ${opening}`);
    }
    const needsSerialStarts = findOldMark(edge, intent, false) !== undefined;
    return accept('FAIL_CLOSED', HELD, needsSerialStarts ? 'containers' : undefined);
  },

  judgeExternal: () => decline('a target outside the pod writes no marks'),
};

/**
 * Returns how a mark of an earlier run can open the guard. The hook of the dependency empties its marks; a dependency
 * that waits, too, or exits at once, has run no hook when the kubelet looks at the guard, and neither has an app
 * container on nodes without serial starts. A restart of all containers brings that about each time a dependency exits
 * at its start. In a new sandbox, a hook before the dependency or an init container has emptied its marks.
 */
function findOldMark({ dependency }: Edge, intent: PodIntent, serialStarts: boolean): string | undefined {
  const { name, slot, restarts } = dependency;
  const keepsMarks = findForeignHook(dependency) !== undefined;
  if (!keepsMarks && slot !== 'CONTAINER') {
    return undefined;
  }
  if (intent.restartsAllContainers) {
    return `a mark from before RestartAllContainers opens it, while '${name}' is not ready again`;
  }
  // The init container that copies the agent empties the marks of an earlier sandbox.
  if (intent.delivery.delivery === 'COPY') {
    return undefined;
  }
  const opens = 'in a new sandbox an earlier mark opens it,';
  if (keepsMarks) {
    return `${opens} because the postStart hook of '${name}' leaves no room for the agent that empties its marks`;
  }
  // The init containers of a mesh are not in the manifest.
  const isMeshed = (intent.mesh ?? intent.unstatedMesh) !== undefined;
  const followsInits = isMeshed || intent.containers.some(c => c.slot !== 'CONTAINER');
  if (mayEndForGood(restarts, intent.restartPolicy, followsInits)) {
    const ended = restarts.never ? 'has exited' : 'has exited with code 0';
    return `${opens} if '${name}' ${ended} (by its restartPolicy the kubelet does not run it again)`;
  }
  return serialStarts
    ? undefined
    : `${opens} if '${name}', which empties its marks, starts at the same time (capabilities.serialStarts)`;
}

/** The user's startup probe has to run inside a startup probe that writes marks or limits the wait. */
function findContainerObstacle({ dependency, declared }: Edge): string | undefined {
  const { name, startup, hasReadinessProbe } = dependency;
  if (declared.timeoutSeconds !== undefined && dependency.restarts.never) {
    return `after the \`timeout\` nothing would end the wait, because the kubelet does not restart '${name}'`;
  }
  if (!startup || (!hasReadinessProbe && declared.timeoutSeconds === undefined)) {
    return undefined;
  }
  return startup.agentCheck ? undefined : `'${name}' has a startup probe that the wait agent cannot make in its place`;
}

/**
 * The readiness probe of a sidecar writes the marks, because it restarts nothing. A readiness probe of the user stays.
 */
function findSidecarObstacle(edge: Edge, intent: PodIntent): string | undefined {
  const { dependency, declared, siblings } = edge;
  if (dependency.hasReadinessProbe) {
    return `'${dependency.name}' has a readiness probe of its own, which stays`;
  }
  if (declared.timeoutSeconds !== undefined) {
    return 'only its startup probe restarts a native sidecar that is not ready in time';
  }
  // An init container that needs the sidecar and accepts BEST_EFFORT gets no wait before it.
  const early = siblings.early.find(e => e.askedGuarantee !== 'BEST_EFFORT');
  return early && failsClosed(sidecarWaitInit.judge(early, intent))
    ? `an init container waits for '${dependency.name}' before '${early.dependent.name}', and that already ` +
        `holds all containers after it`
    : undefined;
}
