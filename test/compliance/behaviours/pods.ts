import { AGENT_INSTALLER, WAIT_AGENT } from '../../../src/agent/contract';
import { ContainerJson, PodSpecJson } from '../../../src/api/private/pod-spec';
import { Behaviour, Cell, doesNotApply, everywhere, insideThePod } from '../matrix';
import { all, injected, orderedPod, Setup } from '../pod';

const HOST_NETWORK_WARNING = 'with hostNetwork another process of the node may answer a check over the network [SW303]';

function withoutNetworkWarning(reason: string): Cell {
  return doesNotApply(reason, ({ plan }) => expect(plan.warnings).not.toContain(HOST_NETWORK_WARNING));
}

const NOT_ON_WINDOWS = 'the wait agent does not run on Windows';

const workloadKinds = everywhere('a Pod, Deployment, StatefulSet, DaemonSet, Job and CronJob get the same pod spec', {}, pod => {
  for (const kind of ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']) {
    const { spec, given } = orderedPod(pod.column, { kind });
    expect([kind, spec]).toEqual([kind, pod.spec]);
    expect(spec).not.toEqual(given);
  }
});

export const absentDependency = insideThePod(
  'a missing dependency with `required: false` does not change the pod', { edge: { required: false }, withoutDep: true },
  ({ spec, given, plan }) => expect([spec, plan.dependencies, plan.warnings]).toEqual([given, [], []]),
);

const hostNetwork = everywhere('with hostNetwork, the plan warns that another process may answer', { spec: { hostNetwork: true } }, ({ plan }) => {
  expect(plan.warnings).toContain(HOST_NETWORK_WARNING);
}, {
  POSITION: withoutNetworkWarning('no check uses the network'),
  ENTRYPOINT_GATE_BY_MARK: withoutNetworkWarning('no check uses the network'),
  INIT_CONTAINER: withoutNetworkWarning('the check always connects to a server outside the pod'),
});

const windows = everywhere('a Windows pod can use the mechanism', { spec: { os: { name: 'windows' } } }, pod => {
  expect(pod.edge!.guarantee).toBe(pod.subject.guarantee);
  expect([injected(pod), pod.spec.volumes]).toEqual([[], undefined]);
}, {
  ENTRYPOINT_GATE: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  ENTRYPOINT_GATE_BY_MARK: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  GUARDED_HOOK: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  GUARDED_HOOK_ON_SIDECAR: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  SIDECAR_WAIT_INIT: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  POST_START: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  INIT_CONTAINER: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
});

const RESTRICTED: Partial<ContainerJson> = {
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
};

export const restricted = everywhere('the Pod Security level `restricted` still admits the pod', { app: RESTRICTED, dep: RESTRICTED }, ({ spec }) => {
  for (const c of all(spec)) {
    expect([c.name, c.securityContext]).toEqual([c.name, expect.objectContaining(RESTRICTED.securityContext as object)]);
    expect(c.securityContext).not.toMatchObject({ runAsUser: 0 });
    for (const asked of [c.startupProbe, c.readinessProbe, c.livenessProbe, c.lifecycle?.postStart, c.lifecycle?.preStop]) {
      expect(JSON.stringify(asked ?? {})).not.toContain('"host":');
    }
  }
  for (const { name, ...source } of spec.volumes ?? []) { expect([name, Object.keys(source)]).toEqual([name, [expect.stringMatching(/^(emptyDir|projected)$/)]]); }
});

export const imageVolume = everywhere('an image volume can deliver the agent', {
  options: { kubernetesVersion: '1.37', agent: { delivery: 'IMAGE_VOLUME', image: 'registry.example/wait-agent:1' } },
}, ({ edge, subject, spec }) => {
  expect(edge!.mechanism).toBe(subject.mechanism);
  expect(all(spec).map(c => c.name)).not.toContain(AGENT_INSTALLER);
  const mounting = all(spec).filter(c => c.volumeMounts?.some(m => m.name === 'startup-order-agent'));
  const running = all(spec).filter(c => JSON.stringify(c).includes(`"${WAIT_AGENT}"`));
  expect(mounting).toEqual(running);
  expect(spec.volumes?.some(v => v.image) ?? false).toBe(running.length > 0);
});

/** kubernetes, pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS: init containers count, and only CPU and memory do. */
function qosClassOf(spec: PodSpecJson): string {
  const resources = all(spec).map(c => ({ limits: c.resources?.limits ?? {}, requests: { ...c.resources?.limits, ...c.resources?.requests } }));
  if (resources.every(r => Object.keys({ ...r.limits, ...r.requests }).length === 0)) { return 'BestEffort'; }
  const guaranteed = resources.every(({ limits, requests }) => ['cpu', 'memory'].every(what => limits[what] !== undefined && limits[what] === requests[what]));
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

/** A pod of this QoS class keeps its class. */
const keepsQos = (qosClass: string, given: Setup, exceptions: Partial<Behaviour['cells']> = {}): Behaviour =>
  everywhere(`a pod of the QoS class ${qosClass} keeps its class`, given, pod => {
    expect([qosClassOf(pod.given), qosClassOf(pod.spec)]).toEqual([qosClass, qosClass]);
  }, exceptions);

const LIMITS = { resources: { limits: { cpu: '1', memory: '1Gi' } } };

const BECOMES_BURSTABLE = doesNotApply('injected containers have resource requests, so the pod becomes Burstable, and the plan warns; `agent: { resources: {} }` keeps it BestEffort', pod => {
  expect([qosClassOf(pod.given), qosClassOf(pod.spec)]).toEqual(['BestEffort', 'Burstable']);
  expect(pod.plan.warnings).toContainEqual(expect.stringContaining('no longer BestEffort'));
  expect(qosClassOf(orderedPod(pod.column, { options: { agent: { resources: {} } } }).spec)).toBe('BestEffort');
});

export const PODS: readonly Behaviour[] = [
  workloadKinds,
  hostNetwork,
  windows,
  restricted,
  keepsQos('Guaranteed', { app: LIMITS, dep: LIMITS }),
  keepsQos('Burstable', { app: { resources: { requests: { cpu: '1' } } } }),
  keepsQos('BestEffort', {}, { SIDECAR_WAIT_INIT: BECOMES_BURSTABLE, INIT_CONTAINER: BECOMES_BURSTABLE }),
  imageVolume,
];
