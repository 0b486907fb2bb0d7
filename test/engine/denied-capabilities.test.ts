import {
  APP, box, COMPLETED, ContainerDeclaration, declared, FAIL_CLOSED, findFindings, GUARDED_HOOK, on, orderPod, PodSpecJson, resolveOptions,
  said, SIDECAR, StartupOrderOptions, tcp,
} from '../dsl';

type Words = Partial<ContainerDeclaration>;

/** The error, or otherwise the warnings and remedies, on nodes of the newest version with this statement. */
function textsWith(capabilities: StartupOrderOptions['capabilities'], spec: PodSpecJson, words: Record<string, Words>): string[] {
  const { settings } = resolveOptions({ architecture: 'amd64', kubernetesVersion: '1.37', capabilities });
  const { plan, problems } = orderPod({ spec }, declared(words), settings);
  return plan ? [...findFindings(plan).warnings, ...plan.edges.flatMap(e => e.findRemedies(plan.intent!))] : said(problems);
}

const PAIR: PodSpecJson = { containers: [box('dep'), box('app')] };
const NATIVE = { initContainers: [box('dep', { restartPolicy: 'Always' })], containers: [box('app')] };
const JOB = { containers: [box('dep', { command: ['/job'], restartPolicy: 'Never' }), box('app', { command: ['/app'] })] };
const needs = (options: Parameters<typeof on>[1], role?: Words['role']): Record<string, Words> => ({
  dep: { role, readyWhen: tcp(1) }, app: { dependsOn: [on('dep', options)] },
});
const early = { ...needs({}, SIDECAR), migrate: { dependsOn: [on('dep')] } };

test.each<[string, string, PodSpecJson, Record<string, Words>]>([
  ['SO403', 'envFiles', PAIR, needs({ guarantee: FAIL_CLOSED }, APP)],
  ['SO402', 'envFiles', PAIR, needs({ mechanism: GUARDED_HOOK }, APP)],
  ['plan for', 'envFiles', PAIR, needs({}, APP)],
  ['SO202', 'nativeSidecars', { ...PAIR, initContainers: [box('migrate')] }, early],
  ['SO230', 'nativeSidecars', { ...NATIVE, initContainers: [...NATIVE.initContainers, box('migrate')] }, needs({})],
  ["'dep' moved", 'nativeSidecars', NATIVE, needs({})],
  ['SO204', 'containerRestartRules', JOB, needs({ condition: COMPLETED })],
  ['SO704', 'restartAllContainers', PAIR, needs({ restartAllContainers: true }, APP)],
])('%s names `%s: false` of the user instead of a version, and its remedy helps', (start, capability, spec, words) => {
  const find = (given: boolean) => textsWith({ [capability]: given }, spec, words).filter(text => text.startsWith(start));
  const [text] = find(false);
  expect(text).toContain(`${capability}: ${start === 'SO402' ? 'false' : 'true'}`);
  expect(text).not.toMatch(/kubernetesVersion|Kubernetes 1\.\d/);
  expect(find(true)).toEqual([]);
});
