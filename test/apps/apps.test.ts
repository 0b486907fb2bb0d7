import { Chart, Testing } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { APPS } from './apps';
import { chartOf, measure, measureAll } from './measure';
import { Guarantee, OrderedDeployment, StartupOrder } from '../../src';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { findWorkloads } from '../../tools/read/find-workloads';
import { stderrOf } from '../constructs/manifests';

const FACTS = measureAll();

test('there are twelve apps, and none states more than its dependencies', () => {
  expect(new Set(APPS.map(({ title }) => title)).size).toBe(12);
  for (const { plans } of FACTS) {
    for (const plan of plans) {
      expect(plan.dependencies).not.toEqual([]);
      expect(plan._kubernetesVersionAssumed).toBe(true);
    }
  }
});

test('at least eight apps need no agent', () => { expect(FACTS.filter(({ hasAgent }) => !hasAgent).length).toBeGreaterThanOrEqual(8); });

test('an app with the agent gets one init container and one ConfigMap, and another app gets neither', () => {
  const added = FACTS.map(({ title, addedInitContainers, addedObjects }) => ({ title, addedInitContainers, addedObjects }));
  const agents = (hasAgent: boolean) => hasAgent ? 1 : 0;
  expect(added).toEqual(FACTS.map(({ title, hasAgent }) => ({ title, addedInitContainers: agents(hasAgent), addedObjects: agents(hasAgent) })));
});

test('no dependency is BEST_EFFORT without a remedy', () => {
  const dependencies = FACTS.flatMap(({ plans }) => plans).flatMap(plan => plan.dependencies);
  const weak = dependencies.filter(d => d.guarantee === Guarantee.BEST_EFFORT);
  expect(weak.filter(({ remedy }) => remedy === undefined)).toEqual([]);
});

test.each(APPS)('synth prints nothing for $title', app => { expect(stderrOf(() => Testing.synth(chartOf(app)))).toBe(''); });

test('the plan of the app in Istio names the mesh profile to state', () => {
  const { plans } = FACTS.find(({ title }) => title.includes('Istio'))!;
  const request = expect.stringContaining("`mesh: { product: 'istio', version: … }`");
  expect(plans.flatMap(({ warnings }) => warnings)).toEqual([request]);
});

const VERSIONS = Array.from({ length: NEWEST_MINOR - 28 }, (_, i) => `1.${29 + i}`);
const podSpecsIn = (objects: readonly any[]) => objects.flatMap(findWorkloads).map(({ template }) => template.spec);

test.each(APPS)('$title has the same pods on each version from 1.29 on', app => {
  const expected = podSpecsIn(Testing.synth(chartOf(app)));
  for (const kubernetesVersion of VERSIONS) { expect(podSpecsIn(Testing.synth(chartOf(app, { kubernetesVersion })))).toEqual(expected); }
});

test.each(APPS)('$title has the same mechanisms if the architecture is known', app => {
  const decisions = (chart: Chart) => StartupOrder.planAll(chart).flatMap(({ dependencies }) => dependencies)
    .map(({ dependent, dependency, mechanism, guarantee }) => [dependent, dependency, mechanism, guarantee]);
  expect(decisions(chartOf(app, { architecture: 'amd64' }))).toEqual(decisions(chartOf(app)));
});

test.each(APPS)('$title has the same pods if the nodes start app containers at the same time', app => {
  const capabilities = { serialStarts: false };
  expect(podSpecsIn(Testing.synth(chartOf(app, { capabilities })))).toEqual(podSpecsIn(Testing.synth(chartOf(app))));
});

test('the manifest of an app without dependencies is that of cdk8s-plus', () => {
  const containers = [{ name: 'web', image: 'web:1' }, { name: 'proxy', image: 'proxy:1', securityContext: { user: 1 } }];
  const build = (chart: Chart) => { new OrderedDeployment(chart, 'web', { orderedContainers: containers }); };
  const { objects, ...facts } = measure({ title: 'web', build });
  expect(facts).toMatchObject({ addedInitContainers: 0, addedObjects: 0, addedLines: 0, hasAgent: false });
  const chart = Testing.chart();
  new Deployment(chart, 'web', { containers });
  expect(objects[0].spec.template.spec).toEqual(Testing.synth(chart)[0].spec.template.spec);
});
