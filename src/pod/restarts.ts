import { Capabilities } from './capabilities';
import { ContainerIntent, PodIntent, Restarts } from './intent';
import { ContainerSlot } from '../api/private/enums';
import { ContainerJson, RestartRuleJson } from '../api/private/pod-spec';

type Policies = Pick<ContainerIntent, 'restartPolicy' | 'restartRules'>;
type PodFacts = Pick<PodIntent, 'capabilities' | 'restartPolicy'>;

/** The restarts of a native sidecar. */
export const ALWAYS: Restarts = { afterSuccess: true, always: true, never: false, endsForGood: false };

/**
 * Returns the `restartPolicy` of an init container that becomes an app container. `Always` made it a native sidecar.
 * Rules need a policy: Kubernetes 1.35–1.37, validation.go validateContainerRestartPolicy.
 */
export function findPolicyInContainers(
  { restartPolicy, restartPolicyRules = [] }: ContainerJson,
  ofPod: PodIntent['restartPolicy'] = 'Always',
): ContainerIntent['restartPolicy'] {
  if (restartPolicy !== 'Always') {
    return restartPolicy;
  }
  return restartPolicyRules.length > 0 ? ofPod : undefined;
}

/** Decides after which exit codes the kubelet restarts a container. */
export function decideRestarts(slot: ContainerSlot, container: Policies, pod: PodFacts): Restarts {
  if (slot === 'NATIVE_SIDECAR') {
    return ALWAYS;
  }
  const isRestarted = (code: number) => isRestartedAfter(code, container, pod);
  const afterSuccess = isRestarted(0);
  const hasRules = container.restartRules.length > 0;
  return {
    afterSuccess,
    always: hasRules ? EXIT_CODES.every(isRestarted) : afterSuccess,
    never: hasRules ? !EXIT_CODES.some(isRestarted) : !isRestarted(1),
    endsForGood: (findOwnPolicy(container, pod) ?? pod.restartPolicy) === 'OnFailure',
  };
}

/**
 * Whether a new sandbox may not run an app container again. After init containers, the kubelet restarts it as in the
 * same sandbox: kubelet 1.37.1, kuberuntime_manager.go computePodActions.
 */
export function mayEndForGood(
  { endsForGood, always }: Restarts,
  ofPod: PodIntent['restartPolicy'] | undefined,
  followsInits: boolean,
): boolean {
  return endsForGood || (followsInits && !always && ofPod !== 'Never');
}

const EXIT_CODES = Array.from({ length: 256 }, (_, code) => code);

/**
 * Whether the kubelet restarts an app container that has exited with this code. The first matching rule decides,
 * otherwise the policy of the container, otherwise the policy of the pod. Rules have no effect without a policy of the
 * container.
 *
 * kubelet 1.35–1.37, pkg/api/v1/pod/util.go ContainerShouldRestart
 */
function isRestartedAfter(exitCode: number, container: Policies, pod: PodFacts): boolean {
  const own = findOwnPolicy(container, pod);
  if (own && container.restartRules.some(rule => matchesRule(rule, exitCode))) {
    return true;
  }
  const policy = own ?? pod.restartPolicy;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

function findOwnPolicy({ restartPolicy }: Policies, { capabilities }: PodFacts): Policies['restartPolicy'] {
  return capabilities.containerRestartRules ? restartPolicy : undefined;
}

/** Every action of a rule restarts the container: `Restart`, `RestartAllContainers`. */
function matchesRule({ exitCodes }: RestartRuleJson, exitCode: number): boolean {
  const isListed = exitCodes?.values?.includes(exitCode) ?? false;
  switch (exitCodes?.operator) {
    case 'In':
      return isListed;
    case 'NotIn':
      return !isListed;
    default:
      return false;
  }
}

/**
 * Whether the end of a container can restart all containers of the pod, as a dependency or a rule of the manifest asks.
 */
export function restartsAll(containers: readonly ContainerIntent[], { restartAllContainers }: Capabilities): boolean {
  const isAsked = ({ restartRules, dependsOn }: ContainerIntent) =>
    restartRules.some(r => r.action === 'RestartAllContainers') || dependsOn.some(d => d.restartAllContainers);
  return restartAllContainers && containers.some(isAsked);
}
