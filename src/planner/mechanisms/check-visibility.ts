import { Check, leaves } from '../../api/private/check';
import { findAgentObstacle, isFileCheck, findScope } from '../../pod/checks';
import { ContainerIntent } from '../../pod/intent';
import { isUnder } from '../../pod/path-contains';

/**
 * Returns the check of `dependency` as the agent in `carrier` can make it; `undefined`: the agent cannot make it there.
 * A file is visible where both containers mount its volume, maybe at another path.
 */
export function translateCheck(carrier: ContainerIntent, dependency: ContainerIntent, check: Check): Check | undefined {
  if (carrier === dependency) {
    return check;
  }
  if (check.kind === 'allOf') {
    const checks = check.checks.map(c => translateCheck(carrier, dependency, c));
    return checks.every(c => c !== undefined) ? { kind: 'allOf', checks } : undefined;
  }
  if (findAgentObstacle(check)) {
    return undefined;
  }
  if (isFileCheck(check)) {
    const path = translatePath(carrier, dependency, check.path);
    return path === undefined ? undefined : { ...check, path };
  }
  return findScope(check) === 'pod' ? check : undefined;
}

/** Returns the reason why another container, with the volumes of the dependency, cannot make this check. */
export function findVisibilityObstacle(dependency: ContainerIntent, check: Check): string | undefined {
  for (const leaf of leaves(check)) {
    const obstacle = findAgentObstacle(leaf);
    if (obstacle) {
      return obstacle.why;
    }
    if (findScope(leaf) === 'image') {
      return `a command runs in the image of '${dependency.name}' only`;
    }
    if (isFileCheck(leaf) && !findMount(dependency, leaf.path)) {
      return `${leaf.path} lies in no volume of '${dependency.name}' that an init container could mount as a whole`;
    }
  }
  return undefined;
}

/**
 * Returns the mount that contains the path and that another container can have, too. `undefined`: the path is in the
 * file system of the container, or in a part of a volume.
 */
export function findMount({ mounts }: ContainerIntent, path: string): ContainerIntent['mounts'][number] | undefined {
  const innermost = mounts.filter(m => isUnder(path, m.path)).sort((a, b) => b.path.length - a.path.length)[0];
  return innermost?.partial ? undefined : innermost;
}

function translatePath(carrier: ContainerIntent, dependency: ContainerIntent, path: string): string | undefined {
  const mount = findMount(dependency, path);
  if (!mount) {
    return undefined;
  }
  const there = carrier.mounts.find(m => m.volume === mount.volume && !m.partial);
  if (!there) {
    return undefined;
  }
  const seen = `${removeSlash(there.path)}${path.slice(removeSlash(mount.path).length)}`;
  // Another mount of the carrier may hide the file.
  return carrier.mounts.some(m => m !== there && isUnder(seen, m.path) && m.path.length > there.path.length)
    ? undefined
    : seen;
}

function removeSlash(path: string): string {
  return path.replace(/\/+$/, '');
}
