/** The ports of ready checks. All containers of a pod share its ports, and `ports` of a container only informs. */
import { leaves } from '../api/private/check';
import { groupBy } from '../api/private/collections';
import { Problem } from '../api/private/problem';
import { isLoopback, LOOPBACK } from '../pod/checks/hosts';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { warn } from '../pod/warnings';

/** Finds ready checks that another container may answer. */
export function* findPortWarnings({ containers }: PodIntent): Iterable<Problem> {
  const asked = containers.flatMap(container => listAskedPorts(container).map(port => ({ container, port })));
  for (const [port, asking] of groupBy(asked, ({ port: key }) => key)) {
    const names = asking.map(({ container }) => container.name);
    const declaring = containers.filter(({ ports }) => ports.includes(port));
    if (asking.length > 1) {
      yield warn('SW301', { names, port });
    } else if (declaring.length > 0 && !declaring.includes(asking[0].container)) {
      yield warn('SW302', { name: names[0], port, other: declaring[0].name });
    }
  }
}

/** Finds ready checks of a port that no container declares, although the container declares another one. */
export function* findPortNotes({ containers }: PodIntent): Iterable<string> {
  for (const container of containers.filter(c => c.ports.length === 1)) {
    const { name, ports } = container;
    for (const port of listAskedPorts(container)) {
      if (!containers.some(c => c.ports.includes(port))) {
        yield `the ready check of '${name}' asks port ${port}, and the only port that ` +
          `'${name}' declares is ${ports[0]}`;
      }
    }
  }
}

/** Returns the ports of the declared ready check, in the network namespace of the pod. */
function listAskedPorts({ ready }: ContainerIntent): number[] {
  if (ready?.source !== 'readyWhen') {
    return [];
  }
  const ports = leaves(ready.check).flatMap(leaf => {
    const host = 'host' in leaf ? leaf.host : undefined;
    return 'port' in leaf && isLoopback(host ?? LOOPBACK) ? [leaf.port] : [];
  });
  return [...new Set(ports)];
}
