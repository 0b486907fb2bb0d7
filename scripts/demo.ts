/** Prints how two workloads start: with the default guarantee, and with `EVERY_START`. scripts/demo.sh runs it. */
import { App, Chart } from 'cdk8s';
import { Document, isScalar, visit } from 'yaml';
import { Dependency, Guarantee, OrderedDeployment, ReadyCheck } from '../src';

const app = new App();
const chart = new Chart(app, 'shop');

function deploy(name: string, dependency: Dependency): OrderedDeployment {
  return new OrderedDeployment(chart, name, {
    startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
    orderedContainers: [
      { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [dependency] },
      { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  });
}

/** The fields of a container that order it, and its name. */
const FIELDS = ['name', 'restartPolicy', 'command', 'startupProbe'];

type Container = Readonly<Record<string, unknown>>;

function inBrief(containers: readonly Container[]): Container[] {
  return containers.map(container =>
    Object.fromEntries(FIELDS.filter(field => field in container).map(field => [field, container[field]])),
  );
}

function show(title: string, deployment: OrderedDeployment): void {
  const manifest = chart.toJson().find(({ metadata }) => metadata.name === deployment.name);
  const { initContainers, containers } = manifest.spec.template.spec;
  console.log(`# ${title}\n`);
  console.log(deployment.startupOrder.explain().trimEnd());
  console.log();
  const brief = new Document({ initContainers: inBrief(initContainers), containers: inBrief(containers) });
  visit(brief, {
    Seq: (_key, list) => {
      list.flow = list.items.every(isScalar);
    },
  });
  console.log(brief.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd());
}

show("The default: dependsOn: [Dependency.on('cache')]", deploy('web', Dependency.on('cache')));
console.log();
show(
  "An order that holds at each restart: Dependency.on('cache', { guarantee: Guarantee.EVERY_START })",
  deploy('worker', Dependency.on('cache', { guarantee: Guarantee.EVERY_START })),
);
