import { ApiObject, Chart } from 'cdk8s';
import { errorOf, testApp } from './manifests';
import { Dependency, Mechanism, Protocol, ReadyCheck, StartupOrder, StartupOrderPolicy } from '../../src';

const OPTIONS = { kubernetesVersion: '1.33', architecture: 'amd64' };
const PROXY = Dependency.onInjected('istio-proxy', ReadyCheck.httpGet('/healthz/ready', { port: 15021 }));
const APP = { name: 'app', image: 'a', command: ['/app'] };

/** A pod whose container `app` depends on an injected container. */
function order(dependsOn: Dependency, containers: object[] = [APP]): { readonly chart: Chart; readonly startupOrder: StartupOrder } {
  const chart = new Chart(testApp(), 'shop', { namespace: 'shop' });
  const metadata = { name: 'web', labels: { app: 'web' } };
  const pod = new ApiObject(chart, 'web', { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
  return { chart, startupOrder: StartupOrder.of(pod, { ...OPTIONS, containers: { app: { dependsOn: [dependsOn] } } }) };
}

const appIn = (chart: Chart) => chart.toJson().find(o => o.kind === 'Pod').spec.containers.find((c: any) => c.name === 'app');

test('the gate of the dependent makes the check of an injected container', () => {
  const words = ['--gate=app.gate', '--for=istio-proxy', '--http=http://127.0.0.1:15021/healthz/ready'];
  expect(appIn(order(PROXY).chart).command).toEqual(['/startup-order/wait', ...words, '--', '/app']);
});

test('the gate of the dependent asks an injected server at localhost', () => {
  const { chart, startupOrder } = order(Dependency.onInjected('pgbouncer', ReadyCheck.server(Protocol.POSTGRESQL, { port: 6432 })));
  expect(appIn(chart).command.slice(2, 5)).toEqual(['--for=pgbouncer', '--tcp=127.0.0.1:6432', '--protocol=PostgreSQL']);
  expect(startupOrder.plan().dependencies[0].check).toBe('PostgreSQL at 127.0.0.1:6432');
});

test('the plan contains the mechanism, the guarantee, and the injected container', () => {
  const { startupOrder } = order(PROXY);
  const [{ mechanism, guarantee, external }] = startupOrder.plan().dependencies;
  expect([mechanism, guarantee, external]).toEqual([Mechanism.ENTRYPOINT_GATE, 'EVERY_START', true]);
  const text = startupOrder.explain(true);
  expect(text).toMatch(/^ +- +- +~?\d\.\d {2}istio-proxy \(injected by a webhook\)$/m);
  expect(text).toContain('app: `command`: the wait agent runs first: waits for istio-proxy\n');
});

test('a StartupOrderPolicy requires the whole gate', () => {
  const { chart } = order(PROXY);
  new StartupOrderPolicy(chart, 'policy');
  const { validations } = chart.toJson().find(o => o.kind === 'ValidatingAdmissionPolicy').spec;
  const [{ expression }] = validations.filter((v: any) => v.message.endsWith("but the command of 'app' does not contain its gate"));
  expect(expression).toContain(JSON.stringify('--for=istio-proxy\n--http=http://127.0.0.1:15021/healthz/ready\n--\n').slice(1, -1));
});

test.each<[code: string, title: string, text: string, build: () => { readonly chart: Chart }]>([
  ['SO911', 'a container of the manifest', 'use a dependency on that container', () => order(PROXY, [APP, { name: 'istio-proxy', image: 'p' }])],
  ['SO912', 'a check that needs an agent', 'use `httpGet`', () => order(Dependency.onInjected('p', ReadyCheck.file('/x')))],
  ['SO912', 'the HEALTHCHECK of an image', 'only an agent in that container', () => order(Dependency.onInjected('p', ReadyCheck.fromImage()))],
  ['SO912', 'an HTTP check without a port', 'use `httpGet`', () => order(Dependency.onInjected('p', ReadyCheck.httpGet('/x')))],
  ['SO402', 'another mechanism', 'INIT_CONTAINER', () => order(Dependency.onInjected('p', ReadyCheck.tcpSocket(1), { mechanism: Mechanism.INIT_CONTAINER }))],
  ['SO913', 'a dependent with an unknown command', 'write the `command` of', () => order(PROXY, [{ name: 'app', image: 'a' }])],
  ['SO913', 'a dependent with a postStart hook', "the postStart hook of 'app'", () => order(PROXY, [{ ...APP, lifecycle: { postStart: { exec: { command: ['true'] } } } }])],
])('%s: %s is an error at synth', (code, _title, text, build) => {
  const error = errorOf(() => build().chart.toJson());
  expect(error.match(/\[SO\d+\]/g)).toEqual([`[${code}]`]);
  expect(error).toContain(text);
});
