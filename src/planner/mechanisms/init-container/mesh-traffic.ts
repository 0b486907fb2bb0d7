import { ExternalCheck, leaves } from '../../../api/private/check';
import { PodMesh } from '../../../api/private/mesh';
import { findTraffic } from '../../../pod/checks';

/**
 * What becomes of a check over the network that an init container makes in a mesh. `untouched`: it is not captured; `meshed`: it goes through the
 * proxy; `plain`: it goes past the proxy; `plainAsUser`: it does when it runs as the user whose traffic is not captured; `lost`: it is captured, and there is no proxy;
 * `accepted`: the proxy accepts the connection itself, and the check would pass at once.
 */
export type InitCheckTraffic = 'untouched' | 'meshed' | 'plain' | 'plainAsUser' | 'lost' | 'accepted';

export function classifyTraffic(check: ExternalCheck, mesh: PodMesh | undefined): InitCheckTraffic {
  if (!mesh || !isCaptured(check, mesh)) { return 'untouched'; }
  if (mesh.initTraffic === 'early') { return 'plain'; }
  if (mesh.initTraffic === 'meshed' && !onlyConnects(check)) { return 'meshed'; }
  if (mesh.uncapturedUser !== undefined) { return 'plainAsUser'; }
  return mesh.initTraffic === 'meshed' ? 'accepted' : 'lost';
}

/** Asked through the mesh, as an app container asks, it would pass at once: a proxy accepts a connection before it knows whether somebody is there. */
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
