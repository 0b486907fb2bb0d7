import { textsOf } from '../read/coerce-json';

/** The annotations of a hook: of Helm, or of Argo CD. Hooks with a smaller weight are created first. */
const HOOKS = [
  {
    event: 'helm.sh/hook',
    weight: 'helm.sh/hook-weight',
    deletePolicy: ['helm.sh/hook-delete-policy', 'before-hook-creation'],
  },
  {
    event: 'argocd.argoproj.io/hook',
    weight: 'argocd.argoproj.io/sync-wave',
    deletePolicy: ['argocd.argoproj.io/hook-delete-policy', 'BeforeHookCreation'],
  },
] as const;

/**
 * Returns the annotations of a ConfigMap that a hook needs; `undefined`: the workload is no hook.
 *
 * Helm (3.22 and 4.3, action/install.go) and Argo CD create a hook such as `pre-install` before the manifests, so the
 * ConfigMap has to be a hook of the same events, with a smaller weight.
 */
export function findHookAnnotations(workload: unknown): Readonly<Record<string, string>> | undefined {
  const annotations = textsOf(workload);
  const found = HOOKS.filter(({ event }) => annotations[event] !== undefined);
  if (found.length === 0) {
    return undefined;
  }
  return Object.fromEntries(
    found.flatMap(({ event, weight, deletePolicy }) => [
      [event, annotations[event]],
      [weight, `${(Number(annotations[weight]) || 0) - 1}`],
      deletePolicy,
    ]),
  );
}
