import { Mechanism, PlannedDependency, StartCondition, StartupPlan } from 'cdk8s-startup-order';
import { Behaviour } from './behaviour';
import { Seen } from './observations';
import { keepsOrder } from '../random/promises';

/** A dependency of a plan between two containers of a pod, and its order in one run. */
export interface Order extends Pick<PlannedDependency, 'dependent' | 'dependency' | 'condition' | 'mechanism' | 'guarantee'> {
  /** The reason why a start of the dependent is too early. Not specified: the run keeps the order. */
  readonly opens?: string;
  /** The shortest time from the condition to a start of the dependent. Not specified: the dependent has not started. */
  readonly milliseconds?: number;
}

/** The difference between the start of a container and the start of its wait, in microseconds. */
const CLOCK = 500e3;

/**
 * Judges each order of the plans by the stamps of a run, as if nothing disturbs the pod. Not judged: an order that its timeout ends, and an order
 * without a stamp of its condition, as of a program of others.
 */
export function ordersOf(plans: readonly StartupPlan[], seen: Seen): Order[] {
  return plans.flatMap(({ dependencies }) => {
    const gated = new Set(dependencies.filter(d => d.mechanism === Mechanism.ENTRYPOINT_GATE).map(d => d.dependent));
    return dependencies.filter(d => !d.external && isStamped(d, seen.behaviours[d.dependency])).flatMap(planned => {
      const { dependent, dependency, condition, mechanism, guarantee } = planned;
      const probed = new Set(planned.check === undefined ? [] : [dependency]);
      const order = keepsOrder(planned, { disturbed: false, restartOpens: true, gated, probed, restartsAll: new Set(), isOver: () => true });
      return seen.podsWith(dependent).filter(pod => seen.podsWith(dependency).includes(pod) && !timesOut(planned, seen, pod)).map(pod => {
        const { state, text, milliseconds } = order.judge(seen, pod, Infinity);
        return { dependent, dependency, condition, mechanism, guarantee, opens: state === 'fails' ? text : undefined, milliseconds };
      });
    });
  });
}

/** Returns whether the dependent starts after its timeout, counted from the first start of the pod. */
function timesOut({ dependent, onTimeout, timeout }: PlannedDependency, seen: Seen, pod: string): boolean {
  const starts = seen.all.filter(s => s.pod === pod && s.stamp === 'start');
  const mine = starts.find(s => s.container === dependent);
  if (onTimeout !== 'CONTINUE' || timeout === undefined || mine === undefined) { return false; }
  return mine.t - starts[0].t > timeout.toMilliseconds() * 1000 - CLOCK;
}

function isStamped({ condition }: PlannedDependency, behaviour: Behaviour | undefined): boolean {
  if (condition !== StartCondition.READY) { return behaviour !== undefined; }
  return [behaviour?.tcp, behaviour?.postgresql, behaviour?.http, behaviour?.unix, behaviour?.file].some(opening => opening !== undefined);
}
