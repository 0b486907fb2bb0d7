import * as fc from 'fast-check';
import { explain } from '../../src/report/explain';
import { predict } from '../../src/report/predict';
import { Finding, lint } from '../../tools/lint/lint';
import { drawTimelineSvg } from '../../tools/pictures/timeline-svg';
import { findWorkloads } from '../../tools/read/find-workloads';
import { createPlanFromManifest } from '../../tools/read/plan-from-manifest';
import { readPod } from '../../tools/read/read-pod';
import { manifest } from '../manifest';
import { runs } from '../runs';

const KEYS = [
  'apiVersion', 'kind', 'metadata', 'name', 'namespace', 'labels', 'annotations', 'spec', 'template', 'jobTemplate', 'items', 'containers', 'initContainers', 'command', 'args', 'env',
  'value', 'valueFrom', 'fileKeyRef', 'lifecycle', 'postStart', 'preStop', 'exec', 'sleep', 'seconds', 'httpGet', 'tcpSocket', 'grpc', 'host', 'port', 'path', 'startupProbe', 'readinessProbe',
  'livenessProbe', 'restartPolicy', 'ports', 'containerPort', 'image', 'volumeMounts', 'securityContext', 'terminationGracePeriodSeconds', 'selector', '__proto__', 'constructor', 'toString',
];
const TEXTS = [
  'v1', 'apps/v1', 'batch/v1', 'Pod', 'Deployment', 'Job', 'CronJob', 'List', 'Service', 'Namespace', 'Always', 'sh', '-c', 'until nc -z localhost 80; do sleep 1; done', 'sleep', '5', 'a', '',
  '/startup-order/agent/wait-agent', '--words=99999', '--for=a', '--', 'sleep 5; exec /app', 'timeout', '-', '((', 'while true; do', '$(', 'istio-proxy', 'true',
];

/** Random JSON with keys of manifests, so that it reaches deep into the reader. */
const { anything } = fc.letrec(tie => ({
  anything: fc.oneof({ maxDepth: 6, depthSize: 'small' }, fc.constantFrom(...TEXTS), fc.constant(null), fc.boolean(), fc.double(), fc.integer(),
    fc.array(tie('anything'), { maxLength: 4 }), fc.dictionary(fc.constantFrom(...KEYS), tie('anything'), { maxKeys: 6 })),
}));

const container = fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(anything, fc.array(fc.constantFrom(...TEXTS))), { maxKeys: 12 });
const containers = fc.array(fc.oneof(container, anything), { maxLength: 4 });

/** A workload whose pod contains random JSON. */
const workload = fc.record({
  apiVersion: fc.constantFrom('v1', 'apps/v1', 'batch/v1', 'x/v1'),
  kind: fc.constantFrom('Pod', 'Deployment', 'Job', 'CronJob', 'Rollout'),
  metadata: anything,
  spec: fc.tuple(containers, containers, anything).map(([apps, inits, rest]) => {
    const pod = { ...rest as object, containers: apps, initContainers: inits };
    return { ...pod, template: { metadata: rest, spec: pod }, jobTemplate: { spec: { template: { spec: pod } } } };
  }),
});

const PATH = /^(items\[\d+\]\.)*spec\.((jobTemplate\.spec\.)?template\.spec\.)?(initContainers|containers)\[\d+\]/;

function isWhole(finding: Finding): boolean {
  const { rule, message, why, docs, workload: { kind, name } } = finding;
  return PATH.test(finding.path) && [rule, message, why, docs, kind, name].every(text => typeof text === 'string') && !/undefined|\[object/.test(message);
}

test('a mount without a path, beside a wait for a file, does not make lint throw', () => {
  const app = { name: 'a', command: ['sh', '-c', 'until [ -f /x/y ]; do sleep 1; done'], volumeMounts: [{ name: 'v' }] };
  expect(lint([manifest('Pod', 'x', { containers: [app] })])).toEqual([]);
});

test('random documents never make lint throw', () => {
  fc.assert(fc.property(fc.array(fc.oneof(anything, workload), { maxLength: 4 }), fc.constantFrom(undefined, '1.27', '1.35', 'x', '0.1'), (documents, kubernetesVersion) => {
    expect(lint(documents, { kubernetesVersion }).filter(finding => !isWhole(finding))).toEqual([]);
  }), { numRuns: runs(3000), seed: 9 });
});

test('linting documents twice gives the same findings and leaves the documents unchanged', () => {
  fc.assert(fc.property(fc.array(workload, { maxLength: 3 }), documents => {
    const before = JSON.stringify(documents);
    expect(lint(documents)).toEqual(lint(JSON.parse(before) as unknown[]));
    expect(JSON.stringify(documents)).toBe(before);
  }), { numRuns: runs(500), seed: 9 });
});

test('enforced and unenforced orders contain only containers of the pod', () => {
  fc.assert(fc.property(workload, document => {
    for (const found of findWorkloads(document)) {
      const { order } = readPod(found);
      const names = order.containers.map(c => c.name);
      expect(order.ordered.filter(pair => pair.by !== 'guard').flatMap(pair => [pair.first, pair.then]).filter(name => !names.includes(name))).toEqual([]);
      expect(order.unenforced.flatMap(h => [h.then ?? names[0]]).filter(name => !names.includes(name))).toEqual([]);
    }
  }), { numRuns: runs(1000), seed: 9 });
});

test('a pod with random contents can be drawn', () => {
  fc.assert(fc.property(workload, fc.constantFrom(undefined, '1.27', '1.35'), (document, kubernetesVersion) => {
    for (const found of findWorkloads(document)) {
      const plan = createPlanFromManifest(readPod(found, kubernetesVersion));
      const drawn = [drawTimelineSvg(predict(plan)), explain(plan)];
      expect(drawn.filter(text => /\b(NaN|undefined|Infinity)\b/.test(text))).toEqual([]);
    }
  }), { numRuns: runs(600), seed: 9 });
});

test('documents without a workload have no findings', () => {
  expect(lint([null, undefined, 3, 'text', [], {}, { kind: 'Pod' }, { apiVersion: 'v1', kind: 'Pod', spec: 3 }, { apiVersion: 'v1', kind: 'Pod', spec: { containers: {} } }])).toEqual([]);
});

test('the reader ignores entries that are not objects, and names a container without a name by its place', () => {
  const [pod] = findWorkloads({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [null, 3, { image: 'a' }, { name: 7 }, { name: 'x' }] } });
  expect(readPod(pod).order.containers.map(c => [c.name, c.path])).toEqual([
    ['containers[2]', 'spec.containers[2]'], ['containers[3]', 'spec.containers[3]'], ['x', 'spec.containers[4]'],
  ]);
});

function getCpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

test('lint takes seconds for a pod with 800 containers that name each other', () => {
  const named = Array.from({ length: 800 }, (_, i) => (
    { name: `c${i}`, ports: [{ containerPort: i + 1 }], args: [`--next=localhost:${i}`], startupProbe: { tcpSocket: { port: i + 1 } } }));
  const begun = process.cpuUsage();
  expect(lint([{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers: named } }]).length).toBe(799);
  // On a quiet machine: 23 s with a search of all orders for each container, now 1 s.
  expect(getCpuSeconds(begun)).toBeLessThan(8);
});

test.each([
  ['for each other', (i: number) => `until curl -s http://s${i + 1}:80/; do sleep 1; done`, 10_000],
  ['for themselves', (i: number) => `timeout 9 sh -c "until nc -z s${i} 80; do sleep 1; done"`, 5000],
])('lint takes seconds for five thousand workloads that wait %s', (_whom, waitOf, expected) => {
  const documents = Array.from({ length: 5000 }, (_, i) => {
    const labels = { app: `s${i}` };
    const initContainers = [{ name: 'wait', command: ['sh', '-c', waitOf(i)] }];
    const template = { metadata: { labels }, spec: { initContainers, containers: [{ name: 'a' }, { name: 'b' }] } };
    return [manifest('Service', `s${i}`, { selector: labels }), manifest('Deployment', `s${i}`, { template })];
  }).flat();
  const begun = process.cpuUsage();
  expect(lint(documents).length).toBe(expected);
  expect(getCpuSeconds(begun)).toBeLessThan(15);
});
