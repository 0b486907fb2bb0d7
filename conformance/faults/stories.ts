import { Chart, Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { Guarantee, OrderedPod } from 'cdk8s-startup-order';
import { Column, ColumnName, COLUMNS } from './columns';
import { Circumstances, Outcome, Row, Runs } from './matrix';
import { ROWS } from './rows';
import { Behaviour, before, Story, Target } from '../runner/story';

/** Returns a story for each cell that runs, by name. */
export function faultStories(): ReadonlyMap<string, Story> {
  return new Map(ROWS.flatMap(row => columnNames().flatMap(name => runsOf(row, name).map(({ story }) => story))));
}

export function columnNames(): ColumnName[] {
  return Object.keys(COLUMNS) as ColumnName[];
}

/** Returns the stories of a cell: none, one, or one for each of two ranges of versions. */
export function runsOf(row: Row, name: ColumnName): { readonly cell: Runs; readonly story: [name: string, story: Story] }[] {
  const column: Column = COLUMNS[name];
  const cell = row.cells[name];
  const storyName = `fault-${row.name}-${name.toLowerCase().replace(/_/g, '-')}`;
  const from = before(column.since, 'the kubelet lacks the mechanism');
  switch (cell.kind) {
    case 'runs': return [{ cell, story: [storyName, storyOf(row, column, cell, from)] }];
    case 'changes':
      return [
        { cell: cell.before, story: [`${storyName}-old`, storyOf(row, column, cell.before, minor => from(minor) ?? since(cell.since, minor))] },
        { cell: cell.after, story: [storyName, storyOf(row, column, cell.after, before(cell.since, `see ${storyName}-old`))] },
      ];
    case 'refused':
    case 'doesNotApply': return [];
  }
}

function since(changed: number, minor: number): string | undefined {
  return minor >= changed ? `Kubernetes 1.${minor}: the outcome changes in 1.${changed}` : undefined;
}

/** Returns the story of a cell. */
export function storyOf(row: Row, column: Column, cell: Runs, notApplicable: Story['doesNotApply']): Story {
  const given = { ...row, ...cell.differs };
  const dep = given.dep ?? column.live(given.life);
  return {
    about: `${column.title}, when ${row.title}: ${cell.outcome}`,
    app: (chart, target) => { expectPlan(podOf(given, column, chart, target), given, column, cell.outcome); },
    containers: target => behaviours(given, column, target, dep),
    beside: column.dependency ? undefined : { dep },
    faults: given.faults?.(column),
    expect: cell.expect(column),
    deadlineMs: given.deadlineMs,
    needsOwnNode: given.needsOwnNode,
    doesNotApply: notApplicable,
  };
}

function behaviours({ app, bystander }: Circumstances, column: Column, target: Target, dep: Behaviour): Record<string, Behaviour> {
  return {
    app: { needs: column.needs?.(target) ?? [], ...app },
    ...column.dependency ? { dep } : {},
    ...bystander ? { bystander: {} } : {},
  };
}

/** Returns the pod of a cell. It states the guarantee, so that a weaker plan is an error. */
export function podOf(given: Circumstances, column: Column, chart: Chart, target: Pick<Target, 'kubernetesVersion' | 'hosts'>): OrderedPod {
  const { edge, liveness, bystander, grace = 2 } = given;
  const guarantee = promisedBy(column, edge);
  return new OrderedPod(chart, 'pod', {
    startupOrder: { kubernetesVersion: target.kubernetesVersion },
    terminationGracePeriod: Duration.seconds(grace),
    orderedContainers: [
      {
        name: 'app',
        image: 'shop/app:7',
        command: column.command,
        liveness: liveness && Probe.fromTcpSocket({ port: 9000, periodSeconds: Duration.seconds(1), failureThreshold: 2 }),
        dependsOn: [column.on({ ...edge, mechanism: column.mechanism, guarantee }, target)],
      },
      ...bystander ? [{ name: 'bystander', image: 'shop/metrics:1' }] : [],
      ...column.dependency ? [{ name: 'dep', image: 'shop/dep:2', ...column.dependency }] : [],
    ],
  });
}

/** With `'CONTINUE'`, each mechanism guarantees BEST_EFFORT. */
function promisedBy(column: Column, edge: Circumstances['edge']): Guarantee {
  return edge?.onTimeout === 'CONTINUE' ? Guarantee.BEST_EFFORT : column.guarantee;
}

/** Throws unless the plan has exactly the mechanism and guarantee of the column, and the exception of the outcome. */
function expectPlan(pod: OrderedPod, { edge }: Circumstances, column: Column, outcome: Outcome): void {
  const expected = [column.mechanism, promisedBy(column, edge)];
  const planned = pod.startupOrder.plan().dependencies.find(d => d.dependent === 'app' && d.dependency === 'dep');
  const found = [planned?.mechanism, planned?.guarantee];
  if (found.join() !== expected.join()) { throw new Error(`the plan has ${found.join(', ')}, but the matrix expects ${expected.join(', ')}`); }
  const isNamed = planned?.exceptions?.some(e => outcome === `exception: ${e.split(' ')[0]}`);
  if (outcome.startsWith('exception') && !isNamed) { throw new Error(`the plan does not name the ${outcome}`); }
}
