import * as fs from 'fs';
import * as path from 'path';
import { ApiObject, App, AppProps, Chart, ChartProps, Testing, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { errorOf, podSpecOf, stderrOf } from './manifests';
import { ContainerRole, Dependency, Guarantee, ReadyCheck, StartCondition, StartupOrder, StartupOrderOptions, WaitAgentConfigMap } from '../../src';
import { loadAgentConfigMap } from '../../src/agent/binaries';
import { temporaryFolder } from '../temporary-folder';

const ARCHITECTURE = 'cdk8s-startup-order:architecture';
/** Of the chart `shop`. */
const AMD64 = loadAgentConfigMap(['amd64'], 'shop');
const ARM64 = loadAgentConfigMap(['arm64'], 'shop');
/** For nodes of an unknown architecture. */
const BOTH = loadAgentConfigMap(['amd64', 'arm64'], 'shop');

function appOf(architecture: string | undefined, props: AppProps = {}): App {
  const app = new App({ outdir: temporaryFolder(), ...props });
  if (architecture !== undefined) { app.node.setContext(ARCHITECTURE, architecture); }
  return app;
}

function shop(props: ChartProps = {}, app = appOf('amd64')): Chart { return new Chart(app, 'shop', props); }

const SPEC = { containers: [{ name: 'app', image: 'app:1' }, { name: 'cache', image: 'redis:7' }] };

const deployment = (name: string, metadata = {}, spec: object = SPEC) =>
  ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, ...metadata }, spec: { template: { spec } } });

/** By default, the cache stays a regular container, so that the wait agent enforces the order. */
function order(construct: Construct, options: StartupOrderOptions = {}, role = ContainerRole.APP): StartupOrder {
  const declared = StartupOrder.of(construct, options);
  declared.declare('cache', { role, readyWhen: ReadyCheck.tcpSocket(6379) });
  declared.declare('app', { dependsOn: [Dependency.on('cache')] });
  return declared;
}

/** An ordered Deployment of this name. */
function ordered(chart: Construct, name: string, options: StartupOrderOptions = {}, metadata = {}): ApiObject {
  const workload = new ApiObject(chart, name, deployment(name, metadata));
  order(workload, options);
  return workload;
}

/** Kind, namespace and name of each object, in the order of the output. */
const objectsOf = (manifests: any[]): string[] =>
  manifests.map(({ kind, metadata }) => [kind, metadata?.namespace, metadata?.name].filter(Boolean).join(' '));

/** Each file of the output, by its path. */
function filesOf({ outdir }: App): Map<string, string> {
  const files = (fs.readdirSync(outdir, { recursive: true }) as string[]).sort().filter(f => f.endsWith('.yaml'));
  return new Map(files.map(f => [f, fs.readFileSync(path.join(outdir, f), 'utf8')]));
}

test('the ConfigMap is immutable and contains the binary for the architecture', () => {
  const chart = shop({ namespace: 'web', labels: { app: 'shop', team: 'web' } });
  ordered(chart, 'web');
  const ours = { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order', 'app.kubernetes.io/name': 'startup-order-wait' };
  const wait = fs.readFileSync(path.join(__dirname, '..', '..', 'agent', 'bin', 'linux-amd64', 'wait')).toString('base64');
  const metadata = { name: AMD64.name, namespace: 'web', labels: { app: 'shop', ...ours, team: 'web' } };
  expect(Testing.synth(chart)[0]).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData: { wait }, immutable: true });
});

test('fifty workloads share one ConfigMap, which comes before the first workload that needs it', () => {
  const chart = shop();
  new ApiObject(chart, 'before', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'before' } });
  new ApiObject(chart, 'unordered', deployment('unordered'));
  for (let i = 0; i < 50; i++) { ordered(chart, `w${i}`); }
  expect(objectsOf(Testing.synth(chart)).slice(0, 5)).toEqual(['Service before', 'Deployment unordered', `ConfigMap ${AMD64.name}`, 'Deployment w0', 'Deployment w1']);
  expect(objectsOf(Testing.synth(chart)).filter(o => o.startsWith('ConfigMap'))).toHaveLength(1);
});

test('each namespace and each architecture has its own ConfigMap', () => {
  const chart = shop();
  for (const [name, namespace, architecture] of [['a', 'one'], ['b', 'two'], ['c', 'one', 'arm64'], ['d', 'two']]) { ordered(chart, name, { architecture }, { namespace }); }
  const [one, two, arm64] = [`ConfigMap one ${AMD64.name}`, `ConfigMap two ${AMD64.name}`, `ConfigMap one ${ARM64.name}`];
  expect(objectsOf(Testing.synth(chart))).toEqual([one, 'Deployment one a', two, 'Deployment two b', arm64, 'Deployment one c', 'Deployment two d']);
});

test('the charts of one namespace share no ConfigMap: each has its own, also a chart in a chart', () => {
  const chart = shop({ namespace: 'shop' });
  const charts = [chart, new Chart(chart, 'inner', { namespace: 'shop' }), new Chart(chart.node.root, 'Data', { namespace: 'shop' })];
  charts.forEach(c => ordered(c, 'web'));
  const without = new Chart(chart.node.root, 'without');
  new ApiObject(without, 'plain', deployment('plain'));
  expect(Testing.synth(without).map(({ kind }) => kind)).toEqual(['Deployment']);
  const names = charts.map(c => {
    const [configMap, { kind, spec: { template: { spec: { volumes: [volume] } } } }] = Testing.synth(c);
    expect([configMap.kind, kind, configMap.binaryData]).toEqual(['ConfigMap', 'Deployment', AMD64.binaryData]);
    expect(volume.projected.sources).toEqual([{ configMap: { name: configMap.metadata.name } }]);
    return configMap.metadata.name;
  });
  const suffixes = names.map(name => name.slice(name.lastIndexOf('-')));
  expect([suffixes, new Set(names).size]).toEqual([['-shop', '-c20f9706', expect.stringMatching(/^-[0-9a-f]{8}$/)], 3]);
});

test('a List with two workloads in two namespaces has a ConfigMap for each namespace', () => {
  const chart = shop();
  const items = ['one', 'two'].map(namespace => deployment('web', { namespace }));
  const list = new ApiObject(chart, 'list', { apiVersion: 'v1', kind: 'List', items } as any);
  for (const i of [0, 1]) { order(list, { podSpecPath: `/items/${i}/spec/template/spec` }); }
  expect(objectsOf(Testing.synth(chart))).toEqual([`ConfigMap one ${AMD64.name}`, `ConfigMap two ${AMD64.name}`, expect.stringMatching(/^List /)]);
});

test.each<[string, (workload: ApiObject) => unknown]>([
  ['an order by position', workload => StartupOrder.of(workload).declare('app', { dependsOn: [Dependency.on('cache', { condition: StartCondition.RUNNING })] })],
  ['an order that is switched off', workload => order(workload, { disabledReason: 'incident 12' })],
  ['an image volume', workload => order(workload, { kubernetesVersion: '1.37', agent: { delivery: 'IMAGE_VOLUME', image: 'house/wait:1' } })],
  ['a ConfigMap that is installed', workload => order(workload, { agent: { configMap: 'startup-order' } })],
  ['the agent in the images', workload => order(workload, { agent: { delivery: 'IN_IMAGE', path: '/usr/local/bin/wait' } })],
  ['an order that the kubelet keeps without the agent', workload => order(workload, { agent: { delivery: 'NONE' } }, ContainerRole.SIDECAR)],
])('%s adds no ConfigMap', (_title, declare) => {
  const chart = shop();
  declare(new ApiObject(chart, 'web', deployment('web')));
  expect(objectsOf(Testing.synth(chart))).toEqual(['Deployment web']);
});

test.each(['option', 'context'])('the delivery NONE of the %s refuses an order that needs the agent', from => {
  const chart = shop();
  if (from === 'context') { chart.node.setContext('cdk8s-startup-order:agentDelivery', 'NONE'); }
  ordered(chart, 'web', from === 'context' ? {} : { agent: { delivery: 'NONE' } });
  expect(errorOf(() => Testing.synth(chart))).toBe("[shop/web] container 'app' depends on 'cache' being READY, which needs the wait agent, "
    + "and `agent.delivery` is NONE: the kubelet alone cannot keep this order; give 'cache' the role SIDECAR, or use another `agent.delivery` [SO409]");
});

test('an object of the user with the same name stays alone', () => {
  const chart = shop();
  ordered(chart, 'web');
  new ApiObject(chart, 'agent', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: AMD64.name } });
  expect(objectsOf(Testing.synth(chart))).toEqual(['Deployment web', `ConfigMap ${AMD64.name}`]);
});

describe('the output types of cdk8s', () => {
  /** Returns an app with two charts, one with a namespace. */
  function build(props: AppProps): App {
    const app = appOf('amd64', props);
    const chart = shop({}, app);
    for (const name of ['api', 'web']) { ordered(chart, name); }
    const data = new Chart(app, 'data', { namespace: 'data', labels: { team: 'data', app: 'shop' } });
    new ApiObject(data, 'before', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'before' } });
    ordered(data, 'db');
    return app;
  }

  test.each<[YamlOutputType, number]>([
    [YamlOutputType.FILE_PER_APP, 1], [YamlOutputType.FILE_PER_CHART, 2],
    [YamlOutputType.FILE_PER_RESOURCE, 6], [YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE, 6],
  ])('%s has each ConfigMap, with the same bytes, and a second synth changes nothing', (yamlOutputType, count) => {
    const app = build({ yamlOutputType });
    app.synth();
    const files = filesOf(app);
    expect(files.size).toBe(count);
    const documents = [...files.values()].flatMap(text => text.split(/^---$/m).map(document => document.trim()));
    const expected = build({}).synthYaml().split(/^---$/m).map(document => document.trim());
    expect(documents.sort()).toEqual(expected.sort());
    app.synth();
    expect(filesOf(app)).toEqual(files);
  });

  const PER_RESOURCE = ['FILE_PER_RESOURCE', 'FOLDER_PER_CHART_FILE_PER_RESOURCE'] as const;
  test.each(PER_RESOURCE)('%s is refused where the ConfigMaps of two namespaces would be one file', type => {
    const app = appOf('amd64', { yamlOutputType: YamlOutputType[type] });
    const chart = shop({}, app);
    ordered(chart, 'one');
    ordered(chart, 'two', {}, { namespace: 'data' });
    expect(errorOf(() => app.synth())).toBe(
      `[shop] cdk8s names files after kind and name where \`yamlOutputType\` is ${type}, so the file of the ConfigMap '${AMD64.name}' for no namespace and the namespace 'data' `
      + 'would be overwritten; write another output type, or install a `WaitAgentConfigMap` in each namespace and write its name as `agent.configMap` [SO616]');
  });
});

test('a chart whose `toJson` jsii has fixed gets the ConfigMap as an object before the workload', () => {
  const chart = shop();
  // jsii-kernel 1.112, objects.ts: a method that a subclass in Python overrides is neither configurable nor writable.
  Object.defineProperty(chart, 'toJson', { configurable: false, writable: false, value: () => Chart.prototype.toJson.call(chart).map(m => ({ ...m, seen: true })) });
  ordered(chart, 'web');
  for (const _ of [1, 2]) {
    const manifests = Testing.synth(chart);
    expect(objectsOf(manifests)).toEqual([`ConfigMap ${AMD64.name}`, 'Deployment web']);
    expect(manifests.map(m => m.seen)).toEqual([true, true]);
  }
});

test('`agent.configMap` can be the ConfigMap that the construct makes', () => {
  const chart = shop({ namespace: 'web' });
  const installed = new WaitAgentConfigMap(chart, 'agent');
  ordered(chart, 'web', { agent: { configMap: installed.name } });
  const [configMap, workload] = Testing.synth(chart);
  expect([configMap.metadata, configMap.immutable]).toEqual([{ name: installed.name, namespace: 'web' }, true]);
  expect(configMap.binaryData).toEqual({ 'wait-amd64': AMD64.binaryData.wait });
  const [{ configMap: { name, items } }] = podSpecOf(workload).volumes[0].projected.sources;
  expect([name, items[0].key in configMap.binaryData]).toEqual([installed.name, true]);
});

describe('WaitAgentConfigMap', () => {
  test('has the name and the namespace that are given, and the architecture of the context', () => {
    const chart = shop({ namespace: 'web' });
    chart.node.setContext('cdk8s-startup-order:architecture', 'arm64');
    const { name } = new WaitAgentConfigMap(chart, 'agent', { metadata: { name: 'startup-order', namespace: 'platform' } });
    expect(name).toBe('startup-order');
    const binaryData = { 'wait-arm64': ARM64.binaryData.wait };
    expect(Testing.synth(chart)).toEqual([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'platform' }, immutable: true, binaryData }]);
  });

  test.each<[string, string, object, RegExp]>([
    ['an architecture that has no agent', 'x86_64', {}, /^\[shop\/agent\] .*'x86_64'.*amd64, arm64.* \[SO612\]$/],
    ['a property that does not exist', 'amd64', { arch: 'amd64' }, /\[SO630\]/],
  ])('rejects %s', (_what, architecture, props, error) => {
    expect(errorOf(() => new WaitAgentConfigMap(shop({}, appOf(architecture)), 'agent', props))).toMatch(error);
  });
});

describe('where the architecture of the nodes is unknown', () => {
  test('the pod has one ConfigMap with all binaries, and an init container, which a note names', () => {
    const app = appOf(undefined);
    const chart = shop({}, app);
    const workload = ordered(chart, 'web', { guarantee: Guarantee.BEST_EFFORT });
    expect(stderrOf(() => app.synthYaml())).toBe('');
    const manifests = Testing.synth(chart);
    expect(objectsOf(manifests)).toEqual([`ConfigMap ${BOTH.name}`, 'Deployment web']);
    expect(manifests[0].binaryData).toEqual({ x86_64: AMD64.binaryData.wait, aarch64: ARM64.binaryData.wait });
    expect(podSpecOf(manifests[1]).initContainers.map((c: any) => c.name)).toEqual(['install-wait-agent']);
    expect(StartupOrder.of(workload).plan().notes).toContainEqual(expect.stringMatching(/^the architecture of the nodes is unknown, so the init container install-wait-agent copies/));
  });

  test('workloads that only wait for something outside share one ConfigMap, without a line on stderr', () => {
    const app = appOf(undefined);
    const chart = shop({}, app);
    for (const name of ['web', 'api']) {
      const workload = new ApiObject(chart, name, deployment(name));
      StartupOrder.of(workload).declare('app', { dependsOn: [Dependency.onTcp('db.data', 5432)] });
    }
    expect(stderrOf(() => app.synthYaml())).toBe('');
    const manifests = Testing.synth(chart);
    expect(objectsOf(manifests)).toEqual([`ConfigMap ${BOTH.name}`, 'Deployment web', 'Deployment api']);
    const waits = manifests.slice(1).map(m => podSpecOf(m).initContainers.map((c: any) => c.name));
    expect(waits).toEqual([['wait-for-db'], ['wait-for-db']]);
  });
});
