import { PodSpecJson } from '../api/private/pod-spec';

/**
 * Returns the service account of a pod spec; `undefined`: the pod runs as `default`. An empty name is unspecified. The API server uses the deprecated field
 * `serviceAccount` if `serviceAccountName` is empty (kubernetes 1.33, pkg/apis/core/v1/conversion.go; kubernetes 1.37, pkg/apis/core/v1/defaults.go).
 */
export function findServiceAccount(spec: PodSpecJson | undefined): string | undefined {
  return spec?.serviceAccountName || spec?.serviceAccount || undefined;
}
