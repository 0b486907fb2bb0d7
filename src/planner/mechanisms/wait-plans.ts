import { Markers } from './guarded-hook/markers';
import { PostStartPlan, ReadyProbePlan } from '../../pod/pod-plan';
import { Waits } from '../wait-drafts';

/** The parts of the plan in which dependents wait. */
export interface WaitPlans {
  /** The hook that waits for a dependency, by the index of the dependency. */
  readonly hookFor: readonly (WaitingHook | undefined)[];
  /** By the index of the sidecar. */
  readonly readyProbes: readonly (ReadyProbePlan | undefined)[];
  readonly waits: Waits;
  readonly markers: Markers;
}

export interface WaitingHook {
  readonly carrier: string;
  readonly hook: PostStartPlan;
}
