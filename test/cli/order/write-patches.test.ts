import * as fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { OPTIONS, orderInput } from './shop';
import { createPatch, PatchOperation } from '../../../tools/cli/order/write-patches';

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

const order = (stdin: string, ...options: readonly string[]) => orderInput(stdin, ...OPTIONS, ...options);
/** Applies the patch of a Component to the pod `a`. */
const patched = ({ patches }: any, needs?: string) => apply(parse(POD('a', needs)), parse(patches[0].patch));
const manifestsIn = (text: string) => parseAllDocuments(text).map(document => document.toJS());

test('--format patches gives a Component with the ordered manifests, and --format objects its ConfigMap', () => {
  const text = `${POD('a', NEEDS.gate)}---\nkind: Service\n---\n${POD('b', NEEDS.gate)}`;
  const [[component], [configMap, ...others]] = ['patches', 'objects'].map(output => {
    const { code, out, error } = order(text, '--format', output);
    expect([code, error]).toEqual([0, '']);
    return manifestsIn(out);
  });
  expect([configMap.kind, configMap.metadata.namespace, others]).toEqual(['ConfigMap', 'shop', []]);
  expect([component.kind, component.resources]).toEqual(['Component', ['objects.yaml']]);
  expect(component.patches.map((patch: any) => patch.target)).toEqual(['a', 'b'].map(name => ({ group: 'apps', version: 'v1', kind: 'Deployment', name, namespace: 'shop' })));
  expect(patched(component, NEEDS.gate)).toEqual(manifestsIn(order(POD('a', NEEDS.gate)).out)[1]);
});

test('the target of a patch is one object: names are escaped, and no namespace is not each namespace', () => {
  const rollout = POD('web.v1').replace('apps/v1', 'argoproj.io/v1alpha1').replace('Deployment', 'Rollout').replace(', namespace: shop', '');
  expect(parse(order(rollout, '--format', 'patches').out).patches[0].target).toEqual(
    { group: 'argoproj\\.io', version: 'v1alpha1', kind: 'Rollout', name: 'web\\.v1', namespace: 'default' });
});

test('a Component of pods that the kubelet orders has no resources', () => {
  const component = parse(order(POD('a'), '--format', 'patches').out);
  expect([component.kind, component.resources, patched(component)]).toEqual(['Component', undefined, parse(order(POD('a')).out)]);
  expect(order(POD('a'), '--format', 'objects')).toMatchObject({ code: 0, out: '', error: '' });
  // The patch fails on a manifest whose containers have another order.
  const other = parse(POD('a'));
  other.spec.template.spec.containers.reverse();
  expect(() => apply(other, parse(component.patches[0].patch))).toThrow();
});

/** The object of a ResourceList that orders its pod. */
const configOf = (more: object) => {
  const spec = { workloads: [{ name: 'a' }], architecture: 'amd64', containers: { app: { dependsOn: ['proxy'] }, proxy: { role: 'app' } }, ...more };
  return { apiVersion: 'cdk8s-startup-order.github.io/v1alpha1', kind: 'StartupOrder', metadata: { name: 's' }, spec };
};
function orderList(more: object = {}, ...others: readonly object[]) {
  const inputs = [...others, { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } }, parse(POD('a').replace(/ {4}metadata:\n.*\n/, ''))];
  return orderInput(JSON.stringify({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: inputs, functionConfig: configOf(more) }));
}

test('the items of a ResourceList are ordered by its functionConfig', () => {
  const { code, out, error } = orderList();
  const { items: ordered, functionConfig } = JSON.parse(out);
  expect([code, error, functionConfig, ordered.map((item: any) => item.kind)]).toEqual([0, '', configOf({}), ['ConfigMap', 'Service', 'Deployment']]);
  expect(ordered[2].spec.template.spec.volumes).toHaveLength(1);
  expect(JSON.parse(orderInput(out).out).items).toEqual(ordered);
  expect(orderList({ workloads: [{ name: 'b' }] })).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/^<stdin>:1:\d+: no workload matches.*\[SO663\]\n$/) });
});

test.each([
  ['no metadata', ''], ['a generated name', 'metadata: {generateName: a-}\n'], ['a name without a value', 'metadata: {name: }\n'], ['a number as its name', 'metadata: {name: 1}\n'],
])('a patch cannot find a workload with %s', (_title, metadata) => {
  const text = POD('a').replace('metadata: {name: a, namespace: shop}\n', metadata);
  const expected = { code: 2, out: '', error: expect.stringMatching(/^<stdin>:[45]:3: the Deployment has no text in `metadata\.name`, .* \[SO682\]\n$/) };
  expect(order(text, '--format', 'patches')).toMatchObject(expected);
  expect(order(text).code).toBe(0);
});

test('the text of a ResourceList stays, such as numbers of 64 bits and octal numbers', () => {
  const topic = '- kind: Topic\n  spec: {retention.ms: 9223372036854775807, mode: 0755, on: yes} # topic\n';
  const pod = `- ${POD('a', NEEDS.gate).trimEnd().replaceAll('\n', '\n  ')}\n    # end\n`;
  const text = `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${topic}${pod}functionConfig: {a: 0400}\n`;
  const { code, out } = orderInput(text.replace(', namespace: shop', ''));
  expect([code, parse(out).items.map((item: any) => item.kind)]).toEqual([0, ['ConfigMap', 'Topic', 'Deployment']]);
  expect(out).toContain(topic);
  expect(out).toContain('    # end\nfunctionConfig: {a: 0400}\n');
  const json = JSON.stringify(parse(text)).replace('400', '9223372036854775806').replace('9223372036854776000', '9223372036854775807');
  const { code: refused, error } = orderInput(json);
  expect([refused, error]).toEqual([2, expect.stringMatching(/^<stdin>:1:\d+: the text of Deployment shop\/a contains .* \[SO680\]\n$/)]);
});

test.each([['enabled', true], ['disabled', false]])('the plan knows the mesh of a namespace with istio-injection %s, and a guard its init containers', (injection, isNamed) => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'istio-injection': injection } } };
  const guarded = POD('a', '{"proxy": {"mechanism": "guarded_hook", "guarantee": "fail_closed"}}').replace('name: proxy', 'name: proxy, restartPolicy: Never');
  const options = ['--kubernetes-version', '1.37', '--architecture', 'amd64'];
  expect(orderInput(`${JSON.stringify(namespace)}\n---\n${guarded}`, ...options).code).toBe(isNamed ? 2 : 0);
  expect(order(`${JSON.stringify(namespace)}\n---\n${POD('a')}`, '--explain').error.replace(/\s+/g, ' ').includes("specify `mesh: { product: 'istio'")).toBe(isNamed);
});

test('a patch does not rely on keys without a value, which the base may lose', () => {
  const base = POD('a', '{"proxy": {"guarantee": "every_start"}}');
  const empty = base.replace('      containers:', '      volumes:\n      containers:').replace('command: [/app]', 'command: [/app], env: , startupProbe: , volumeMounts: ');
  const [patches, others] = [base, empty].map(text => order(text, '--format', 'patches').out);
  expect([others, patches]).toEqual([patches, expect.stringContaining('startupProbe')]);
});
