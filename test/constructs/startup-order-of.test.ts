import { ApiObject, App, Chart, Duration, Include, JsonPatch, Lazy } from 'cdk8s';
import * as kplus27 from 'cdk8s-plus-27';
import { Cpu } from 'cdk8s-plus-27';
import * as kplus33 from 'cdk8s-plus-33';
import { Construct, IConstruct } from 'constructs';
import { containerOf, errorOf, hookOf, manifestsOf, podSpecOf, podTemplateOf, startOrder, stderrOf, testApp, workloadOf } from './manifests';
import { yamlFile } from './yaml-file';
import {
  ContainerRole, Dependency, Guarantee, OrderedDeployment, OrderedPod, ReadyCheck, StartCondition, StartupOrder, StartupOrderMixin,
  StartupOrderOptions, StartupOrderPolicy,
} from '../../src';
import { loadAgentConfigMap } from '../../src/agent/binaries';

const { k8s } = kplus27;

let app: App;
let chart: Chart;

beforeEach(() => {
  app = testApp();
  chart = new Chart(app, 'shop');
});

/** The dependent comes first, so that the order in the manifest comes from the library. */
const SPEC = { containers: [{ name: 'app', image: 'app:1' }, { name: 'cache', image: 'redis:7' }] };
const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: SPEC };
const SELECTED = { selector: { matchLabels: { app: 'web' } }, template: TEMPLATE };
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: SELECTED };
const ROLLOUT = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', metadata: { name: 'web' }, spec: { template: TEMPLATE } };
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } };

function deployment(id = 'web', scope: Construct = chart): ApiObject { return new ApiObject(scope, id, DEPLOYMENT); }

/** The cache stays a regular container unless a test is about its role, so that the wait agent enforces the order. */
function order(construct: IConstruct, options: StartupOrderOptions = {}, role = ContainerRole.APP): StartupOrder {
  const ordered = StartupOrder.of(construct, options);
  ordered.declare('cache', { role, readyWhen: ReadyCheck.tcpSocket(6379) });
  ordered.declare('app', { dependsOn: [Dependency.on('cache')] });
  return ordered;
}

const WAITS_FOR_CACHE = ['/startup-order/wait', '--for=cache', '--continue-after=60s', '--tcp=127.0.0.1:6379'];

/** Returns the parts of a manifest that the library added. */
function injected(manifest: any) {
  const { volumes } = podSpecOf(manifest);
  return {
    order: startOrder(manifest),
    hook: containerOf(manifest, 'cache').lifecycle,
    mounts: containerOf(manifest, 'cache').volumeMounts,
    volumes,
    annotations: podTemplateOf(manifest).metadata.annotations,
  };
}

const WAYS: { way: string; build: () => IConstruct }[] = [
  { way: 'cdk8s-plus-27', build: () => new kplus27.Deployment(chart, 'web', { securityContext: { ensureNonRoot: false }, ...SPEC }) },
  { way: 'cdk8s-plus-33', build: () => new kplus33.Deployment(chart, 'web', { securityContext: { ensureNonRoot: false }, ...SPEC }) },
  { way: 'KubeDeployment', build: () => new k8s.KubeDeployment(chart, 'web', { spec: DEPLOYMENT.spec }) },
  { way: 'ApiObject', build: () => deployment() },
  { way: 'Include', build: () => new Include(chart, 'web', { url: yamlFile(SERVICE, DEPLOYMENT) }) },
  { way: 'the chart around it', build: () => { deployment(); return chart; } },
];

describe('one call on anything', () => {
  test('the same workload gets the same parts, however it was built', () => {
    const parts = WAYS.map(({ build }) => {
      chart = new Chart(testApp(), 'shop');
      order(build());
      return injected(workloadOf(chart));
    });
    const { name } = loadAgentConfigMap(['amd64'], 'shop');
    expect([parts[0].order, parts[0].hook]).toEqual([['cache', 'app'], { postStart: { exec: { command: WAITS_FOR_CACHE } } }]);
    expect(parts[0].volumes).toEqual([{ name: 'startup-order-agent', projected: { defaultMode: 0o555, sources: [{ configMap: { name } }] } }]);
    expect(parts[0].mounts).toEqual([{ name: 'startup-order-agent', mountPath: '/startup-order', readOnly: true }]);
    expect(parts[0].annotations).toEqual({ 'kubectl.kubernetes.io/default-container': 'app' });
    parts.forEach(p => expect(p).toEqual(parts[0]));
  });

  test.each([
    'v1/Pod', 'apps/v1/Deployment', 'apps/v1/StatefulSet', 'apps/v1/DaemonSet', 'apps/v1/ReplicaSet', 'v1/ReplicationController', 'batch/v1/Job', 'batch/v1/CronJob',
  ])('%s', type => {
    const [, apiVersion, kind] = /^(.*)\/(.*)$/.exec(type)!;
    const specs: Record<string, object> = { Pod: SPEC, CronJob: { jobTemplate: { spec: { template: TEMPLATE } } } };
    order(new ApiObject(chart, 'web', { apiVersion, kind, spec: specs[kind] ?? { template: TEMPLATE } }));
    const [manifest] = manifestsOf(chart);
    expect(startOrder(manifest)).toEqual(['cache', 'app']);
    expect(Object.keys(manifest)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  });
});

describe('a workload at another place', () => {
  const { apiVersion, kind, ...untyped } = DEPLOYMENT;
  const list = (...items: object[]) => ({ apiVersion: 'v1', kind: 'List', items });

  test.each<[string, any, string | undefined, (manifest: any) => any]>([
    ['a custom resource', ROLLOUT, '/spec/template/spec', m => m],
    ['a path with the escapes of a JSON pointer', { spec: { 'a/b~c': TEMPLATE } }, '/spec/a~1b~0c/spec', m => ({ spec: { template: m.spec['a/b~c'] } })],
    ['a path through a list', { spec: { pools: [{ other: 1 }, { template: TEMPLATE }] } }, '/spec/pools/1/template/spec', m => ({ spec: m.spec.pools[1] })],
    ['a pod spec without a template', { spec: { predictor: SPEC } }, '/spec/predictor', m => ({ spec: { template: { spec: m.spec.predictor } } })],
    ['a pod spec in a list', { spec: { pods: [{}, SPEC] } }, '/spec/pods/1', m => ({ spec: { template: { spec: m.spec.pods[1] } } })],
    ['a List', list(SERVICE, DEPLOYMENT), undefined, m => m.items[1]],
    ['a List in a List', list(SERVICE, list(DEPLOYMENT)), undefined, m => m.items[1].items[0]],
    ['a typed list', { apiVersion, kind: `${kind}List`, items: [untyped] }, undefined, m => m.items[0]],
  ])('is put in order: %s', (_what, manifest, podSpecPath, find) => {
    order(new ApiObject(chart, 'web', { apiVersion: 'x.io/v1', kind: 'Farm', ...manifest }), { podSpecPath });
    const found = find(manifestsOf(chart)[0]);
    expect([startOrder(found), hookOf(containerOf(found, 'cache'))]).toEqual([['cache', 'app'], WAITS_FOR_CACHE]);
  });

  const predictor = (options: StartupOrderOptions) => {
    const service = new ApiObject(chart, 'web', { apiVersion: 'serving.kserve.io/v1beta1', kind: 'InferenceService', spec: { predictor: SPEC } } as any);
    return order(service, { podSpecPath: '/spec/predictor', ...options });
  };

  test('a pod spec without a template gets no metadata, and the rest of the object stays', () => {
    expect(predictor({}).explain()).not.toContain('annotation');
    const [{ spec }] = manifestsOf(chart);
    expect([Object.keys(spec), Object.keys(spec.predictor)]).toEqual([['predictor'], ['containers', 'volumes']]);
  });

  test.each<[string, StartupOrderOptions, boolean]>([
    ['`mesh`', { mesh: { product: 'linkerd', version: '2.18' } }, false],
    ['the `StartupOrderPolicy` of the chart', {}, true],
  ])('a pod spec without a template is refused where the order needs an annotation: %s', (what, options, isProtected) => {
    if (isProtected) { new StartupOrderPolicy(chart, 'policy'); }
    predictor(options);
    expect(errorOf(() => manifestsOf(chart))).toBe(
      `[shop/web] ${what} needs an annotation of the pods, and the pod spec at '/spec/predictor' of this InferenceService is in no pod template, `
      + "where the key would be `spec`; remove it, or order an object with a pod template, as at '/spec/template/spec' [SO636]");
  });

  test.each(['/spec/podTemplate/spec', 'spec/template/spec', 'spec.template.spec', ''])("a path that leads nowhere is refused as it was written: '%s'", podSpecPath => {
    order(new ApiObject(chart, 'web', ROLLOUT), { podSpecPath });
    expect(errorOf(() => manifestsOf(chart))).toBe(
      `[shop/web] this Rollout has no pod spec with \`containers\` at '${podSpecPath}'; add the containers, or, for a custom resource, correct \`podSpecPath\`, as in '/spec/template/spec' [SO607]`);
  });
});

describe('which workload is meant', () => {
  test('none: the error lists what was found', () => {
    new ApiObject(chart, 'svc', SERVICE);
    new ApiObject(chart, 'roll', ROLLOUT);
    expect(errorOf(() => StartupOrder.of(chart))).toBe(
      '[shop] the object contains no workload (found: v1/Service shop/svc, argoproj.io/v1alpha1/Rollout shop/roll); pass a Pod, Deployment, StatefulSet, DaemonSet, '
      + 'ReplicaSet, ReplicationController, Job or CronJob, or give the path to the pod spec of a custom resource with `podSpecPath` [SO601]');
  });

  test('several: the error lists them', () => {
    new kplus27.Deployment(chart, 'web', SPEC);
    new kplus33.Job(chart, 'once', SPEC);
    new ApiObject(chart, 'svc', SERVICE);
    expect(errorOf(() => StartupOrder.of(chart))).toBe(
      '[shop] the object contains 2 workloads: apps/v1/Deployment shop/web (shop-web-c81100ac), batch/v1/Job shop/once (shop-once-c80d21a2); '
      + "write `workload: 'shop-web-c81100ac'` for the first of them [SO602]");
  });

  const JOB = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once' }, spec: { template: TEMPLATE } };

  test.each([
    ['its name', [DEPLOYMENT, JOB, SERVICE], 'web'],
    ['its kind and name', [DEPLOYMENT, { ...JOB, metadata: { name: 'web' } }], 'Deployment/web'],
    ['its name in a List', [{ apiVersion: 'v1', kind: 'List', items: [JOB, DEPLOYMENT] }], 'web'],
  ])('one of several in an Include is selected by %s', (_how, manifests, workload) => {
    order(new Include(chart, 'all', { url: yamlFile(...manifests) }), { workload, kubernetesVersion: '1.33' });
    const found = manifestsOf(chart).flatMap(m => m.items ?? m).filter(m => m.kind !== 'Service');
    const changed = found.filter(m => startOrder(m)[0] === 'cache');
    expect([found.length, changed.map(m => m.kind)]).toEqual([2, ['Deployment']]);
  });

  test('each of several can have an order with its own options', () => {
    const all = new Include(chart, 'all', { url: yamlFile(DEPLOYMENT, JOB) });
    const web = order(all, { workload: 'web', kubernetesVersion: '1.33' });
    const once = order(all, { workload: 'once', kubernetesVersion: '1.35' });
    expect([web.plan().kubernetesVersion, once.plan().kubernetesVersion]).toEqual(['1.33', '1.35']);
    expect(StartupOrder.of(all, { workload: 'Job/once' })).toBe(once);
  });

  test('a wrong name: the error lists the workloads and the closest name', () => {
    const all = new Include(chart, 'all', { url: yamlFile(DEPLOYMENT, JOB) });
    expect(errorOf(() => StartupOrder.of(all, { workload: 'wep' }))).toBe(
      "[shop/all] the object contains no workload 'wep' (found: apps/v1/Deployment shop/all/web-deployment (web), batch/v1/Job shop/all/once-job (once)); "
      + "did you mean 'web'? Correct `workload`, which is the name in the manifest, or `Kind/name` [SO622]");
  });

  test('several with the same name: the error shows what tells them apart', () => {
    const include = (id: string, other: object) => new Include(chart, id, { url: yamlFile(DEPLOYMENT, other) });
    expect(errorOf(() => StartupOrder.of(include('all', { ...JOB, metadata: { name: 'web' } })))).toContain("write `workload: 'Deployment/web'` for the first");
    const inTwo = { ...DEPLOYMENT, metadata: { name: 'web', namespace: 'data' } };
    expect(errorOf(() => StartupOrder.of(include('two', inTwo), { workload: 'web' })))
      .toMatch(/\(web\); pass the construct of one workload \[SO602\]$/);
  });

  test('a mixin with a name orders only that workload of the chart', () => {
    new Include(chart, 'all', { url: yamlFile(DEPLOYMENT, JOB) });
    chart.with(new StartupOrderMixin({
      workload: 'once', containers: { app: { dependsOn: [Dependency.on('cache')] }, cache: { readyWhen: ReadyCheck.tcpSocket(6379) } },
    }));
    expect(manifestsOf(chart).map(m => [m.kind, startOrder(m)])).toEqual([['Deployment', ['app', 'cache']], ['Job', ['cache', 'app']]]);
  });

  const listOf = (...items: object[]) => ({ apiVersion: 'v1', kind: 'List', items }) as any;

  test('several in a List in a List: the error lists their names', () => {
    const list = new ApiObject(chart, 'all', listOf(listOf(DEPLOYMENT, DEPLOYMENT)));
    expect(errorOf(() => StartupOrder.of(list))).toContain('apps/v1/Deployment shop/all (web), apps/v1/Deployment shop/all (web); write `podSpecPath: \'/items/0/items/0/spec/template/spec\'` for the first');
  });

  test('each one of several in a List can be meant by its path, and the problems of each are named once', () => {
    const both = (id: string) => {
      const list = new ApiObject(chart, id, listOf(DEPLOYMENT, DEPLOYMENT));
      return [0, 1].map(i => order(list, { podSpecPath: `/items/${i}/spec/template/spec` }));
    };
    both('all');
    expect(manifestsOf(chart)[0].items.map(startOrder)).toEqual([['cache', 'app'], ['cache', 'app']]);
    both('wrong').forEach((declared, i) => declared.declare(`wrong-${i}`, { role: ContainerRole.INIT }));
    expect(errorOf(() => manifestsOf(chart))).toMatch(/^the start order has 2 problems:\n.*'wrong-0'.*\n.*'wrong-1'.*$/);
  });
});

describe('asking twice', () => {
  test('returns the same object for each construct of the workload, which an Ordered workload has itself', () => {
    const web = new kplus27.Deployment(chart, 'web', SPEC);
    const first = StartupOrder.of(web, { kubernetesVersion: '1.35' });
    const others = [StartupOrder.of(chart), StartupOrder.of(web.node.defaultChild!), StartupOrder.of(web, { kubernetesVersion: '1.35' })];
    others.forEach(other => expect(other).toBe(first));
    const orderedWeb = new OrderedDeployment(chart, 'ordered', { orderedContainers: SPEC.containers });
    expect(StartupOrder.of(orderedWeb)).toBe(orderedWeb.startupOrder);
  });

  test('options may be given once; what is not given does not count', () => {
    const web = deployment();
    StartupOrder.of(web, { kubernetesVersion: undefined });
    StartupOrder.of(web, { kubernetesVersion: '1.35', agent: { image: 'a:1', omitRunAsUser: true } });
    StartupOrder.of(web, {});
    StartupOrder.of(web, { agent: { omitRunAsUser: true, image: 'a:1' }, kubernetesVersion: '1.35' });
    expect(order(web).plan().kubernetesVersion).toBe('1.35');
  });

  test('addDependency adds up with declare, and gives the same manifest as dependsOn', () => {
    const needs = [Dependency.on('cache'), Dependency.onTcp('db', 5432)];
    const [added, declared] = ['added', 'declared'].map(id => order(deployment(id), { containers: id === 'added' ? {} : { app: { dependsOn: needs } } }));
    added.addDependency('app', ...needs);
    expect(added.plan().dependencies.map(d => d.dependency)).toEqual(['cache', 'db']);
    expect(added.plan().dependencies).toEqual(declared.plan().dependencies);
  });

  test.each([
    { given: { agent: { image: 'a:1' } }, then: { agent: { image: 'a:2' } } },
    { given: { agent: { resources: { cpu: { limit: Cpu.units(1) } } } }, then: { agent: { resources: { cpu: { limit: Cpu.units(2) } } } } },
    { given: { capabilities: { nativeSidecars: true } }, then: { capabilities: { nativeSidecars: false } } },
    { given: { kubernetesVersion: '1.35' }, then: { kubernetesVersion: '1.29' } },
    { given: { mesh: { product: 'istio', version: '1.23' } }, then: { mesh: { cni: true, product: 'istio', version: '1.23' } } },
  ])('$given is not $then', ({ given, then }) => {
    StartupOrder.of(deployment(), given);
    expect(errorOf(() => StartupOrder.of(chart, then))).toBe(`[shop/web] the start order of this workload already has the options ${JSON.stringify(given)}, `
      + `and now gets the options ${JSON.stringify(then)}; declare the options in one place [SO603]`);
  });

  test('the same declared twice is declared once, and what differs is refused', () => {
    const ordered = order(deployment());
    order(chart);
    expect(ordered.plan().dependencies).toHaveLength(1);
    expect(errorOf(() => ordered.declare('cache', { readyWhen: ReadyCheck.tcpSocket(1) }))).toBe(
      "[shop/web] readyWhen of container 'cache' is declared twice, differently; keep one of the two [SO106]");
  });
});

describe('the manifest is taken as it is written', () => {
  test('containers that a JSON patch adds are seen', () => {
    const web = new kplus27.Deployment(chart, 'web', SPEC);
    const ordered = order(web);
    ordered.declare('app', { dependsOn: [Dependency.on('patched')] });
    ordered.declare('patched', { role: ContainerRole.APP });
    ApiObject.of(web).addJsonPatch(JsonPatch.add('/spec/template/spec/containers/-', {
      name: 'patched', image: 'patched:1', readinessProbe: { exec: { command: ['true'] } },
    }));
    expect(startOrder(workloadOf(chart))).toEqual(['cache', 'patched', 'app']);
  });

  test('Lazies are seen', () => {
    const containers = [{ name: Lazy.any({ produce: () => 'app' }), image: 'app:1' }, SPEC.containers[1]];
    order(new k8s.KubeDeployment(chart, 'web', { spec: { selector: {}, template: { spec: Lazy.any({ produce: () => ({ containers }) }) } } }));
    expect(startOrder(workloadOf(chart))).toEqual(['cache', 'app']);
  });

  test('an object whose `toJson` cannot be replaced is refused', () => {
    const web = deployment();
    Object.defineProperty(web, 'toJson', { configurable: false, writable: false, value: () => DEPLOYMENT });
    expect(errorOf(() => StartupOrder.of(web))).toBe(
      '[shop/web] the start order cannot be attached to this object, because its `toJson` cannot be replaced, as with a subclass in Python or Java that '
      + 'overrides it; attach it to an object of another class [SO605]');
  });
});

test('for a name that no container has, synth, the plan and explain offer the closest name', () => {
  const ordered = order(deployment());
  ordered.declare('app', { dependsOn: [Dependency.on('cahce')] });
  const text = "[shop/web] container 'app' depends on 'cahce', which is not in this pod (it has: app, cache); did you mean 'cache'? "
    + 'Correct the name, or write `required: false` if the container may be missing [SO101]';
  expect([() => manifestsOf(chart), () => ordered.plan(), () => ordered.explain()].map(errorOf)).toEqual([text, text, text]);
});

test('the problems of all workloads are in one error', () => {
  order(deployment('web')).declare('app', { dependsOn: [Dependency.on('cash')] });
  order(deployment('fine'));
  const other = new Chart(app, 'office');
  order(deployment('mail', other)).declare('mailer', { role: ContainerRole.SIDECAR });
  order(deployment('old', other), { kubernetesVersion: '1.20' });
  expect(errorOf(() => app.synthYaml()))
    .toMatch(/^the start order has 3 problems:\n {2}\[shop\/web\] .*\[SO101\]\n {2}\[office\/mail\] .*\[SO102\]\n {2}\[office\/old\] .*\[SO604\]$/);
});

describe('the Kubernetes version', () => {
  const CONTEXT = 'cdk8s-startup-order:kubernetesVersion';

  test('comes from the options, otherwise from the context of the chart, otherwise from that of the app', () => {
    const planned = (scope: Construct, options: StartupOrderOptions = {}) => order(deployment(`web${options.kubernetesVersion ?? ''}`, scope), options).plan();
    chart.node.setContext(CONTEXT, '1.31');
    app = testApp();
    app.node.setContext(CONTEXT, '1.33');
    const plans = [planned(chart, { kubernetesVersion: 'v1.35.2' }), planned(chart), planned(new Chart(app, 'other'))];
    expect(plans.map(({ kubernetesVersion }) => kubernetesVersion)).toEqual(['1.35', '1.31', '1.33']);
  });

  test('can differ between the constructs of one chart', () => {
    const versions = ['1.31', '1.33', undefined].map((version, i) => {
      const scope = new Construct(chart, `part${i}`);
      if (version) { scope.node.setContext(CONTEXT, version); }
      return order(deployment('web', scope), {}).plan().kubernetesVersion;
    });
    expect(versions).toEqual(['1.31', '1.33', '1.29']);
  });
});

test.each([
  [{ nativeSidecars: false }, { envFiles: false }, 'initContainers'],
  [{ envFiles: false }, { nativeSidecars: false }, 'containers'],
])('of the capabilities in the context of the app, %j, and of the chart, %j, the nearest count, whole', (ofApp, ofChart, list) => {
  app = testApp();
  app.node.setContext('cdk8s-startup-order:capabilities', ofApp);
  chart = new Chart(app, 'other');
  chart.node.setContext('cdk8s-startup-order:capabilities', ofChart);
  const { containers } = order(deployment(), { kubernetesVersion: '1.35' }, ContainerRole.SIDECAR).plan();
  expect(containers.find(c => c.name === 'cache')!.list).toBe(list);
});

describe('an order that is switched off', () => {
  function manifest(build: () => void): string {
    app = testApp();
    chart = new Chart(app, 'shop');
    build();
    return app.synthYaml();
  }
  const OFF = { disabledReason: 'incident 12' };

  test.each(WAYS)('leaves $way as it is, byte for byte', ({ build }) => { expect(manifest(() => order(build(), OFF))).toBe(manifest(build)); });

  test('leaves an Ordered workload as cdk8s-plus writes it, roles and all', () => {
    const containers = [{ ...SPEC.containers[0], role: ContainerRole.SIDECAR, portNumber: 80 }, SPEC.containers[1]];
    expect(manifest(() => new OrderedDeployment(chart, 'web', { orderedContainers: containers, startupOrder: OFF })))
      .toBe(manifest(() => new kplus27.Deployment(chart, 'web', { containers })));
  });

  test('is in the plan with its reason', () => {
    const ordered = order(deployment(), OFF);
    const nothing = { containers: [], dependencies: [], _injections: [], _hasVolumes: false, warnings: [], notes: [] };
    expect(ordered.plan()).toEqual({ ...OFF, ...nothing, path: 'shop/web', kubernetesVersion: '1.29', _kubernetesVersionAssumed: true });
    expect(ordered.explain()).toBe('shop/web: start order disabled (incident 12)\n');
  });
});

describe('the notice about dependencies that hold only while nothing fails', () => {
  const ONE = 'cdk8s-startup-order: 1 dependency holds only while nothing fails (BEST_EFFORT), first shop/web: app -> cache. '
    + 'To raise it: plan for nodes of Kubernetes 1.35 or newer (`kubernetesVersion`), '
    + "or give 'cache' the role SIDECAR, or write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image app:1`). "
    + '`guarantee: Guarantee.BEST_EFFORT` accepts it as it is.\n';

  test('is one line for the whole app, once', () => {
    order(deployment());
    expect([stderrOf(() => app.synthYaml()), stderrOf(() => app.synthYaml())]).toEqual([ONE, '']);
  });

  test('comes after the last workload and counts the dependencies of all', () => {
    const other = new Chart(app, 'office');
    order(deployment('web'));
    order(deployment('db', other));
    new OrderedPod(other, 'plain', { orderedContainers: [{ name: 'main', image: 'm' }] });
    const two = ONE.replace('1 dependency holds', '2 dependencies hold').replace('raise it', 'raise all of them');
    expect([chart, other].map(c => stderrOf(() => manifestsOf(c)))).toEqual(['', two]);
  });

  test('names the same remedies as the plan, and another app has its own notice', () => {
    const ordered = order(deployment());
    const otherApp = testApp();
    order(deployment('web', new Chart(otherApp, 'shop')));
    expect([app, otherApp].map(a => stderrOf(() => a.synthYaml()))).toEqual([ONE, ONE]);
    expect(ONE).toContain(`To raise it: ${ordered.plan().dependencies[0].remedy!}. `);
  });

  const RUNNING = Dependency.on('cache', { condition: StartCondition.RUNNING });

  test.each<[string, ContainerRole, Dependency, StartupOrderOptions, string]>([
    ['is printed for an order by position between app containers', ContainerRole.APP, RUNNING, {}, ONE],
    ['is not printed when the order is certain', ContainerRole.INIT, Dependency.on('cache'), {}, ''],
    ['is not printed where the dependency accepts it', ContainerRole.APP, Dependency.on('cache', { condition: StartCondition.RUNNING, guarantee: Guarantee.BEST_EFFORT }), {}, ''],
    // planner/plan.ts reads only the guarantee of the dependency.
    ['is not printed if the workload accepts BEST_EFFORT', ContainerRole.APP, RUNNING, { guarantee: Guarantee.BEST_EFFORT }, ''],
    ['is not printed for a disabled order', ContainerRole.APP, RUNNING, { disabledReason: 'incident 12' }, ''],
  ])('%s', (_what, role, dependency, options, printed) => {
    StartupOrder.of(deployment(), { ...options, containers: { cache: { role }, app: { dependsOn: [dependency] } } });
    expect(stderrOf(() => app.synthYaml())).toBe(printed);
  });

  test('is not taken away by asking for a workload in a List', () => {
    const list = new ApiObject(chart, 'web', { apiVersion: 'v1', kind: 'List', items: [DEPLOYMENT] } as any);
    order(list);
    expect(stderrOf(() => StartupOrder.of(list))).toBe('');
    expect(stderrOf(() => app.synthYaml())).toBe(ONE);
  });
});

test('the plan of a Job knows its deadline, and its rules about exit codes', () => {
  const template = { spec: { restartPolicy: 'Never', ...SPEC } };
  const spec = { activeDeadlineSeconds: 100, podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'NotIn', values: [40] } }] }, template };
  const job = new ApiObject(chart, 'once', { apiVersion: 'batch/v1', kind: 'Job', spec } as any);
  const dependsOn = [Dependency.on('cache', { timeout: Duration.seconds(101) })];
  const plan = StartupOrder.of(job, { containers: { app: { dependsOn }, cache: { readyWhen: ReadyCheck.tcpSocket(6379) } } }).plan();
  expect(plan.warnings.flatMap(w => /SW104|SW212/.exec(w) ?? [])).toEqual(['SW104', 'SW212']);
});

test('the plan of a custom resource warns about its schema, and a resource of Knative has no order', () => {
  const spec = { template: { spec: SPEC } };
  const containers = { app: { dependsOn: [Dependency.on('cache')] }, cache: { readyWhen: ReadyCheck.tcpSocket(6379) } };
  const [rollout, service] = [['argoproj.io/v1alpha1', 'Rollout'], ['serving.knative.dev/v1', 'Service']].map(([apiVersion, kind]) =>
    StartupOrder.of(new ApiObject(chart, kind, { apiVersion, kind, spec } as any), { podSpecPath: '/spec/template/spec', containers }));
  expect(rollout.plan().warnings).toEqual([expect.stringMatching(/^the API server drops .* the CRD of argoproj.io\/v1alpha1\/Rollout .*\[SW213\]$/)]);
  expect(() => service.plan()).toThrow(/Knative and Cloud Run refuse native sidecars and hooks in a workload of serving.knative.dev\/v1\/Service, .*\[SO507\]/);
});
