import { Mechanism } from '../model/mechanism';
import { OnTimeout } from '../model/on-timeout';
import { PlannedDependency, StartupPlan, ContainerSlot } from '../model/startup-plan';

const SLOTS = {
  [ContainerSlot.INIT_CONTAINER]: 'init container',
  [ContainerSlot.NATIVE_SIDECAR]: 'native sidecar',
  [ContainerSlot.CONTAINER]: 'container',
};

const WAITS_IN: Partial<Record<Mechanism, string>> = {
  [Mechanism.SIDECAR_PROBE]: 'the startup probe of',
  [Mechanism.SIDECAR_WAIT_INIT]: 'init container',
  [Mechanism.ENTRYPOINT_GATE]: 'the gate of',
  [Mechanism.GUARDED_HOOK]: 'a guard that reads the marks of',
};

/** The plan as text: who starts when, who waits for whom and how, what is promised, what to know before deploying. */
export function explain(plan: StartupPlan): string {
  const title = `${plan.path}: start order for Kubernetes ${plan.kubernetesVersion} and newer`;
  if (plan.disabledReason !== undefined) { return `${plan.path}: start order switched off (${plan.disabledReason})\n`; }
  return [
    title,
    ...plan.containers.map((c, i) => `  ${i + 1}. ${c.name} (${SLOTS[c.slot]}${c.injected ? ', injected' : ''}): ${c.reason}`),
    ...(plan.dependencies.length > 0 ? ['  dependencies:'] : []),
    ...plan.dependencies.flatMap(dependency),
    ...(plan.stops.length > 0 ? [`  shutdown, ${plan.stopTime!.toSeconds()} s when each container takes as long as it says:`] : []),
    ...plan.stops.map(s => `    - ${s.dependency} stops after ${s.dependent}: ${s.mechanism}; guarantee ${s.guarantee}: ${s.reason}`),
    ...(plan.warnings.length > 0 ? ['  to know:'] : []),
    ...plan.warnings.map(w => `    - ${w}`),
    '',
  ].join('\n');
}

/** All plans of an app, and behind them who waits for whom. */
export function explainAll(plans: readonly StartupPlan[]): string {
  const between = plans.flatMap(p => p.dependencies.flatMap(d => (d.workloads ?? []).map(w => `  - ${p.path} (${d.dependent}) waits for ${w}: ${d.check}`)));
  return [...plans.map(explain), ...(between.length > 0 ? [`between workloads:\n${between.join('\n')}\n`] : [])].join('\n');
}

function dependency(d: PlannedDependency): string[] {
  const limit = d.timeout === undefined ? '' : `, at most ${d.timeout.toSeconds()} s, then ${d.onTimeout === OnTimeout.FAIL ? 'fails' : 'goes on'}`;
  const where = d.waitsIn === undefined ? '' : ` in ${d.mechanism === Mechanism.INIT_CONTAINER ? 'init container' : WAITS_IN[d.mechanism] ?? 'the postStart hook of'} ${d.waitsIn}`;
  return [
    `    - ${d.dependent} starts after ${d.dependency}${d.workloads ? ` (${d.workloads.join(', ')})` : ''} is ${d.condition}${d.check === undefined ? '' : `: ${d.check}`}`,
    `      ${d.mechanism}${where}${limit}; guarantee ${d.guarantee}: ${d.reason}`,
    ...(d.raise === undefined ? [] : [`      to raise it: ${d.raise}`]),
  ];
}
