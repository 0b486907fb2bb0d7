/** Fills the table of twelve realistic apps in docs/contributing/apps.md. The tests hold its bars. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { StartupPlan } from '../src';
import { AppFacts, measureAll } from '../test/apps/measure';

export const APPS_DOC = join(__dirname, '..', 'docs', 'contributing', 'apps.md');

export function appsDoc(before: string): string {
  const facts = measureAll();
  const rows = [
    ['app', 'each dependency', 'init containers', 'objects', 'lines', 'wait agent'],
    ['---', '---', '--:', '--:', '--:', '---'],
    ...facts.map(rowOf),
  ];
  const without = facts.filter(({ hasAgent }) => !hasAgent).length;
  const sum = `${without} of ${facts.length} apps need no wait agent.`;
  const table = rows.map(cells => `| ${cells.join(' | ')} |`);
  return withBlocks(before, { apps: [sum, '', ...table].join('\n') });
}

function rowOf({ title, plans, addedInitContainers, addedObjects, addedLines, hasAgent }: AppFacts): string[] {
  // Blue and green have the same dependencies.
  const dependencies = [...new Set(plans.flatMap(listDependencies))];
  const counts = [addedInitContainers, addedObjects, addedLines].map(String);
  return [title, dependencies.join('<br>'), ...counts, hasAgent ? 'yes' : 'no'];
}

function listDependencies({ dependencies }: StartupPlan): string[] {
  return dependencies.map(d => `${d.dependent} after ${d.dependency}: \`${d.mechanism}\`, ${d.guarantee}`);
}
