/** Fills the manifest in docs/contributing/apps.md. */
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { diff, manifestOf } from './manifest-diff';
import { Dependency, Guarantee, OrderedDeployment, ReadyCheck } from '../src';

const ROOT = join(__dirname, '..');
const DOCS = join(ROOT, 'docs');

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

export function writeManifests(): void {
  writeOrCheck(join(DOCS, 'contributing', 'apps.md'), before =>
    withBlocks(before, { 'gate-diff': diff(gate(false), gate(true), 1) }),
  );
}
