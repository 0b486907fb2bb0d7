import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { NEWEST_MINOR } from '../../../src/api/private/kubernetes-versions';
import { cli } from '../host';

const pod = (dependsOn: string, name = 'shop') => `kind: Pod
apiVersion: v1
metadata:
  name: ${name}
  annotations:
    cdk8s-startup-order.github.io/depends-on: '{"app": ${dependsOn}}'
spec:
  containers:
  - name: app
    command: [/app]
  - name: proxy
    readinessProbe: {tcpSocket: {port: 80}}
`;
const POD = pod('["proxy"]');
/** A hook fails open. */
const WEAK = pod('{"proxy": {"mechanism": "post_start"}}');
const AMD64 = ['--architecture', 'amd64'];

const order = (stdin: string, ...options: readonly string[]) => cli(['order', ...AMD64, ...options], { stdin });

describe('a dependency with the guarantee BEST_EFFORT', () => {
  test('one line names the dependencies that no declaration accepts, with the remedy', () => {
    const { code, out, error } = order(WEAK);
    expect([code, out === '']).toEqual([0, false]);
    expect(error).toBe('1 dependency holds only while nothing fails (BEST_EFFORT): Pod shop: app -> proxy. '
      + 'To raise it: leave `mechanism` out. `guarantee: best_effort` of the dependency accepts it as it is.\n');
  });

  test('the line counts the dependencies of all workloads, and names the first three', () => {
    const { error } = order(['a', 'b', 'c', 'd', 'e'].map(name => pod('{"proxy": {"mechanism": "post_start"}}', name)).join('---\n'));
    expect(error).toMatch(/^5 dependencies hold .*: Pod a: app -> proxy, Pod b: app -> proxy, Pod c: app -> proxy and 2 more\. To raise all of them: [^\n]*\n$/);
  });

  test('no line mentions a stronger or an accepted dependency', () => {
    expect(order(POD).error).toBe('');
    expect(order(pod('{"proxy": {"mechanism": "post_start", "guarantee": "best_effort"}}')).error).toBe('');
  });
});

describe('--guarantee', () => {
  test('each dependency without a guarantee gets it', () => {
    expect(order(WEAK, '--guarantee', 'BEST_EFFORT').error).toBe('');
    expect(order(WEAK, '--guarantee', 'FAIL_CLOSED')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('[SO403]') });
    expect(order(POD).out).not.toContain('--tcp=');
    expect(order(POD, '--guarantee', 'every_start').out).toContain('--tcp=127.0.0.1:80');
  });

  test('the guarantee of a dependency and of a StartupOrder take precedence', () => {
    expect(order(pod('{"proxy": {"mechanism": "post_start", "guarantee": "best_effort"}}'), '--guarantee', 'FAIL_CLOSED')).toMatchObject({ code: 0, error: '' });
    const object = 'apiVersion: cdk8s-startup-order.github.io/v1alpha1\nkind: StartupOrder\nspec: '
      + '{workloads: [{name: shop}], guarantee: fail_closed, containers: {app: {dependsOn: [proxy]}}}\n';
    const bare = POD.replace(/ {2}annotations:\n.*\n/, '');
    expect(order(`${object}---\n${bare}`, '--guarantee', 'EVERY_START').out).not.toContain('--tcp=');
  });

  test('another word is a usage error', () => {
    expect(order(POD, '--guarantee', 'strong')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('BEST_EFFORT, FAIL_CLOSED, EVERY_START') });
  });
});

describe('--check', () => {
  const check = (stdin: string, ...options: readonly string[]) => order(stdin, '--check', ...options);

  test('the output of order passes, and nothing is printed', () => {
    expect(check(order(POD).out)).toEqual({ code: 0, out: '', error: '', written: {} });
    expect(check('kind: A\n')).toMatchObject({ code: 0, out: '', error: '' });
  });

  test('the output passes with each condition, and a pod with a container that no longer meets it does not', () => {
    const stated = (condition: string, fields: string) => `kind: Pod
apiVersion: v1
metadata:
  name: shop
  annotations:
    cdk8s-startup-order.github.io/depends-on: '{"app": {"proxy": {"condition": "${condition}"}}}'
spec:
  restartPolicy: Never
  ${fields}
`;
    const app = '{name: app, command: [/app]}';
    const both = (proxy: string) => `containers: [${app}, {name: proxy, command: [/proxy]${proxy}}]`;
    const readiness = ', readinessProbe: {tcpSocket: {port: 80}}';
    const startup = ', startupProbe: {tcpSocket: {port: 80}}';
    const init = (proxy: string) => `initContainers: [{name: proxy, command: [/proxy]${proxy}}]\n  containers: [${app}]`;
    const sidecar = init(`, restartPolicy: Always${startup}`);
    let checked = 0;
    for (const version of ['1.27', '1.37']) {
      for (const condition of ['running', 'started', 'ready', 'completed', 'exited']) {
        for (const fields of [both(''), both(readiness), both(startup), init(''), sidecar]) {
          const options = [...AMD64, '--kubernetes-version', version];
          const ordered = cli(['order', ...options], { stdin: stated(condition, fields) });
          if (ordered.code === 0) {
            checked++;
            expect({ version, condition, fields, ...cli(['order', '--check', ...options], { stdin: ordered.out }) }).toMatchObject({ code: 0, error: '' });
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(20);
    const mark = (text: string) => /ordered: .*/.exec(text)![0];
    const checkChanged = (condition: string, before: string, after: string) => {
      const { out } = order(stated(condition, before));
      return order(stated(condition, after).replace('  annotations:', `  annotations:\n    cdk8s-startup-order.github.io/${mark(out)}`), '--check');
    };
    expect(checkChanged('ready', both(readiness), init(''))).toMatchObject({ code: 1, error: expect.stringContaining('[SO684]') });
    expect(checkChanged('completed', init(''), sidecar)).toMatchObject({ code: 1, error: expect.stringContaining('[SO684]') });
  });

  test('a pod that is not ordered is missing its order', () => {
    expect(check(`kind: A\n---\n${POD}`)).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^<stdin>:5:1: Pod shop: the manifest declares [^\n]*\[SO683\]\n$/) });
  });

  test('a pod that another declaration or other options have ordered is stale', () => {
    const stale = order(POD).out.replace('["proxy"]', '{"proxy": {"condition": "running"}}');
    expect(check(stale)).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^<stdin>:3:1: Pod shop: the annotation [^\n]*\[SO681\]\n$/) });
    expect(check(order(POD).out, '--kubernetes-version', '1.35')).toMatchObject({ code: 1, error: expect.stringContaining('[SO681]') });
  });

  test('a pod that has lost its order by hand does not enforce the dependency', () => {
    const { out } = order(POD);
    expect(out).toMatch(/startupProbe/);
    expect(check(out.replace('startupProbe', 'livenessProbe'))).toMatchObject({
      code: 1, out: '', error: expect.stringMatching(/: Pod shop: container 'app' depends on 'proxy', and the ordered pod does not enforce it; [^\n]*\[SO684\]\n$/),
    });
  });

  test('a dependency that is weaker than --guarantee is named, with any guarantee of the order', () => {
    const { out } = order(WEAK);
    expect(check(out)).toMatchObject({ code: 0, error: '' });
    expect(check(out, '--guarantee', 'BEST_EFFORT')).toMatchObject({ code: 0, error: '' });
    expect(check(out, '--guarantee', 'FAIL_CLOSED')).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/with BEST_EFFORT, which is weaker than FAIL_CLOSED; [^\n]*\[SO684\]\n$/) });
    expect(check(order(POD).out, '--guarantee', 'EVERY_START')).toMatchObject({ code: 1, error: expect.stringContaining('with FAIL_CLOSED, which is weaker than EVERY_START') });
    expect(check(order(POD, '--guarantee', 'EVERY_START').out, '--guarantee', 'EVERY_START')).toMatchObject({ code: 0, error: '' });
  });

  test('the guarantee of the dependency takes precedence over --guarantee', () => {
    const { out } = order(pod('{"proxy": {"mechanism": "post_start", "guarantee": "best_effort"}}'));
    expect(check(out, '--guarantee', 'FAIL_CLOSED')).toMatchObject({ code: 0, error: '' });
  });

  test('an ordered pod without its declaration is no proof', () => {
    const { out } = order(POD);
    expect(check(out.replace(/.*depends-on.*\n/, ''))).toMatchObject({ code: 1, error: expect.stringMatching(/\[SO685\]\n$/) });
  });

  test('an invalid declaration is an error, and no result of the check', () => {
    expect(check(POD.replace('["proxy"]', 'proxy'))).toMatchObject({ code: 2, out: '', error: expect.stringContaining('[SO660]') });
    expect(check(POD, '--format', 'patches')).toMatchObject({ code: 2, out: '' });
  });

  const MANIFESTS = join(__dirname, 'manifests');
  test.each(readdirSync(MANIFESTS).filter(file => !file.includes('.ordered.')))('the ordered %s passes', file => {
    const options = ['--kubernetes-version', '1.33'];
    const { out } = order(readFileSync(join(MANIFESTS, file), 'utf8'), ...options);
    expect(check(out, ...options)).toMatchObject({ code: 0, error: '' });
  });
});

test('order reports a version newer than the newest known version, also in a StartupOrder', () => {
  const line = `Kubernetes 1.99 is unknown; the facts of 1.${NEWEST_MINOR} are used\n`;
  expect(order(POD, '--kubernetes-version', '1.99')).toMatchObject({ code: 0, error: line });
  const object = 'apiVersion: cdk8s-startup-order.github.io/v1alpha1\nkind: StartupOrder\nspec: '
    + '{workloads: [{name: shop}], kubernetesVersion: v1.99.1-gke.1, containers: {app: {dependsOn: [proxy]}}}\n';
  expect(order(`${object}---\n${POD.replace(/ {2}annotations:\n.*\n/, '')}`)).toMatchObject({ code: 0, error: line });
});
