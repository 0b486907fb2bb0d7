/**
 * One process of each kind, for the CPU time from its start to its end: process-child.js KIND. Prints the time in ms as
 * one line. A process loads only the modules that its kind needs.
 */
import type { Chart } from 'cdk8s';
import type { ProcessKind } from './results';

const DEPLOYMENTS = 200;

const cache = { name: 'cache', image: 'redis:7' };
const web = { name: 'web', image: 'shop/web:7' };

const KINDS: Readonly<Record<ProcessKind, () => Promise<unknown>>> = {
  loadPlus: () => import('cdk8s-plus-27'),
  loadLibrary: async () => {
    await import('cdk8s-plus-27');
    await import('../../src/index.js');
  },
  synthPlus: async () => {
    const { Deployment } = await import('cdk8s-plus-27');
    await synth((chart, id) => {
      new Deployment(chart, id, { containers: [cache, web] });
    });
  },
  synthLibrary: async () => {
    const { ContainerRole, Dependency, OrderedDeployment, ReadyCheck } = await import('../../src/index.js');
    const proxy = { ...cache, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(6379) };
    await synth((chart, id) => {
      new OrderedDeployment(chart, id, {
        startupOrder: { kubernetesVersion: '1.33' },
        orderedContainers: [proxy, { ...web, dependsOn: [Dependency.on('cache')] }],
      });
    });
  },
};

async function synth(add: (chart: Chart, id: string) => void): Promise<void> {
  const cdk8s = await import('cdk8s');
  const app = new cdk8s.App();
  const chart = new cdk8s.Chart(app, 'chart');
  for (let i = 0; i < DEPLOYMENTS; i++) {
    add(chart, `w${i}`);
  }
  app.synthYaml();
}

void KINDS[process.argv[2] as ProcessKind]().then(() => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify((user + system) / 1000)}\n`);
});
