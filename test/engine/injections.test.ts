import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { BENCH, loadStories } from '../../conformance/runner/stories';
import { KUBERNETES_VERSION_ANNOTATION } from '../../src/api/private/annotations';
import { unchangedManifest } from '../../src/constructs/private/api-object';
import { membersOf, registryOf } from '../../src/constructs/private/registry';
import { listInjections } from '../../src/report/to-startup-plan';
import { ContainerJson, listContainers, orderPod, PodPlan, PodTemplateJson, resolveOptions } from '../dsl';
import { EXAMPLES, runExample } from '../examples';
import { ANY_POD, manifestOf, Roles } from '../random-pods';

const all = ({ spec }: PodTemplateJson) => [...spec.initContainers ?? [], ...spec.containers ?? []];
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const changedKeys = (before: object = {}, after: object = {}): string[] => [...new Set([...Object.keys(before), ...Object.keys(after)])]
  .filter(key => !isSame((before as any)[key], (after as any)[key]));

/** The fields of a container that differ, in the words of a plan. */
function changedFields(before: ContainerJson | undefined, after: ContainerJson, planned: readonly string[]): string[] {
  if (!before) { return ['initContainers']; }
  return changedKeys(before, after).flatMap(key => {
    const fields = changedKeys((before as any)[key], (after as any)[key]).map(field => `${key}.${field}`);
    switch (key) {
      case 'lifecycle': return fields;
      // The plan writes the whole probe, or single fields of the probe.
      case 'startupProbe':
      case 'livenessProbe': return planned.includes(key) ? [key] : fields;
      default: return [key];
    }
  });
}

/** Compares the manifest with and without the order. */
function findDifference(before: PodTemplateJson, after: PodTemplateJson, plan: PodPlan): string[] {
  const given = new Map(all(before).map(c => [c.name, c]));
  const planned = new Map(listContainers(plan).map(c => [c.name, [c.startupProbe ? 'startupProbe' : '']]));
  const volumes = (before.spec.volumes ?? []).map(v => v.name);
  return [
    ...(after.spec.volumes ?? []).filter(v => !volumes.includes(v.name)).map(v => `pod: volumes[${v.name}]`),
    ...changedKeys(before.metadata?.annotations, after.metadata?.annotations)
      .map(key => `pod: metadata.annotations${key === 'kubectl.kubernetes.io/default-container' ? '' : `[${key}]`}`),
    ...changedKeys({ ...before.spec, volumes: 0, initContainers: 0, containers: 0 }, { ...after.spec, volumes: 0, initContainers: 0, containers: 0 })
      .map(field => `pod: ${field}`),
    ...changedKeys({ ...before.metadata, annotations: 0 }, { ...after.metadata, annotations: 0 }).map(field => `pod: metadata.${field}`),
    // A story injects the proxy of its mesh itself.
    ...all(after).filter(c => c.name !== plan.intent?.mesh?.proxy).flatMap(c => changedFields(given.get(c.name), c, planned.get(c.name) ?? []).map(field => `${c.name}: ${field}`)),
  ].sort();
}

/** The fields that the plan lists: injections, mounts, and the `restartPolicy` that makes a native sidecar, belongs to a restart rule, or is removed. */
const listFields = (plan: PodPlan): string[] => [...new Set([
  ...listInjections(plan).map(i => `${i.container ?? 'pod'}: ${i.field}`),
  ...listContainers(plan).flatMap(({ name, container, slot, reason, mounts, restartsAll }) => {
    const becomesOrWasNative = (slot === 'NATIVE_SIDECAR') !== container.alreadyNative;
    const losesPolicy = reason?.includes('without its `restartPolicy`');
    return [
      ...(mounts.length > 0 ? [`${name}: volumeMounts`] : []),
      ...(restartsAll || becomesOrWasNative || losesPolicy ? [`${name}: restartPolicy`] : []),
    ];
  }),
])].sort();

/** Returns the pod template with the containers of the plan. */
function findTemplate(json: any, plan: PodPlan): PodTemplateJson | undefined {
  if (typeof json !== 'object' || json === null) { return undefined; }
  const isPod = Array.isArray(json.spec?.containers) && listContainers(plan).every(c => all(json).some(given => given.name === c.name));
  return isPod ? json : Object.values(json).map(value => findTemplate(value, plan)).find(found => found !== undefined);
}

function expectExact(before: PodTemplateJson, after: PodTemplateJson, plan: PodPlan): void {
  expect(listFields(plan)).toEqual(findDifference(before, after, plan));
}

/** Removes the version that the object records. In a Pod, the object and the pod have the same metadata. */
function withoutRecord({ metadata, ...manifest }: any): object {
  const { [KUBERNETES_VERSION_ANNOTATION]: _record, ...annotations } = metadata?.annotations ?? {};
  return { ...manifest, metadata: { ...metadata, annotations } };
}

/** Returns the number of pods with an order. */
function expectExactApp(app: App): number {
  const planned = membersOf(registryOf(app)).flatMap(member => {
    const { plan } = member.computePlan();
    return plan ? [{ plan, apiObject: member.apiObject }] : [];
  });
  for (const { plan, apiObject } of planned) {
    const [before, after] = [unchangedManifest(apiObject), withoutRecord(apiObject.toJson())]
      .map(manifest => findTemplate(JSON.parse(JSON.stringify(manifest)), plan)!);
    expectExact(before, after, plan);
  }
  return planned.length;
}

describe('the injections of a plan are exactly the difference between the manifests without and with the order', () => {
  test.each(EXAMPLES.map(e => [e.name, e] as const))('example %s', (_name, found) => {
    expect(runExample(found).apps.reduce((sum, app) => sum + expectExactApp(app), 0)).toBeGreaterThan(0);
  });

  const hosts = new Proxy<Record<string, string>>({}, { get: () => '10.0.0.1' });

  test.each([...loadStories([]), ...loadStories([], BENCH)])('story %s', (name, story) => {
    for (const minor of [27, 37].filter(m => !story.doesNotApply?.(m))) {
      const app = new App();
      story.app(new Chart(app, name, { namespace: 'story' }), { kubernetesVersion: `1.${minor}`, kubeletVersion: `1.${minor}`, delay: '2s', hosts });
      expectExactApp(app);
    }
  });

  test.each<[string, Roles]>([
    ['1.27', 'stated'], ['1.33', 'stated'], ['1.37', 'stated'], ['1.29', 'inferred'], ['1.37', 'inferred'],
  ])('random pods on Kubernetes %s with %s roles', (kubernetesVersion, roles) => {
    const { settings } = resolveOptions({ kubernetesVersion }, undefined);
    fc.assert(fc.property(ANY_POD, described => {
      const [spec, declaration] = manifestOf(described, roles);
      const { template, plan } = orderPod({ spec }, declaration, settings);
      if (template) { expectExact({ spec }, template, plan); }
    }), { numRuns: 200 });
  });
});
