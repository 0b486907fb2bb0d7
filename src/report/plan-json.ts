import { StartupPlan } from '../api/startup-plan';

/** The version of the format. The commands reject another version. */
export const PLANS_VERSION = 1;

/** Returns plans as JSON, for the commands `explain`, `plot` and `report`. A duration is `{ "milliseconds": 1500 }`. */
export function formatPlans(plans: readonly StartupPlan[]): string {
  return `${JSON.stringify({ startupPlans: PLANS_VERSION, plans }, replaceDuration, 2)}\n`;
}

/** Replaces durations, as the second argument of `JSON.stringify`. */
export function replaceDuration(_key: string, value: any): unknown {
  return typeof value?.toMilliseconds === 'function' ? { milliseconds: value.toMilliseconds() } : value;
}
