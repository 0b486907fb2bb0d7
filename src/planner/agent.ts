import { ARCHITECTURES, hasBinary, HTTPS_ARCHITECTURES } from '../agent/binaries';
import { Awaitable, leaves } from '../api/private/check';
import { Problem, problem } from '../api/private/problem';
import { AgentDelivery } from '../api/startup-order-options';
import { toolOf } from '../pod/checks';
import { PodIntent } from '../pod/intent';
import { AgentPlan, GateDecision, HookDecision, PreStopDecision, TriggerDecision, WaitDecision, WaitStep } from '../pod/pod-plan';

/** Every decision that runs the agent. */
interface Runs {
  readonly hooks: readonly HookDecision[];
  readonly gates: readonly GateDecision[];
  readonly triggers: readonly TriggerDecision[];
  readonly preStops: readonly PreStopDecision[];
  readonly waits: readonly WaitDecision[];
}

/** How the agent gets into the pod; `undefined`: no container runs the agent. */
export function agentOf({ hooks, gates, triggers, preStops, waits }: Runs, { delivery }: PodIntent): AgentPlan | undefined {
  const running = hooks.filter(h => h.usesAgent);
  if (running.length + gates.length + triggers.length + preStops.length + waits.length === 0) { return undefined; }
  const checks = [
    ...[...running.flatMap(h => [...h.waits, ...h.lingers]), ...triggers.flatMap(t => t.steps)].flatMap(checkIn),
    ...[...gates, ...waits].flatMap(({ awaited }) => awaited.map(a => a.check)),
  ];
  return { ...delivery, https: checks.flatMap(check => leaves(check)).some(isHttps) || gates.some(g => g.quits?.url.startsWith('https:')) };
}

/** Why the agent cannot get into the pod in this way. The architecture of the options is checked where the options are resolved. */
export function agentProblems(agent: AgentPlan | undefined): Problem[] {
  if (!agent || agent.delivery === AgentDelivery.IMAGE_VOLUME) { return []; }
  if (agent.delivery === AgentDelivery.CONFIG_MAP && agent.architectures.length > 1) { return [problem('SO614', {})]; }
  const { boundBy, architectures: [given] } = agent;
  if (boundBy !== undefined && !hasBinary(given)) { return [problem('SO612', { where: boundBy, given, known: Object.keys(ARCHITECTURES) })]; }
  return agent.https && !hasBinary(given, true) ? [problem('SO615', { given, known: HTTPS_ARCHITECTURES })] : [];
}

function checkIn(step: WaitStep): Awaitable[] {
  return 'check' in step ? [step.check] : [];
}

/** curl makes some of these checks itself. */
function isHttps(check: Awaitable): boolean {
  return check.kind === 'httpGet' && check.scheme === 'https' && toolOf(check) === undefined;
}
