import { AGENT_INSTALLER, WAIT_AGENT } from '../../../src/agent/contract';
import { ContainerJson, PodSpecJson } from '../../../src/api/private/pod-spec';
import { Behaviour, Cell, doesNotApply, EVERYWHERE, INSIDE_THE_POD } from '../matrix';
import { all, injected, orderedPod, Setup } from '../pod';

const HOST_NETWORK_WARNING = 'with hostNetwork another process of the node may answer a check over the network [SW303]';

function withoutNetworkWarning(reason: string): Cell {
  return doesNotApply(reason, ({ plan }) => expect(plan.warnings).not.toContain(HOST_NETWORK_WARNING));
}

const NOT_ON_WINDOWS = 'the wait agent does not run on Windows';

const workloadKinds: Behaviour = {
  title: 'a Pod, Deployment, StatefulSet, DaemonSet, Job and CronJob get the same pod spec',
  given: {},
  then: pod => {
    for (const kind of ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']) {
      const { spec, given } = orderedPod(pod.column, { kind });
      expect([kind, spec]).toEqual([kind, pod.spec]);
      expect(spec).not.toEqual(given);
    }
  },
  cells: EVERYWHERE,
};

export const absentDependency: Behaviour = {
  title: 'a missing dependency with `required: false` does not change the pod',
  given: { edge: { required: false }, withoutDep: true },
  then: ({ spec, given, plan }) => { expect([spec, plan.dependencies, plan.warnings]).toEqual([given, [], []]); },
  cells: INSIDE_THE_POD,
};

const hostNetwork: Behaviour = {
  title: 'with hostNetwork, the plan warns that another process may answer',
  given: { spec: { hostNetwork: true } },
  then: ({ plan }) => expect(plan.warnings).toContain(HOST_NETWORK_WARNING),
  cells: {
    ...EVERYWHERE,
    POSITION: withoutNetworkWarning('no check uses the network'),
    ENTRYPOINT_GATE_BY_MARK: withoutNetworkWarning('no check uses the network'),
    INIT_CONTAINER: withoutNetworkWarning('the check always connects to a server outside the pod'),
  },
};

const windows: Behaviour = {
  title: 'a Windows pod can use the mechanism',
  given: { spec: { os: { name: 'windows' } } },
  then: pod => {
    expect(pod.edge!.guarantee).toBe(pod.subject.guarantee);
    expect([injected(pod), pod.spec.volumes]).toEqual([[], undefined]);
  },
  cells: {
    ...EVERYWHERE,
    ENTRYPOINT_GATE: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
    ENTRYPOINT_GATE_BY_MARK: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
    GUARDED_HOOK: doesNotApply(NOT_ON_WINDOWS, 'SO402'),
    GUARDED_HOOK_ON_SIDECAR: doesNotApply(NOT_ON_WINDOWS, 'SO402'),
    SIDECAR_WAIT_INIT: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
    POST_START: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
    INIT_CONTAINER: doesNotApply(NOT_ON_WINDOWS, 'SO408'),
  },
};

const RESTRICTED: Partial<ContainerJson> = {
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
};

export const restricted: Behaviour = {
  title: 'the Pod Security level `restricted` still admits the pod',
  given: { app: RESTRICTED, dep: RESTRICTED },
  then: ({ spec }) => {
    for (const c of all(spec)) {
      expect([c.name, c.securityContext]).toEqual([c.name, expect.objectContaining(RESTRICTED.securityContext as object)]);
      expect(c.securityContext).not.toMatchObject({ runAsUser: 0 });
      for (const asked of [c.startupProbe, c.readinessProbe, c.livenessProbe, c.lifecycle?.postStart, c.lifecycle?.preStop]) {
        expect(JSON.stringify(asked ?? {})).not.toContain('"host":');
      }
    }
    for (const { name, ...source } of spec.volumes ?? []) { expect([name, Object.keys(source)]).toEqual([name, [expect.stringMatching(/^(emptyDir|projected)$/)]]); }
  },
  cells: EVERYWHERE,
};

export const imageVolume: Behaviour = {
  title: 'an image volume can deliver the agent',
  given: { options: { kubernetesVersion: '1.37', agent: { delivery: 'IMAGE_VOLUME', image: 'registry.example/wait-agent:1' } } },
  then: ({ edge, subject, spec }) => {
    expect(edge!.mechanism).toBe(subject.mechanism);
    expect(all(spec).map(c => c.name)).not.toContain(AGENT_INSTALLER);
    const mounting = all(spec).filter(c => c.volumeMounts?.some(m => m.name === 'startup-order-agent'));
    const running = all(spec).filter(c => JSON.stringify(c).includes(`"${WAIT_AGENT}"`));
    expect(mounting).toEqual(running);
    expect(spec.volumes?.some(v => v.image) ?? false).toBe(running.length > 0);
  },
  cells: EVERYWHERE,
};

/** kubernetes, pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS: init containers count, and only CPU and memory do. */
function qosClassOf(spec: PodSpecJson): string {
  const resources = all(spec).map(c => ({ limits: c.resources?.limits ?? {}, requests: { ...c.resources?.limits, ...c.resources?.requests } }));
  if (resources.every(r => Object.keys({ ...r.limits, ...r.requests }).length === 0)) { return 'BestEffort'; }
  const guaranteed = resources.every(({ limits, requests }) => ['cpu', 'memory'].every(what => limits[what] !== undefined && limits[what] === requests[what]));
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

/** A pod of this QoS class keeps its class. */
const keepsQos = (qosClass: string, given: Setup, cells = EVERYWHERE): Behaviour => ({
  title: `a pod of the QoS class ${qosClass} keeps its class`,
  given,
  then: pod => expect([qosClassOf(pod.given), qosClassOf(pod.spec)]).toEqual([qosClass, qosClass]),
  cells,
});

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
  keepsQos('BestEffort', {}, { ...EVERYWHERE, SIDECAR_WAIT_INIT: BECOMES_BURSTABLE, INIT_CONTAINER: BECOMES_BURSTABLE }),
  imageVolume,
];
