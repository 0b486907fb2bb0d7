import { ARCHITECTURES, hasBinary, HTTPS_ARCHITECTURES } from '../agent/binaries';
import { AGENT_VOLUME } from '../agent/contract';
import { Awaitable, leaves } from '../api/private/check';
import { Problem, problem } from '../api/private/problem';
import { AgentDelivery } from '../api/startup-order-options';
import { findTool } from '../pod/checks';
import { PodIntent } from '../pod/intent';
import { AgentPlan, ContainerPlan, WaitContainerPlan, WaitStep } from '../pod/pod-plan';

/** Plans how the agent gets into the pod; `undefined`: no container runs the agent. */
export function planAgent(containers: readonly ContainerPlan[], waits: readonly WaitContainerPlan[], { delivery }: PodIntent): AgentPlan | undefined {
  const running = containers.filter(c => c.mounts.some(m => m.volume === AGENT_VOLUME));
  if (running.length + waits.length === 0) { return undefined; }
  const checks = [...running.flatMap(listChecks), ...waits.flatMap(w => w.awaited.map(a => a.check))];
  return { ...delivery, https: checks.flatMap(check => leaves(check)).some(isHttps) || running.some(c => c.gate?.quits?.url.startsWith('https:')) };
}

/** Returns the checks that the agent makes in the container. */
function listChecks({ gate, postStart, startupProbe, readinessProbe }: ContainerPlan): Awaitable[] {
  const steps: WaitStep[] = [
    ...(postStart?.usesAgent ? [...postStart.waits, ...postStart.lingers] : []),
    ...(startupProbe?.kind === 'marker' ? startupProbe.steps : []),
    ...readinessProbe?.steps ?? [],
  ];
  return [...steps.flatMap(step => 'check' in step ? [step.check] : []), ...(gate?.awaited ?? []).map(a => a.check)];
}

/** Finds obstacles to this delivery of the agent. The validation of the options checks the architecture that the options specify. */
export function findAgentProblems(agent: AgentPlan | undefined): Problem[] {
  if (!agent || agent.delivery === AgentDelivery.IMAGE_VOLUME) { return []; }
  if (agent.delivery === AgentDelivery.CONFIG_MAP && agent.architectures.length > 1) { return [problem('SO614', {})]; }
  const { boundBy, architectures: [given] } = agent;
  if (boundBy !== undefined && !hasBinary(given)) { return [problem('SO612', { where: boundBy, given, known: Object.keys(ARCHITECTURES) })]; }
  return agent.https && !hasBinary(given, true) ? [problem('SO615', { given, known: HTTPS_ARCHITECTURES })] : [];
}

/** curl makes some of these checks instead of the agent. */
function isHttps(check: Awaitable): boolean {
  return check.kind === 'httpGet' && check.scheme === 'https' && findTool(check) === undefined;
}
