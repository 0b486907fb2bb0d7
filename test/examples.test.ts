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

function objectsOf(name: string): any[] {
  return parseAllDocuments(manifestOf(example(name))).map(document => document.toJS());
}

const isWorkload = (o: any) => o.kind === 'Pod' || o.spec?.template || o.spec?.jobTemplate;
const podSpecIn = (workload: any) => workload.kind === 'Pod' ? workload.spec : (workload.spec.jobTemplate ?? workload).spec.template.spec;

/** Returns the pod spec of the first workload, or of the workload with the name. */
function podSpecOf(name: string, workload?: string): any {
  return podSpecIn(objectsOf(name).find(o => isWorkload(o) && (workload === undefined || o.metadata.name === workload)));
}

const manifestOf = (found: Example) => runExample(found).manifests;

/** Public images whose configuration names root or a user without a number. */
const WITHOUT_NUMERIC_USER = /(^|\/)(busybox|envoyproxy\/envoy|hashicorp\/vault|istio\/proxyv2|nginx|postgres|redis)([:@]|$)/;

/** The kubelet does not create such a container: CreateContainerConfigError (`verifyRunAsNonRoot` in pkg/kubelet/kuberuntime/security_context.go, Kubernetes 1.37.1). */
function isRefused(container: any, pod: any): boolean {
  const { runAsNonRoot, runAsUser } = { ...pod.securityContext, ...container.securityContext };
  return runAsNonRoot === true && runAsUser === undefined && WITHOUT_NUMERIC_USER.test(container.image);
}

const names = (containers: { name: string }[] | undefined) => (containers ?? []).map(c => c.name);
const hookOf = (container: any) => container.lifecycle?.postStart?.exec?.command;

test('every field case has an example', () => {
  expect(EXAMPLES.map(e => e.name)).toEqual([...CASES, ...OTHERS, ...HOW_TO].sort());
});

test('no golden has more than 120 lines', () => {
  expect(EXAMPLES.filter(({ directory }) => readFileSync(join(directory, 'expected.yaml'), 'utf8').trimEnd().split('\n').length > 120)).toEqual([]);
});

test('a change of a field that a golden leaves out changes only its hash', () => {
  const manifest = (policy: string) => `kind: Pod\nspec:\n  containers:\n${`    - image: web\n      imagePullPolicy: ${policy}\n`.repeat(60)}`;
  const [[hash, ...shown], [otherHash, ...otherShown]] = ['Always', 'Never'].map(policy => golden(manifest(policy)).split('\n'));
  expect(otherHash).not.toBe(hash);
  expect(otherShown).toEqual(shown);
  expect(shown).toContain('    - image: web');
});

test.each(EXAMPLES.map(e => [e.name, e] as const))('%s gives the expected manifest', (_name, found) => {
  expect(golden(manifestOf(found))).toEqual(readFileSync(join(found.directory, 'expected.yaml'), 'utf8'));
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

describe('the manifests of the examples', () => {
  test('a1: without dependencies the manifest keeps its list and gets no injected containers', () => {
    const spec = podSpecOf('a1-no-order');
    expect(names(spec.containers)).toEqual(['1st-container', '2nd-container', 'app-container']);
    expect(names(spec.initContainers)).toEqual([]);
    expect(spec.containers.map(hookOf)).toEqual([undefined, undefined, undefined]);
  });

  test('a2: the startup probe delays the app if the sidecar is native', () => {
    const spec = podSpecOf('a2-startup-probe');
    expect(names(spec.containers)).toEqual(['app-container']);
    expect(names(spec.initContainers)).toEqual(['sidecar-container']);
    expect(spec.initContainers[0]).toMatchObject({ restartPolicy: 'Always', startupProbe: { exec: { command: ['cat', '/tmp/healthy'] } } });
  });

  test('a3: the app waits for the file instead of a fixed time', () => {
    const spec = podSpecOf('a3-ready-file');
    const [sidecar, ...others] = spec.initContainers;
    expect([names(others), names(spec.containers), spec.volumes]).toEqual([[], ['app-container'], undefined]);
    expect([sidecar.name, sidecar.restartPolicy, sidecar.startupProbe.exec.command]).toEqual(['sidecar-container', 'Always', ['test', '-f', '/tmp/healthy']]);
    expect([hookOf(sidecar), spec.containers[0].command]).toEqual([undefined, ['sh', '-c', 'date; sleep 3600']]);
  });

  test('b1: the hook of the user stays, and the readiness check follows before container2 starts', () => {
    const { initContainers: [container1, ...others], containers } = podSpecOf('b1-startup-sequence');
    expect([container1.name, container1.restartPolicy, names(others), names(containers)]).toEqual(['container1', 'Always', [], ['container2']]);
    expect(hookOf(container1)).toEqual(['sh', '-c', 'for i in $(seq 30); do echo hook $i >> /log/sequence; sleep 1; done']);
    expect(container1.startupProbe).toMatchObject({ exec: { command: ['test', '-s', '/log/sequence'] }, periodSeconds: 1 });
    expect([container1.readinessProbe, container1.livenessProbe].map(probe => probe.periodSeconds)).toEqual([5, 5]);
  });

  test('b2: the reversed list gives the same order', () => {
    expect(podSpecOf('b2-reversed-list')).toEqual(podSpecOf('b1-startup-sequence'));
  });

  test('c1: an init container makes the delay', () => {
    const spec = podSpecOf('c1-fixed-delay');
    expect(names(spec.initContainers)).toEqual(['wait-for-delay']);
    expect(spec.initContainers[0].command.slice(-2)).toEqual(['--for=delay', '--delay=10s']);
  });

  test('c2: the wait accepts only status 200 and ends after five minutes', () => {
    const [wait] = podSpecOf('c2-config-service').initContainers;
    expect(wait.name).toBe('wait-for-apollo-configservice-fat');
    expect(wait.command).toEqual(expect.arrayContaining(['--timeout=300s', '--status=200']));
  });

  test('c3: the blocking command is the hook, unchanged, and the proxy is the first container', () => {
    const spec = podSpecOf('c3-pilot-agent');
    expect(names(spec.containers)).toEqual(['istio-proxy', 'application']);
    expect(hookOf(spec.containers[0])).toEqual(['pilot-agent', 'wait']);
    expect(names(spec.initContainers)).toEqual([]);
  });

  test('agent-image-volume: the gate runs the agent of the image volume, without an injected container', () => {
    const { initContainers: [cache, ...others], containers: [application], volumes } = podSpecOf('agent-image-volume');
    expect([cache.name, others, Object.keys(cache).sort()]).toEqual(['cache', [], ['image', 'imagePullPolicy', 'name', 'restartPolicy', 'securityContext']]);
    expect(volumes[0]).toEqual({ name: 'startup-order-agent', image: { reference: 'ghcr.io/cdk8s-startup-order/wait-agent:1.0.0', pullPolicy: 'IfNotPresent' } });
    expect([application.command[0], application.command.slice(-2)]).toEqual([`${application.volumeMounts[0].mountPath}/wait`, ['--', '/app']]);
  });

  test('cache-then-app: an app without a known command waits for the mark of the cache', () => {
    const [cache, application] = podSpecOf('cache-then-app').containers;
    expect([hookOf(cache)[1], cache.readinessProbe.exec.command[1]]).toEqual(['--renew=cache:READY', '--hold=cache:READY']);
    expect(application.env.map((e: any) => e.valueFrom.fileKeyRef)).toEqual([{ key: 'READY', path: 'cache', volumeName: 'startup-order-state' }]);
    expect(Object.keys(application).sort()).toEqual(['env', 'image', 'imagePullPolicy', 'name', 'securityContext']);
  });

  test('first-ordered-pod: the kubelet waits for the port of the cache, and the app stays unchanged', () => {
    const { initContainers: [cache, ...others], containers: [application], volumes } = podSpecOf('first-ordered-pod');
    expect([cache.name, cache.restartPolicy, cache.startupProbe.tcpSocket, others, volumes]).toEqual(['cache', 'Always', { port: 6379 }, [], undefined]);
    expect([cache.command[0], cache.volumeMounts]).toEqual(['sh', undefined]);
    expect(application.command.slice(0, 2)).toEqual(['sh', '-c']);
    expect([application.startupProbe, application.volumeMounts]).toEqual([undefined, undefined]);
  });

  test('job-with-proxy: the startup probe of a native sidecar delays the report, without injected containers', () => {
    const { initContainers: [proxy, ...others], containers, volumes } = podSpecOf('job-with-proxy');
    expect([proxy.name, proxy.restartPolicy, proxy.startupProbe.tcpSocket]).toEqual(['proxy', 'Always', { port: 5432 }]);
    expect([others, names(containers), volumes]).toEqual([[], ['report'], undefined]);
  });

  test('cronjob-retry: the proxy runs until the export has completed', () => {
    const [proxy, task] = podSpecOf('cronjob-retry').containers;
    expect(proxy.command).toEqual(['/startup-order/wait', '--until=export.lock:COMPLETED', '--', '/db-proxy', '--port=5432']);
    expect(task.command).toEqual(expect.arrayContaining(['--lock=export.lock', '--ends=export.lock']));
    expect(task.command.slice(-3)).toEqual(['--', '/export', '--night']);
  });

  test('mesh-istio: the annotation of the user gets the field, and the app itself waits through the mesh', () => {
    const manifest = objectsOf('mesh-istio').find(isWorkload);
    expect(manifest.spec.template.metadata.annotations).toEqual({ 'proxy.istio.io/config': '# set by the shop team\nconcurrency: 2\nholdApplicationUntilProxyStarts: true\n' });
    const { initContainers, containers: [web] } = podSpecOf('mesh-istio');
    expect([names(initContainers), web.command.slice(-2)]).toEqual([[], ['--', '/web']]);
  });

  test('mesh-linkerd: the proxy is native, and an init container waits through the proxy', () => {
    const manifest = objectsOf('mesh-linkerd').find(isWorkload);
    expect(Object.keys(manifest.spec.template.metadata.annotations)).toEqual(['config.alpha.linkerd.io/proxy-enable-native-sidecar', 'config.linkerd.io/proxy-await']);
    const { initContainers: [wait, ...others] } = podSpecOf('mesh-linkerd');
    expect([wait.name, wait.command.slice(-2), wait.securityContext.runAsUser, others]).toEqual(['wait-for-config', ['--http=http://config.shop:8080/info', '--status=200'], 65534, []]);
  });

  test('pipeline: the Job ends with a proxy that never ends, and the worker waits for the Job', () => {
    const { initContainers: [proxy, ...others], containers } = podSpecOf('pipeline');
    expect([proxy.name, proxy.restartPolicy, proxy.startupProbe.httpGet, others, names(containers)])
      .toEqual(['cloud-sql-proxy', 'Always', { path: '/startup', port: 9090 }, [], ['migrate']]);
    const worker = objectsOf('pipeline').at(-1);
    expect(names(worker.spec.template.spec.initContainers)).toEqual(['wait-for-migrate', 'wait-for-redis']);
  });

  test('air-gap: all images come from the registry, and injected images are pulled only if not present', () => {
    const { initContainers, containers, imagePullSecrets } = podSpecOf('air-gap', 'web');
    expect([...initContainers, ...containers].filter((c: any) => !c.image.startsWith('registry.example.com/') || c.imagePullPolicy !== 'IfNotPresent')).toEqual([]);
    expect(names(initContainers)).toEqual(['cache', 'wait-for-postgres', 'wait-for-shop-tls']);
    expect(imagePullSecrets).toEqual([{ name: 'registry-credentials' }]);
  });

  test('distroless: only the agent runs in the images, and nothing in the image of the API', () => {
    const { initContainers, containers: [api] } = podSpecOf('distroless');
    expect(Object.keys(api).sort()).toEqual(['image', 'imagePullPolicy', 'name', 'securityContext', 'volumeMounts']);
    expect(api.volumeMounts.map((m: any) => m.name)).toEqual(['config']);
    expect(names(initContainers)).toEqual(['config', 'cloud-sql-proxy', 'wait-for-config']);
    expect(initContainers.at(-1)).toMatchObject({ image: api.image, command: ['/startup-order/wait', '--for=config', '--file=/config/api.yaml'] });
    expect(initContainers.map((c: any) => c.startupProbe?.httpGet)).toEqual([undefined, { path: '/startup', port: 9090 }, undefined]);
  });

  test('helm-chart: the proxy is a native sidecar with the probe of the chart, and all other fields stay', () => {
    const rendered = parseAllDocuments(readFileSync(join(example('helm-chart').directory, 'rendered.yaml'), 'utf8')).map(d => d.toJS());
    const [proxy, shop] = rendered.find(o => o.kind === 'Deployment').spec.template.spec.containers;
    expect(podSpecOf('helm-chart', 'shop')).toEqual({ initContainers: [{ ...proxy, restartPolicy: 'Always' }], containers: [shop] });
    expect(objectsOf('helm-chart').filter(o => o.kind !== 'Deployment')).toEqual(expect.arrayContaining(rendered.filter(o => o.kind !== 'Deployment')));
  });

  test('job-in-mesh: the last container that ends requests the end of the proxy', () => {
    const [report] = podSpecOf('job-in-mesh').containers;
    expect(report.command).toEqual(expect.arrayContaining(['--quit=http://127.0.0.1:15020/quitquitquit']));
    expect(report.command.slice(-3)).toEqual(['--', '/report', '--night']);
  });

  test('mesh-istio-native: an init container waits through the proxy', () => {
    expect(objectsOf('mesh-istio-native').find(isWorkload).spec.template.metadata.annotations).toEqual({ 'sidecar.istio.io/nativeSidecar': 'true' });
    const { initContainers: [wait, ...others] } = podSpecOf('mesh-istio-native');
    expect([wait.name, wait.securityContext.runAsUser, others]).toEqual(['wait-for-catalog', 65534, []]);
  });

  test('migrate-from-hooks: the manifest contains no hook, no sleep and no shell', () => {
    for (const { kind, spec } of objectsOf('migrate-from-hooks').filter(isWorkload)) {
      const { containers } = kind === 'Pod' ? spec : spec.template.spec;
      expect(containers.map(hookOf).filter(Boolean)).toEqual([]);
    }
    expect(names(podSpecOf('migrate-from-hooks', 'sidecar-starts-first').initContainers)).toEqual(['sidecar', 'wait-for-sidecar']);
    expect(podSpecOf('migrate-from-hooks', 'app').containers[0].command).toEqual(['/app/start.sh']);
  });

  test('restricted-namespace: injected containers have limits, and the policy allows the waits', () => {
    const { initContainers: [cache, wait, ...others] } = podSpecOf('restricted-namespace', 'web');
    expect([cache.name, wait.name]).toEqual(['cache', 'wait-for-catalog']);
    expect(wait.resources).toEqual({ limits: { cpu: '200m', memory: '64Mi' }, requests: { cpu: '10m', memory: '32Mi' } });
    expect([cache, wait].map(c => c.securityContext.capabilities)).toEqual([{ drop: ['ALL'] }, { drop: ['ALL'] }]);
    expect(wait.securityContext).toMatchObject({ runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } });
    const { spec: { egress } } = objectsOf('restricted-namespace').find(o => o.kind === 'NetworkPolicy');
    expect(egress.flatMap((rule: any) => rule.ports.map((p: any) => p.port))).toEqual([8080, 53, 53]);
    expect(names(others)).toEqual([]);
  });
});
