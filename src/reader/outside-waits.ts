import { OutsideWait } from './enforced-order';
import { PodLists } from './pod-lists';
import { ContainerView } from './pod-view';
import { CommandReading } from './read-command';
import { describeTarget, isLoopback } from './wait';

/** What a container waits for outside the pod: in its command, in front of it, or in its hook. */
export function outsideWaitsOf(container: ContainerView, { containers, inits }: PodLists): OutsideWait[] {
  const { name, path, command, postStart, gate } = container;
  const behind = containers.slice(containers.indexOf(container) + 1).map(c => c.name);
  const names = new Set(containers.map(c => c.name));
  const ofAgent = (gate?.waits ?? []).filter(wait => !names.has(wait.name));
  const holds = inits.includes(container) ? behind : [name];
  return [
    ...outsideTargets(command).map(waitsFor => ({ container: name, waitsFor, holds, path })),
    ...ofAgent.map(wait => ({ container: name, waitsFor: wait.name, holds, path: `${path}.command` })),
    ...outsideTargets(postStart).map(waitsFor => ({ container: name, waitsFor, holds: behind, path: `${path}.lifecycle.postStart` })),
  ];
}

function outsideTargets(command: CommandReading | undefined): string[] {
  return (command?.waits ?? []).flatMap(wait => wait.targets)
    .filter(target => target.kind !== 'file' && !(target.kind === 'network' && isLoopback(target.host))).map(describeTarget);
}
