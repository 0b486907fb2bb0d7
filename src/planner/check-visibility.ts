import { Check, leaves } from '../api/private/check';
import { ContainerIntent } from '../pod/intent';
import { isUnder } from '../pod/path-contains';

/**
 * The check of `dependency` as `carrier` can make it, or `undefined` when it cannot. The network of a pod is one; a file is seen where
 * both mount its volume, maybe at another path; a command runs in its own image only. A delay counts from the start of the dependency, which
 * another container does not see.
 */
export function checkSeenFrom(carrier: ContainerIntent, dependency: ContainerIntent, check: Check): Check | undefined {
  if (carrier === dependency) { return check; }
  switch (check.kind) {
    case 'httpGet':
    case 'tcpSocket':
      return check;
    case 'fileExists':
    case 'fileContains':
    case 'unixSocket': {
      const path = pathSeenFrom(carrier, dependency, check.path);
      return path === undefined ? undefined : { ...check, path };
    }
    case 'allOf': {
      const checks = check.checks.map(c => checkSeenFrom(carrier, dependency, c));
      return checks.every(c => c !== undefined) ? { kind: 'allOf', checks } : undefined;
    }
    case 'command':
    case 'blockingCommand':
    case 'grpc':
    case 'delay':
      return undefined;
  }
}

/** Whether any other container can make the check, as far as the dependency itself allows it. */
export function isSeenElsewhere(dependency: ContainerIntent, check: Check): boolean {
  return leaves(check).every(leaf => {
    switch (leaf.kind) {
      case 'httpGet':
      case 'tcpSocket': return true;
      case 'fileExists':
      case 'fileContains':
      case 'unixSocket': return mountOf(dependency, leaf.path) !== undefined;
      case 'command':
      case 'blockingCommand':
      case 'grpc':
      case 'delay': return false;
    }
  });
}

/** What holds the path: a mount that another container can have, too. `undefined`: the container's own file system, or a part of a volume. */
export function mountOf({ mounts }: ContainerIntent, path: string): ContainerIntent['mounts'][number] | undefined {
  const innermost = mounts.filter(m => isUnder(path, m.path)).sort((a, b) => b.path.length - a.path.length)[0];
  return innermost?.partial ? undefined : innermost;
}

function pathSeenFrom(carrier: ContainerIntent, dependency: ContainerIntent, path: string): string | undefined {
  const mount = mountOf(dependency, path);
  if (!mount) { return undefined; }
  const there = carrier.mounts.find(m => m.volume === mount.volume && !m.partial);
  if (!there) { return undefined; }
  const seen = `${withoutSlash(there.path)}${path.slice(withoutSlash(mount.path).length)}`;
  // Something else of the carrier may be mounted over it.
  return carrier.mounts.some(m => m !== there && isUnder(seen, m.path) && m.path.length > there.path.length) ? undefined : seen;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}
