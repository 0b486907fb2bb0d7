import { Cel, quote } from './cel';
import { escapeForExpansion } from '../agent/contract';
import { PodPlan } from '../pod/pod-plan';
import { writeSteps } from '../pod/step-args';

/** A container with a gate, and the words that make it wait for an injected container. */
export interface InjectedWait {
  readonly dependent: string;
  readonly dependency: string;
  readonly words: readonly string[];
}

/** Returns the waits for injected containers. */
export function listInjectedWaits(plan: PodPlan): InjectedWait[] {
  return plan.containers.flatMap(({ name, gate }) => (gate?.awaited ?? []).filter(a => a.injected)
    .map(awaited => ({ dependent: name, dependency: awaited.dependency, words: writeSteps([awaited], { retries: false }).map(escapeForExpansion) })));
}

/** A webhook injects a container into one of the lists: a native sidecar into `initContainers`. */
export function isInjected(name: string): Cel {
  return `(object.spec.containers + object.spec.?initContainers.orValue([])).exists(c, c.name == ${quote(name)})`;
}
