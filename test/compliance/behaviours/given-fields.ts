import { ContainerJson, VolumeJson } from '../../../src/api/private/pod-spec';
import { Behaviour, doesNotApply, everywhere, insideThePod } from '../matrix';
import { container, OrderedPod, Setup } from '../pod';

/** Fields of a container besides hooks and probes. */
const FIELDS: Partial<ContainerJson> = {
  args: ['--verbose', '$(HOME)', '$$'],
  command: ['/bin/run'],
  env: [{ name: 'A', value: 'b' }, { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
  envFrom: [{ configMapRef: { name: 'settings' } }],
  imagePullPolicy: 'IfNotPresent',
  ports: [{ containerPort: 8080, name: 'http' }],
  resources: { limits: { memory: '1Gi' } },
  securityContext: { readOnlyRootFilesystem: true, runAsUser: 1000 },
  stdin: true,
  terminationMessagePolicy: 'FallbackToLogsOnError',
  volumeMounts: [{ mountPath: '/data', name: 'data' }],
  workingDir: '/data',
};
const VOLUMES: readonly VolumeJson[] = [{ emptyDir: {}, name: 'data' }];
const PROBE = { exec: { command: ['/check', '$(HOME)'] }, failureThreshold: 7, periodSeconds: 3 };
const PROBES: Partial<ContainerJson> = { livenessProbe: PROBE, readinessProbe: PROBE, startupProbe: PROBE };
const POST_START = { postStart: { exec: { command: ['/register', '$(HOME)', '$$'] } } };
const PRE_STOP = { preStop: { exec: { command: ['/stop'] } } };

/** The library appends its entries to the given entries. */
const LISTS = ['env', 'volumeMounts'];

/** Asserts that the mechanism changes exactly its fields of a container, and keeps all other given fields. */
function expectOnlyWritten({ given, spec }: OrderedPod, name: string, writes: readonly string[]): void {
  const [before, after] = [container(given, name), container(spec, name)];
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(f => JSON.stringify(before[f]) !== JSON.stringify(after[f]));
  expect(changed.sort()).toEqual([...writes].sort());
  for (const field of LISTS) { expect(prefix(after[field], before[field])).toEqual(before[field]); }
}

function prefix(list: unknown, of: unknown): unknown { return Array.isArray(list) && Array.isArray(of) ? list.slice(0, of.length) : list; }

/** Asserts that one probe of the dependency stays unchanged. */
const kept = (field: keyof ContainerJson, exceptions: Partial<Behaviour['cells']> = {}): Behaviour =>
  insideThePod(`the ${field} of a dependency is kept`, { dep: { [field]: PROBES[field] } },
    ({ spec }) => expect(JSON.stringify(container(spec, 'dep')[field])).toBe(JSON.stringify(PROBES[field])), exceptions);

const EVERY_FIELD: Setup = { app: { ...FIELDS, ...PROBES, lifecycle: PRE_STOP }, dep: FIELDS, spec: { volumes: VOLUMES } };

const RUNS_TOO_SOON = doesNotApply('the hook would run while the gate still waits and the app does not run; the planner chooses another mechanism', 'SO402');

export const GIVEN_FIELDS: readonly Behaviour[] = [
  everywhere(
    'all fields of a dependent that the mechanism does not write are kept: probes, preStop hook, command, args, env, mounts, security context …',
    EVERY_FIELD, pod => expectOnlyWritten(pod, 'app', pod.subject.writes.dependent),
  ),
  insideThePod(
    'all fields of a dependency that the mechanism does not write are kept: command, args, env, mounts, security context …',
    EVERY_FIELD, pod => expectOnlyWritten(pod, 'dep', pod.subject.writes.dependency),
  ),
  everywhere('the postStart hook of a dependent is kept', { app: { lifecycle: POST_START } }, ({ spec }) => {
    expect(container(spec, 'app').lifecycle).toEqual(POST_START);
  }, { ENTRYPOINT_GATE: RUNS_TOO_SOON, ENTRYPOINT_GATE_BY_MARK: RUNS_TOO_SOON }),
  insideThePod('the postStart hook of a dependency runs unchanged', { dep: { lifecycle: POST_START } }, ({ given, spec }) => {
    const [own, hook] = [given, spec].map(s => container(s, 'dep').lifecycle!.postStart!.exec!.command!);
    const first = hook.indexOf(`--run-first=${own.length}`) + 1;
    expect(first > 0 ? hook.slice(first, first + own.length) : hook).toEqual(own);
  }),
  insideThePod('the preStop hook of a dependency is kept', { dep: { lifecycle: PRE_STOP } }, ({ spec }) => {
    expect(container(spec, 'dep').lifecycle).toMatchObject(PRE_STOP);
  }),
  kept('startupProbe', {
    SIDECAR_PROBE: doesNotApply('the mechanism is a startup probe; an existing startup probe is never replaced, and keeps the order by POSITION', 'SO402'),
  }),
  kept('readinessProbe', {
    GUARDED_HOOK_ON_SIDECAR: doesNotApply('the mechanism is a readiness probe; an existing readiness probe is never replaced, and the planner chooses another mechanism', 'SO402'),
  }),
  kept('livenessProbe'),
  everywhere('the volumes and all other fields of the pod spec are kept', {
    ...EVERY_FIELD, spec: { volumes: VOLUMES, securityContext: { fsGroup: 2000 }, tolerations: [{ operator: 'Exists' }], dnsPolicy: 'None' },
  }, ({ given, spec }) => {
    const { containers: _containers, initContainers: _initContainers, volumes, ...rest } = spec;
    const { containers: _given, volumes: volumesGiven, ...restGiven } = given;
    expect(prefix(volumes, volumesGiven)).toEqual(volumesGiven);
    expect(JSON.stringify(rest)).toBe(JSON.stringify(restGiven));
  }),
];
