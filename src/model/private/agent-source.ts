/**
 * Where a container finds the wait agent: in the volume into which an init container has put it; in a volume that is the agent's image; or it
 * brings nothing but a script, which `sh` of the container's own image runs.
 */
export type AgentSource = 'installed' | 'imageVolume' | 'ownShell';
