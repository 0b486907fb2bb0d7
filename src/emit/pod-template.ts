import {
  writePreStop,
  writeGatedCommand,
  writeGuard,
  writeMarkerProbe,
  writeWait,
  writePostStart,
  writeCheckProbe,
} from './agent-commands';
import { writeInjected, writeInstaller } from './injected-container';
import { writeMount, writeVolume } from './volumes';
import { guardVariable, SANDBOX_FILE, STATE_VOLUME, WAIT_AGENT } from '../agent/contract';
import { withoutUndefined } from '../api/private/collections';
import { ContainerJson, listContainersOf, PodSpecJson, PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';
import { isUnder } from '../pod/path-contains';
import { ContainerPlan, InitEntry, listContainers, listWaits, PodPlan } from '../pod/pod-plan';
import { problem } from '../pod/problems';
import { AgentSettings } from '../pod/settings';
import { sortKeys } from '../pod/sort-keys';

/** Writes a plan into a pod template. Decides nothing, and returns the same JSON each time. */
export function emitPodTemplate(template: PodTemplateJson, plan: PodPlan, settings: AgentSettings): PodTemplateJson {
  const metadata = writeMetadata(template, plan);
  const spec = writePodSpec(template.spec, plan, settings);
  return sortKeys(template, metadata ? { metadata, spec } : { spec });
}

/** Finds names, paths and variables of the pod that the plan would use a second time. */
export function findCollisions(spec: PodSpecJson, plan: PodPlan): Problem[] {
  const given = new Map(listContainersOf(spec).map(c => [c.name, c]));
  const problems: Problem[] = [];
  for (const { kind, name } of plan.initContainers) {
    if (kind !== 'container' && given.has(name)) {
      problems.push(problem('SO502', { what: 'container', name }));
    }
  }
  for (const { name } of spec.volumes ?? []) {
    if (plan.volumes.some(v => v.name === name)) {
      problems.push(problem('SO502', { what: 'volume', name }));
    }
  }
  for (const { name, mounts, guards } of listContainers(plan)) {
    const { volumeMounts = [], env = [] } = given.get(name)!;
    const usesState = mounts.some(m => m.volume === STATE_VOLUME);
    for (const { mountPath: path } of volumeMounts) {
      const hidesSandbox = usesState && isUnder(path, SANDBOX_FILE);
      if (hidesSandbox || mounts.some(ours => overlaps(path, ours.path))) {
        problems.push(problem('SO503', { name, path }));
      }
    }
    const variables = guards.map(({ dependency, condition }) => guardVariable(dependency, condition));
    for (const { name: variable } of env.filter(e => variables.includes(e.name))) {
      problems.push(problem('SO505', { name, variable }));
    }
  }
  return [...problems, ...findHiddenMounts(plan)];
}

/** Finds volumes of sidecars that would hide the agent or its state in a wait. */
function findHiddenMounts(plan: PodPlan): Problem[] {
  return listWaits(plan).flatMap(({ sidecarMounts, mounts }) =>
    sidecarMounts
      .filter(m => mounts.some(ours => plan.volumes.some(v => v.name === ours.volume) && overlaps(m.path, ours.path)))
      .map(m => problem('SO503', { name: m.container, path: m.path })),
  );
}

function overlaps(a: string, b: string): boolean {
  return isUnder(a, b) || isUnder(b, a);
}

function writePodSpec(spec: PodSpecJson, plan: PodPlan, settings: AgentSettings): PodSpecJson {
  const { initContainers: _, ...rest } = spec;
  const given = new Map(listContainersOf(spec).map(c => [c.name, c]));
  const program = plan.agent?.path ?? WAIT_AGENT;
  const byShell = plan.agent?.byShell ?? false;
  const writeInitContainer = (entry: InitEntry): ContainerJson => {
    switch (entry.kind) {
      case 'installer':
        return writeInstaller(entry, settings, spec);
      case 'wait': {
        const volumeMounts = entry.mounts.map(writeMount);
        return writeInjected({ ...writeWait(entry, program, settings, byShell), volumeMounts }, settings, spec, entry);
      }
      case 'container':
        return writeContainer(given.get(entry.name)!, entry, program);
    }
  };
  const written: Writable<PodSpecJson> = {
    containers: plan.containers.map(c => writeContainer(given.get(c.name)!, c, program)),
  };
  if (plan.initContainers.length > 0) {
    written.initContainers = plan.initContainers.map(writeInitContainer);
  }
  for (const { field, value } of plan.podFields) {
    Object.assign(written, { [field]: value });
  }
  if (plan.volumes.length > 0) {
    written.volumes = [...(spec.volumes ?? []), ...plan.volumes.map(v => writeVolume(v, plan.agent, settings))];
  }
  return sortKeys(rest as PodSpecJson, written);
}

type Writable<T> = { -readonly [field in keyof T]?: T[field] };

/** Returns a container without decisions as it is. `program`: the path of the agent. */
function writeContainer(given: ContainerJson, plan: ContainerPlan, program: string): ContainerJson {
  const { name, slot, gate, guards, startupProbe, readinessProbe, probeChanges, postStart, preStop, mounts } = plan;
  const changes: Writable<ContainerJson> = gate ? writeGatedCommand(gate, given, program) : {};
  for (const { probe, key, value } of probeChanges) {
    changes[probe] = sortKeys(changes[probe] ?? given[probe], { [key]: value });
  }
  if (startupProbe?.kind === 'removed') {
    changes.startupProbe = undefined;
  } else if (startupProbe) {
    const isMarker = startupProbe.kind === 'marker';
    changes.startupProbe = isMarker ? writeMarkerProbe(name, startupProbe, program) : writeCheckProbe(startupProbe);
  }
  if (readinessProbe) {
    changes.readinessProbe = writeMarkerProbe(name, readinessProbe, program);
  }
  // `Always` makes an init container a native sidecar. An app container keeps a policy only if its rules need one.
  const policy = slot === 'CONTAINER' ? plan.container.restartPolicy : undefined;
  if (slot === 'NATIVE_SIDECAR') {
    changes.restartPolicy = 'Always';
  } else if (given.restartPolicy === 'Always' && policy !== 'Always') {
    changes.restartPolicy = policy;
  }
  if (plan.restartsAll) {
    Object.assign(changes, RESTART_RULE);
  }
  if (guards.length > 0) {
    changes.env = [...(given.env ?? []), ...guards.map(writeGuard)];
  }
  if (postStart || preStop) {
    changes.lifecycle = sortKeys(given.lifecycle, {
      ...(postStart && { postStart: writePostStart(name, postStart, program) }),
      ...(preStop && { preStop: writePreStop(name, preStop, program) }),
    });
  }
  if (mounts.length > 0) {
    changes.volumeMounts = [...(given.volumeMounts ?? []), ...mounts.map(writeMount)];
  }
  return Object.keys(changes).length === 0 ? given : withoutUndefined(sortKeys(given, changes));
}

/**
 * `NotIn` an empty list matches every exit code. The API server requires a `restartPolicy` in addition to the rules.
 */
const RESTART_RULE: Pick<ContainerJson, 'restartPolicy' | 'restartPolicyRules'> = {
  restartPolicy: 'Always',
  restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [] } }],
};

/** `undefined`: the plan adds no annotations. */
function writeMetadata({ metadata }: PodTemplateJson, { annotations }: PodPlan): PodTemplateJson['metadata'] {
  if (annotations.length === 0) {
    return undefined;
  }
  const written = Object.fromEntries(annotations.map(({ key, value }) => [key, value]));
  return sortKeys(metadata, { annotations: sortKeys(metadata?.annotations, written) });
}
