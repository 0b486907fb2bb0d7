import { DEPENDS_ON_ANNOTATION as ANNOTATION } from '../../../src/api/private/annotations';
import { CommandContext, declareOrders, ManifestWorkload } from '../../../tools/order/declare-orders';
import { PlacedProblem } from '../../../tools/order/placed-problem';
import { API_VERSION, isStartupOrder, parseStartupOrder, StartupOrderObject } from '../../../tools/order/startup-order-object';

const WORKLOADS = [{ kind: 'Deployment', name: 'web' }];

const ONE_CHECK = 'give it exactly one of: httpGet, tcpSocket, server, grpc, exec, blockingExec, file, unixSocket, delay, fromImage, allOf [SO661]';

const document = (spec: object, more: object = {}) => ({ apiVersion: API_VERSION, kind: 'StartupOrder', ...more, spec: { workloads: WORKLOADS, ...spec } });

const said = (problems: readonly PlacedProblem[]): string[] =>
  problems.map(({ keys, problem }) => `${keys.join('/')}: ${problem.text} [${problem.code}]`);

function parse(spec: object, name?: string): StartupOrderObject {
  const { object, problems } = parseStartupOrder(document(spec, name === undefined ? {} : { metadata: { name } }));
  expect(said(problems)).toEqual([]);
  return object!;
}

const web: ManifestWorkload = {
  apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop', templateKeys: ['spec', 'template'], labels: { tier: 'front' }, annotations: {}, template: {},
};
const annotated = (value: unknown): ManifestWorkload => ({ ...web, template: { metadata: { annotations: { [ANNOTATION]: value } } } });

function declare(objects: readonly StartupOrderObject[], workloads: readonly ManifestWorkload[], context: CommandContext = { architecture: 'amd64' }) {
  const { orders, problems } = declareOrders(objects, workloads, context);
  const subjectOf = (p: typeof problems[number]) => 'object' in p ? `object ${objects.indexOf(p.object)}` : `workload ${workloads.indexOf(p.workload)}`;
  return {
    ordered: workloads.map(workload => orders.get(workload)).map(order => order && (order.object ? objects.indexOf(order.object) : 'annotation')),
    problems: problems.map(p => `${subjectOf(p)} ${said([p])}`),
  };
}

const orderOf = (objects: readonly StartupOrderObject[], workload = web, context: CommandContext = {}) =>
  declareOrders(objects, [workload], context).orders.get(workload)!;

describe('an invalid StartupOrder', () => {
  const START = { apiVersion: API_VERSION, kind: 'StartupOrder' };
  const db = { db: { dns: { host: 'db' } } };
  const app = (container: object, more: object = {}) => document({ containers: { app: container }, ...more });
  const proxy = (readyWhen: object) => document({ containers: { proxy: { readyWhen } } });

  /** `keys`: the place, and its path is the `@` in the text. */
  test.each<[title: string, value: unknown, keys: string, text: string]>([
    ['no spec', START, '', '`spec` is missing; it must be specified [SO631]'],
    ['no workloads', { ...START, spec: {} }, 'spec', '`spec.workloads` is missing; it must be specified [SO631]'],
    ['an empty list of workloads', document({ workloads: [] }), 'spec/workloads', '@ is an empty list; it must be a list with at least one item [SO631]'],
    ['a selector without a field', document({ workloads: [{}] }), 'spec/workloads/0',
      '@ is an empty object; it must be an object with at least one of: kind, name, namespace, labels [SO631]'],
    ['another version', { ...document({}), apiVersion: 'cdk8s-startup-order.github.io/v2' }, 'apiVersion',
      `the apiVersion of the StartupOrder is 'cdk8s-startup-order.github.io/v2'; write '${API_VERSION}', or use a newer version of cdk8s-startup-order [SO662]`],
    ['a misspelt field', app({ dependOn: ['proxy'] }), 'spec/containers/app/dependOn',
      "unknown property @; did you mean 'dependsOn'? Correct the name (known here: dependsOn, readyWhen, role, stopsWithin, expectedReadyIn) [SO630]"],
    ['a name instead of a list of names', app({ dependsOn: 'proxy' }), 'spec/containers/app/dependsOn',
      "@ is 'proxy'; it must be a list of names, such as ['proxy'], or an object [SO631]"],
    ['a number in a list of names', app({ dependsOn: ['proxy', 1] }), 'spec/containers/app/dependsOn/1', '@ is 1; it must be a string that is not empty [SO631]'],
    ['a dependency without options', app({ dependsOn: { proxy: null } }), 'spec/containers/app/dependsOn/proxy',
      '@ is null; it must be an object, such as { condition: … } [SO631]'],
    ['a condition of compose', app({ dependsOn: { proxy: { condition: 'service_healthy' } } }), 'spec/containers/app/dependsOn/proxy/condition',
      "@ is 'service_healthy'; it must be 'running', 'started', 'ready', 'completed' or 'exited' [SO631]"],
    ['a name of an enum in mixed case', app({ dependsOn: { proxy: { condition: 'Running' } } }), 'spec/containers/app/dependsOn/proxy/condition',
      "@ is 'Running'; it must be 'running', 'started', 'ready', 'completed' or 'exited'; did you mean 'running'? [SO631]"],
    ['a number as a duration', app({ stopsWithin: 30 }), 'spec/containers/app/stopsWithin', "@ is 30; it must be a duration, such as '30s' [SO631]"],
    ['a duration with a blank', app({ stopsWithin: '1 m' }), 'spec/containers/app/stopsWithin', "@ is '1 m'; it must be a duration, such as '1m30s' [SO631]"],
    ['the number 0 as a duration', app({ dependsOn: { db: { timeout: 0 } } }), 'spec/containers/app/dependsOn/db/timeout',
      "@ is 0; it must be a duration, such as '1m30s' [SO631]"],
    ['a version without quotes', document({ kubernetesVersion: 1.33 }), 'spec/kubernetesVersion', "@ is 1.33; it must be a string in quotes: '1.33' [SO631]"],
    ['a version that lost its last zero', document({ kubernetesVersion: 1.3 }), 'spec/kubernetesVersion',
      "@ is 1.3; it must be a string in quotes: '1.3', or '1.30' for 1.30 [SO631]"],
    ['two checks', proxy({ tcpSocket: { port: 1 }, delay: '5s' }), 'spec/containers/proxy/readyWhen', `@ has the fields tcpSocket and delay; ${ONE_CHECK}`],
    ['no check', proxy({}), 'spec/containers/proxy/readyWhen', `@ has none of its fields; ${ONE_CHECK}`],
    ['an unknown protocol', app({ dependsOn: ['db'] }, { externalDependencies: { db: { server: { protocol: 'postgres', host: 'db' } } } }),
      'spec/externalDependencies/db/server/protocol', "@ is 'postgres'; it must be 'PostgreSQL', 'MySQL', 'Redis', 'AMQP', 'Kafka', 'MongoDB', 'memcached', "
        + "'NATS', 'Cassandra', 'ZooKeeper', 'SMTP', 'LDAP' or 'TLS'; did you mean 'PostgreSQL'? [SO631]"],
    ['a protocol over TLS', proxy({ server: { protocol: 'amqps' } }), 'spec/containers/proxy/readyWhen/server/protocol',
      "@ is 'amqps'; it must be 'TLS' with its port, for a server that accepts only TLS [SO631]"],
    ['a limit of a check without tries', proxy({ allOf: [{ delay: '5s', timeoutSeconds: 3 }] }), 'spec/containers/proxy/readyWhen/allOf/0/timeoutSeconds',
      '@ has no effect, because only httpGet, tcpSocket, server, exec have a limit for one try; remove it [SO666]'],
    ['a limit of half a second', proxy({ tcpSocket: { port: 1 }, timeoutSeconds: 0.5 }), 'spec/containers/proxy/readyWhen/timeoutSeconds',
      '@ is 0.5; it must be a whole number of seconds from 1 to 2147483647 [SO631]'],
    ['a condition of an external dependency', app({ dependsOn: { db: { condition: 'ready', timeout: '1m' } } }, { externalDependencies: db }),
      'spec/containers/app/dependsOn/db/condition', "@ has no effect, because 'db' is an external dependency; remove it [SO666]"],
    ['an unused external dependency', document({ externalDependencies: db }), 'spec/externalDependencies/db',
      '@ has no effect, because no container depends on it; remove it [SO666]'],
    ['a service account that no dependency needs', app({ dependsOn: ['db'] }, { externalDependencies: db, serviceAccountName: 'waits' }),
      'spec/serviceAccountName', '@ has no effect, because no dependency needs the Kubernetes API; remove it [SO666]'],
    ['an image for a check of the agent', app({ dependsOn: ['db'] }, { externalDependencies: { db: { ...db.db, image: 'dig:1' } } }),
      'spec/externalDependencies/db/image', '@ has no effect, because the wait agent makes this check; remove it [SO666]'],
    ['variables for a Job', app({ dependsOn: ['db'] }, { externalDependencies: { db: { job: { name: 'db' }, image: 'kubectl:1', env: [] } } }),
      'spec/externalDependencies/db/env', '@ has no effect, because only `http` and `exec` have variables; remove it [SO666]'],
    ['an external dependency with the name of a container', document({ containers: { db: {} }, externalDependencies: db }), 'spec/externalDependencies/db',
      "'db' is the name of a container and of an external dependency, so `dependsOn` would be ambiguous; give the external dependency another name [SO667]"],
    ['a CNI plugin of Dapr', document({ mesh: { product: 'dapr', version: '1.14', cni: true } }), 'spec/mesh/cni',
      '@ has no effect, because Dapr redirects no traffic; remove it [SO666]'],
    ['a list instead of an object', [], '', '`the value` is an empty list; it must be an object, such as { apiVersion: … } [SO631]'],
  ])('%s is a problem at the place of the value', (_title, value, keys, text) => {
    const path = keys.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.');
    expect(said(parseStartupOrder(value).problems)).toEqual([`${keys}: ${text.replace('@', `\`${path}\``)}`]);
  });

  test.each([['4.1m', 246], ['1.1h', 3960], ['9ms', 0.009]])('%s is a duration of %d s, without an error of binary fractions', (given, seconds) => {
    expect(parse({ containers: { app: { stopsWithin: given } } }).spec.containers!.app.stopsWithin).toBe(seconds);
  });

  test('an object of another group or kind is not a StartupOrder', () => {
    expect([document({}), { ...document({}), apiVersion: `${API_VERSION}beta` }, { ...document({}), apiVersion: undefined }, { ...document({}), kind: 'Deployment' }, { ...document({}), apiVersion: 'v1' }, null]
      .map(isStartupOrder)).toEqual([true, true, true, false, false, false]);
  });
});

describe('an annotation', () => {
  test('the short form and the alias of Cloud Run give the same declaration', () => {
    const [own, alias] = [ANNOTATION, 'run.googleapis.com/container-dependencies'].map(key => {
      return orderOf([], { ...web, template: { metadata: { annotations: { [key]: '{"app":["proxy"]}' } } } }).declaration;
    });
    expect(own.containers.map(c => [c.name, c.dependsOn.map(d => d.target.name)])).toEqual([['app', ['proxy']]]);
    expect(alias).toEqual(own);
  });

  const place = 'workload 0 spec/template/metadata/annotations/cdk8s-startup-order.github.io/depends-on:';

  test.each<[string, unknown, unknown]>([
    ['a text that is not JSON', '{app: [proxy]}', expect.stringMatching(
      /^workload 0 .*depends-on: the annotation \S+ is not JSON \(Expected property name.*\): '\{app: \[proxy\]\}'; write it as in '\{"app": \["proxy"\]\}' \[SO660\]$/)],
    ['an object instead of a text', { app: ['proxy'] },
      'the annotation cdk8s-startup-order.github.io/depends-on is not JSON (an annotation is a string in quotes): an object with the key app; write it as in \'{"app": ["proxy"]}\' [SO660]'],
    ['a list', '["proxy"]', '`depends-on` is a list of 1; it must be an object [SO631]'],
    ['a name instead of a list', '{"app": "proxy"}', "`depends-on.app` is 'proxy'; it must be a list of names, such as ['proxy'], or an object [SO631]"],
    ['an unknown option', '{"app": {"proxy": {"timout": "1m"}}}',
      "unknown property `depends-on.app.proxy.timout`; did you mean 'timeout'? Correct the name (known here: condition, required, restartAllContainers, orderedShutdown, timeout, "
        + 'onTimeout, mechanism, guarantee) [SO630]'],
  ])('%s is a problem at the annotation', (_title, value, expected) => {
    expect(declare([], [annotated(value)])).toEqual({ ordered: [undefined], problems: [typeof expected === 'string' ? `${place} ${expected}` : expected] });
  });

  test('the annotation in the metadata of a Deployment is a problem, and in that of a Pod it is right', () => {
    const annotations = { [ANNOTATION]: '{"app":["proxy"]}' };
    expect(declare([], [{ ...web, annotations, templateKeys: ['items', '1', 'spec', 'template'] }]).problems).toEqual([
      'workload 0 items/1/metadata/annotations/cdk8s-startup-order.github.io/depends-on: Deployment shop/web has the annotation cdk8s-startup-order.github.io/depends-on in its own metadata, '
        + 'where it has no effect; write it to items[1].spec.template.metadata.annotations [SO665]',
    ]);
    for (const templateKeys of [[], ['items', '0']]) {
      expect(declare([], [{ ...web, kind: 'Pod', templateKeys, annotations, template: { metadata: { annotations } } }])).toEqual({ ordered: ['annotation'], problems: [] });
    }
  });
});

describe('the selection of workloads', () => {
  const db: ManifestWorkload = { ...web, kind: 'StatefulSet', name: 'db', namespace: undefined, labels: {} };

  test('a selector matches a workload if all its fields match', () => {
    const select = (...workloads: object[]) => declare([parse({ workloads })], [web, db]).ordered;
    expect(select({ kind: 'Deployment' })).toEqual([0, undefined]);
    expect(select({ namespace: 'shop', labels: { tier: 'front' } })).toEqual([0, undefined]);
    expect(select({ name: 'web' }, { name: 'db' })).toEqual([0, 0]);
    expect(select({ name: 'web' }, { kind: 'Deployment' }, { name: 'db' })).toEqual([0, 0]);
  });

  test('a selector without a match is a problem with a similar workload', () => {
    expect(declare([parse({ workloads: [{ name: 'db' }, { kind: 'Deployment', name: 'wbe', labels: { tier: 'front' } }] })], [web, db])).toEqual({
      ordered: [undefined, 0],
      problems: ['object 0 spec/workloads/1: no workload matches the selector (kind: Deployment, name: wbe, label tier: front); the input has: Deployment shop/web, StatefulSet db; '
        + 'did you mean Deployment shop/web? Correct the selector, or add the manifest of the workload (`order` reads Pods, and pod templates with containers in spec.template, spec.jobTemplate.spec.template or template) [SO663]'],
    });
    expect(declare([parse({ workloads: [{ namespace: 'shop' }] })], Array.from({ length: 9 }, () => db)).problems).toEqual([
      'object 0 spec/workloads/0: no workload matches the selector (namespace: shop); the input has: StatefulSet db, StatefulSet db, StatefulSet db, StatefulSet db, StatefulSet db, 4 more; '
        + 'correct the selector, or add the manifest of the workload (`order` reads Pods, and pod templates with containers in spec.template, spec.jobTemplate.spec.template or template) [SO663]',
    ]);
  });

  test('two declarations for one pod are a problem', () => {
    expect(declare([parse({}, 'shop'), parse({})], [web])).toEqual({
      ordered: [undefined],
      problems: ["object 1 spec/workloads: Deployment shop/web gets its start order from the StartupOrder 'shop' and from the StartupOrder; keep one of the two [SO664]"],
    });
    expect(declare([parse({}, 'shop')], [annotated('{}')])).toEqual({
      ordered: [undefined],
      problems: [
        'workload 0 spec/template/metadata/annotations/cdk8s-startup-order.github.io/depends-on: Deployment shop/web gets its start order from the StartupOrder \'shop\' and from '
        + 'the annotation cdk8s-startup-order.github.io/depends-on; keep one of the two [SO664]',
      ],
    });
  });
});

describe('the options', () => {
  test('an invalid option of the command is reported once, and nothing is ordered', () => {
    const objects = [parse({}), parse({ workloads: [{ name: 'db' }], kubernetesVersion: '1.33' })];
    expect(() => declare(objects, [web, { ...web, name: 'db' }], { kubernetesVersion: '1.22' }))
      .toThrow(/^\[order\] kubernetesVersion is '1.22'.* \[SO604\]$/);
  });

  test('an option of the object takes precedence over the command', () => {
    const object = parse({ kubernetesVersion: '1.33', architecture: 'arm64', agent: { delivery: 'config_map' } });
    const { target, architecture, agent } = orderOf([object], web, { kubernetesVersion: '1.27', architecture: 'amd64' }).settings;
    expect([target.version, architecture, agent.delivery]).toEqual(['1.33', { name: 'arm64', source: '`spec.architecture`' }, 'CONFIG_MAP']);
  });

  test('each object reads its own image file, can forbid the agent, and can be disabled', () => {
    const asked: unknown[] = [];
    const object = parse({ images: 'a.json', agent: { delivery: 'none' }, disabledReason: 'migration' });
    const { agent, disabledReason } = orderOf([object], web, { readImages: path => { asked.push(path); return { problems: [] }; } }).settings;
    expect([asked, agent.delivery, disabledReason]).toEqual([[undefined, 'a.json'], 'NONE', 'migration']);
  });
});
