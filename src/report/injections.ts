import { AGENT_INSTALLER, AGENT_VOLUME, BINARIES_VOLUME, STATE_VOLUME } from '../agent/contract';
import { Awaitable } from '../api/private/check';
import { AgentDelivery } from '../api/startup-order-options';
import { PlannedInjection } from '../api/startup-plan';
import { describeCheck } from '../pod/checks';
import { POD_IP } from '../pod/checks/hosts';
import { AgentPlan, AwaitedDecision, GateDecision, HookDecision, PodPlan, TriggerDecision } from '../pod/pod-plan';

/** The fields that a plan writes into the manifest, and their purpose: of the pod first, then by container in start order. The emitters write it. */
export function injectionsOf(plan: PodPlan, order: readonly string[]): PlannedInjection[] {
  const place = new Map(order.map((name, i) => [name, i]));
  return [...ofPod(plan), ...ofContainers(plan).sort((a, b) => place.get(a.container!)! - place.get(b.container!)!)];
}

function ofPod(plan: PodPlan): PlannedInjection[] {
  const annotations = Object.keys(plan.mesh?.annotations ?? {});
  return [
    ...(plan.agent ? [{ field: `volumes[${AGENT_VOLUME}]`, reason: deliveryReason(plan.agent) }] : []),
    ...(installs(plan) ? [{ field: `volumes[${BINARIES_VOLUME}]`, reason: `the wait agent for ${plan.agent!.architectures.join(', ')}, from ConfigMaps` }] : []),
    ...(plan.usesState ? [{ field: `volumes[${STATE_VOLUME}]`, reason: 'marker files tell which containers are ready, and lock files which containers still run' }] : []),
    ...(plan.defaultContainer === undefined ? []
      : [{ field: 'metadata.annotations', reason: `kubectl takes ${plan.defaultContainer} where no container is named` }]),
    ...annotations.map(key => ({ field: `metadata.annotations[${key}]`, reason: 'tells the mesh where its proxy belongs' })),
    ...(plan.serviceAccount === undefined ? [] : [{ field: 'serviceAccountName', reason: 'may read through the API what is waited for, and nothing else' }]),
    ...(plan.serviceAccount === undefined || plan.serviceAccount.automountsToken !== undefined ? []
      : [{ field: 'automountServiceAccountToken', reason: 'only the containers that wait through the API get a token' }]),
  ];
}

const CARRIERS: Readonly<Record<AgentDelivery, string>> = {
  [AgentDelivery.CONFIG_MAP]: 'the wait agent, from a ConfigMap',
  [AgentDelivery.INIT_CONTAINER]: 'the wait agent, copied by an init container',
  [AgentDelivery.IMAGE_VOLUME]: 'the wait agent, from its image',
};

function installs({ agent }: PodPlan): boolean {
  return agent?.delivery === AgentDelivery.INIT_CONTAINER;
}

function deliveryReason({ delivery, reason }: AgentPlan): string {
  return `${CARRIERS[delivery]} (${delivery}): ${reason}`;
}

function ofContainers(plan: PodPlan): PlannedInjection[] {
  const waits = plan.init.flatMap(entry => entry.kind === 'wait' ? [entry.wait] : []);
  return [
    ...(installs(plan) ? [{ container: AGENT_INSTALLER, field: 'initContainers', reason: 'copies the wait agent for the architecture of the node' }] : []),
    ...waits.map(w => ({ container: w.name, field: 'initContainers', reason: `waits for ${named(w.awaited)}` })),
    ...plan.gates.map(g => ({ container: g.container, field: 'command', reason: `the wait agent stands in front: ${gateTasks(g).join(', ')}` })),
    ...plan.guards.map(g => ({ container: g.container, field: 'env', reason: `the kubelet does not create it before ${g.dependency} is marked ${g.condition}` })),
    ...plan.hooks.map(h => ({ container: h.carrier, field: 'lifecycle.postStart', reason: hookTasks(h).join(', ') })),
    ...plan.probes.map(p => ({ container: p.container, field: 'startupProbe', reason: `the kubelet waits for its ready check: ${describeCheck(p.check, POD_IP)}` })),
    ...plan.triggers.map(t => ({ container: t.container, field: t.probe, reason: triggerTask(t) })),
    ...plan.withoutStartupProbe.map(container => ({ container, field: 'startupProbe', reason: 'left out: cdk8s-plus has added it, and it would be in the way' })),
    ...plan.preStops.map(p => ({ container: p.container, field: 'lifecycle.preStop', reason: `waits until ${p.after.join(', ')} ${p.after.length > 1 ? 'have' : 'has'} ended` })),
    ...plan.probeGraces.map(p => ({ container: p.container, field: `${p.probe}.terminationGracePeriodSeconds`, reason: 'a restart for its sake does not wait for those that do not stop' })),
    ...plan.gates.flatMap(({ container, keptProbes = [] }) => keptProbes.flatMap(p => p.probe === 'startupProbe'
      ? [{ container, field: 'startupProbe.failureThreshold', reason: 'the probe fails while the gate waits, and the kubelet restarts nothing for that' }]
      : p.initialDelaySeconds === undefined ? [] : [{ container, field: 'livenessProbe.initialDelaySeconds', reason: 'the longest wait of the gate, and the delay of the probe after that' }])),
    ...plan.restarts.map(container => ({ container, field: 'restartPolicyRules', reason: 'its end restarts all containers of the pod' })),
  ];
}

function named(awaited: readonly AwaitedDecision<Awaitable>[]): string {
  return [...new Set(awaited.map(a => a.dependency))].join(', ');
}

function gateTasks({ awaited, locks, endsBehind, marksEnd }: GateDecision): string[] {
  return [
    ...(awaited.length > 0 ? [`waits for ${named(awaited)}`] : []),
    ...(locks ? ['locks a file as long as it runs'] : []),
    ...(endsBehind.length > 0 ? [`ends it behind ${endsBehind.map(e => e.container).join(', ')}`] : []),
    ...(marksEnd ? ['marks its end'] : []),
  ];
}

function hookTasks({ waits, resets, locks, lingers, runFirst }: HookDecision): string[] {
  const awaited = [...new Set(waits.flatMap(w => 'check' in w ? [w.dependency] : []))];
  return [
    ...(resets ? ['empties its marks'] : []),
    ...(runFirst ? ['runs your own hook'] : []),
    ...(awaited.length > 0 ? [`waits until ${awaited.join(', ')} ${awaited.length > 1 ? 'are' : 'is'} ready`] : []),
    ...(waits.some(w => 'marks' in w) ? ['marks that for those who wait'] : []),
    ...(lingers.length > 0 ? ['leaves an agent behind that goes on waiting'] : []),
    ...(locks ? ['locks a file as long as the container runs'] : []),
  ];
}

function triggerTask({ steps, container }: TriggerDecision): string {
  const marks = steps.filter(s => 'marks' in s);
  return marks.length > 0 ? 'marks when it is ready, and has the kubelet look again'
    : steps.some(s => 'check' in s && s.check.kind === 'mark') ? `passes only when the gate of ${container} is open` : 'limits the wait';
}
