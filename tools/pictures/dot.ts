import { GraphNode, PlanGraph } from './graph';
import { Guarantee } from '../../src/api/guarantee';

/** https://graphviz.org/doc/info/shapes.html */
const SHAPES: Readonly<Record<GraphNode['kind'], string>> = { outside: 'cylinder', init: 'parallelogram', sidecar: 'ellipse', app: 'box' };

/** Draws a graph in the language of Graphviz (`dot -Tsvg`). */
export function drawDot({ title, nodes, edges }: PlanGraph): string {
  return [
    `digraph ${quoteDot([title])} {`,
    '  // An arrow points from a dependency to its dependent, as time goes. Dashed: a failure can break the order. Red: the critical path.',
    `  graph [label=${quoteDot([title])}, labelloc=t, fontname="sans-serif", rankdir=TB]`,
    '  node [fontname="sans-serif", fontsize=11]',
    '  edge [fontname="sans-serif", fontsize=9]',
    ...nodes.map(n => `  ${n.id} [label=${quoteDot(n.lines)}, shape=${SHAPES[n.kind]}${n.injected ? ', style=dashed' : ''}${n.critical ? ', color="#d1242f", penwidth=2' : ''}]`),
    ...edges.map(e => `  ${e.from} -> ${e.to} [label=${quoteDot(e.lines)}${e.guarantee === Guarantee.BEST_EFFORT ? ', style=dashed' : ''}${e.critical ? ', color="#d1242f", penwidth=2' : ''}]`),
    '}',
    '',
  ].join('\n');
}

/** In a quoted string, only quotes and backslashes are special (https://graphviz.org/doc/info/lang.html). `\\n` separates lines; Graphviz decodes HTML entities. */
function quoteDot(lines: readonly string[]): string {
  return `"${lines.map(line => line.replace(/&/g, '&amp;').replace(/[\\"]/g, c => `\\${c}`).replace(/[\u0000-\u001f\u007f]/g, ' ')).join('\\n')}"`;
}
