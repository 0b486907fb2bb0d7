import { inChild } from './children';
import { rounded } from './clock';
import { CONTAINERS, LARGE_LADDER, PlannerFound } from './planner-child';
import { PlannerResults, PlannerRow, Shape } from './results';
import { SHAPES } from './shapes';

const TURNS = 3;

/** Each process measures all shapes and sizes, in a different order. */
export function measurePlanner(programs: string, quick: boolean, say: (text: string) => void): PlannerResults {
  return {
    rows: joined(
      Array.from({ length: quick ? 1 : TURNS }, (_, turn) => {
        say(`planner: turn ${turn + 1}`);
        return inChild<PlannerFound[]>(programs, 'planner-child', turn, quick);
      }),
    ),
  };
}

function joined(all: readonly (readonly PlannerFound[])[]): PlannerRow[] {
  const cells = [
    ...(Object.keys(SHAPES) as Shape[]).flatMap(shape => CONTAINERS.map(containers => ({ shape, containers }))),
    { shape: 'ladder' as const, containers: LARGE_LADDER },
  ];
  return cells.map(({ shape, containers }) => ({
    shape,
    containers,
    ms: all.map(turn => rounded(turn.find(row => row.shape === shape && row.containers === containers)!.ms)),
  }));
}
