import { Cluster } from './cluster';
import { Story } from './story';

/** Where a story runs, and beside which others. */

/** Why it is left out there; `undefined` where it runs. */
export function doesNotApply(story: Story, { node, minor, kubelet }: Pick<Cluster, 'node' | 'minor' | 'kubelet'>): string | undefined {
  const needsNode = node ? undefined : needsOwnNode(story);
  if (needsNode !== undefined) { return `needs a node of our own: ${needsNode}`; }
  if (kubelet !== (story.kubelet ?? minor)) {
    return story.kubelet === undefined ? 'it is not about an older kubelet' : `it is about a kubelet of 1.${story.kubelet} (--kubelet)`;
  }
  return story.doesNotApply?.(minor);
}

/** Stories that hurt the node itself run alone. */
export function runsAlone({ faults = [] }: Story): boolean {
  return faults.some(f => f.action.kind === 'restart-kubelet');
}

function needsOwnNode({ needsOwnNode: reason, faults = [] }: Story): string | undefined {
  return reason ?? (faults.some(f => !['delete-pod', 'read-log'].includes(f.action.kind)) ? 'it hurts its node' : undefined);
}
