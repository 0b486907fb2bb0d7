import { printed } from './command-line';
import { planOf, podSpecOf, program, textOf } from './example';
import { containerOf, only, yaml } from './shown';
import { RULES } from '../../tools/lint/lint';
import { fenced, table } from '../markdown';

/** Hand-written manifests in test/lint/wrong. The tests of the lint check its findings. */
const BY_HAND = { a2: 'a2-startup-probe', c1: 'c1-fixed-delay', c2: 'c2-config-service', c3: 'c3-hook-that-loops' };

/** Returns the manifest without the leading comments, which are for the test. */
function manifestByHand(name: string): string {
  return textOf(`test/lint/wrong/${name}.yaml`).replace(/^(#.*\n)+/, '');
}

/** Rules about hand-written waits and orders. The other rules find pods that never end or cannot start. */
const OF_ORDERS = [
  'sleep-as-order',
  'startup-probe-orders-nothing',
  'list-order-is-no-order',
  'restart-policy-makes-no-sidecar',
  'duplicate-order',
  'cyclic-order',
  'hook-on-last-container',
  'hook-waits-for-later-container',
  'http-hook-is-no-gate',
  'tcp-hook-always-fails',
  'hook-waits-without-limit',
  'hook-runs-forever',
  'pod-ip-deadlock',
  'waits-for-own-pod',
  'init-waits-for-app-container',
  'init-waits-without-limit',
  'http-wait-passes-on-any-status',
  'init-wait-in-mesh',
  'slow-sidecar-probe',
  'job-never-ends',
  'grace-too-short-for-pre-stop',
];

function instead(): string {
  const rules = OF_ORDERS.map(id => RULES.find(rule => rule.id === id)!);
  return table(
    ['rule', 'by hand', 'declaration'],
    rules.map(({ id, what, fix }) => [`[${id}](../reference/lint/${id}.md)`, what, fix.withLibrary]),
  );
}

export function migrateFromHooks(): Record<string, string> {
  const found = Object.entries(BY_HAND).flatMap(([key, name]) => {
    const file = `${key}.yaml`;
    const text = manifestByHand(name);
    return [
      [`${key}-before`, fenced('yaml', text)],
      [`${key}-found`, printed(`npx cdk8s-startup-order lint ${file}`, { files: { [file]: text } })],
    ];
  });
  const container = (workload: string, name: string) => containerOf(podSpecOf('migrate-from-hooks', workload), name);
  return {
    ...(Object.fromEntries(found) as Record<string, string>),
    'rules': instead(),
    'program': program('migrate-from-hooks'),
    'a2-after': yaml({
      initContainers: [
        only(
          container('sidecar-startup-example', 'sidecar-container'),
          'name',
          'command',
          'restartPolicy',
          'startupProbe',
        ),
      ],
    }),
    'c1-after': yaml({
      initContainers: [only(container('app', 'wait-for-postgres'), 'name', 'command')],
      containers: [only(container('app', 'app'), 'name', 'command')],
    }),
    'c2-after': yaml({
      initContainers: [only(container('configured', 'wait-for-apollo-configservice-fat'), 'name', 'image', 'command')],
    }),
    'c3-after': yaml({
      initContainers: podSpecOf('migrate-from-hooks', 'sidecar-starts-first').initContainers.map((c: any) =>
        only(c, 'name', 'command', 'restartPolicy'),
      ),
      containers: [only(container('sidecar-starts-first', 'application'), 'name', 'image')],
    }),
    'plan': planOf('migrate-from-hooks'),
  };
}
