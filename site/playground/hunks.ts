import { structuredPatch } from 'diff';

/** A part of the manifests before and after. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

/** The changed lines of one place, each with its sign: `+`, `-` or a space. */
export type Hunk = readonly string[];

/** Returns the changed lines. The changes of the workloads come before new objects, such as the ConfigMap with the agent. */
export function findHunks(all: readonly Change[]): Hunk[] {
  const changes = [...all.filter(({ before }) => before !== ''), ...all.filter(({ before }) => before === '')];
  const patches = changes.map(({ before, after }) => structuredPatch('', '', before, after, '', '', { context: 3 }));
  return patches.flatMap(({ hunks }) => hunks.map(({ lines }) => lines.filter(line => !line.startsWith('\\'))));
}
