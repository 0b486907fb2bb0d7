import { GraphNode, GraphOfPlan } from './graph';

/** Round for what helps, slanted for what ends, a box for what works, a cylinder for what is outside. https://mermaid.js.org/syntax/flowchart.html */
const SHAPES: Readonly<Record<GraphNode['kind'], readonly [string, string]>> = { outside: ['[(', ')]'], init: ['[/', '/]'], sidecar: ['(', ')'], app: ['[', ']'] };

/** Returns a Mermaid flowchart, which GitHub and GitLab render. Only the critical path has its own colour; all others come from the theme, light or dark. */
export function mermaid({ title, nodes, edges }: GraphOfPlan): string {
  const critical = edges.flatMap((e, i) => e.critical ? [i] : []);
  const names = (wanted: (n: GraphNode) => boolean) => nodes.filter(wanted).map(n => n.id).join(',');
  const [injected, onPath] = [names(n => n.injected), names(n => n.critical)];
  return [
    'flowchart TD',
    `  accTitle: ${oneLine(title)}`,
    `  accDescr: ${nodes.length} containers and things outside the pod, ${edges.length} dependencies`,
    ...nodes.map(n => `  ${n.id}${SHAPES[n.kind][0]}${quoted(n.lines)}${SHAPES[n.kind][1]}`),
    ...edges.map(e => `  ${e.from} ${e.weak ? '-.->' : '-->'}|${quoted(e.lines)}| ${e.to}`),
    ...(injected ? ['  classDef injected stroke-dasharray:4 3', `  class ${injected} injected`] : []),
    ...(onPath ? ['  classDef critical stroke:#d1242f,stroke-width:3px', `  class ${onPath} critical`] : []),
    ...(critical.length > 0 ? [`  linkStyle ${critical.join(',')} stroke:#d1242f,stroke-width:3px`] : []),
    '',
  ].join('\n');
}

/** Mermaid reads entities, a hash in front instead of an ampersand, and takes `<br/>` for a line; all else that it could take for markup becomes one. */
function quoted(lines: readonly string[]): string {
  return `"${lines.map(line => line.replace(/[^\p{L}\p{N} ,.:;/_=+~()'-]/gu, c => `#${c.codePointAt(0)};`)).join('<br/>')}"`;
}

function oneLine(text: string): string {
  return text.replace(/[^\p{L}\p{N} ,./_=+()'-]/gu, ' ');
}
