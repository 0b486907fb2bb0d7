import { GraphNode, PlanGraph } from './graph';
import { Guarantee } from '../../src/api/guarantee';

/** The shapes of nodes: round for sidecars, slanted for init containers, a box for app containers, a cylinder for dependencies outside the pod. https://mermaid.js.org/syntax/flowchart.html */
const SHAPES: Readonly<Record<GraphNode['kind'], readonly [string, string]>> = { outside: ['[(', ')]'], init: ['[/', '/]'], sidecar: ['(', ')'], app: ['[', ']'] };

/** Returns a Mermaid flowchart, which GitHub and GitLab render. Only the critical path has its own colour; all others come from the theme, light or dark. */
export function drawMermaid({ title, nodes, edges }: PlanGraph): string {
  const critical = edges.flatMap((e, i) => e.critical ? [i] : []);
  const names = (wanted: (n: GraphNode) => boolean) => nodes.filter(wanted).map(n => n.id).join(',');
  const [injected, onPath] = [names(n => n.injected), names(n => n.critical)];
  return [
    'flowchart TD',
    `  accTitle: ${oneLine(title)}`,
    `  accDescr: ${nodes.length} containers and things outside the pod, ${edges.length} dependencies`,
    ...nodes.map(n => `  ${n.id}${SHAPES[n.kind][0]}${quoteMermaid(n.lines)}${SHAPES[n.kind][1]}`),
    ...edges.map(e => `  ${e.from} ${e.guarantee === Guarantee.BEST_EFFORT ? '-.->' : '-->'}|${quoteMermaid(e.lines)}| ${e.to}`),
    ...(injected ? ['  classDef injected stroke-dasharray:4 3', `  class ${injected} injected`] : []),
    ...(onPath ? ['  classDef critical stroke:#d1242f,stroke-width:3px', `  class ${onPath} critical`] : []),
    ...(critical.length > 0 ? [`  linkStyle ${critical.join(',')} stroke:#d1242f,stroke-width:3px`] : []),
    '',
  ].join('\n');
}

/** Mermaid has entities that begin with a hash instead of an ampersand, and `<br/>` for a new line. All other characters of markup become entities. */
function quoteMermaid(lines: readonly string[]): string {
  return `"${lines.map(line => line.replace(/[^\p{L}\p{N} ,.:;/_=+~()'-]/gu, c => `#${c.codePointAt(0)};`)).join('<br/>')}"`;
}

function oneLine(text: string): string {
  return text.replace(/[^\p{L}\p{N} ,./_=+()'-]/gu, ' ');
}
