import { checkOfProbe } from './read-probe';
import { validateCheck, wholeSeconds } from './validate-check';
import { ContainerRole } from '../model/container-role';
import { closestName } from '../model/private/closest-name';
import { ContainerDeclaration, DependencyDeclaration, PodDeclaration } from '../model/private/declaration';
import { ContainerIntent, PodIntent, ReadyProof } from '../model/private/intent';
import { ContainerJson, PodSpecJson } from '../model/private/pod-spec';
import { Problem, problem } from '../model/private/problem';
import { OrderSettings } from '../model/private/settings';

/** Deadlines that stand outside the pod spec, such as a Deployment's progressDeadlineSeconds. */
export type Deadlines = PodIntent['deadlines'];

/**
 * The one translation of a manifest and of what was declared about it into the planner's input. All defaults are filled in here.
 */
export function intentOf(
  spec: PodSpecJson, declaration: PodDeclaration, settings: OrderSettings, deadlines: Deadlines,
): { intent: PodIntent; problems: Problem[] } {
  const found = [
    ...(spec.initContainers ?? []).map((json, i) => ({ json, place: `initContainers[${i}]`, init: true })),
    ...(spec.containers ?? []).map((json, i) => ({ json, place: `containers[${i}]`, init: false })),
  ];
  const declared = new Map(declaration.containers.map(d => [d.name, d]));
  const containers = found.map((f, place) => containerIntent(f.json, place, f.init, declared.get(f.json.name)));
  return {
    intent: {
      containers: declaration.sidecarsFirst ? withSidecarsFirst(containers) : containers,
      capabilities: settings.target.capabilities,
      restartPolicy: spec.restartPolicy ?? 'Always',
      windows: spec.os?.name === 'windows' || spec.nodeSelector?.['kubernetes.io/os'] === 'windows',
      hostNetwork: spec.hostNetwork ?? false,
      terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
      deadlines: [
        ...(spec.activeDeadlineSeconds === undefined ? [] : [{ field: 'activeDeadlineSeconds', seconds: spec.activeDeadlineSeconds }]),
        ...deadlines,
      ],
      agentWithoutTools: settings.agent.ownShell,
      mechanism: settings.mechanism,
      guarantee: settings.guarantee,
    },
    problems: [
      ...nameProblems(found),
      ...unknownDeclarations(declaration.containers, found.map(f => f.json.name)),
      ...declaration.containers.flatMap(declarationProblems),
      ...sleepProblems(found.map(f => f.json), spec.terminationGracePeriodSeconds ?? 30),
    ],
  };
}

function containerIntent(json: ContainerJson, place: number, init: boolean, declared: ContainerDeclaration | undefined): ContainerIntent {
  const alreadyNative = init && json.restartPolicy === 'Always';
  const automaticStartupProbe = declared?.automaticStartupProbe ?? false;
  const roleInManifest = alreadyNative ? ContainerRole.SIDECAR : init ? ContainerRole.INIT : ContainerRole.APP;
  return {
    name: json.name,
    place,
    role: declared?.role ?? roleInManifest,
    alreadyNative: alreadyNative && (declared?.role ?? ContainerRole.SIDECAR) === ContainerRole.SIDECAR,
    ready: readyProof(json, declared),
    startup: json.startupProbe && {
      check: checkOfProbe(json.startupProbe, json),
      periodSeconds: json.startupProbe.periodSeconds || 10,
      automatic: automaticStartupProbe,
    },
    dependsOn: declared?.dependsOn ?? [],
    postStart: json.lifecycle?.postStart,
    fieldsForbiddenOnInit: [
      ...(json.lifecycle ? ['lifecycle'] : []),
      ...(json.livenessProbe ? ['livenessProbe'] : []),
      ...(json.readinessProbe ? ['readinessProbe'] : []),
      ...(json.startupProbe && !automaticStartupProbe ? ['startupProbe'] : []),
    ],
    mounts: (json.volumeMounts ?? []).map(m => ({
      volume: m.name, path: m.mountPath, partial: m.subPath !== undefined || m.subPathExpr !== undefined,
    })),
  };
}

function readyProof(json: ContainerJson, declared: ContainerDeclaration | undefined): ReadyProof | undefined {
  if (declared?.readyWhen) { return { check: declared.readyWhen, source: 'readyWhen' }; }
  const startup = json.startupProbe && checkOfProbe(json.startupProbe, json);
  if (startup) { return { check: startup, source: 'startupProbe' }; }
  const readiness = json.readinessProbe && checkOfProbe(json.readinessProbe, json);
  return readiness && { check: readiness, source: 'readinessProbe' };
}

/** "All sidecars first": every container that is not a sidecar, ordinary init containers excepted, needs every sidecar. */
function withSidecarsFirst(containers: readonly ContainerIntent[]): ContainerIntent[] {
  const sidecars = containers.filter(c => c.role === ContainerRole.SIDECAR);
  return containers.map(c => c.role !== ContainerRole.APP ? c : {
    ...c,
    dependsOn: [
      ...c.dependsOn,
      ...sidecars.filter(s => !c.dependsOn.some(d => d.target.kind === 'container' && d.target.name === s.name))
        .map((s): DependencyDeclaration => ({ target: { kind: 'container', name: s.name }, required: true })),
    ],
  });
}

function nameProblems(found: readonly { json: ContainerJson; place: string }[]): Problem[] {
  const places = new Map<string, string[]>();
  for (const { json, place } of found) { places.set(json.name, [...places.get(json.name) ?? [], place]); }
  return [
    ...found.filter(f => !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(f.json.name ?? ''))
      .map(f => problem('SO104', { name: f.json.name, place: f.place })),
    ...[...places].filter(([, at]) => at.length > 1).map(([name, at]) => problem('SO103', { name, places: at })),
  ];
}

function unknownDeclarations(declarations: readonly ContainerDeclaration[], known: string[]): Problem[] {
  const present = new Set(known);
  return declarations.filter(d => !present.has(d.name))
    .map(d => problem('SO102', { name: d.name, known, closest: closestName(d.name, known) }));
}

function declarationProblems(declared: ContainerDeclaration): Problem[] {
  return [
    ...(declared.readyWhen ? validateCheck(declared.readyWhen, `the ready check of container '${declared.name}'`) : []),
    ...declared.dependsOn.flatMap(d => {
      const where = `container '${declared.name}', dependency on '${d.target.name}'`;
      return [
        ...(d.target.kind === 'external' ? validateCheck(d.target.check, where) : []),
        ...wholeSeconds(d.timeoutSeconds, 'timeout', where),
      ];
    }),
  ];
}

function sleepProblems(containers: readonly ContainerJson[], grace: number): Problem[] {
  return containers.flatMap(c => (['postStart', 'preStop'] as const).flatMap(hook => {
    const seconds = c.lifecycle?.[hook]?.sleep?.seconds;
    return seconds !== undefined && seconds > grace ? [problem('SO407', { name: c.name, hook, seconds, grace })] : [];
  }));
}
