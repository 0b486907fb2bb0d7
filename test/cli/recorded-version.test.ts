import { parse, parseAllDocuments } from 'yaml';
import { cli } from './host';
import { orderInput } from './order/shop';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';

const RECORDED = 'cdk8s-startup-order.github.io/kubernetes-version';

const ORDERED = "annotations: {cdk8s-startup-order.github.io/depends-on: '{\"app\": [\"proxy\"]}'}";
const SPEC = 'spec: {containers: [{name: app, image: app:1}, {name: proxy, image: proxy:1, readinessProbe: {tcpSocket: {port: 80}}}]}';
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {${ORDERED}}
    ${SPEC}
`;
const POD = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  ${ORDERED}\n${SPEC}\n`;
const LIST = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [parse(DEPLOYMENT), parse(POD)] });
const OBJECT = 'apiVersion: cdk8s-startup-order.github.io/v1alpha1\nkind: StartupOrder\nspec: '
  + '{workloads: [{name: web}], kubernetesVersion: "1.34", containers: {app: {dependsOn: [proxy]}}}\n';

const last = (text: string) => parseAllDocuments(text).map(document => document.toJS()).at(-1);
const orderFor = (version: string, text = DEPLOYMENT) => orderInput(text, '--kubernetes-version', version);

describe('order records the version in the metadata of the workload', () => {
  test.each([
    ['1.33', '1.33'], ['v1.33.4-gke.1000', '1.33.4'], ['1.99', `1.${NEWEST_MINOR}`],
  ])('a stated version %s is recorded as %s, outside the pod template', (stated, recorded) => {
    const { metadata, spec } = last(orderFor(stated).out);
    expect(metadata).toEqual({ name: 'web', annotations: { [RECORDED]: recorded } });
    expect(Object.keys(spec.template.metadata.annotations)).not.toContain(RECORDED);
  });

  test('an assumed version is not recorded', () => { expect(orderInput(DEPLOYMENT).out).not.toContain(RECORDED); });

  test('the metadata of a Pod and of an item of a List contains the version', () => {
    const ordered = [last(orderFor('1.33', POD).out), ...last(orderFor('1.33', LIST).out).items];
    expect(ordered.map(({ metadata }) => metadata.annotations[RECORDED])).toEqual(['1.33', '1.33', '1.33']);
  });

  test('the version of a StartupOrder is recorded', () => {
    const { out } = orderInput(`${OBJECT}---\n${DEPLOYMENT.replace(/ {4}metadata: .*\n/, '')}`);
    expect(last(out).metadata.annotations).toEqual({ [RECORDED]: '1.34' });
    expect(cli(['order', 'web.yaml', '--file', 'order.yaml'], { files: { 'web.yaml': out, 'order.yaml': OBJECT } })).toMatchObject({ code: 0, out, error: '' });
  });
});

test('a second order uses the recorded version, and refuses another version or a wrong text', () => {
  const { out } = orderFor('1.28');
  expect(orderInput(out)).toMatchObject({ code: 0, out, error: '' });
  expect(orderFor('1.35', out)).toMatchObject({ code: 2, error: expect.stringContaining('[SO681]') });
  expect(orderInput(out.replace(/(kubernetes-version: ")1\.28/, '$11.3'))).toMatchObject({
    code: 2, out: '', error: expect.stringMatching(/^<stdin>:16:37: .*'1\.3'.*\[SO604\]\n$/),
  });
});

describe('without --kubernetes-version the reading commands use the recorded version', () => {
  const SIDECAR = `apiVersion: v1
kind: Pod
metadata: {name: x, annotations: {${RECORDED}: "1.28"}}
spec: {initContainers: [{name: s, restartPolicy: Always}], containers: [{name: app}]}
`;
  const ASSUMED = 'Kubernetes 1.29 or newer, assumed';
  const run = (text: string, ...args: readonly string[]) => cli([...args, '-'], { stdin: text }).out;

  test('lint, explain, report and plot show what holds on the recorded version', () => {
    expect(run(SIDECAR, 'lint')).toContain('[no-native-sidecars]');
    expect(run(SIDECAR, 'lint', '--kubernetes-version', '1.29')).not.toContain('[no-native-sidecars]');
    expect(run(SIDECAR, 'explain')).toMatch(/^Pod x: the order that Kubernetes 1\.28 enforces\n/);
    expect(JSON.parse(run(SIDECAR, 'explain', '--format', 'json'))[0].kubernetesVersion).toBe('1.28');
    const page = run(SIDECAR, 'report');
    expect([page.includes('start order on Kubernetes 1.28 or newer'), page.includes('no-native-sidecars')]).toEqual([true, true]);
    const [plain, recorded, newer] = [[], ['--kubernetes-version', '1.28'], ['--kubernetes-version', '1.29']].map(options => run(SIDECAR, 'plot', ...options));
    expect([plain === recorded, plain === newer]).toEqual([true, false]);
  });

  test('a recorded version that is no version has no effect', () => { expect(run(SIDECAR.replace('1.28', '1.3'), 'explain')).toContain(ASSUMED); });

  test.each(['lint', 'explain'])('%s reports an assumed version once', command => {
    const both = `${POD}---\n${DEPLOYMENT}---\n${SIDECAR}`;
    expect(run(both, command).split(ASSUMED)).toHaveLength(2);
    expect(run(SIDECAR, command) + run(both, command, '--kubernetes-version', '1.29')).not.toContain('assumed');
  });
});

test.each([
  ['in the pod template', DEPLOYMENT.replace('depends-on', 'depend-on'), '<stdin>:6:30'],
  ['of a Pod', POD.replace('depends-on', 'depends_on'), '<stdin>:5:17'],
  ['of a workload without a name', DEPLOYMENT.replace('depends-on', 'depend-on').replace('name: web', 'generateName: web'), '<stdin>:6:30'],
  ['of a workload', DEPLOYMENT.replace('{name: web}', '{name: web, annotations: {cdk8s-startup-order.github.io/kubernetesVersion: "1.33"}}'), '<stdin>:3:37'],
])('order refuses an annotation of the project that does not exist: %s', (_place, text, position) => {
  const { code, out, error } = orderInput(text);
  expect([code, out, error.split(': ')[0]]).toEqual([2, '', position]);
  expect(error).toMatch(/: (?:Pod|Deployment) web: there is the annotation [^\n]*; did you mean 'cdk8s-startup-order\.github\.io\/[^\n]*\[SO672\]\n$/);
});

test.each(['1.037', '1.3', '1.290', 'newest'])('each command refuses the version %s, or plans for no unknown version silently', version => {
  for (const command of ['lint', 'explain', 'plot', 'report', 'order', 'timeline']) {
    const { code, error } = cli([command, '-', '--kubernetes-version', version], { stdin: POD });
    expect([command, code === 2 || error]).toEqual([command, version === '1.290' && command !== 'timeline' ? `Kubernetes 1.290 is unknown; the facts of 1.${NEWEST_MINOR} are used\n` : true]);
  }
});

test.each([['v1.33.4-gke.1000', '1.33.4'], ['1.33+', '1.33'], ['1.33.4+k3s1', '1.33.4']])('each command reads the version %s as %s', (version, plain) => {
  for (const command of ['lint', 'explain', 'plot', 'report', 'order']) {
    const [given, expected] = [version, plain].map(v => cli([command, '-', '--kubernetes-version', v], { stdin: POD }));
    expect([command, given.error, given.out]).toEqual([command, '', expected.out]);
  }
});
