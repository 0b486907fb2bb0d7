import { listTimes } from './timeline-labels';
import { ContainerRole, Guarantee } from '../../src/api/enums';
import { ContainerSlot } from '../../src/api/private/enums';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../../src/api/startup-plan';
import { describeLimit, describePlace } from '../../src/report/labels';
import { predict } from '../../src/report/predict';
import { TimelineRow } from '../../src/report/timeline';

/**
 * The shapes of nodes: round for sidecars, slanted for init containers, a box for app containers, a cylinder for
 * dependencies outside the pod. https://mermaid.js.org/syntax/flowchart.html
 */
const SHAPES = { outside: ['[(', ')]'], init: ['[/', '/]'], sidecar: ['(', ')'], app: ['[', ']'] } as const;

const CRITICAL = 'stroke:#d1242f,stroke-width:3px';

/**
 * Returns a plan as a Mermaid flowchart, which GitHub and GitLab render. Only the critical path has its own colour; all
 * others come from the theme, light or dark.
 */
export function drawMermaid(plan: StartupPlan): string {
  const { path, containers, dependencies, disabledReason } = plan;
  const { rows, edges } = predict(plan);
  const shapes = new Map(containers.map(container => [container.name, findShape(container)]));
  const nodes = rows.map(row => {
    const [begin, end] = SHAPES[row.place === 'outside' ? 'outside' : shapes.get(row.name)!];
    return `${begin}${quote([row.name, describePlace(row), ...describeTimes(row)])}${end}`;
  });
  if (disabledReason !== undefined) {
    nodes.push(`[${quote([path, `start order disabled (${disabledReason})`])}]`);
  }
  // A container and a dependency outside the pod can have the same name.
  const find = (name: string, isOutside = false) =>
    `n${rows.findIndex(row => row.name === name && (row.place === 'outside') === isOutside)}`;
  const arrows = dependencies.map(({ dependency, external, dependent, guarantee }, i) => {
    const line = guarantee === Guarantee.BEST_EFFORT ? '-.->' : '-->';
    return `${find(dependency, external)} ${line}|${quote(describeEdge(dependencies[i]))}| ${find(dependent)}`;
  });
  const listNodes = (isWanted: (row: TimelineRow) => boolean) =>
    rows.flatMap((row, i) => (isWanted(row) ? [`n${i}`] : [])).join(',');
  const [injected, onPath] = [listNodes(row => row.injected), listNodes(row => row.critical)];
  const critical = edges.flatMap((edge, i) => (edge.critical ? [i] : [])).join(',');
  const lines = [
    `accTitle: ${path.replace(/[^\p{L}\p{N} ,./_=+()'-]/gu, ' ')}`,
    `accDescr: ${nodes.length} containers and things outside the pod, ${dependencies.length} dependencies`,
    ...nodes.map((node, i) => `n${i}${node}`),
    ...arrows,
    ...(injected ? ['classDef injected stroke-dasharray:4 3', `class ${injected} injected`] : []),
    ...(onPath ? [`classDef critical ${CRITICAL}`, `class ${onPath} critical`] : []),
    ...(critical ? [`linkStyle ${critical} ${CRITICAL}`] : []),
  ];
  return `flowchart TD\n${lines.map(line => `  ${line}\n`).join('')}`;
}

function findShape({ _slot, role }: PlannedContainer): keyof typeof SHAPES {
  if (_slot === ContainerSlot.INIT) {
    return 'init';
  }
  return role === ContainerRole.SIDECAR ? 'sidecar' : 'app';
}

function describeTimes(row: TimelineRow): string[] {
  const guess = row.guessed ? '~' : '';
  return listTimes(row, { started: 'starts ', ready: `ready ${guess}`, ended: `ends ${guess}` });
}

function describeEdge(dependency: PlannedDependency): string[] {
  const { condition, check, mechanism, guarantee } = dependency;
  const limit = describeLimit(dependency);
  const reason = check === undefined ? condition : `${condition}: ${check}`;
  return [reason, `${mechanism}, ${guarantee}`, ...(limit === undefined ? [] : [`at most ${limit}`])];
}

/**
 * Mermaid has entities that begin with a hash instead of an ampersand. All other characters of markup become entities.
 */
function quote(lines: readonly string[]): string {
  const escape = (line: string) => line.replace(/[^\p{L}\p{N} ,.:;/_=+~()'-]/gu, c => `#${c.codePointAt(0)};`);
  return `"${lines.map(escape).join('<br/>')}"`;
}
