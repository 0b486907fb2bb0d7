import { parse, parseAllDocuments } from 'yaml';
import { cli } from './host';
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

const order = (stdin: string, ...options: readonly string[]) => cli(['order', ...options], { stdin });
const last = (text: string) => parseAllDocuments(text).map(document => document.toJS()).at(-1);

describe('order records the version in the metadata of the workload', () => {
  test.each([
    ['1.33', '1.33'],
    ['v1.33.4-gke.1000', '1.33.4'],
    ['1.99', `1.${NEWEST_MINOR}`],
  ])('a stated version %s is recorded as %s, outside the pod template', (stated, recorded) => {
    const { metadata, spec } = last(order(DEPLOYMENT, '--kubernetes-version', stated).out);
    expect(metadata).toEqual({ name: 'web', annotations: { [RECORDED]: recorded } });
    expect(Object.keys(spec.template.metadata.annotations)).not.toContain(RECORDED);
  });

  test('an assumed version is not recorded', () => {
    expect(order(DEPLOYMENT).out).not.toContain(RECORDED);
  });

  test('the metadata of a Pod and of an item of a List contains the version', () => {
    expect(last(order(POD, '--kubernetes-version', '1.33').out).metadata.annotations[RECORDED]).toBe('1.33');
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [parse(DEPLOYMENT), parse(POD)] });
    const { items } = last(order(list, '--kubernetes-version', '1.33').out);
    expect(items.map((item: any) => item.metadata.annotations[RECORDED])).toEqual(['1.33', '1.33']);
  });

  test('the version of a StartupOrder is recorded', () => {
    const object = 'apiVersion: cdk8s-startup-order.github.io/v1alpha1\nkind: StartupOrder\nspec: '
      + '{workloads: [{name: web}], kubernetesVersion: "1.34", containers: {app: {dependsOn: [proxy]}}}\n';
    const bare = DEPLOYMENT.replace(/ {4}metadata: .*\n/, '');
    const { out } = order(`${object}---\n${bare}`);
    expect(last(out).metadata.annotations).toEqual({ [RECORDED]: '1.34' });
    const again = cli(['order', 'web.yaml', '--file', 'order.yaml'], { files: { 'web.yaml': out, 'order.yaml': object } });
    expect(again).toMatchObject({ code: 0, out, error: '' });
  });
});

test('order refuses a recorded version that is no version', () => {
  const { out } = order(DEPLOYMENT, '--kubernetes-version', '1.33');
  expect(order(out.replace(/(kubernetes-version: ")1\.33/, '$11.3'))).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/^<stdin>:3:37: .*'1\.3'.*\[SO604\]\n$/) });
});

test('a second order without --kubernetes-version uses the recorded version, and changes nothing', () => {
  const { out } = order(DEPLOYMENT, '--kubernetes-version', '1.28');
  expect(order(out)).toMatchObject({ code: 0, out, error: '' });
  expect(order(out, '--kubernetes-version', '1.35')).toMatchObject({ code: 2, error: expect.stringContaining('[SO681]') });
});

describe('without --kubernetes-version the reading commands use the recorded version', () => {
  const SIDECAR = `apiVersion: v1
kind: Pod
metadata: {name: x, annotations: {${RECORDED}: "1.28"}}
spec: {initContainers: [{name: s, restartPolicy: Always}], containers: [{name: app}]}
`;
  const ASSUMED = 'Kubernetes 1.29 or newer, assumed';
  const run = (text: string, ...args: readonly string[]) => cli([...args, '-'], { stdin: text }).out;

  test('lint finds what is wrong on the recorded version', () => {
    expect(run(SIDECAR, 'lint')).toContain('[no-native-sidecars]');
    expect(run(SIDECAR, 'lint', '--kubernetes-version', '1.29')).not.toContain('[no-native-sidecars]');
  });

  test('explain and report show the recorded version', () => {
    expect(run(SIDECAR, 'explain')).toMatch(/^Pod x: the order that Kubernetes 1\.28 enforces\n/);
    expect(JSON.parse(run(SIDECAR, 'explain', '--format', 'json'))[0].kubernetesVersion).toBe('1.28');
    expect(run(SIDECAR, 'report')).toContain('start order on Kubernetes 1.28 or newer');
    expect(run(SIDECAR, 'report')).toContain('no-native-sidecars');
  });

  test('plot draws the pod on the recorded version', () => {
    expect(run(SIDECAR, 'plot')).toBe(run(SIDECAR, 'plot', '--kubernetes-version', '1.28'));
    expect(run(SIDECAR, 'plot')).not.toBe(run(SIDECAR, 'plot', '--kubernetes-version', '1.29'));
  });

  test('a recorded version that is no version has no effect', () => {
    expect(run(SIDECAR.replace('1.28', '1.3'), 'explain')).toContain(ASSUMED);
  });

  test('a command reports an assumed version once', () => {
    const both = `${POD}---\n${DEPLOYMENT}---\n${SIDECAR}`;
    for (const command of ['lint', 'explain']) {
      expect(run(both, command).split(ASSUMED)).toHaveLength(2);
      expect(run(SIDECAR, command)).not.toContain('assumed');
      expect(run(both, command, '--kubernetes-version', '1.29')).not.toContain('assumed');
    }
  });
});

describe('order refuses an annotation of the project that does not exist', () => {
  test.each([
    ['in the pod template', DEPLOYMENT.replace('depends-on', 'depend-on'), '<stdin>:6:30'],
    ['of a Pod', POD.replace('depends-on', 'depends_on'), '<stdin>:5:17'],
    ['of a workload', DEPLOYMENT.replace('{name: web}', '{name: web, annotations: {cdk8s-startup-order.github.io/kubernetesVersion: "1.33"}}'), '<stdin>:3:37'],
  ])('%s', (_place, text, position) => {
    const { code, out, error } = order(text);
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(/: (?:Pod|Deployment) web: there is the annotation [^\n]*; did you mean 'cdk8s-startup-order\.github\.io\/[^\n]*\[SO672\]\n$/);
    expect(error.startsWith(`${position}: `)).toBe(true);
  });
});

test.each(['1.037', '1.3', '1.290', 'newest'])('each command refuses the version %s, or plans for no unknown version silently', version => {
  for (const command of ['lint', 'explain', 'plot', 'report', 'order', 'timeline']) {
    const { code, error } = cli([command, '-', '--kubernetes-version', version], { stdin: POD });
    const isSaid = version === '1.290' && error.includes('Kubernetes 1.290 is unknown');
    expect([command, code === 2 || isSaid]).toEqual([command, true]);
  }
});

test.each([['v1.33.4-gke.1000', '1.33.4'], ['1.33+', '1.33'], ['1.33.4+k3s1', '1.33.4']])('each command reads the version %s as %s', (version, plain) => {
  for (const command of ['lint', 'explain', 'plot', 'report', 'order']) {
    const run = (given: string) => cli([command, '-', '--kubernetes-version', given], { stdin: POD });
    expect([command, run(version).error]).toEqual([command, '']);
    expect(run(version).out).toBe(run(plain).out);
  }
});
