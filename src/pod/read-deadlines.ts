import { PodIntent } from './intent';

/** Deadlines of the workload, such as the `progressDeadlineSeconds` of a Deployment. */
export type Deadlines = PodIntent['deadlines'];

/** The deployment controller's default, which the API server writes where a manifest has none. */
const DEFAULT_PROGRESS_DEADLINE_SECONDS = 600;

/**
 * Returns the deadlines in the spec of a Deployment, a Job or a Pod.
 *
 * @param type API version and kind, such as `apps/v1/Deployment`
 * @param spec the object that contains the pod template; `undefined` for a Pod
 */
export function readDeadlines(type: string, spec: Readonly<Record<string, unknown>> | undefined): Deadlines {
  const progress =
    spec?.progressDeadlineSeconds ?? (type === 'apps/v1/Deployment' ? DEFAULT_PROGRESS_DEADLINE_SECONDS : undefined);
  const active = spec?.activeDeadlineSeconds;
  return [
    ...(typeof progress === 'number' ? [{ field: 'progressDeadlineSeconds', seconds: progress }] : []),
    ...(typeof active === 'number' ? [{ field: 'activeDeadlineSeconds', seconds: active }] : []),
  ];
}
