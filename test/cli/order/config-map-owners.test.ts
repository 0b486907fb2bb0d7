import { parseAllDocuments } from 'yaml';
import { orderInput } from './shop';
import { loadAgentConfigMap } from '../../../src/agent/binaries';
import { manifest } from '../../manifest';

// Two releases in one namespace: Helm refuses an object that belongs to another release, and Kustomize two objects of one name.

const SHARED = loadAgentConfigMap(['amd64']).name;

type Labels = { readonly workload?: string; readonly template?: string };

/** A workload whose pod needs the wait agent, with `app.kubernetes.io/instance` on the workload and on its pod template. */
function deployment(name: string, { workload, template }: Labels, annotations: object = {}) {
  const labels = (instance?: string) => instance && { labels: { 'app.kubernetes.io/instance': instance } };
  const dependsOn = { 'cdk8s-startup-order.github.io/depends-on': '{"app": {"db": {"guarantee": "every_start"}}}' };
  const containers = [{ name: 'app', image: 'app:1', command: ['/app'] }, { name: 'db', image: 'db:1', readinessProbe: { tcpSocket: { port: 5432 } } }];
  const pod = { metadata: { ...labels(template), annotations: dependsOn }, spec: { containers } };
  return manifest('Deployment', name, { template: pod }, { ...labels(workload), annotations });
}

/** Returns the names of the ConfigMaps, and of the ConfigMap in the volume of each pod. */
function order(...workloads: readonly object[]) {
  const { code, out, error } = orderInput(workloads.map(workload => JSON.stringify(workload)).join('\n---\n'), '--architecture', 'amd64');
  expect([code, error]).toEqual([0, '']);
  // A second run changes nothing.
  expect(orderInput(out, '--architecture', 'amd64').out).toBe(out);
  const objects: any[] = parseAllDocuments(out).map(document => document.toJS());
  return {
    configMaps: objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }): string => metadata.name),
    inPods: objects.filter(({ kind }) => kind !== 'ConfigMap').map(({ spec }): string => spec.template.spec.volumes[0].projected.sources[0].configMap.name),
  };
}

test('two releases of one chart have a ConfigMap each, and the workloads of one release share it', () => {
  const releases = ['shop', 'shop-test'].map(instance => order(
    deployment(`${instance}-web`, { workload: instance, template: instance }), deployment(`${instance}-api`, { workload: instance })));
  expect(releases.map(release => release.configMaps)).toEqual([[`${SHARED}-shop`], [`${SHARED}-shop-test`]]);
  releases.forEach(({ configMaps: [only], inPods }) => expect(inPods).toEqual([only, only]));
});

test.each<[string, Labels, string]>([
  ['the label of the workload comes before that of the pod template', { workload: 'one', template: 'two' }, `${SHARED}-one`],
  ['the label of the pod template is enough', { template: 'two' }, `${SHARED}-two`],
  ['a label that no name can contain becomes a hash', { workload: 'Shop_1.2' }, `${SHARED}-175c17d9`],
  ['without the label, the name has only the hash of the content', {}, SHARED],
])('%s', (_what, labels, name) => { expect(order(deployment('web', labels))).toMatchObject({ configMaps: [name], inPods: [name] }); });

test('the hooks of two releases have a ConfigMap each', () => {
  const hooks = ['one', 'two'].map(workload => order(deployment('migrate', { workload }, { 'helm.sh/hook': 'pre-install' })));
  const [[one], [two]] = hooks.map(hook => hook.configMaps);
  expect(hooks.map(hook => hook.inPods)).toEqual([[expect.stringMatching(/^startup-order-hook-[0-9a-f]{8}$/)], [expect.not.stringMatching(one)]]);
  expect(hooks.map(hook => hook.inPods)).toEqual([[one], [two]]);
});
