import { Cluster } from './cluster';
import { Story } from './story';

/** Decides where a story runs, and whether other stories run at the same time. */

/** Returns the reason why the story does not run on the cluster; `undefined` if it runs. */
export function doesNotApply(story: Story, cluster: Where): string | undefined {
  const { node, minor, kubelet } = cluster;
  const needsNode = node ? undefined : needsOwnNode(story);
  if (needsNode !== undefined) { return `needs its own node: ${needsNode}`; }
  if (kubelet !== (story.kubelet ?? minor)) {
    return story.kubelet === undefined ? 'it is not about an older kubelet' : `it is about a kubelet of 1.${story.kubelet} (--kubelet)`;
  }
  return story.doesNotApply?.(minor) ?? missingInRuntime(story, cluster);
}

type Where = Pick<Cluster, 'node' | 'minor' | 'kubelet' | 'runtime' | 'userNamespaces' | 'runtimeClasses'>;

function missingInRuntime(story: Story, { runtime, userNamespaces, runtimeClasses }: Where): string | undefined {
  const { mountsImages: needsImages, ownUsers, runtimeClass } = story;
  if (needsImages && !mountsImages(runtime)) { return `${runtime} mounts no images (--containerd newest)`; }
  if (ownUsers && !userNamespaces) { return 'the container runtime has no user namespaces (--containerd newest)'; }
  if (runtimeClass !== undefined && !runtimeClasses.includes(runtimeClass)) { return `there is no RuntimeClass ${runtimeClass} (--${runtimeClass})`; }
  return undefined;
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

function needsOwnNode({ needsOwnNode: reason, staticPods, faults = [] }: Story): string | undefined {
  const everywhere = ['delete-pod', 'read-log', 'ask-why', 'count-events', 'create', 'patch', 'remove'];
  if (reason !== undefined) { return reason; }
  if (staticPods) { return 'it writes to the folder of manifests'; }
  return faults.some(f => !everywhere.includes(f.action.kind)) ? 'it disturbs its node' : undefined;
}
