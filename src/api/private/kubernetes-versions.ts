/** The minor versions of Kubernetes for which manifests are validated. */
export const OLDEST_MINOR = 27;
export const NEWEST_MINOR = 37;
