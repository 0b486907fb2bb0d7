import { BARE, DEPENDS_ON, orderInput, POD, shop, startupOrder, WEAK } from './shop';
import { NEWEST_MINOR } from '../../../src/api/private/kubernetes-versions';

const AMD64 = ['--architecture', 'amd64'];
/** A hook that the declaration accepts. */
const ACCEPTED = shop('{"proxy": {"mechanism": "post_start", "guarantee": "best_effort"}}');

const order = (stdin: string, ...options: readonly string[]) => orderInput(stdin, ...AMD64, ...options);
const check = (stdin: string, ...options: readonly string[]) => order(stdin, '--check', ...options);

test.each<[string, string, RegExp]>([
  ['one line names the dependencies that no declaration accepts, with the remedy', WEAK, new RegExp('^1 dependency holds only while nothing fails \\(BEST_EFFORT\\): '
    + 'Pod shop: app -> proxy\\. To raise it: leave `mechanism` out\\. `guarantee: best_effort` of the dependency accepts it as it is\\.\\n$')],
  ['the line counts the dependencies of all workloads, and names the first three', ['a', 'b', 'c', 'd', 'e'].map(name => WEAK.replace('shop', name)).join('---\n'),
    /^5 dependencies hold .*: Pod a: app -> proxy, Pod b: app -> proxy, Pod c: app -> proxy and 2 more\. To raise all of them: [^\n]*\n$/],
  ['no line mentions a stronger dependency', POD, /^$/],
  ['no line mentions an accepted dependency', ACCEPTED, /^$/],
])('the guarantee BEST_EFFORT: %s', (_title, text, expected) => {
  expect(order(text)).toMatchObject({ code: 0, out: expect.stringContaining('ordered: '), error: expect.stringMatching(expected) });
});

test('a dependent that starts before a gate opens needs another guarantee, and a known command', () => {
  const explain = (last: string) => order(`${shop('{"proxy": {"mechanism": "entrypoint_gate"}}, "last": {"app": {"condition": "started", "guarantee": "best_effort"}}')}  - ${last}\n`, '--explain')
    .error.replace(/\s+/g, ' ');
  expect(explain('{name: last, command: [/last]}')).toContain('wait for the gate, ask for the guarantee FAIL_CLOSED, and leave `mechanism` out [SW106]');
  expect(explain('{name: last}')).toMatch(/wait for the gate, write the `command` of 'last', .*, and in each case ask for the guarantee FAIL_CLOSED, and leave /);
});

describe('--guarantee', () => {
  test('each dependency without a guarantee gets it', () => {
    expect(order(WEAK, '--guarantee', 'BEST_EFFORT').error).toBe('');
    expect(order(WEAK, '--guarantee', 'FAIL_CLOSED')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('[SO403]') });
    expect(order(POD).out).not.toContain('--tcp=');
    expect(order(POD, '--guarantee', 'every_start').out).toContain('--tcp=127.0.0.1:80');
  });

  test('the guarantee of a dependency and of a StartupOrder take precedence', () => {
    expect(order(ACCEPTED, '--guarantee', 'FAIL_CLOSED')).toMatchObject({ code: 0, error: '' });
    expect(order(`${startupOrder('guarantee: fail_closed')}---\n${BARE}`, '--guarantee', 'EVERY_START').out).not.toContain('--tcp=');
  });

  test('another word is a usage error', () => {
    expect(order(POD, '--guarantee', 'strong')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('BEST_EFFORT, FAIL_CLOSED, EVERY_START') });
  });
});

describe('--check', () => {
  const ORDERED = order(POD).out;
  const LOST = /: Pod shop: container 'app' depends on 'proxy', and the ordered pod does not enforce it; [^\n]*\[SO684\]\n$/;
  const STRICT = ['--guarantee', 'FAIL_CLOSED'];
  const ALWAYS = ['--guarantee', 'EVERY_START'];
  const LAST = '"last": {"app": {"condition": "started", "guarantee": "best_effort"}}';
  const GATE_RUNS = order(`${shop(`{"proxy": {"mechanism": "entrypoint_gate"}}, ${LAST}`)}  - name: last\n`).out;
  const STARTED = order(shop('{"proxy": {"condition": "started"}}').replace(/ {4}readinessProbe.*\n/, '')).out;
  const CHECKED = `${startupOrder().replace(']}}', ']}, proxy: {readyWhen: {httpGet: {path: /ready, port: 80}}}}')}---\n`;
  const PROBED = CHECKED + order(CHECKED + BARE.replace(/readinessProbe.*/, 'startupProbe: {tcpSocket: {port: 90}}')).out;

  test.each<[string, string, readonly string[]]>([
    ['the output of order', ORDERED, []], ['a sidecar with another startup probe', PROBED, []], ['a document without a pod', 'kind: A\n', []],
    ['a weak dependency', order(WEAK).out, []], ['a dependency with the guarantee', order(WEAK).out, ['--guarantee', 'BEST_EFFORT']],
    ['a guarantee', order(POD, ...ALWAYS).out, ALWAYS], ['a gated container that has started when its gate runs', GATE_RUNS, []], ['a native sidecar that has started when it runs', STARTED, []], ['an accepted dependency', order(ACCEPTED).out, STRICT],
  ])('%s passes, and nothing is printed', (_title, text, options) => {
    expect(check(text, ...options)).toEqual({ code: 0, out: '', error: '', written: {} });
  });

  test.each<[string, string, readonly string[], RegExp]>([
    ['a pod that is not ordered', `kind: A\n---\n${POD}`, [], /^<stdin>:5:1: Pod shop: the manifest declares [^\n]*\[SO683\]\n$/],
    ['a pod with another declaration', ORDERED.replace('["proxy"]', '{"proxy": {"condition": "running"}}'), [],
      /^<stdin>:3:1: Pod shop: the annotation [^\n]*\[SO681\]\n$/],
    ['a pod that other options have ordered', ORDERED, ['--kubernetes-version', '1.35'], /\[SO681\]/],
    ['a pod that was ordered for nodes with other capabilities',
      `${startupOrder('capabilities: {nativeSidecars: false}')}---\n${order(`${startupOrder('')}---\n${BARE}`).out}`, [], /\[SO681\]\n$/],
    ['a pod that has lost its order by hand', ORDERED.replace('startupProbe', 'livenessProbe'), [], LOST],
    ['a hook of the user instead of the hook that waits', order(WEAK).out.replace('/startup-order/wait', 'touch'), [], LOST],
    ['a sidecar with another startup probe that has lost its wait', PROBED.replace(/ {2}- (?=command:\n)[^]*?(?= {2}volumes:)/, ''), [], LOST],
    ['a dependency that is weaker than --guarantee', order(WEAK).out, STRICT, /with BEST_EFFORT, which is weaker than FAIL_CLOSED; [^\n]*\[SO684\]\n$/],
    ['an order that is weaker than that', ORDERED, ALWAYS, /with FAIL_CLOSED, which is weaker than EVERY_START/],
    ['an ordered pod without its declaration', ORDERED.replace(/.*depends-on.*\n/, ''), [], /\[SO685\]\n$/],
  ])('%s does not pass', (_title, text, options, error) => {
    expect(check(text, ...options)).toMatchObject({ code: 1, out: '', error: expect.stringMatching(error) });
  });

  const PROXY = '{role: sidecar, readyWhen: {tcpSocket: {port: 80}}}';
  test.each<[string, string, string, RegExp, string]>([
    ['sidecarsFirst and a role', 'sidecarsFirst: true', `{proxy: ${PROXY}}`, /startupProbe/, 'livenessProbe'],
    ['sidecarsFirst and a sidecar of the manifest', 'sidecarsFirst: true', '{}', /startupProbe/, 'livenessProbe'],
    ['a role and a ready check', '', `{app: {dependsOn: [proxy]}, proxy: ${PROXY}}`, /restartPolicy: Always\n *startupProbe/, 'livenessProbe'],
  ])('a StartupOrder with %s passes, until the manifest loses what enforces it', (_title, fields, containers, lost, instead) => {
    const object = `${startupOrder(fields).replace(/containers: .*/, `containers: ${containers}`)}---\n`;
    const sidecar = '  - {name: proxy, restartPolicy: Always, startupProbe: {tcpSocket: {port: 80}}}\n';
    const pod = containers === '{}' ? BARE.replace(/ {2}- name: proxy\n.*\n/, `  initContainers:\n${sidecar}`) : BARE;
    const ordered = order(object + pod).out;
    expect(check(object + ordered)).toMatchObject({ code: 0, error: '' });
    expect(ordered).toMatch(lost);
    expect(check(object + ordered.replace(lost, instead))).toMatchObject({ code: 1, error: expect.stringMatching(LOST) });
    expect(order(object + ordered.replace(lost, instead))).toMatchObject({ code: 2, out: '', error: expect.stringMatching(LOST) });
  });

  test('a native sidecar of a webhook needs a startup probe only with `sidecarsFirst`', () => {
    const checkInjected = (fields: string, more: string) => {
      const object = `${startupOrder(fields)}---\n`;
      const injected = `  initContainers:\n  - {name: mesh, restartPolicy: Always${more}}\n`;
      return check(object + order(object + BARE).out.replace(/ {2}initContainers:\n/, injected));
    };
    const PROBE = ', startupProbe: {tcpSocket: {port: 15021}}';
    expect([checkInjected('sidecarsFirst: true', PROBE), checkInjected('sidecarsFirst: false', '')].map(({ code }) => code)).toEqual([0, 0]);
    expect(checkInjected('sidecarsFirst: true', '')).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /container 'app' depends on 'mesh', and the ordered pod does not enforce it; if a webhook adds 'mesh', have it add a startup probe, too; otherwise use the manifest as it was before/),
    });
  });

  test('an invalid declaration is an error, and no result of the check', () => {
    expect(check(POD.replace('["proxy"]', 'proxy'))).toMatchObject({ code: 2, out: '', error: expect.stringContaining('[SO660]') });
    expect(check(POD, '--format', 'patches')).toMatchObject({ code: 2, out: '' });
  });

  test('the output passes with each condition, and a pod with a container that no longer meets it does not', () => {
    const app = '{name: app, command: [/app]}';
    const stated = (condition: string, fields: string) => `kind: Pod
apiVersion: v1
metadata:
  name: shop
  annotations:
    ${DEPENDS_ON}: '{"app": {"proxy": {"condition": "${condition}"}}}'
spec: {restartPolicy: Never, ${fields}}
`;
    const both = (proxy: string) => `containers: [${app}, {name: proxy, command: [/proxy]${proxy}}]`;
    const [readiness, startup] = ['readiness', 'startup'].map(probe => `, ${probe}Probe: {tcpSocket: {port: 80}}`);
    const init = (proxy: string) => `initContainers: [{name: proxy, command: [/proxy]${proxy}}], containers: [${app}]`;
    const sidecar = init(`, restartPolicy: Always${startup}`);
    let checked = 0;
    for (const version of ['1.27', '1.37']) {
      for (const condition of ['running', 'started', 'ready', 'completed', 'exited']) {
        for (const fields of [both(''), both(readiness), both(startup), init(''), sidecar]) {
          const ordered = order(stated(condition, fields), '--kubernetes-version', version);
          if (ordered.code === 0) {
            checked++;
            expect({ version, condition, fields, ...check(ordered.out, '--kubernetes-version', version) }).toMatchObject({ code: 0, error: '' });
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(20);
    for (const [condition, before, after] of [['ready', both(readiness), init('')], ['completed', init(''), sidecar]]) {
      const mark = /ordered: .*/.exec(order(stated(condition, before)).out)![0];
      const changed = stated(condition, after).replace('  annotations:', `  annotations:\n    cdk8s-startup-order.github.io/${mark}`);
      expect(check(changed)).toMatchObject({ code: 1, error: expect.stringContaining('[SO684]') });
    }
  });
});

test.each([
  ['an option', POD, ['--kubernetes-version', '1.99']], ['a StartupOrder', `${startupOrder('kubernetesVersion: v1.99.1-gke.1')}---\n${BARE}`, []],
])('order reports a version newer than the newest known version, in %s', (_where, text, options) => {
  expect(order(text, ...options)).toMatchObject({ code: 0, error: `Kubernetes 1.99 is unknown; the facts of 1.${NEWEST_MINOR} are used\n` });
});
