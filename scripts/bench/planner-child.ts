/** A process of its own for one turn of the planner: planner-child.js TURN QUICK. What it found is its only line on stdout. */
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

/** The kubelet takes any number; a pod of more than some dozens is rare. The large ladder shows that nothing walks all paths. */
export const CONTAINERS = [2, 5, 10, 20, 50, 100, 200];
export const LARGE_LADDER = 10_000;

const WARM_UP_MS = 60;
const BATCH_MS = 6;
const BATCHES = 5;
/** A ladder of ten thousand is planned once in a batch. */
const LARGE = { warmUps: 32, rounds: 16 };

function plan(intent: PodIntent): void {
  const { plan: found, problems } = planPod(intent);
  if (!found) { throw new Error(problems.map(p => p.text).join('\n')); }
}

/** Milliseconds of one planning. One takes microseconds, so many are timed at once. */
function planning(intent: PodIntent, warmUpMs: number): number {
  let times = 0;
  for (let spent = 0; spent < warmUpMs; times++) { spent += took(() => plan(intent)).ms; }
  const batch = Math.max(1, Math.ceil(times * BATCH_MS / warmUpMs));
  // The least: nothing makes it quicker than it is, and much makes it slower.
  return Math.min(...Array.from({ length: BATCHES }, () => took(() => { for (let i = 0; i < batch; i++) { plan(intent); } }).ms / batch));
}

function planningLarge({ warmUps, rounds }: typeof LARGE): number {
  const intent = ladder(LARGE_LADDER);
  for (let i = 0; i < warmUps; i++) { plan(intent); }
  return median(Array.from({ length: rounds }, () => took(() => plan(intent)).ms));
}

function oneTurn(turn: number, quick: boolean): PlannerFound[] {
  const cells = (Object.keys(SHAPES) as Shape[]).flatMap(shape => CONTAINERS.map(containers => ({ shape, containers })));
  // First, in a process that has planned nothing else: its bar was set so.
  const large: PlannerFound = { shape: 'ladder', containers: LARGE_LADDER, ms: planningLarge(quick ? { warmUps: 1, rounds: 1 } : LARGE) };
  const warmUpMs = quick ? 1 : WARM_UP_MS;
  const rows = turns(cells, turn + 1)[turn].map(cell => ({ ...cell, ms: planning(SHAPES[cell.shape](cell.containers), warmUpMs) }));
  return [...rows, large];
}

if (require.main === module) {
  const [turn, quick] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(oneTurn(Number(turn), quick === 'true'))}\n`);
}
