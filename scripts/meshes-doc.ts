/** Fills the facts of docs/reference/meshes.md from the mesh profiles. With --check it fails when a fact is stale. */
import { join } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { MESHES } from '../src/pod/meshes/resolve-mesh';

export const MESHES_DOC = join(__dirname, '..', 'docs', 'reference', 'meshes.md');

export function meshesDoc(before: string): string {
  return withBlocks(before, { facts: Object.values(MESHES).map(section).join('\n\n') });
}

function section({ title, oldest, facts }: (typeof MESHES)[keyof typeof MESHES]): string {
  return [
    `### ${title}`,
    '',
    `From version ${oldest} on.`,
    '',
    '| fact | since | source |',
    '|---|---|---|',
    ...facts.map(f => `| ${f.what} | ${f.since ?? ''} | [${f.read}](${f.url}) |`),
  ].join('\n');
}

if (require.main === module) { writeOrCheck(MESHES_DOC, meshesDoc); }
