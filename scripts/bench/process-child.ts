/**
 * One process of each kind, for the CPU time from its start to its end: process-child.js KIND. Prints the time in ms as one line. Modules are loaded with `require`, so that a process
 * loads only what its kind needs.
 */
import type { App, Chart } from 'cdk8s';
import type { ProcessKind } from './results';

const DEPLOYMENTS = 200;

const cache = { name: 'cache', image: 'redis:7' };
const web = { name: 'web', image: 'shop/web:7' };

const KINDS: Readonly<Record<ProcessKind, () => void>> = {
  loadPlus: () => { require('cdk8s-plus-27'); },
  loadLibrary: () => {
    require('cdk8s-plus-27');
    require('../../src');
  },
  synthPlus: () => {
    const { Deployment } = require('cdk8s-plus-27');
    synth((chart, id) => { new Deployment(chart, id, { containers: [cache, web] }); });
  },
  synthLibrary: () => {
    const { ContainerRole, Dependency, OrderedDeployment, ReadyCheck } = require('../../src');
    const proxy = { ...cache, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(6379) };
    synth((chart, id) => {
      new OrderedDeployment(chart, id, {
        startupOrder: { kubernetesVersion: '1.33' },
        containers: [proxy, { ...web, dependsOn: [Dependency.on('cache')] }],
      });
    });
  },
};

function synth(add: (chart: Chart, id: string) => void): void {
  const { App: Constructor, Chart: ChartConstructor } = require('cdk8s') as { App: typeof App; Chart: typeof Chart };
  const app = new Constructor();
  const chart = new ChartConstructor(app, 'chart');
  for (let i = 0; i < DEPLOYMENTS; i++) { add(chart, `w${i}`); }
  app.synthYaml();
}

KINDS[process.argv[2] as ProcessKind]();
const { user, system } = process.cpuUsage();
process.stdout.write(`${JSON.stringify((user + system) / 1000)}\n`);
