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

/** Whether any other container can make the check, as far as the mounts of the dependency allow. */
export function isVisibleElsewhere(dependency: ContainerIntent, check: Check): boolean {
  return (
    !findAgentObstacle(check) &&
    leaves(check).every(leaf =>
      isFileCheck(leaf) ? findMount(dependency, leaf.path) !== undefined : findScope(leaf) === 'pod',
    )
  );
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
