import { Duration } from 'cdk8s';

/** The postStart hook of a planned container. */
export interface PlannedHook {
  /** The names of the containers whose readiness the hook waits for. Empty for a hook that does not wait. */
  readonly waitsFor: string[];
  /**
   * The names of the containers that must run already, since the hook would hold them back. Otherwise the hook does not
   * wait.
   */
  readonly conditionalOn: string[];
  /** Whether the hook contains the hook of the user, whose duration is unknown. */
  readonly includesUserHook: boolean;
  /** The longest wait. `undefined`: the command limits itself, or the hook does not wait. */
  readonly timeout?: Duration;
}

/** A field of the manifest that this library writes. */
export interface PlannedInjection {
  /** The name of the container; `undefined`: a field of the pod. */
  readonly container?: string;
  readonly field: string;
  readonly reason: string;
}
