/**
 * The policy of start orders on a real API server, with a real webhook that changes pods: `run.ts VERSION…`. Each pair of a change and a kind of
 * workload is one case. The pods of controllers come from kube-controller-manager.
 */
import { parseAllDocuments } from 'yaml';
import { Answer, ControlPlane } from './control-plane';
import { DAMAGES } from './damages';
import { startWebhook } from './webhook';
import { KINDS, Subject, synthesizeSubjects, Synthesized } from './workloads';
import { REVISION_ANNOTATION } from '../../src/api/private/annotations';
import { BINDING_KIND, buildBinding, buildPolicy, POLICY_API_VERSION, POLICY_KIND } from '../../src/policy/build-policy';
import { example, runExample } from '../../test/examples';
import { poll } from '../runner/poll';

async function main(versions: readonly string[]): Promise<number> {
  let failures = 0;
  for (const version of versions) {
    const began = performance.now();
    const plane = await ControlPlane.start(version);
    try {
      console.log(`${version}: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
      failures += await checkVersion(plane, version);
      console.log(`${version}: memory in MiB ${JSON.stringify(plane.memory())}`);
    } finally {
      plane.stop();
    }
  }
  return failures === 0 ? 0 : 1;
}

async function checkVersion(plane: ControlPlane, version: string): Promise<number> {
  const { server, configuration } = await startWebhook(plane.directory);
  try {
    await plane.succeed(['apply', '-f', '-'], JSON.stringify(configuration));
    await applyExample(plane);
    let failures = await checkTypes(plane, version) + await checkRefusals(plane, version) + await checkNamespaces(plane, version);
    for (const action of ['Warn', 'Audit']) { failures += await checkAdmissions(plane, version, action); }
    return failures;
  } finally {
    server.close();
  }
}

/** Creates the policies of the example, and a policy without pods. Throws if the API server rejects them. */
async function applyExample(plane: ControlPlane): Promise<void> {
  const documents = parseAllDocuments(runExample(example('protect-from-webhooks')).manifests).map(d => d.toJS());
  const name = 'no-pods';
  const withoutPods = [{ kind: POLICY_KIND, spec: buildPolicy([]) }, { kind: BINDING_KIND, spec: buildBinding(name, 'Deny') }]
    .map(object => ({ ...object, apiVersion: POLICY_API_VERSION, metadata: { name } }));
  const policies = documents.filter(({ kind }) => kind.includes('AdmissionPolicy'));
  await plane.succeed(['apply', '-f', '-'], list([...policies, ...withoutPods]));
}

/** kube-controller-manager compares the fields in the expressions with the schema of pods. It takes longer than this suite for a policy with many workloads. */
async function checkTypes(plane: ControlPlane, version: string): Promise<number> {
  const subject: Subject = { kind: 'Deployment', name: 'typed', webhook: 'none' };
  const { policy } = synthesizeSubjects([subject], { kubernetesVersion: version.split('.').slice(0, 2).join('.'), namespace: 'typed', action: 'Deny' });
  await plane.succeed(['apply', '-f', '-'], list(policy));
  const { typeChecking } = await poll('type check', { withinMs: 30_000, everyMs: 500 }, async () => {
    const { status } = JSON.parse(await plane.succeed(['get', 'validatingadmissionpolicy', policy[0].metadata.name, '-o', 'json']));
    return status?.observedGeneration && status;
  });
  const warnings = typeChecking?.expressionWarnings ?? [];
  console.log(`${warnings.length === 0 ? 'ok  ' : 'FAIL'} ${version} type check ${JSON.stringify(warnings)}`);
  return warnings.length;
}

/** With DENY, the API server refuses exactly the damaged pods, of `kubectl apply` and of each controller. */
async function checkRefusals(plane: ControlPlane, version: string): Promise<number> {
  const subjects = Object.keys(DAMAGES).flatMap(webhook => KINDS.map((kind): Subject => ({ kind, name: `${webhook}-${kind.toLowerCase()}`, webhook })));
  const { workloads, policy } = await prepare(plane, version, subjects, 'Deny');
  await poll('policy in effect', { withinMs: 30_000 }, async () => (await applyPod(plane, workloads, 'reverse-pod', 'server')).code !== 0 || undefined);
  await plane.succeed(['apply', '-f', '-'], list(workloads.filter(({ kind }) => kind !== 'Pod')));
  let failures = 0;
  const judge = (right: boolean, text: string) => {
    if (!right) { failures++; }
    console.log(`${right ? 'ok  ' : 'FAIL'} ${version} ${text}`);
  };
  for (const { kind, name, webhook } of subjects) {
    const { code, errors } = kind === 'Pod' ? await applyPod(plane, workloads, name) : await findOutcome(plane, kind, name);
    const right = code === 0 ? DAMAGES[webhook].missing.length === 0 : DAMAGES[webhook].missing.some(({ text }) => errors.includes(text));
    judge(right, `DENY ${kind} ${webhook}: ${code === 0 ? 'admitted' : `refused: ${errors.replace(/^.*denied request: /s, '').trim()}`}`);
  }
  const damaged = workloads.find(({ metadata }) => metadata.name === 'reverse-pod');
  const unrelated = { ...damaged, metadata: { ...damaged.metadata, name: 'unrelated' } };
  judge((await plane.kubectl(['apply', '-f', '-'], JSON.stringify(unrelated))).code === 0, 'DENY: a damaged pod of no workload is admitted');
  const elsewhere = { ...damaged, metadata: { ...damaged.metadata, namespace: 'default' } };
  judge((await plane.kubectl(['apply', '-f', '-'], JSON.stringify(elsewhere))).code === 0, 'DENY: a damaged pod in another namespace is admitted');
  const { [REVISION_ANNOTATION]: _revision, ...annotations } = damaged.metadata.annotations;
  const older = { ...damaged, metadata: { ...damaged.metadata, annotations: { ...annotations, [REVISION_ANNOTATION]: 'older' } } };
  judge((await plane.kubectl(['apply', '-f', '-'], JSON.stringify(older))).code === 0, 'DENY: a pod of another revision is admitted');
  console.log(`${version}: policy of ${JSON.stringify(policy[0]).length} bytes`);
  return failures;
}

/** One policy for two namespaces admits and refuses pods with the same name and labels in both. */
async function checkNamespaces(plane: ControlPlane, version: string): Promise<number> {
  const subjects = ['first', 'second'].map((namespace): Subject => ({ kind: 'Pod', name: 'twin', webhook: 'none', namespace }));
  await plane.succeed(['create', 'namespace', 'second']);
  const workloads = (await prepare(plane, version, subjects, 'Deny', 'first')).workloads.filter(({ kind }) => kind === 'Pod');
  await poll('service account', { withinMs: 20_000 }, async () => (await plane.kubectl(['get', 'serviceaccount', 'default', '-n', 'second'])).code === 0 || undefined);
  const damaged = workloads.map(pod => ({ ...pod, metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, webhook: 'reverse' } } }));
  const [reverse] = DAMAGES.reverse.missing;
  await poll('policy in effect', { withinMs: 30_000 }, async () => (await plane.kubectl(['apply', '--dry-run=server', '-f', '-'], JSON.stringify(damaged[0]))).code !== 0 || undefined);
  let failures = 0;
  for (const [i, pod] of workloads.entries()) {
    const refused = await plane.kubectl(['apply', '-f', '-'], JSON.stringify(damaged[i]));
    const admitted = await plane.kubectl(['apply', '-f', '-'], JSON.stringify(pod));
    const right = refused.errors.includes(reverse.text) && admitted.code === 0;
    if (!right) { failures++; }
    console.log(`${right ? 'ok  ' : 'FAIL'} ${version} DENY in the namespace ${pod.metadata.namespace} of two: ${[refused, admitted].map(a => a.errors.trim() || 'admitted').join(' | ')}`);
  }
  return failures;
}

/** With WARN, the API server admits each pod and its warnings name all missing parts. With AUDIT, the client sees nothing. */
async function checkAdmissions(plane: ControlPlane, version: string, action: string): Promise<number> {
  const subjects = Object.keys(DAMAGES).map((webhook): Subject => ({ kind: 'Pod', name: webhook, webhook }));
  const { workloads } = await prepare(plane, version, subjects, action);
  if (action === 'Warn') {
    await poll('policy in effect', { withinMs: 30_000 }, async () => (await applyPod(plane, workloads, 'reverse', 'server')).errors.includes('Validation failed') || undefined);
  }
  if (action === 'Audit') {
    await poll('policy in effect', { withinMs: 30_000 }, async () => {
      await applyPod(plane, workloads, 'reverse', 'server');
      return isAudited(plane, 'reverse') || undefined;
    });
  }
  const minor = Number(version.split('.')[1]);
  let failures = 0;
  for (const { name, webhook } of subjects) {
    const { code, errors } = await applyPod(plane, workloads, name);
    const expected = DAMAGES[webhook].missing.filter(({ from = 0, before = Infinity }) => minor >= from && minor < before);
    const right = code === 0 && (action === 'Audit'
      ? !errors.includes('Validation failed') && isAudited(plane, name) === expected.length > 0
      : expected.every(({ text }) => errors.includes(text)) && errors.includes('Validation failed') === expected.length > 0);
    if (!right) { failures++; }
    console.log(`${right ? 'ok  ' : 'FAIL'} ${version} ${action} ${webhook}: ${errors.trim().replace(/^Warning: Validation failed.*?: /gm, '').replace(/\n/g, ' | ')}`);
  }
  return failures;
}

/** Whether an audit event of the pod names the policy. */
function isAudited(plane: ControlPlane, name: string): boolean {
  return plane.readLog('audit').split('\n').some(line => line.includes('validation.policy.admission.k8s.io/validation_failure')
    && line.includes(`Pod ${name}: container`));
}

/** Creates a namespace with the policy. */
async function prepare(
  plane: ControlPlane, version: string, subjects: readonly Subject[], action: string, namespace = `shop-${action.toLowerCase()}`,
): Promise<Synthesized> {
  await plane.succeed(['create', 'namespace', namespace]);
  const objects = synthesizeSubjects(subjects, { kubernetesVersion: version.split('.').slice(0, 2).join('.'), namespace, action });
  // The annotation of a client-side apply contains at most 256 KiB.
  await plane.succeed(['apply', '--server-side', '-f', '-'], list(objects.policy));
  await poll('service account', { withinMs: 20_000 }, async () => (await plane.kubectl(['get', 'serviceaccount', 'default', '-n', namespace])).code === 0 || undefined);
  return objects;
}

async function applyPod(plane: ControlPlane, workloads: readonly any[], name: string, dryRun = 'none'): Promise<Answer> {
  return plane.kubectl(['apply', `--dry-run=${dryRun}`, '-f', '-'], JSON.stringify(workloads.find(({ metadata }) => metadata.name === name)));
}

/** Returns the error in the event of the controller, or code 0 if a pod of the workload exists. */
async function findOutcome(plane: ControlPlane, kind: string, name: string): Promise<Pick<Answer, 'code' | 'errors'>> {
  return poll(`pod of ${kind} ${name}`, { withinMs: 60_000, everyMs: 300 }, async () => {
    const pods = JSON.parse(await plane.succeed(['get', 'pods', '-A', '-l', `app=${name}`, '-o', 'json']));
    if (pods.items.length > 0) { return { code: 0, errors: '' }; }
    const events = JSON.parse(await plane.succeed(['get', 'events', '-A', '--field-selector', 'reason=FailedCreate', '-o', 'json']));
    const found = events.items.find(({ involvedObject }: any) => involvedObject.name.startsWith(name));
    return found && { code: 1, errors: found.message as string };
  });
}

function list(items: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

void main(process.argv.slice(2)).then(code => process.exit(code));
