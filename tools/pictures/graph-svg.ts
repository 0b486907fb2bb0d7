import { graphlib, layout } from '@dagrejs/dagre';
import { estimateWidth, fitText } from './fit-text';
import { GraphEdge, GraphNode, PlanGraph } from './graph';
import { createElement, escapeText, formatCoordinate } from './xml';
import { Guarantee } from '../../src/api/guarantee';

const NAME_SIZE = 12;
const SMALL = 10.5;
const MONO = 0.63;
const LINE = 15;
const PAD = 8;
const WIDEST = 260;
/** Round for sidecars, square outside the pod. */
const ROUNDING: Readonly<Record<GraphNode['kind'], number>> = { outside: 0, init: 4, sidecar: 16, app: 4 };

/** Draws a graph from left to right, in the order of the starts. A dashed arrow means BEST_EFFORT, a red arrow the critical path. The page has the styles. */
export function drawGraphSvg({ title, nodes, edges }: PlanGraph): string {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 18, edgesep: 12, ranksep: 36, marginx: PAD, marginy: PAD });
  for (const node of nodes) { graph.setNode(node.id, sizeOf(node)); }
  edges.forEach(({ from, to, mechanism }, i) => {
    graph.setEdge(from, to, { width: estimateWidth(mechanism, SMALL) + 8, height: 14, labelpos: 'c' }, `${i}`);
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return createElement('svg', {
    'xmlns': 'http://www.w3.org/2000/svg',
    'class': 'startup-order graph',
    'viewBox': `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    'width': Math.ceil(width),
    'height': Math.ceil(height),
    'role': 'img',
    'aria-label': `Dependencies of ${title}: ${edges.map(e => `${nameOf(e.to, nodes)} after ${nameOf(e.from, nodes)}`).join(', ')}`,
  },
  ...edges.map((edge, i) => `\n${drawEdge(edge, graph.edge(edge.from, edge.to, `${i}`))}`),
  ...nodes.map(node => `\n${drawNode(node, graph.node(node.id))}`),
  '\n');
}

function nameOf(id: string, nodes: readonly GraphNode[]): string {
  return nodes.find(n => n.id === id)!.lines[0];
}

function sizeOf({ lines }: GraphNode): { width: number; height: number } {
  const widths = lines.map((line, i) => i === 0 ? estimateWidth(line, NAME_SIZE, MONO) : estimateWidth(line, SMALL));
  return { width: Math.min(WIDEST, Math.max(60, ...widths)) + 2 * PAD, height: lines.length * LINE + 8 };
}

interface Placed {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

function drawNode({ lines, kind, injected, critical }: GraphNode, { x = 0, y = 0, width, height }: Placed): string {
  const [left, top] = [x - width / 2, y - height / 2];
  const box = createElement('rect', { 'class': 'node', 'x': left, 'y': top, width, height, 'rx': ROUNDING[kind], 'stroke-dasharray': injected ? '4 3' : undefined });
  const texts = lines.map((line, i) => {
    const [size, perCharacter] = i === 0 ? [NAME_SIZE, MONO] : [SMALL, undefined];
    return createElement('text', { 'class': i === 0 ? 'name' : 'small', x, 'y': top + 4 + LINE * i + 11, 'text-anchor': 'middle' }, escapeText(fitText(line, width - 2 * PAD, size, perCharacter)));
  });
  return createElement('g', { class: `container ${kind}${critical ? ' critical' : ''}` }, createElement('title', {}, escapeText(lines.join('\n'))), box, ...texts);
}

interface Route {
  readonly points?: readonly { readonly x: number; readonly y: number }[];
  /** The centre of the label. */
  readonly x?: number;
  readonly y?: number;
}

function drawEdge({ lines, mechanism, guarantee, critical }: GraphEdge, { points = [], x = 0, y = 0 }: Route): string {
  const d = `M${points.map(p => `${formatCoordinate(p.x)} ${formatCoordinate(p.y)}`).join('L')}`;
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  const angle = Math.atan2(end.y - before.y, end.x - before.x) * 180 / Math.PI;
  return createElement('g', { 'class': `edge${critical ? ' critical' : ''}`, 'data-guarantee': guarantee },
    createElement('title', {}, escapeText(lines.join('\n'))),
    createElement('path', { 'class': 'line', d, 'stroke-dasharray': guarantee === Guarantee.BEST_EFFORT ? '5 3' : undefined }),
    createElement('path', { class: 'tip', d: 'M-8 -4L0 0L-8 4z', transform: `translate(${formatCoordinate(end.x)} ${formatCoordinate(end.y)}) rotate(${formatCoordinate(angle)})` }),
    createElement('text', { 'class': 'small label', x, 'y': y + 3.5, 'text-anchor': 'middle' }, escapeText(mechanism)));
}
