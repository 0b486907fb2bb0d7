import { groupBy } from '../../src/api/private/collections';
import { valueAt } from '../../src/pod/json-path';
import { objectOf, numberOf } from '../read/coerce-json';
import { listCheckWaits } from '../read/parse-agent-args';
import { ContainerView, PodView } from '../read/pod-view';
import { PodReading } from '../read/read-pod';
import { AwaitedTarget, Wait } from '../read/wait';

/** Returns the ordinary init containers, without the init containers of this library. */
export function listInitContainers({ inits }: PodReading): ContainerView[] {
  return inits.filter(c => !c.injected);
}

/** Returns the native sidecars; none if the nodes do not have them. */
export function listNativeSidecars({ sidecars, capabilities }: PodReading): readonly ContainerView[] {
  return capabilities.nativeSidecars ? sidecars : [];
}

/** The field for which the API server rejects an ordinary init container. */
export function findRefusedField({ json }: ContainerView) {
  return (['startupProbe', 'readinessProbe', 'livenessProbe', 'lifecycle'] as const).find(
    field => json[field] !== undefined,
  );
}

interface PlacedWait {
  readonly container: ContainerView;
  readonly wait: Wait;
  /** The path in the manifest. */
  readonly path: string;
  /** The subject of a message: `the init container 'wait'`. */
  readonly who: string;
  /** The command does not only wait, but also works, so the wait can be a part of the work. */
  readonly works?: boolean;
}

/** Returns the waits of commands, also of the wait agent before the command. */
export function listCommandWaits({ containers }: PodView): PlacedWait[] {
  return containers.flatMap(container =>
    [...listCheckWaits(container.gate), ...container.command.waits].map(wait => ({
      container,
      wait,
      works: container.command.works && container.command.waits.includes(wait),
      path: getCommandPath(container),
      who: `${container.slot === 'INIT' ? 'the init container' : 'the command of'} '${container.name}'`,
    })),
  );
}

/** Returns the waits of init containers. */
export function listInitWaits(pod: PodView): PlacedWait[] {
  return listCommandWaits(pod).filter(({ container }) => container.slot === 'INIT');
}

export type PlacedTarget = PlacedWait & AwaitedTarget;

export function listTargetsOf(waits: readonly PlacedWait[]): PlacedTarget[] {
  return waits.flatMap(placed => placed.wait.targets.map(target => ({ ...placed, target })));
}

/** Returns the targets of the waits that no condition can skip. */
export function listCertainTargets(waits: readonly PlacedWait[]): PlacedTarget[] {
  return listTargetsOf(waits.filter(({ wait }) => !wait.conditional));
}

/** Returns the waits of postStart hooks, also of the wait agent. */
export function listHookWaits({ containers }: PodView): PlacedWait[] {
  return containers.flatMap(container =>
    [...listCheckWaits(container.agentHook), ...(container.postStart?.waits ?? [])].map(wait => ({
      container,
      wait,
      path: getHookPath(container),
      who: `the postStart hook of '${container.name}'`,
    })),
  );
}

/** Returns the path of the field with the command: the image, if only the image file contains the command. */
export function getCommandPath({ path, json, imageCommand }: ContainerView): string {
  if (imageCommand && !json.args) {
    return `${path}.image`;
  }
  const { command = [], args } = json;
  const isOnlyShell = command.length < 3 || command[command.length - 1].startsWith('-');
  return `${path}.${args && isOnlyShell ? 'args' : 'command'}`;
}

export function getHookPath({ path }: ContainerView): string {
  return `${path}.lifecycle.postStart`;
}

/** Returns each container whose probe seems to hold later containers, and does not, with the path of the probe. */
export function listUnheld(probe: 'startupProbe' | 'readinessProbe', { order, containers }: PodReading) {
  const thens = groupBy(
    order.unenforced.filter(({ by }) => by === probe),
    ({ path }) => path,
  );
  return containers.flatMap(container => {
    const path = `${container.path}.${probe}`;
    const names = new Set((thens.get(path) ?? []).map(({ then }) => then));
    const free = containers.filter(({ name }) => names.has(name));
    return free.length > 0 ? [{ container, free, path }] : [];
  });
}

export function isJob({ workload }: PodReading): boolean {
  return workload.apiVersion.startsWith('batch/');
}

/** A deadline ends the pod during any wait. */
export function hasDeadline(pod: PodReading): boolean {
  const jobs = [['spec'], ['spec', 'jobTemplate', 'spec']].map(path => objectOf(valueAt(pod.workload.object, path)));
  return (
    pod.spec.activeDeadlineSeconds !== undefined ||
    (isJob(pod) && jobs.some(job => numberOf(job?.activeDeadlineSeconds) !== undefined))
  );
}
