import { PodSpecJson } from '../api/private/pod-spec';

/**
 * Returns the service account that the API server takes from a pod spec; `undefined`: the pod runs as `default`. An empty name is no name. The deprecated field `serviceAccount` counts
 * where `serviceAccountName` is empty (kubernetes 1.33, pkg/apis/core/v1/conversion.go; kubernetes 1.37, pkg/apis/core/v1/defaults.go).
 */
export function serviceAccountOf(spec: PodSpecJson | undefined): string | undefined {
  return spec?.serviceAccountName || spec?.serviceAccount || undefined;
}
