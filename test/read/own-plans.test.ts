import { isDeepStrictEqual } from 'util';
import { App, Chart, Testing } from 'cdk8s';
import * as fc from 'fast-check';
import { BENCH, loadStories } from '../../conformance/runner/stories';
import { membersOf, registryOf } from '../../src/constructs/private/registry';
import { describeException } from '../../src/pod/kubelet-bugs';
import { OrderSettings } from '../../src/pod/settings';
import { lint } from '../../tools/lint/lint';
import { OrderMeans } from '../../tools/read/enforced-edges';
import { readEnforcedOrder } from '../../tools/read/enforced-order';
import { FoundWorkload, findWorkloads } from '../../tools/read/find-workloads';
import { createPlanFromManifest } from '../../tools/read/plan-from-manifest';
import { readPodView } from '../../tools/read/pod-view';
import { readPod } from '../../tools/read/read-pod';
import { APPS } from '../apps/apps';
import { ContainerJson, ContainerRole, EdgePlan, Mechanism, orderPod, PodPlan, resolveOptions, StartCondition } from '../dsl';
import { example, EXAMPLES, runExample } from '../examples';
import { ANY_POD, Described, manifestOf } from '../random-pods';
import { runs } from '../runs';

/** The plan of a pod, and the manifest that it produced. */
interface Ordered { readonly workload: FoundWorkload; readonly plan: PodPlan; readonly settings: OrderSettings }

/** Every pod of an app that has an order. */
const orderedIn = (app: App): Ordered[] => membersOf(registryOf(app)).flatMap(member => {
  const { plan, settings } = member.computePlan();
  return plan ? [{ plan, settings, workload: findWorkloads(member.apiObject.toJson())[0] }] : [];
});

/** The kubelet itself enforces these orders, so the manifest does not distinguish a ready check from the user's probe or hook. */
const KEPT_BY_KUBELET: Partial<Record<Mechanism, readonly OrderMeans[]>> = {
  [Mechanism.POSITION]: ['position', 'startupProbe', 'postStart'],
  [Mechanism.SIDECAR_PROBE]: ['startupProbe'],
  [Mechanism.POST_START]: ['postStart'],
};

/** The dependencies of the plan that the reader does not find in the manifest. */
function lost({ workload, plan, settings: { target } }: Ordered): string[] {
  const known = readPodView(workload);
  const view = {
    ...known,
    capabilities: known.spec.runtimeClassName ? target.capabilitiesOfRuntimeClass : target.capabilities,
    kubeletExceptions: target.kubeletExceptions,
  };
  const order = readEnforcedOrder(view);
  const { dependencies } = createPlanFromManifest({ ...view, kubernetesVersion: target.version, order });

  const isFound = (edge: EdgePlan) => {
    const { dependent, dependency, guarantee } = edge;
    const means = KEPT_BY_KUBELET[edge.mechanism];
    if (means && !edge.external) {
      // The reader reports a ready check of the kubelet as a startup probe.
      return order.ordered.some(p => p.then === dependent && p.first === dependency && p.guarantee === guarantee && means.includes(p.by)
        && (edge.condition !== StartCondition.READY || p.condition !== StartCondition.RUNNING));
    }
    // The check of a STARTED dependency is a ready check to the reader.
    return dependencies.some(d => d.dependent === dependent && d.dependency === dependency && d.external === edge.external
      && d.mechanism === edge.mechanism && d.guarantee === guarantee
      && isDeepStrictEqual(d.exceptions, edge.exceptions.length > 0 ? edge.exceptions.map(describeException) : undefined)
      && (d.condition === edge.condition || (d.condition === StartCondition.READY && edge.condition === StartCondition.STARTED)));
  };
  // A mesh adds its proxy to the pod later, and a webhook its container: the manifest does not contain them.
  const edges = plan.edges.filter(e => e.dependency !== plan.intent?.mesh?.proxy && !e.injected);
  return edges.filter(e => !isFound(e)).map(e => `${e.dependent} -> ${e.dependency}: ${e.condition} by ${e.mechanism}, ${e.guarantee}`);
}

/** The volumes of the plan that the reader takes for volumes of the user. */
function listUnknownVolumes({ workload, plan, settings: { target } }: Ordered): string[] {
  const { capabilities, version } = target;
  const view = { ...readPodView(workload), capabilities };
  const { _injections: injections } = createPlanFromManifest({ ...view, kubernetesVersion: version, order: readEnforcedOrder(view) });
  return plan.volumes.filter(v => injections.every(i => i.field !== v.field)).map(v => v.name);
}

/** The orders that the plan promises, and that the reader reports as not enforced. */
function listBroken({ workload, plan }: Ordered): string[] {
  const isPromised = (first?: string, then?: string) => plan.edges.some(edge => edge.dependency === first && edge.dependent === then);
  return readPod(workload).order.unenforced.filter(({ first, then }) => isPromised(first, then)).map(({ first, then, why }) => `${then} after ${first}: ${why}`);
}

/** The findings of lint that are errors, for all objects of the app. */
function listErrors(app: App): string[] {
  const errors = lint(app.charts.flatMap(chart => Testing.synth(chart))).filter(({ severity }) => severity === 'error');
  return errors.map(({ rule, workload, path }) => `${rule} ${workload.name} ${path}`);
}

const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const OWN = fc.record({
  command: fc.constantFrom(undefined, ['/run']),
  startupProbe: seldom(fc.constantFrom({ tcpSocket: { port: 1 } }, { exec: { command: ['/c'] }, failureThreshold: 3 }, { grpc: { port: 2 } })),
  readinessProbe: seldom(fc.constantFrom({ httpGet: { path: '/r', port: 3 } }, { exec: { command: ['/r'] } })),
  lifecycle: seldom(fc.constantFrom({ postStart: { exec: { command: ['/h'] } } }, { postStart: { sleep: { seconds: 2 } } })),
});

const LIMITS = seldom(fc.record({ timeoutSeconds: fc.constantFrom(30, 60), onTimeout: fc.constantFrom('FAIL', 'CONTINUE') }));

const CONDITIONS = seldom(fc.constantFrom(StartCondition.STARTED, StartCondition.COMPLETED));

/** Random pods whose containers have commands, probes and hooks of their own, and limits for what they wait for. */
const RICH_POD = ANY_POD.chain(all => fc.tuple(...all.map(c => fc.tuple(OWN, LIMITS, CONDITIONS).map(([own, limit, condition]): RichContainer => ({
  ...c,
  dependsOn: c.dependsOn.map(d => ({ ...d, ...limit, condition: d.target.kind === 'container' && condition || d.condition })),
  own: JSON.parse(JSON.stringify(c.role === ContainerRole.INIT ? { command: own.command } : own)),
})))));

interface RichContainer extends Described { readonly own: Partial<ContainerJson> }

test.each(['1.27', '1.28', '1.33', '1.35', '1.37'])('the manifest of any pod contains the guarantees of its plan, for %s', kubernetesVersion => {
  const { settings } = resolveOptions({ kubernetesVersion }, undefined);
  const seen: Partial<Record<Mechanism, number>> = {};
  let plans = 0;
  fc.assert(fc.property(RICH_POD, described => {
    const [spec, declaration] = manifestOf(described);
    const containers = spec.containers!.map((c, i) => ({ ...c, ...described[i].own }));
    const { template, plan } = orderPod({ spec: { containers } }, declaration, settings);
    // Some of these pods cannot be ordered.
    if (!plan) { return; }
    plans += 1;
    plan.edges.forEach(e => { seen[e.mechanism] = (seen[e.mechanism] ?? 0) + 1; });
    const [workload] = findWorkloads({ apiVersion: 'v1', kind: 'Pod', ...template });
    expect(lost({ workload, plan, settings })).toEqual([]);
  }), { numRuns: runs(600) });
  expect(plans).toBeGreaterThan(runs(50));
  const everywhere = [Mechanism.POSITION, Mechanism.POST_START, Mechanism.ENTRYPOINT_GATE, Mechanism.INIT_CONTAINER];
  expect(everywhere.filter(m => (seen[m] ?? 0) < runs(10))).toEqual([]);
});

function expectWhole(app: App): void {
  const ordered = orderedIn(app);
  expect([ordered.flatMap(lost), ordered.flatMap(listUnknownVolumes), ordered.flatMap(listBroken), listErrors(app)]).toEqual([[], [], [], []]);
}

test.each([...EXAMPLES, example('quick-start'), example('shop')])('the manifest of the example $name has the guarantees of its plan, known volumes and no errors', program => {
  const { apps } = runExample(program);
  expect(apps.flatMap(orderedIn).length).toBeGreaterThan(0);
  apps.forEach(expectWhole);
});

test.each(APPS)('the manifest of the app has the guarantees of its plan, known volumes and no errors: $title', ({ build }) => {
  const app = new App({ outdir: Testing.app().outdir });
  build(new Chart(app, 'app'));
  expect(orderedIn(app).length).toBeGreaterThan(0);
  expectWhole(app);
});

const hosts = new Proxy<Record<string, string>>({}, { get: () => '10.0.0.1' });

test.each([...loadStories([]), ...loadStories([], BENCH)])('the manifest of each conformance story has the guarantees of its plan, and no errors: %s', (name, story) => {
  for (const minor of [27, 29, 33, 35, 37].filter(m => !story.doesNotApply?.(m))) {
    const app = new App({ outdir: Testing.app().outdir });
    story.app(new Chart(app, name, { namespace: 'story' }), { kubernetesVersion: `1.${minor}`, kubeletVersion: `1.${minor}`, delay: '2s', hosts });
    const ordered = orderedIn(app);
    expect(ordered.flatMap(lost)).toEqual([]);
    if (minor === 29 || minor === 37) { expect([ordered.flatMap(listBroken), listErrors(app)]).toEqual([[], []]); }
  }
});
