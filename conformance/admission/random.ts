/**
 * Random pods on a real API server: `random.ts VERSION [COUNT] [SEED]`. The policy admits each pod as the plan wrote it, and with harmless additions.
 * It refuses a pod without the mounts of the agent, if the plan adds mounts to its containers.
 */
import * as fc from 'fast-check';
import { ControlPlane } from './control-plane';
import { DAMAGES } from './damages';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';
import { buildBinding, buildPolicy } from '../../src/policy/build-policy';
import { PolicyWorkload } from '../../src/policy/match-pods';
import { ANY_POD, manifestOf } from '../../test/random-pods';
import { poll } from '../runner/poll';

const NAMESPACE = 'random';
const PER_POLICY = 25;

async function main([version, count = '100', seed = '1']: readonly string[]): Promise<number> {
  const kubernetesVersion = version.split('.').slice(0, 2).join('.');
  const { settings } = resolveOptions({ kubernetesVersion, architecture: 'amd64' }, {});
  const workloads = fc.sample(ANY_POD, { numRuns: Number(count), seed: Number(seed) }).flatMap((containers, i): PolicyWorkload[] => {
    const [given, declaration] = manifestOf(containers);
    // Only a container with a command can have a gate.
    const spec = {
      ...given,
      containers: given.containers!.map((c, k) => (i + k) % 3 === 0 ? c : { ...c, command: ['/run'] }),
      volumes: [{ name: 'data', emptyDir: {} }],
    };
    const labels = { app: `pod-${i}` };
    const template = { metadata: { labels, annotations: { revision: '1' } }, spec } as PodTemplateJson;
    const result = orderPod(template, declaration, settings);
    return result.plan?.edges.length ? [{ title: `Pod ${i}`, revisionAnnotation: 'revision', namespace: NAMESPACE, pods: { labels }, template: result.template, plan: result.plan }] : [];
  });
  const plane = await ControlPlane.start(version);
  try {
    await plane.succeed(['create', 'namespace', NAMESPACE]);
    await poll('service account', { withinMs: 20_000 }, async () => (await plane.kubectl(['get', 'serviceaccount', 'default', '-n', NAMESPACE])).code === 0 || undefined);
    let failures = 0;
    for (let i = 0; i < workloads.length; i += PER_POLICY) { failures += await check(plane, `random-${i}`, workloads.slice(i, i + PER_POLICY)); }
    console.log(`${version}: ${workloads.length} pods, expected ${JSON.stringify(judged)}, ${failures} failures`);
    return failures === 0 ? 0 : 1;
  } finally {
    plane.stop();
  }
}

async function check(plane: ControlPlane, name: string, workloads: readonly PolicyWorkload[]): Promise<number> {
  const [policy, binding] = [buildPolicy(workloads), buildBinding(name, 'Deny')];
  const object = (kind: string, spec: object) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, spec });
  const items = [object('ValidatingAdmissionPolicy', policy), object('ValidatingAdmissionPolicyBinding', binding)];
  await plane.succeed(['apply', '--server-side', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const last = workloads[workloads.length - 1];
  const empty = { ...last.template, spec: { containers: [{ name: 'other', image: 'registry.local/app:1' }] } };
  await poll('policy in effect', { withinMs: 30_000 }, async () => await create(plane, empty) !== undefined || undefined);
  let failures = 0;
  const judge = async (title: string, template: PodTemplateJson, admitted: boolean) => {
    judged[admitted ? 'admitted' : 'refused']++;
    const error = await create(plane, template);
    if ((error === undefined) === admitted && (admitted || /but /.test(error!))) { return; }
    failures++;
    console.log(`FAIL ${title}: ${error ?? 'admitted'}\n${JSON.stringify(template)}`);
  };
  for (const { title, template } of workloads) {
    await judge(`${title} as planned`, template, true);
    await judge(`${title} with additions`, { ...template, spec: DAMAGES.add.change(template.spec) }, true);
    const mounts = template.spec.containers!.some(c => c.volumeMounts?.some(m => m.name.startsWith('startup-order-')));
    if (mounts) { await judge(`${title} without mounts`, { ...template, spec: DAMAGES.remove.change(template.spec) }, false); }
  }
  return failures;
}

let created = 0;

/** The numbers of the expected results. */
const judged = { admitted: 0, refused: 0 };

/** Returns the error of the API server; `undefined`: it has created the pod. */
async function create(plane: ControlPlane, { metadata, spec }: PodTemplateJson): Promise<string | undefined> {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name: `random-${created++}` }, spec };
  return plane.api.create(NAMESPACE, pod).then(() => undefined, (error: Error) => error.message);
}

void main(process.argv.slice(2)).then(code => process.exit(code));
