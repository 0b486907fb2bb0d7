import { Chart, Testing } from 'cdk8s';
import { podOf, Words } from './pods';
import { ContainerRole, DependencyOptions, Guarantee, Mechanism, StartupOrderOptions } from '../../src';

/** What follows from the other fields or from the role, and is not said of its own. */
const IMPLIED = ['args', 'volumeMounts', 'restartPolicy'];

/** The fields of a manifest that are not as they are without this library. */
function written(containers: readonly Words[], options: StartupOrderOptions, edge: DependencyOptions): string[] {
  const manifest = (more: StartupOrderOptions) => {
    const chart: Chart = Testing.chart();
    podOf(containers, { ...options, ...more }, edge, chart);
    return Testing.synth(chart).find(o => o.kind === 'Pod');
  };
  const [plain, ordered] = [manifest({ disabledReason: 'to compare' }), manifest({})];
  const all = (pod: any): any[] => [...pod.spec.initContainers ?? [], ...pod.spec.containers];
  const ofContainers = all(ordered).flatMap(container => {
    const before = all(plain).find(c => c.name === container.name);
    if (!before) { return [`${container.name}: initContainers`]; }
    const hooks = (c: any) => Object.entries(c.lifecycle ?? {}).map(([hook, handler]) => [`lifecycle.${hook}`, handler]);
    const fields = ({ lifecycle, ...c }: any): Record<string, unknown> => ({ ...c, ...Object.fromEntries(hooks({ lifecycle })) });
    const [was, is] = [fields(before), fields(container)];
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(key => !IMPLIED.includes(key));
    return keys.filter(key => JSON.stringify(was[key]) !== JSON.stringify(is[key])).map(key => `${container.name}: ${key}`);
  });
  const volumes = (pod: any): string[] => (pod.spec.volumes ?? []).map((v: any) => v.name);
  return [
    ...ofContainers,
    ...volumes(ordered).filter(name => !volumes(plain).includes(name)).map(name => `pod: volumes[${name}]`),
    ...(JSON.stringify(ordered.metadata.annotations) === JSON.stringify(plain.metadata.annotations) ? [] : ['pod: metadata.annotations']),
  ].sort();
}

function said(containers: readonly Words[], options: StartupOrderOptions, edge: DependencyOptions): string[] {
  return podOf(containers, options, edge).startupOrder.plan().injections.map(i => `${i.container ?? 'pod'}: ${i.field}`).sort();
}

const PAIR: readonly Words[] = [{ name: 'app', needs: ['db'], command: true }, { name: 'db' }];
const SIDECAR: readonly Words[] = [{ name: 'app', needs: ['db'], command: true }, { name: 'db', role: ContainerRole.SIDECAR }];

test.each<[readonly Words[], StartupOrderOptions, DependencyOptions]>([
  [PAIR, {}, { mechanism: Mechanism.ENTRYPOINT_GATE }],
  [PAIR, {}, { mechanism: Mechanism.GUARDED_HOOK }],
  [PAIR, { kubernetesVersion: '1.27' }, { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT }],
  [SIDECAR, {}, { mechanism: Mechanism.SIDECAR_PROBE }],
  [SIDECAR, {}, { mechanism: Mechanism.SIDECAR_WAIT_INIT }],
  [SIDECAR, {}, { mechanism: Mechanism.GUARDED_HOOK }],
  [PAIR, { orderedShutdown: true }, {}],
  [SIDECAR, { orderedShutdown: true, kubernetesVersion: '1.27' }, {}],
])('what a plan says it injects is what the manifest has: %#', (...given) => {
  expect(said(...given)).toEqual(written(...given));
});

test('a startup probe is said to ask the address that the kubelet asks', () => {
  const plan = podOf(SIDECAR, {}, { mechanism: Mechanism.SIDECAR_PROBE }).startupOrder.plan();
  const probe = plan.injections.find(i => i.field === 'startupProbe')!;
  expect(probe.reason).toContain(plan.dependencies[0].check!);
  expect(probe.reason).toContain('POD_IP');
});
