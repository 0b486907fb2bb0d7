/** Dependencies whose end restarts all containers of the pod. */
import { Edge, namesOf } from './graph/edge';
import { problem } from './problems';
import { ContainerSlot } from '../api/private/container-slot';
import { Problem } from '../api/private/problem';
import { ContainerIntent, PodIntent } from '../pod/intent';

export interface Restarts {
  readonly restarting: ReadonlySet<ContainerIntent>;
  readonly problems: readonly Problem[];
}

/** Plans dependencies whose end restarts all containers of the pod: kubelet 1.36–1.37, KEP-5532. */
export function planRestarts(edges: readonly Edge[], intent: PodIntent): Restarts {
  const asked = edges.filter(e => e.declared.restartAllContainers);
  const problems = asked.flatMap(e => {
    const obstacle = findRestartObstacle(e.dependency, intent);
    return obstacle ? [problem('SO704', { ...namesOf(e), ...obstacle })] : [];
  });
  return { restarting: new Set(asked.map(e => e.dependency)), problems };
}

function findRestartObstacle(
  dependency: ContainerIntent,
  intent: PodIntent,
): { why: string; remedy?: string } | undefined {
  const { name, slot, restartRules, restartPolicy = intent.restartPolicy } = dependency;
  if (!intent.capabilities.restartAllContainers) {
    return {
      why: 'not all nodes can restart the containers of a pod together',
      remedy: 'plan for Kubernetes 1.36 or newer (`kubernetesVersion`)',
    };
  }
  if (slot === ContainerSlot.INIT) {
    return { why: `'${name}' is an init container and has exited by then` };
  }
  if (intent.restartPolicy !== 'Always' || restartPolicy !== 'Always') {
    return {
      why:
        `'${name}' may end because all is done (restartPolicy ` +
        `${restartPolicy === 'Always' ? intent.restartPolicy : restartPolicy}), which cannot be told from a crash`,
    };
  }
  return restartRules.length > 0
    ? { why: `'${name}' has \`restartPolicyRules\` of its own`, remedy: 'write the rule there' }
    : undefined;
}
