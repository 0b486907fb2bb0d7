import { ContainerRole } from '../../src/api/container-role';
import { Guarantee } from '../../src/api/guarantee';
import { ContainerSlot } from '../../src/api/private/container-slot';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../../src/api/startup-plan';
import { describeLimit, describePlace } from '../../src/report/labels';
import { predict } from '../../src/report/predict';
import { formatSeconds } from '../../src/report/seconds';
import { TimelineRow } from '../../src/report/timeline';

/** A plan as a graph: the nodes, edges and texts that a graph language draws. */
export interface PlanGraph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  /** An identifier that is valid in a graph language. */
  readonly id: string;
  /** The lines of the label. */
  readonly lines: readonly string[];
  readonly kind: 'outside' | 'init' | 'sidecar' | 'app';
  readonly injected: boolean;
  readonly critical: boolean;
}

/** An arrow from the dependency to its dependent. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly string[];
  readonly guarantee: Guarantee;
  readonly critical: boolean;
}

export function createGraph(plan: StartupPlan): PlanGraph {
  if (plan.disabledReason !== undefined) {
    const switchedOff = { id: 'n0', lines: [plan.path, `start order disabled (${plan.disabledReason})`], kind: 'app' as const, injected: false, critical: false };
    return { title: plan.path, nodes: [switchedOff], edges: [] };
  }
  const timeline = predict(plan);
  // A container and a dependency outside the pod can have the same name.
  const [outside, inside] = [true, false].map(isOutside => new Map(timeline.rows.flatMap((r, i): [string, string][] => (r.place === 'outside') === isOutside ? [[r.name, `n${i}`]] : [])));
  const containers = new Map(plan.containers.map(c => [c.name, c]));
  return {
    title: plan.path,
    nodes: timeline.rows.map((row, i) => ({
      id: `n${i}`,
      lines: [row.name, describePlace(row), ...describeTimes(row)],
      kind: row.place === 'outside' ? 'outside' : findNodeKind(containers.get(row.name)!),
      injected: row.injected,
      critical: row.critical,
    })),
    edges: plan.dependencies.map((d, i) => ({
      from: (d.external ? outside : inside).get(d.dependency)!,
      to: inside.get(d.dependent)!,
      lines: describeEdge(d),
      guarantee: d.guarantee,
      critical: timeline.edges[i]?.critical ?? false,
    })),
  };
}

function findNodeKind(container: PlannedContainer): GraphNode['kind'] {
  return container._slot === ContainerSlot.INIT ? 'init' : container.role === ContainerRole.SIDECAR ? 'sidecar' : 'app';
}

function describeTimes({ started, ready, ended, guessed }: TimelineRow): string[] {
  return [
    ...(started === undefined ? [] : [`starts ${formatSeconds(started)}`]),
    ...(ready === undefined ? [] : [`ready ${guessed ? '~' : ''}${formatSeconds(ready)}`]),
    ...(ended === undefined ? [] : [`ends ${guessed ? '~' : ''}${formatSeconds(ended)}`]),
  ];
}

function describeEdge(dependency: PlannedDependency): string[] {
  const { condition, check, mechanism, guarantee } = dependency;
  const limit = describeLimit(dependency);
  return [`${condition}${check === undefined ? '' : `: ${check}`}`, `${mechanism}, ${guarantee}`, ...(limit === undefined ? [] : [`at most ${limit}`])];
}
