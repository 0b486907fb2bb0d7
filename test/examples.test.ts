import { readFileSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { example, EXAMPLES, synthesize } from './examples';

const CASES = ['a1-no-order', 'a2-startup-probe', 'a3-ready-file', 'b1-startup-sequence', 'b2-reversed-list', 'c1-fixed-delay', 'c2-config-service', 'c3-pilot-agent'];
/** What no field case shows. */
const OTHERS = ['agent-image-volume', 'cache-then-app', 'cronjob-retry', 'drain-before-proxy', 'external-waits', 'job-with-proxy', 'mesh-istio', 'mesh-linkerd', 'migrate-then-web', 'pipeline'];

function podSpecOf(name: string): any {
  const golden = readFileSync(join(__dirname, '..', 'examples', name, 'expected.yaml'), 'utf8');
  const manifest = parseAllDocuments(golden)[0].toJS();
  return manifest.kind === 'Pod' ? manifest.spec : (manifest.spec.jobTemplate ?? manifest).spec.template.spec;
}

const names = (containers: { name: string }[] | undefined) => (containers ?? []).map(c => c.name);
const hookOf = (container: any) => container.lifecycle?.postStart?.exec?.command;

test('there is an example for every field case', () => {
  expect(EXAMPLES.map(e => e.name)).toEqual([...CASES, ...OTHERS].sort());
});

test.concurrent.each(EXAMPLES.map(e => [e.name, e] as const))('cdk8s synth of %s gives the manifest that is beside it', async (_name, found) => {
  expect(await synthesize(found)).toEqual(readFileSync(join(found.directory, 'expected.yaml'), 'utf8'));
});

test('hand-written YAML of four containers is put in order by one call, and keeps all else', async () => {
  const documents = parseAllDocuments(await synthesize(example('shop'))).map(d => d.toJS());
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

describe('what the manifests say', () => {
  test('a1: without a declared order the list is as it was written, and nothing is injected', () => {
    const spec = podSpecOf('a1-no-order');
    expect(names(spec.containers)).toEqual(['1st-container', '2nd-container', 'app-container']);
    expect(names(spec.initContainers)).toEqual([]);
    expect(spec.containers.map(hookOf)).toEqual([undefined, undefined, undefined]);
  });

  test('a2: the same probe holds the app once the sidecar is a native one', () => {
    const spec = podSpecOf('a2-startup-probe');
    expect(names(spec.containers)).toEqual(['app-container']);
    expect(names(spec.initContainers)).toEqual(['sidecar-container']);
    expect(spec.initContainers[0]).toMatchObject({ restartPolicy: 'Always', startupProbe: { exec: { command: ['cat', '/tmp/healthy'] } } });
  });

  test('a3: the app waits for the file, not for a fixed time', () => {
    const spec = podSpecOf('a3-ready-file');
    expect(names(spec.containers)).toEqual(['sidecar-container', 'app-container']);
    expect(hookOf(spec.containers[0]).slice(-3)).toEqual(['file', '/tmp/healthy', '--mark=READY:/startup-order/state/sidecar-container']);
    expect(spec.containers[1].command.slice(4, 7)).toEqual(['mark', 'READY', '/startup-order/state/sidecar-container']);
  });

  test('b1: the hook that was there runs first, then the readiness check', () => {
    const [container1, container2] = podSpecOf('b1-startup-sequence').containers;
    expect([container1.name, container2.name]).toEqual(['container1', 'container2']);
    expect(hookOf(container1).slice(2, 5)).toEqual(['--run-first=3', 'sh', '-c']);
    expect(hookOf(container1).slice(-5)).toEqual(['command', 'test', '-s', '/log/sequence', '--mark=READY:/startup-order/state/container1']);
  });

  test('b2: reversing the list changes nothing', () => {
    expect(podSpecOf('b2-reversed-list')).toEqual(podSpecOf('b1-startup-sequence'));
  });

  test('c1: the delay is an init container of its own', () => {
    const spec = podSpecOf('c1-fixed-delay');
    expect(names(spec.initContainers)).toEqual(['wait-for-delay']);
    expect(spec.initContainers[0].command.slice(-2)).toEqual(['delay', '10']);
  });

  test('c2: only status 200 passes, and the wait ends after five minutes', () => {
    const [wait] = podSpecOf('c2-config-service').initContainers;
    expect(wait.name).toBe('wait-for-apollo-configservice-fat');
    expect(wait.command).toEqual(expect.arrayContaining(['--timeout=300', '--on-timeout=fail', '200']));
  });

  test('c3: the blocking command is the hook as it stands, and the proxy comes first', () => {
    const spec = podSpecOf('c3-pilot-agent');
    expect(names(spec.containers)).toEqual(['istio-proxy', 'application']);
    expect(hookOf(spec.containers[0])).toEqual(['pilot-agent', 'wait']);
    expect(names(spec.initContainers)).toEqual([]);
  });

  test('agent-image-volume: nothing is installed, and the busybox that the gate runs names itself to the script', () => {
    const { initContainers, containers: [cache, application], volumes } = podSpecOf('agent-image-volume');
    expect([initContainers, Object.keys(cache).sort()]).toEqual([undefined, ['image', 'imagePullPolicy', 'name', 'securityContext']]);
    expect(volumes[0]).toEqual({ name: 'startup-order-agent', image: { reference: 'busybox:1.37.0-musl', pullPolicy: 'IfNotPresent' } });
    const busybox = `${application.volumeMounts[0].mountPath}/bin/busybox`;
    expect([application.command[0], application.command[4], application.command.slice(-2)]).toEqual([busybox, busybox, ['--', '/app']]);
  });

  test('cache-then-app: without the mark of the cache there is no app, whose image is all that is known of it', () => {
    const [cache, application] = podSpecOf('cache-then-app').containers;
    const mark = '--mark=READY:/startup-order/state/cache';
    expect([hookOf(cache).at(-1), cache.readinessProbe.exec.command.at(-1)]).toEqual([mark, mark]);
    expect(application.env.map((e: any) => e.valueFrom.fileKeyRef)).toEqual([{ key: 'READY', path: 'cache', volumeName: 'startup-order-state' }]);
    expect(Object.keys(application).sort()).toEqual(['env', 'image', 'imagePullPolicy', 'name', 'securityContext']);
  });

  test('job-with-proxy: the startup probe of a native sidecar holds the report, and nothing is injected', () => {
    const { initContainers: [proxy, ...others], containers, volumes } = podSpecOf('job-with-proxy');
    expect([proxy.name, proxy.restartPolicy, proxy.startupProbe.tcpSocket]).toEqual(['proxy', 'Always', { port: 5432 }]);
    expect([others, names(containers), volumes]).toEqual([[], ['report'], undefined]);
  });

  test('cronjob-retry: the proxy runs until the export is known to have completed', () => {
    const [proxy, task] = podSpecOf('cronjob-retry').containers;
    expect(proxy.command).toEqual(['/startup-order/agent/wait-agent', '--until=COMPLETED:/startup-order/state/export.end', '--', '/db-proxy', '--port=5432']);
    expect(task.command).toEqual(expect.arrayContaining(['--reset=/startup-order/state/export.end', '--ends=/startup-order/state/export.end']));
    expect(task.command.slice(-3)).toEqual(['--', '/export', '--night']);
  });

  test('mesh-istio: the switch is put into what the team has there, and the app itself waits through the mesh', () => {
    const manifest = parseAllDocuments(readFileSync(join(example('mesh-istio').directory, 'expected.yaml'), 'utf8'))[0].toJS();
    expect(manifest.spec.template.metadata.annotations).toEqual({ 'proxy.istio.io/config': '# set by the shop team\nconcurrency: 2\nholdApplicationUntilProxyStarts: true\n' });
    const { initContainers, containers: [web] } = podSpecOf('mesh-istio');
    expect([names(initContainers), web.command.slice(-2)]).toEqual([['install-wait-agent'], ['--', '/web']]);
  });

  test('mesh-linkerd: the proxy is native, and an init container asks through it', () => {
    const manifest = parseAllDocuments(readFileSync(join(example('mesh-linkerd').directory, 'expected.yaml'), 'utf8'))[0].toJS();
    expect(Object.keys(manifest.spec.template.metadata.annotations)).toEqual(['config.alpha.linkerd.io/proxy-enable-native-sidecar', 'config.linkerd.io/proxy-await']);
    const { initContainers: [wait, ...others] } = podSpecOf('mesh-linkerd');
    expect([wait.name, wait.command.slice(-2), wait.securityContext.runAsUser, others]).toEqual(['wait-for-config', ['http://config.shop:8080/info', '200'], 65534, []]);
  });

  test('pipeline: the Job ends although its proxy never does, and the worker waits for it before it starts', () => {
    const { initContainers: [proxy, ...others], containers } = podSpecOf('pipeline');
    expect([proxy.name, proxy.restartPolicy, proxy.startupProbe.httpGet, others, names(containers)])
      .toEqual(['cloud-sql-proxy', 'Always', { path: '/startup', port: 9090 }, [], ['migrate']]);
    const worker = parseAllDocuments(readFileSync(join(example('pipeline').directory, 'expected.yaml'), 'utf8')).map(d => d.toJS()).at(-1);
    expect(names(worker.spec.template.spec.initContainers)).toEqual(['install-wait-agent', 'wait-for-migrate', 'wait-for-redis']);
  });
});
