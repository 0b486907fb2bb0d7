/** A field of the manifest that this library writes. */
export interface PlannedInjection {
  /** The name of the container; `undefined`: a field of the pod. */
  readonly container?: string;
  readonly field: string;
  readonly reason: string;
}
