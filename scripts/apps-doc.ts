/**
 * Fills the table of twelve realistic apps in docs/contributing/apps.md, and the manifest of a gate. The tests hold the
 * bars of the table.
 */
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { withBlocks } from './generated-blocks';
import { diff, manifestOf } from './manifest-diff';
import { Dependency, Guarantee, OrderedDeployment, ReadyCheck, StartupPlan } from '../src';
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
  return withBlocks(before, {
    'apps': [sum, '', ...table].join('\n'),
    'gate-diff': diff(gate(false), gate(true), 1),
  });
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

/** Returns the same containers without and with an order that needs the wait agent. */
function gate(order: boolean): string {
  const chart = new Chart(new App(), 'web');
  const containers = [
    { name: 'app', image: 'shop/app:7', command: ['/app'] },
    { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0' },
  ];
  if (!order) {
    new Deployment(chart, 'web', { containers });
  } else {
    new OrderedDeployment(chart, 'web', {
      startupOrder: { architecture: 'amd64', guarantee: Guarantee.EVERY_START },
      orderedContainers: [
        { ...containers[0], dependsOn: [Dependency.on('proxy')] },
        { ...containers[1], readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
      ],
    });
  }
  return manifestOf(chart);
}
