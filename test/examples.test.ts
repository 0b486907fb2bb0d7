import { readFileSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { cli } from './cli/host';
import { Example, example, EXAMPLES, runExample } from './examples';
import { golden } from './golden';

const CASES = ['a1-no-order', 'a2-startup-probe', 'a3-ready-file', 'b1-startup-sequence', 'b2-reversed-list', 'c1-fixed-delay', 'c2-config-service', 'c3-pilot-agent'];
/** Examples beyond the field cases. */
const OTHERS = [
  'agent-image-volume', 'cache-then-app', 'cronjob-retry', 'drain-before-proxy', 'external-waits', 'first-ordered-pod', 'image-commands', 'job-with-proxy', 'mesh-istio', 'mesh-linkerd',
  'migrate-then-web', 'pipeline',
];
/** The examples of docs/how-to. */
const HOW_TO = ['air-gap', 'distroless', 'helm-chart', 'injected-proxy', 'job-in-mesh', 'mesh-istio-native', 'migrate-from-hooks', 'protect-from-webhooks', 'restricted-namespace'];

const isWorkload = (o: any) => o.kind === 'Pod' || o.spec?.template || o.spec?.jobTemplate;
const podSpecIn = (workload: any) => workload.kind === 'Pod' ? workload.spec : (workload.spec.jobTemplate ?? workload).spec.template.spec;

const manifestOf = (found: Example) => runExample(found).manifests;

/** Public images whose configuration names root or a user without a number. */
const WITHOUT_NUMERIC_USER = /(^|\/)(busybox|envoyproxy\/envoy|hashicorp\/vault|istio\/proxyv2|nginx|postgres|redis)([:@]|$)/;

/** The kubelet does not create such a container: CreateContainerConfigError (`verifyRunAsNonRoot` in pkg/kubelet/kuberuntime/security_context.go, Kubernetes 1.37.1). */
function isRefused(container: any, pod: any): boolean {
  const { runAsNonRoot, runAsUser } = { ...pod.securityContext, ...container.securityContext };
  return runAsNonRoot === true && runAsUser === undefined && WITHOUT_NUMERIC_USER.test(container.image);
}

const names = (containers: { name: string }[] | undefined) => (containers ?? []).map(c => c.name);

test('every field case has an example', () => { expect(EXAMPLES.map(e => e.name)).toEqual([...CASES, ...OTHERS, ...HOW_TO].sort()); });

test('a change of a field that a golden leaves out changes only its hash', () => {
  const manifest = (policy: string) => `kind: Pod\nspec:\n  containers:\n${`    - image: web\n      imagePullPolicy: ${policy}\n`.repeat(60)}`;
  const [[hash, ...shown], [otherHash, ...otherShown]] = ['Always', 'Never'].map(policy => golden(manifest(policy)).split('\n'));
  expect(otherHash).not.toBe(hash);
  expect(otherShown).toEqual(shown);
  expect(shown).toContain('    - image: web');
});

test.each(EXAMPLES.map(e => [e.name, e] as const))('%s gives the expected manifest, of at most 120 lines', (_name, found) => {
  const expected = readFileSync(join(found.directory, 'expected.yaml'), 'utf8');
  expect(golden(manifestOf(found))).toEqual(expected);
  expect(expected.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test.each([...EXAMPLES, example('quick-start'), example('shop')].map(e => [e.name, e] as const))('the kubelet creates each container of %s', (_name, found) => {
  const pods = parseAllDocuments(manifestOf(found)).map(document => document.toJS()).filter(isWorkload).map(podSpecIn);
  expect(pods).not.toEqual([]);
  expect(pods.flatMap(pod => names([...pod.initContainers ?? [], ...pod.containers].filter(container => isRefused(container, pod))))).toEqual([]);
});

test('the annotation and the construct at the top of README give containers with the same order', () => {
  const annotated = readFileSync(join(example('two-ways').directory, 'deployment.yaml'), 'utf8');
  const { out } = cli(['order', 'deployment.yaml'], { files: { 'deployment.yaml': annotated } });
  const [byAnnotation, byConstruct] = [out, manifestOf(example('two-ways'))].map(text => {
    const { initContainers, containers } = podSpecIn(parseAllDocuments(text).map(document => document.toJS()).find(isWorkload));
    return [...initContainers, ...containers].map(({ name, command, startupProbe, lifecycle }) => ({ name, command, startupProbe, lifecycle }));
  });
  expect(byAnnotation.map(({ name }) => name)).toEqual(['proxy', 'app']);
  expect(byAnnotation.map(({ startupProbe }) => startupProbe?.httpGet)).toEqual([{ path: '/ready', port: 9901 }, undefined]);
  expect(byConstruct).toEqual(byAnnotation);
});

test('one call orders four containers of hand-written YAML and keeps all other fields', () => {
  const documents = parseAllDocuments(manifestOf(example('shop'))).map(d => d.toJS());
  const before = parseAllDocuments(readFileSync(join(example('shop').directory, 'storefront.yaml'), 'utf8'))[0].toJS();
  const after = documents.find(d => d.metadata.name === 'storefront');
  const spec = after.spec.template.spec;
  expect(names(spec.initContainers)).toEqual(['envoy', 'cloud-sql-proxy', 'config-agent']);
  expect(names(spec.containers)).toEqual(['storefront']);
  expect(spec.containers[0]).toEqual(before.spec.template.spec.containers[0]);
  expect(spec.initContainers.map((c: any) => c.startupProbe.periodSeconds)).toEqual([1, 1, 1]);
  const rest = ({ containers, initContainers, ...others }: any) => others;
  expect(rest(spec)).toEqual(rest(before.spec.template.spec));
});

test('the reversed list of an example gives the same pod', () => {
  const [inOrder, reversed] = ['b1-startup-sequence', 'b2-reversed-list'].map(name => podSpecIn(parseAllDocuments(manifestOf(example(name)))[0].toJS()));
  expect(reversed).toEqual(inOrder);
});
