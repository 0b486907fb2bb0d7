import { ContainerIntent } from '../../../pod/intent';
import { WaitStep } from '../../../pod/pod-plan';

/** The postStart hook of a container that writes marks. The hook empties the marker file first. */
export interface MarkerHook {
  readonly carrier: ContainerIntent;
  readonly waits: readonly WaitStep[];
  /**
   * Steps of an agent that runs on in the background. It writes the marks of a startup probe that the kubelet does not
   * repeat after its own restart.
   */
  readonly lingers: readonly WaitStep[];
  /**
   * The hook leaves a process that locks the marker file as long as the container runs: a gate ignores the marks of a
   * container that does not run.
   */
  readonly locksMarks?: boolean;
  /** The longest wait of the hook; `undefined`: the hook does not wait. */
  readonly budgetSeconds?: number;
}
