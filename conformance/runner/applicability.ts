import { Cluster } from './cluster';
import { Story } from './story';

/** Where a story runs, and beside which others. */

/** Why it is left out there; `undefined` where it runs. */
export function doesNotApply(story: Story, { node, minor, kubelet, runtime }: Pick<Cluster, 'node' | 'minor' | 'kubelet' | 'runtime'>): string | undefined {
  const needsNode = node ? undefined : needsOwnNode(story);
  if (needsNode !== undefined) { return `needs a node of our own: ${needsNode}`; }
  if (kubelet !== (story.kubelet ?? minor)) {
    return story.kubelet === undefined ? 'it is not about an older kubelet' : `it is about a kubelet of 1.${story.kubelet} (--kubelet)`;
  }
  const reason = story.doesNotApply?.(minor);
  return reason === undefined && story.mountsImages && !mountsImages(runtime) ? `${runtime} mounts no images (--containerd newest)` : reason;
}

/** containerd does from 2.1 on. Of other runtimes the story itself tells. */
function mountsImages(runtime: string): boolean {
  const [, major, minor] = /^containerd:\/\/v?(\d+)\.(\d+)/.exec(runtime) ?? [];
  return major === undefined || Number(major) > 2 || (major === '2' && Number(minor) >= 1);
}

/** How far a story is when it restarts the kubelet. Such stories do not run beside others: those of the same moment share one restart. */
export function restartMoment({ faults = [] }: Story): number | undefined {
  return faults.find(f => f.action.kind === 'restart-kubelet')?.afterMs;
}

function needsOwnNode({ needsOwnNode: reason, faults = [] }: Story): string | undefined {
  return reason ?? (faults.some(f => !['delete-pod', 'read-log', 'ask-why', 'create', 'patch'].includes(f.action.kind)) ? 'it hurts its node' : undefined);
}
