import { WaitContainerPlan } from '../../pod/pod-plan';

/** An init container that waits, without its mounts. */
export type WaitDraft = Omit<WaitContainerPlan, 'kind' | 'field' | 'reason' | 'mounts' | 'forgets'>;
