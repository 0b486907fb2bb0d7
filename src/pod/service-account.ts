import { ExternalWait } from './app-objects';
import { problem } from './problems';
import { PodSpecJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/**
 * Returns the service account of a pod spec; `undefined`: the pod runs as `default`. An empty name is unspecified. The
 * API server uses the deprecated field `serviceAccount` if `serviceAccountName` is empty (kubernetes 1.33,
 * pkg/apis/core/v1/conversion.go; kubernetes 1.37, pkg/apis/core/v1/defaults.go).
 */
export function findServiceAccount(spec: PodSpecJson | undefined): string | undefined {
  return spec?.serviceAccountName || spec?.serviceAccount || undefined;
}

/**
 * Reports the first wait for the Kubernetes API if its RoleBinding has no namespace, or the pod has no service account.
 */
export function findAccessProblems(
  waits: readonly ExternalWait[],
  namespace: string | undefined,
  hasAccount: boolean,
): Problem[] {
  const wait = waits.find(({ target }) => target.access);
  if (!wait) {
    return [];
  }
  const about = { dependent: wait.dependent, dependency: wait.target.name };
  return [
    ...(namespace === undefined ? [problem('SO905', about)] : []),
    ...(hasAccount ? [] : [problem('SO914', about)]),
  ];
}
