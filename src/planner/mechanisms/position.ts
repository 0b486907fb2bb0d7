import { accept, decline, MechanismModule, STARTS_AT_ONCE, Verdict } from './mechanism';
import { PodMesh } from '../../api/private/mesh';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { Edge, namesOf } from '../graph/edge';
import { problem } from '../problems';

const NOTHING_BUT_ORDER = decline('the list order of regular containers enforces neither readiness nor completion');

/**
 * The kubelet enforces these orders by the position in the lists alone.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go computeInitContainerActions: the next entry of `initContainers` starts
 * when an ordinary init container has exited with 0, and when a native sidecar is running and its startup probe, if
 * any, has passed. kuberuntime_manager.go SyncPod starts `containers` in one loop in list order and ignores the result
 * of each start: an order that does not fail closed.
 */
export const position: MechanismModule = {
  mechanism: 'POSITION',
  waiter: 'the position of',
  heldBy: 'list',
  addedSteps: ['statusShown', 'probePassed'],
  findTimeoutProblem: edge =>
    edge.declared.timeoutSeconds === undefined && edge.declared.onTimeout === undefined
      ? undefined
      : problem('SO406', {
          ...namesOf(edge),
          what: 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes',
          remedy: 'leave them out',
        }),

  judge({ dependency, condition }: Edge, { capabilities, mesh }: PodIntent): Verdict {
    switch (dependency.slot) {
      case 'INIT':
        return accept(
          'FAIL_CLOSED',
          'the kubelet starts the next containers after the init container has exited with 0',
          'initContainers',
        );
      case 'NATIVE_SIDECAR': {
        // The plan removes the startup probe that cdk8s-plus adds.
        const isProbed = dependency.startup?.automatic === false;
        const isStartedUnprobed = condition === 'STARTED' && !isProbed;
        if (condition === 'RUNNING' || (isStartedUnprobed && !dependency.postStart)) {
          return accept('FAIL_CLOSED', 'the kubelet starts the next containers when the native sidecar is running');
        }
        if (isStartedUnprobed) {
          return accept(
            'BEST_EFFORT',
            'the kubelet starts the next containers after the hook of the native sidecar has completed; a ' +
              'restart of the kubelet opens that',
          );
        }
        const obstacle = condition === 'READY' ? findProbeObstacle(dependency, mesh) : undefined;
        if (obstacle) {
          return decline(obstacle);
        }
        if (condition === 'STARTED' || dependency.ready?.source === 'startupProbe') {
          return accept(
            'FAIL_CLOSED',
            'the kubelet starts the next containers after the startup probe of the native sidecar has passed',
            'startupProbe',
          );
        }
        return decline('a native sidecar holds the next containers only until it has started, not until it is ready');
      }
      case 'CONTAINER':
        if (!capabilities.serialStarts) {
          return STARTS_AT_ONCE;
        }
        return condition === 'RUNNING' || (condition === 'STARTED' && !dependency.startup)
          ? accept(
              'BEST_EFFORT',
              'the kubelet starts regular containers in list order, but continues when a container fails to start',
              'containers',
            )
          : NOTHING_BUT_ORDER;
    }
  },

  judgeExternal: () => decline('a target outside the pod has no position'),
};

/** Returns the reason why the container's own startup probe does not prove that it is ready. */
function findProbeObstacle({ name, ready }: ContainerIntent, mesh: PodMesh | undefined): string | undefined {
  return mesh?.passesTcpProbes && ready?.source === 'startupProbe' && ready.check.kind === 'tcpSocket'
    ? `'${mesh.proxy}' accepts the connection of the startup probe of '${name}', even if no server listens`
    : undefined;
}
