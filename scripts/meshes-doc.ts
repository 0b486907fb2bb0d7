/** Fills the facts of docs/contributing/mesh-facts.md from mesh-facts.ts. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { MESH_FACTS } from './mesh-facts';
import { MeshProduct } from '../src/api/private/mesh';
import { MESHES } from '../src/pod/meshes/mesh-facts';

export const MESHES_DOC = join(__dirname, '..', 'docs', 'contributing', 'mesh-facts.md');

export function meshesDoc(before: string): string {
  return withBlocks(before, { facts: (Object.keys(MESHES) as MeshProduct[]).map(section).join('\n\n') });
}

function section(product: MeshProduct): string {
  const { title, oldest } = MESHES[product];
  return [
    `## ${title}`,
    '',
    `From version ${oldest} on.`,
    '',
    '| fact | since | source |',
    '|---|---|---|',
    ...MESH_FACTS[product].map(f => `| ${f.what} | ${f.since ?? ''} | [${f.read}](${f.url}) |`),
  ].join('\n');
}
