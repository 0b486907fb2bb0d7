import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { parse, stringify } from 'yaml';
import { describeFor, HOME, parseManifests, PROGRAMS, run } from './run-program';
import { cli } from '../host';

const { kustomize } = PROGRAMS;

type Template = { metadata: Record<string, unknown>; spec: { containers: Record<string, unknown>[]; volumes?: unknown } };

/** A Deployment whose app gets a gate, and whose proxy becomes a sidecar. `change`: what the base gains later. */
function deployment(change: (template: Template) => void = () => {}): string {
  const containers = [{ name: 'app', image: 'app:1', command: ['/app'] }, { name: 'proxy', image: 'proxy:1', readinessProbe: { tcpSocket: { port: 80 } } }];
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
  change(template);
  return stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { selector: { matchLabels: { app: 'web' } }, template } });
}

const ORDER = `apiVersion: cdk8s-startup-order.github.io/v1alpha1
kind: StartupOrder
spec:
  workloads: [{ name: web }]
  kubernetesVersion: "1.33"
  architecture: amd64
  containers: { app: { dependsOn: { proxy: { mechanism: entrypoint_gate } } }, proxy: { role: sidecar } }
`;

function order(output: 'patches' | 'objects'): string {
  const { code, out, error } = cli(['order', '-f', 'order.yaml', '--format', output], { stdin: deployment(), files: { 'order.yaml': ORDER } });
  expect([code, error]).toEqual([0, '']);
  return out;
}

/** Builds a base with the Component of the first base. */
function build(name: string, base: string) {
  const folder = join(HOME, name);
  mkdirSync(join(folder, 'startup-order'), { recursive: true });
  writeFileSync(join(folder, 'base.yaml'), base);
  writeFileSync(join(folder, 'kustomization.yaml'), 'resources: [base.yaml]\ncomponents: [startup-order]\n');
  writeFileSync(join(folder, 'startup-order', 'kustomization.yaml'), order('patches'));
  writeFileSync(join(folder, 'startup-order', 'objects.yaml'), order('objects'));
  return run(kustomize!, ['build', folder]);
}

/** Builds the manifests of a chart with the kustomization of Flux' Helm controller (internal/postrender/kustomize.go at 1e651ae). */
function postRender(name: string, rendered: string) {
  const folder = join(HOME, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'helm-output.yaml'), rendered);
  writeFileSync(join(folder, 'kustomization.yaml'), stringify({ resources: ['helm-output.yaml'], patches: parse(order('patches')).patches }));
  return run(kustomize!, ['build', folder]);
}

const GAINS: readonly [string, (template: Template) => void][] = [
  ['annotations', ({ metadata }) => { metadata.annotations = { team: 'shop' }; }],
  ['volumes', ({ spec }) => { spec.volumes = [{ name: 'data', emptyDir: {} }]; }],
  ['volumeMounts', ({ spec }) => { spec.containers[0].volumeMounts = [{ name: 'data', mountPath: '/data' }]; }],
  ['startupProbe', ({ spec }) => { spec.containers[0].startupProbe = { httpGet: { path: '/', port: 80 } }; }],
];

describeFor(kustomize)('the patches', () => {
  test('the patches order the base that they were written for', () => {
    for (const { code, out, error } of [build('same', deployment()), postRender('same-chart', deployment())]) {
      expect([code, error]).toEqual([0, '']);
      expect(parseManifests(out).find(({ kind }) => kind === 'Deployment')!.spec.template).toMatchObject({
        metadata: { annotations: { 'cdk8s-startup-order.github.io/ordered': expect.stringMatching(/^sha256-/) } },
        spec: {
          initContainers: [expect.objectContaining({ name: 'proxy', restartPolicy: 'Always' })],
          containers: [expect.objectContaining({ name: 'app', startupProbe: expect.anything(), volumeMounts: expect.anything() })],
          volumes: expect.anything(),
        },
      });
    }
  });

  test.each(GAINS)('a base that gains %s fails instead of losing them', (name, change) => {
    for (const { code, out, error } of [build(name, deployment(change)), postRender(`${name}-chart`, deployment(change))]) {
      expect([code, out, /test failed/.test(error), error]).toEqual([1, '', true, expect.stringContaining(`/${name}`)]);
    }
  });

  test('new images and annotations of the base stay, also the image of a container that becomes a sidecar', () => {
    const base = deployment(({ spec }) => { spec.containers.forEach(container => { container.image = `${container.name}:2`; }); });
    const { code, out } = build('images', base.replace('metadata:\n', 'metadata:\n  annotations: {team: shop}\n'));
    expect([code, out.match(/image: \w+:\d|team: \w+/g)?.sort()]).toEqual([0, ['image: app:2', 'image: proxy:2', 'team: shop']]);
  });
});
