/**
 * Measures one turn of the planner in a separate process: planner-child.js TURN QUICK. Prints the result as one line.
 */
import { took } from './clock';
import { Shape } from './results';
import { ladder, SHAPES } from './shapes';
import { median, turns } from './statistics';
import { planPod } from '../../src/planner/plan';
import { PodIntent } from '../../src/pod/intent';

export interface PlannerFound {
  readonly shape: Shape;
  readonly containers: number;
  readonly ms: number;
}

/**
 * The kubelet accepts any number of containers; pods with more than some dozens are rare. The large ladder shows that
 * no algorithm visits all paths.
 */
export const CONTAINERS = [2, 5, 10, 20, 50, 100, 200];
export const LARGE_LADDER = 10_000;

const WARM_UP_MS = 60;
const BATCH_MS = 6;
const BATCHES = 5;
/** A batch plans a ladder of ten thousand containers once. */
const LARGE = { warmUps: 32, rounds: 16 };

function plan(intent: PodIntent): void {
  const { plan: found, problems } = planPod(intent);
  if (!found) {
    throw new Error(JSON.stringify(problems));
  }
}

/** Returns the time to plan a pod, in ms. Planning takes microseconds, so a batch measures many repetitions. */
function planning(intent: PodIntent, warmUpMs: number): number {
  let times = 0;
  for (let spent = 0; spent < warmUpMs; times++) {
    spent += took(() => plan(intent)).ms;
  }
  const batch = Math.max(1, Math.ceil((times * BATCH_MS) / warmUpMs));
  // The minimum: other load of the machine only increases a measurement.
  return Math.min(
    ...Array.from(
      { length: BATCHES },
      () =>
        took(() => {
          for (let i = 0; i < batch; i++) {
            plan(intent);
          }
        }).ms / batch,
    ),
  );
}

function planningLarge({ warmUps, rounds }: typeof LARGE): number {
  const intent = ladder(LARGE_LADDER);
  for (let i = 0; i < warmUps; i++) {
    plan(intent);
  }
  return median(Array.from({ length: rounds }, () => took(() => plan(intent)).ms));
}

function oneTurn(turn: number, quick: boolean): PlannerFound[] {
  const cells = (Object.keys(SHAPES) as Shape[]).flatMap(shape =>
    CONTAINERS.map(containers => ({ shape, containers })),
  );
  // First, in a process that has not planned another pod: its limit was set this way.
  const large: PlannerFound = {
    shape: 'ladder',
    containers: LARGE_LADDER,
    ms: planningLarge(quick ? { warmUps: 1, rounds: 1 } : LARGE),
  };
  const warmUpMs = quick ? 1 : WARM_UP_MS;
  const rows = turns(cells, turn + 1)[turn].map(cell => ({
    ...cell,
    ms: planning(SHAPES[cell.shape](cell.containers), warmUpMs),
  }));
  return [...rows, large];
}

if (require.main === module) {
  const [turn, quick] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(oneTurn(Number(turn), quick === 'true'))}\n`);
}
