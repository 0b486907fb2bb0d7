import { sha256 } from './sha256';

/**
 * Returns the end of the names of the ConfigMaps that belong to one chart or release: its own name if it fits,
 * otherwise a hash. `undefined`: it has no name.
 *
 * Each owner has a ConfigMap of its own: Helm and Kustomize refuse an object with two owners, and a tool that prunes
 * deletes it with the first owner.
 */
export function nameOwner(owner: string | undefined): string | undefined {
  if (!owner) {
    return undefined;
  }
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(owner) ? owner : sha256(owner).slice(0, 8);
}
