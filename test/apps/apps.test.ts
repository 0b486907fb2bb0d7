import { Chart, Testing } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { APPS, RealisticApp } from './apps';
import { chartOf, measure, measureAll } from './measure';
import { Dependency, Guarantee, OrderedDeployment, ReadyCheck, StartupOrder } from '../../src';
import { AGENT_DIR } from '../../src/agent/contract';
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

test('at least eight apps need no agent', () => {
  expect(FACTS.filter(({ hasAgent }) => !hasAgent).length).toBeGreaterThanOrEqual(8);
});

test('an app gets an init container only with the agent, and then at most one for each pod', () => {
  const most = ({ hasAgent }: { hasAgent: boolean }) => hasAgent ? 1 : 0;
  expect(FACTS.filter(facts => facts.addedInitContainers > most(facts)).map(({ title }) => title)).toEqual([]);
});

test('an app without the agent gets no further object', () => {
  const larger = FACTS.filter(({ hasAgent, addedObjects }) => addedObjects > (hasAgent ? 1 : 0));
  expect(larger.map(({ title }) => title)).toEqual([]);
});

test('no dependency is BEST_EFFORT without a remedy', () => {
  const dependencies = FACTS.flatMap(({ plans }) => plans).flatMap(plan => plan.dependencies);
  const weak = dependencies.filter(d => d.guarantee === Guarantee.BEST_EFFORT);
  expect(weak.filter(({ remedy }) => remedy === undefined)).toEqual([]);
});

test.each(APPS)('synth prints nothing for $title', app => {
  expect(stderrOf(() => Testing.synth(chartOf(app)))).toBe('');
});

test('the plan of the app in Istio names the mesh profile to state', () => {
  const { plans } = FACTS.find(({ title }) => title.includes('Istio'))!;
  const request = expect.stringContaining("`mesh: { product: 'istio', version: … }`");
  expect(plans.flatMap(({ warnings }) => warnings)).toEqual([request]);
});

const VERSIONS = Array.from({ length: NEWEST_MINOR - 28 }, (_, i) => `1.${29 + i}`);
const podSpecsIn = (objects: readonly any[]) => objects.flatMap(findWorkloads).map(({ template }) => template.spec);

test.each(APPS)('$title has the same pods on each version from 1.29 on', app => {
  const expected = podSpecsIn(Testing.synth(chartOf(app)));
  for (const kubernetesVersion of VERSIONS) {
    const chart = chartOf(app, { kubernetesVersion });
    expect(podSpecsIn(Testing.synth(chart))).toEqual(expected);
  }
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

describe('the measure of an app', () => {
  const build = (dependsOn: Dependency[]): RealisticApp => ({
    title: 'web',
    build: chart => {
      new OrderedDeployment(chart, 'web', {
        orderedContainers: [
          { name: 'web', image: 'web:1', dependsOn },
          { name: 'proxy', image: 'proxy:1', readyWhen: ReadyCheck.tcpSocket(1), securityContext: { user: 1 } },
        ],
      });
    },
  });

  test('without dependencies is zero, so the manifest is that of cdk8s-plus', () => {
    const nothing = { addedInitContainers: 0, addedObjects: 0, addedLines: 0, hasAgent: false };
    expect(measure(build([]))).toMatchObject(nothing);
    const chart = Testing.chart();
    const proxy = { name: 'proxy', image: 'proxy:1', securityContext: { user: 1 } };
    new Deployment(chart, 'web', { containers: [{ name: 'web', image: 'web:1' }, proxy] });
    const [{ spec }] = measure(build([])).objects;
    expect(spec.template.spec).toEqual(Testing.synth(chart)[0].spec.template.spec);
  });

  test('counts the agent, its ConfigMap and its init container, and no native sidecar', () => {
    expect(measure(build([Dependency.on('proxy')]))).toMatchObject({ addedInitContainers: 0, addedObjects: 0, hasAgent: false });
    const facts = measure(build([Dependency.onTcp('db', 5432)]));
    expect(facts).toMatchObject({ addedInitContainers: 1, addedObjects: 1, hasAgent: true });
    expect(JSON.stringify(facts.objects)).toContain(AGENT_DIR);
    expect(facts.addedLines).toBeGreaterThan(20);
  });
});
