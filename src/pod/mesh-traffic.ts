import { findTraffic } from './checks';
import { ExternalCheck, leaves } from '../api/private/check';
import { PodMesh } from '../api/private/mesh';

/**
 * The effect of a mesh on a network check of an init container. `untouched`: the mesh does not capture it. `meshed`: it
 * goes through the proxy. `plain`: it bypasses the proxy. `plainAsUser`: it bypasses the proxy if the init container
 * runs as the user whose traffic the mesh does not capture. `lost`: the mesh captures it, and the proxy does not run
 * yet. `accepted`: the proxy accepts the connection, and the check would pass at once.
 */
export type InitCheckTraffic = 'untouched' | 'meshed' | 'plain' | 'plainAsUser' | 'lost' | 'accepted';

export function classifyTraffic(check: ExternalCheck, mesh: PodMesh | undefined): InitCheckTraffic {
  if (!mesh || !isCaptured(check, mesh)) {
    return 'untouched';
  }
  if (mesh.initTraffic === 'early') {
    return 'plain';
  }
  if (mesh.initTraffic === 'meshed' && !onlyConnects(check)) {
    return 'meshed';
  }
  if (mesh.uncapturedUser !== undefined) {
    return 'plainAsUser';
  }
  return mesh.initTraffic === 'meshed' ? 'accepted' : 'lost';
}

/**
 * Whether a check through the mesh would pass at once: a proxy accepts a connection before it knows whether the server
 * accepts it.
 */
export function passesAtOnce(check: ExternalCheck, mesh: PodMesh | undefined): boolean {
  return mesh !== undefined && isCaptured(check, mesh) && onlyConnects(check);
}

function onlyConnects(check: ExternalCheck): boolean {
  return leaves(check).some(c => findTraffic(c) === 'connection');
}

function isCaptured(check: ExternalCheck, mesh: PodMesh): boolean {
  return mesh.initTraffic !== 'free' && leaves(check).some(c => findTraffic(c) !== 'none' && !isExcluded(c, mesh));
}

function isExcluded(check: ExternalCheck, { uncapturedPorts }: PodMesh): boolean {
  return 'port' in check && uncapturedPorts.some(({ from, to }) => from <= check.port && check.port <= to);
}
