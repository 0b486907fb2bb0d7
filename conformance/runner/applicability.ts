import { Cluster } from './cluster';
import { Story } from './story';

/** Decides where a story runs, and whether other stories run at the same time. */

/** Returns the reason why the story does not run on the cluster; `undefined` if it runs. */
export function doesNotApply(story: Story, { node, minor, kubelet, runtime }: Pick<Cluster, 'node' | 'minor' | 'kubelet' | 'runtime'>): string | undefined {
  const needsNode = node ? undefined : needsOwnNode(story);
  if (needsNode !== undefined) { return `needs its own node: ${needsNode}`; }
  if (kubelet !== (story.kubelet ?? minor)) {
    return story.kubelet === undefined ? 'it is not about an older kubelet' : `it is about a kubelet of 1.${story.kubelet} (--kubelet)`;
  }
  const reason = story.doesNotApply?.(minor);
  return reason === undefined && story.mountsImages && !mountsImages(runtime) ? `${runtime} mounts no images (--containerd newest)` : reason;
}

/** containerd mounts images from 2.1 on. For other runtimes the story itself shows it. */
function mountsImages(runtime: string): boolean {
  const [, major, minor] = /^containerd:\/\/v?(\d+)\.(\d+)/.exec(runtime) ?? [];
  return major === undefined || Number(major) > 2 || (major === '2' && Number(minor) >= 1);
}

/** Returns the moment at which a story restarts the kubelet. Such stories do not run with others; stories with the same moment share one restart. */
export function restartMoment({ faults = [] }: Story): number | undefined {
  return faults.find(f => f.action.kind === 'restart-kubelet')?.afterMs;
}

function needsOwnNode({ needsOwnNode: reason, faults = [] }: Story): string | undefined {
  return reason ?? (faults.some(f => !['delete-pod', 'read-log', 'ask-why', 'create', 'patch'].includes(f.action.kind)) ? 'it disturbs its node' : undefined);
}
