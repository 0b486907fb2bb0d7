import * as fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { createPatch, PatchOperation } from '../../../tools/cli/order/write-patches';
import { cli } from '../host';

/** Applies a JSON patch (RFC 6902). A `test` of another value throws. */
function apply(value: any, operations: readonly PatchOperation[]): any {
  // As in Kustomize, the object has annotations.
  const metadata = { annotations: {}, ...value.metadata };
  const root = { '': structuredClone(value.metadata ? { ...value, metadata } : value) };
  for (const operation of operations) {
    const locate = (pointer: string) => {
      const keys = ['', ...pointer.split('/').slice(1).map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))];
      return { parent: keys.slice(0, -1).reduce((node: any, key) => node[key], root), key: keys[keys.length - 1] };
    };
    const take = (pointer: string) => {
      const { parent, key } = locate(pointer);
      const found = parent[key];
      if (Array.isArray(parent)) { parent.splice(Number(key), 1); } else { delete parent[key]; }
      return found;
    };
    const put = (pointer: string, added: unknown) => {
      const { parent, key } = locate(pointer);
      if (Array.isArray(parent)) { parent.splice(Number(key), 0, added); } else { parent[key] = added; }
    };
    const { parent, key } = locate(operation.path);
    switch (operation.op) {
      // Of an absent value, `null` is true (evanphx/json-patch 4 and 5).
      case 'test': expect(parent[key] ?? null).toEqual(operation.value); break;
      case 'remove': take(operation.path); break;
      case 'add': put(operation.path, operation.value); break;
      case 'replace': parent[key] = operation.value; break;
      case 'move': put(operation.path, take(operation.from)); break;
    }
  }
  return root[''];
}

const items = fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), x: fc.oneof(fc.nat(3), fc.array(fc.nat(2), { maxLength: 3 })) }), { selector: ({ name }) => name });
const values = fc.record({ 'spec/~1': fc.record({ containers: items, initContainers: items }, { requiredKeys: [] }), 'l': fc.array(fc.nat(3)) }, { requiredKeys: [] });

test('a patch gives the new value, and each operation follows a test', () => {
  fc.assert(fc.property(values, values, (before, after) => {
    const operations = createPatch(before, after);
    expect(apply(before, operations)).toEqual(after);
    // Only an item at the begin of a list replaces nothing, and follows no other.
    for (const [i, { op, path }] of operations.entries()) {
      if (op !== 'test' && !(op === 'add' && path.endsWith('/0'))) { expect(operations[i - 1].op).toBe('test'); }
    }
  }), { numRuns: 300 });
});

const NEEDS = { native: '["proxy"]', gate: '{"proxy": {"mechanism": "entrypoint_gate"}}' };
const POD = (name: string, needs = NEEDS.native) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  template:
    metadata:
      annotations: {cdk8s-startup-order.github.io/depends-on: '{"app": ${needs}}'}
    spec:
      containers:
        - {name: app, command: [/app]}
        - {name: proxy, readinessProbe: {tcpSocket: {port: 80}}}
`;

const ORDER = ['--kubernetes-version', '1.33', '--architecture', 'amd64'];

test('--format patches gives a Component with the ordered manifests, and --format objects its ConfigMap', () => {
  const text = `${POD('a', NEEDS.gate)}---\nkind: Service\n---\n${POD('b', NEEDS.gate)}`;
  const [[component], [configMap, ...others]] = ['patches', 'objects'].map(output => {
    const { code, out, error } = cli(['order', '--format', output, ...ORDER], { stdin: text });
    expect([code, error]).toEqual([0, '']);
    return parseAllDocuments(out).map(document => document.toJS());
  });
  expect([configMap.kind, configMap.metadata.namespace, others]).toEqual(['ConfigMap', 'shop', []]);
  expect([component.kind, component.resources]).toEqual(['Component', ['objects.yaml']]);
  expect(component.patches.map((patch: any) => patch.target)).toEqual(['a', 'b'].map(name => ({ group: 'apps', version: 'v1', kind: 'Deployment', name, namespace: 'shop' })));
  const ordered = parseAllDocuments(cli(['order', ...ORDER], { stdin: POD('a', NEEDS.gate) }).out)[1].toJS();
  expect(apply(parse(POD('a', NEEDS.gate)), parse(component.patches[0].patch))).toEqual(ordered);
});

test('a Component of pods that the kubelet orders has no resources', () => {
  const run = (output: string) => cli(['order', '--format', output, ...ORDER], { stdin: POD('a') });
  const component = parse(run('patches').out);
  expect([component.kind, component.resources]).toEqual(['Component', undefined]);
  const ordered = parse(cli(['order', ...ORDER], { stdin: POD('a') }).out);
  expect(apply(parse(POD('a')), parse(component.patches[0].patch))).toEqual(ordered);
  expect(run('objects')).toMatchObject({ code: 0, out: '', error: '' });
});

test('a patch fails on a manifest whose containers have another order', () => {
  const { patches } = parseAllDocuments(cli(['order', '--format', 'patches', ...ORDER], { stdin: POD('a') }).out)[0].toJS();
  const other = parse(POD('a'));
  other.spec.template.spec.containers.reverse();
  expect(() => apply(other, parse(patches[0].patch))).toThrow();
});

const LIST = (config: object) => JSON.stringify({
  apiVersion: 'config.kubernetes.io/v1',
  kind: 'ResourceList',
  items: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } }, { ...parse(POD('a')), spec: { template: { spec: parse(POD('a')).spec.template.spec } } }],
  functionConfig: config,
});
const CONFIG = {
  apiVersion: 'cdk8s-startup-order.github.io/v1alpha1',
  kind: 'StartupOrder',
  metadata: { name: 'shop' },
  spec: { workloads: [{ name: 'a' }], architecture: 'amd64', containers: { app: { dependsOn: ['proxy'] }, proxy: { role: 'app' } } },
};

test('the items of a ResourceList are ordered by its functionConfig', () => {
  const { code, out, error } = cli(['order'], { stdin: LIST(CONFIG) });
  expect([code, error]).toEqual([0, '']);
  const list = JSON.parse(out);
  expect(list.items.map((item: any) => item.kind)).toEqual(['ConfigMap', 'Service', 'Deployment']);
  expect(list.items[2].spec.template.spec.volumes).toBeDefined();
  expect(list.functionConfig).toEqual(CONFIG);
  expect(JSON.parse(cli(['order'], { stdin: out }).out).items).toEqual(list.items);
});

test('the ResourceList contains the warnings of the plans as results, except accepted warnings', () => {
  const resultsOf = (accepted: object) => {
    const weak = { ...CONFIG, spec: { ...CONFIG.spec, architecture: undefined, ...accepted } };
    const { code, out } = cli(['order'], { stdin: LIST(weak) });
    expect(code).toBe(0);
    return JSON.parse(out).results ?? [];
  };
  expect(resultsOf({})).toEqual([expect.objectContaining({
    severity: 'warning',
    message: expect.stringMatching(/^the injected containers request a little CPU and memory/),
    resourceRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a', namespace: 'shop' },
  })]);
  expect(resultsOf({ acceptedWarnings: ['SW207'] })).toEqual([]);
});

test('an error in functionConfig gives no output', () => {
  const wrong = { ...CONFIG, spec: { ...CONFIG.spec, workloads: [{ name: 'b' }] } };
  expect(cli(['order'], { stdin: LIST(wrong) })).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/^<stdin>:1:\d+: no workload matches.*\[SO663\]\n$/) });
});

test('a patch does not rely on keys without a value, which the base may lose', () => {
  const patchesOf = (empty: string) => cli(['order', '--format', 'patches', '--architecture', 'amd64', '-'], {
    stdin: `apiVersion: v1
kind: Pod
metadata: { name: web, annotations: { cdk8s-startup-order.github.io/depends-on: '{"app": {"proxy": {"guarantee": "every_start"}}}' } }
spec:
  ${empty.replaceAll('KEY', 'volumes')}
  containers:
    - name: app
      command: [/app]
      ${empty.replaceAll('KEY', 'env')}
      ${empty.replaceAll('KEY', 'startupProbe')}
      ${empty.replaceAll('KEY', 'volumeMounts')}
    - { name: proxy, readinessProbe: { tcpSocket: { port: 80 } } }
`,
  }).out;
  expect(patchesOf('KEY:')).toBe(patchesOf(''));
  expect(patchesOf('')).toContain('startupProbe');
});
