/** Fills docs/reference/cheat-sheet.md: runs each program and shows its manifest. */
import { join } from 'path';
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { fenced } from './markdown';
import * as library from '../src';

const PAGE = join(__dirname, '..', 'docs', 'reference', 'cheat-sheet.md');

interface Entry {
  readonly title: string;
  readonly code: string;
}

const ENTRIES: readonly Entry[] = [
  {
    title: 'Sidecars before the app',
    code: `
new SidecarFirstDeployment(chart, 'web', {
  sidecars: [
    {
      name: 'proxy',
      image: 'envoyproxy/envoy:v1.31.0',
      securityContext: { user: 101 },
      readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
    },
  ],
  orderedContainers: [{ name: 'app', image: 'shop/app:7' }],
});`,
  },
  {
    title: 'A container after another container is ready',
    code: `
new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] },
    { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
  ],
});`,
  },
  {
    title: 'The same at each restart of the app: ask for it',
    code: `
new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    {
      name: 'app',
      image: 'shop/app:7',
      command: ['/app'],
      dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })],
    },
    { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
  ],
});`,
  },
  {
    title: 'A migration before the app',
    code: `
new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('migrate')] },
    { name: 'migrate', image: 'shop/migrate:7', role: ContainerRole.INIT },
  ],
});`,
  },
  {
    title: 'A dependency outside the pod before the app',
    code: `
new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    {
      name: 'app',
      image: 'shop/app:7',
      dependsOn: [Dependency.onUrl('http://config.shop:8080/ready'), Dependency.onTcp('db.shop', 5432)],
    },
  ],
});`,
  },
  {
    title: 'A Job before the app',
    code: `
const migrate = new OrderedJob(chart, 'migrate', { orderedContainers: [{ name: 'migrate', image: 'shop/migrate:7' }] });
new OrderedDeployment(chart, 'web', {
  startupOrder: { createServiceAccount: true },
  orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onJob(migrate)] }],
});`,
  },
  {
    title: 'A limit, and an error at synth where the order could fail',
    code: `
new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    {
      name: 'app',
      image: 'shop/app:7',
      dependsOn: [
        Dependency.on('cache', {
          guarantee: Guarantee.FAIL_CLOSED,
          timeout: Duration.minutes(2),
          onTimeout: 'FAIL',
        }),
      ],
    },
    { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
  ],
});`,
  },
  {
    title: 'A Job that completes although its proxy runs on',
    code: `
new OrderedJob(chart, 'report', {
  orderedContainers: [
    { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')] },
    {
      name: 'proxy',
      image: 'envoyproxy/envoy:v1.31.0',
      securityContext: { user: 101 },
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.tcpSocket(9901),
    },
  ],
});`,
  },
  {
    title: 'Reverse order when the pod stops',
    code: `
new OrderedDeployment(chart, 'web', {
  startupOrder: { orderedShutdown: true },
  orderedContainers: [
    { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy')] },
    {
      name: 'proxy',
      image: 'envoyproxy/envoy:v1.31.0',
      securityContext: { user: 101 },
      readyWhen: ReadyCheck.tcpSocket(9901),
    },
  ],
});`,
  },
  {
    title: 'A workload that exists already',
    code: `
const deployment = new kplus.Deployment(chart, 'web', {
  containers: [
    { name: 'app', image: 'shop/app:7' },
    { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0', securityContext: { user: 101 }, portNumber: 9901 },
  ],
});
StartupOrder.of(deployment, { sidecars: ['proxy'] });`,
  },
];

/** Runs a program and returns the plans of its workloads. */
function plansOf({ code }: Entry): library.StartupPlan[] {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  chart.node.setContext('cdk8s-startup-order:architecture', 'amd64');
  const names = { ...library, Duration, kplus, chart };
  // eslint-disable-next-line no-new-func
  new Function(...Object.keys(names), code)(...Object.values(names));
  return library.StartupOrder.planAll(chart);
}

function emitted(plan: library.StartupPlan): string[] {
  const places = plan.containers
    .filter(c => !c.injected && c.list === 'initContainers')
    .map(
      c => `\`${c.name}\` is ${c.role === library.ContainerRole.SIDECAR ? 'a native sidecar' : 'an init container'}.`,
    );
  const starts = plan.dependencies.map(
    d => `\`${d.dependent}\` starts after \`${d.dependency}\`: \`${d.mechanism}\`, \`${d.guarantee}\`.`,
  );
  const stops = plan.dependencies
    .filter(d => d.stopMechanism)
    .map(d => `\`${d.dependency}\` stops after \`${d.dependent}\`: \`${d.stopMechanism}\`.`);
  return [...places, ...starts, ...stops, `Written: ${written(plan)}.`];
}

function written({ _injections: injections }: library.StartupPlan): string {
  const fields = new Map<string, string[]>();
  for (const { container, field } of injections) {
    const of = container === undefined ? 'of the pod' : `of \`${container}\``;
    fields.set(of, [...(fields.get(of) ?? []), `\`${field}\``]);
  }
  const parts = [...fields].map(([of, all]) =>
    all.includes('`initContainers`') ? `the init container ${of.slice('of '.length)}` : `${all.join(', ')} ${of}`,
  );
  return parts.join('; ') || 'nothing but the place in the list';
}

function section(entry: Entry, i: number): string {
  const lines = plansOf(entry)
    .filter(plan => plan.dependencies.length > 0)
    .flatMap(emitted);
  return [
    `## ${i + 1}. ${entry.title}`,
    fenced('js', entry.code.trim()),
    lines.map(line => `- ${line}`).join('\n'),
  ].join('\n\n');
}

export function writeCheatSheet(): void {
  writeOrCheck(PAGE, before => withBlocks(before, { 'cheat-sheet': ENTRIES.map(section).join('\n\n') }));
}
