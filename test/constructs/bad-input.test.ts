import { ApiObject, Chart, Cron, Duration, Include, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { containerOf, errorOf, manifestsOf, podSpecOf, stderrOf, testApp } from './manifests';
import { yamlFile } from './yaml-file';
import {
  Dependency, OrderedCronJob, OrderedDeployment, OrderedJob, OrderedPod, OrderedStatefulSet, Protocol, ReadyCheck, SidecarFirstDeployment,
  StartCondition, StartupOrder, StartupOrderMixin,
} from '../../src';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';

/** Input that no compiler checks: plain JavaScript, and YAML. */
type Input = any;

const chart = () => new Chart(testApp(), 'shop');
const PROXY = { name: 'proxy', image: 'proxy', portNumber: 9901, readyWhen: ReadyCheck.tcpSocket(9901) };
const APP = { name: 'app', image: 'app', command: ['/app'] };

/** The manifest of a Deployment with these properties. */
const deployment = (props: Input) => {
  const shop = chart();
  new OrderedDeployment(shop, 'web', props);
  return manifestsOf(shop).find(m => m.kind === 'Deployment');
};
/** The Deployment of an app container and a proxy, with more properties of the app. */
const app = (more: Input, options: Input = {}) => deployment({ orderedContainers: [PROXY, { ...APP, ...more }], startupOrder: options });
const dependsOn = (dependency: Input) => app({ dependsOn: [dependency] });
const onProxy = (options: Input) => dependsOn(Dependency.on('proxy', options));
const proxy = (more: Input) => deployment({ orderedContainers: [{ ...PROXY, ...more }, { ...APP, dependsOn: [Dependency.on('proxy')] }] });
const readyWhen = (check: Input) => proxy({ readyWhen: check });

const POD_SPEC = {
  containers: [{ name: 'proxy', image: 'proxy', ports: [{ containerPort: 9901 }] }, { name: 'app', image: 'app', command: ['/app'] }],
};
/** The manifest of an API object with this pod spec, in which `app` depends on `proxy`. */
const manifest = (spec: Input, kind = 'Pod') => {
  const shop = chart();
  const order = StartupOrder.of(new ApiObject(shop, 'pod', { apiVersion: 'v1', kind, spec }));
  order.declare('app', { dependsOn: [Dependency.on('proxy')] });
  order.declare('proxy', { readyWhen: ReadyCheck.tcpSocket(9901) });
  return manifestsOf(shop)[0];
};
const withApp = (fields: Input) => manifest({ containers: [POD_SPEC.containers[0], { ...POD_SPEC.containers[1], ...fields }] });
/** The same from a YAML file. */
const yaml = (text: string) => {
  const shop = chart();
  StartupOrder.of(new Include(shop, 'pod', { url: yamlFile(text) })).declare('app', { dependsOn: [Dependency.on('proxy', { condition: StartCondition.RUNNING })] });
  return manifestsOf(shop)[0];
};
const order = () => StartupOrder.of(new ApiObject(chart(), 'pod', { apiVersion: 'v1', kind: 'Pod', spec: POD_SPEC } as Input)) as Input;

/** One line for each input: its text, the input, the code of the error, and what its text contains. */
const REFUSED: readonly [string, () => unknown, string, RegExp][] = [
  // A value of the wrong type, on a container
  ["role: 'sidecar'", () => app({ role: 'sidecar' }), 'SO631', /^\[shop\/web\] `orderedContainers\[1\]\.role` is 'sidecar'; it must be .*; did you mean ContainerRole\.SIDECAR\?/],
  ["role: 'helper'", () => app({ role: 'helper' }), 'SO631', /ContainerRole\.INIT, ContainerRole\.SIDECAR or ContainerRole\.APP \[/],
  ["dependsOn: ['proxy']", () => dependsOn('proxy'), 'SO631', /`orderedContainers\[1\]\.dependsOn\[0\]` is 'proxy'; it must be a Dependency, such as Dependency\.on\('proxy'\)/],
  ["dependsOn: 'proxy'", () => app({ dependsOn: 'proxy' }), 'SO631', /`orderedContainers\[1\]\.dependsOn` is 'proxy'; it must be a list/],
  ['dependsOn: a Dependency without a list', () => app({ dependsOn: Dependency.on('proxy') }), 'SO631', /is an object of the class Dependency; it must be a list/],
  ['dependsOn: null', () => app({ dependsOn: null }), 'SO631', /dependsOn` is null/],
  ['dependsOn: [{ container: … }]', () => dependsOn({ container: 'proxy' }), 'SO631', /is an object with the key container/],
  ["readyWhen: '/ready'", () => readyWhen('/ready'), 'SO631', /it must be a ReadyCheck, such as ReadyCheck\.httpGet\('\/ready', \{ port: 8080 \}\)/],
  ['readyWhen: 9901', () => readyWhen(9901), 'SO631', /ReadyCheck\.tcpSocket\(9901\)/],
  ['readyWhen: the function', () => readyWhen(ReadyCheck.httpGet), 'SO631', /readyWhen` is a function/],
  ['stopsWithin: 10', () => app({ stopsWithin: 10 }), 'SO631', /it must be a Duration, such as Duration\.seconds\(10\)/],
  ["expectedReadyIn: '10s'", () => app({ expectedReadyIn: '10s' }), 'SO631', /is '10s'; it must be a Duration/],
  ["command: '/app -p'", () => app({ command: '/app -p' }), 'SO631', /`orderedContainers\[1\]\.command` is '\/app -p'; it must be a list of strings, such as \['\/app', '-p'\]/],
  ["args: '-v'", () => app({ args: '-v' }), 'SO631', /args` is '-v'; it must be a list of strings, such as \['-v'\]/],
  ['args: [8080]', () => app({ args: [8080] }), 'SO631', /args\[0\]` is 8080; it must be a string in quotes: '8080'/],
  ["portNumber: '80'", () => app({ portNumber: '80' }), 'SO631', /portNumber` is '80'; it must be a number/],
  ['a container without an image', () => deployment({ orderedContainers: [{ name: 'app' }] }), 'SO631', /`orderedContainers\[0\]\.image` is missing/],

  // A value of the wrong type, of a dependency
  ['timeout: 30', () => onProxy({ timeout: 30 }), 'SO631', /^\[Dependency\.on\] `options\.timeout` is 30; it must be a Duration, such as Duration\.seconds\(30\)/],
  ["onTimeout: 'fail'", () => onProxy({ onTimeout: 'fail' }), 'SO631', /it must be 'FAIL' or 'CONTINUE'; did you mean 'FAIL'\?/],
  ["condition: 'ready'", () => onProxy({ condition: 'ready' }), 'SO631', /did you mean StartCondition\.READY\?/],
  ["guarantee: 'every_start'", () => onProxy({ guarantee: 'every_start' }), 'SO631', /did you mean Guarantee\.EVERY_START\?/],
  ["mechanism: 'postStart'", () => onProxy({ mechanism: 'postStart' }), 'SO631', /did you mean Mechanism\.POST_START\?/],
  ["restartAllContainers: 'yes'", () => onProxy({ restartAllContainers: 'yes' }), 'SO631', /it must be true or false/],
  ["required: 'false'", () => onProxy({ required: 'false' }), 'SO631', /is 'false'; it must be true or false/],
  ["Dependency.on('proxy', 30)", () => onProxy(30), 'SO631', /`options` is 30; it must be an object with properties of ContainerDependencyOptions/],
  ["Dependency.on('proxy', Duration)", () => onProxy(Duration.seconds(30)), 'SO631', /an object of the class Duration/],
  ['Dependency.on(undefined)', () => Dependency.on(undefined as Input), 'SO631', /`containerName` is missing/],
  ["Dependency.on('')", () => Dependency.on(''), 'SO631', /it must be a string that is not empty/],
  ['Dependency.onUrl(undefined)', () => Dependency.onUrl(undefined as Input), 'SO631', /`url` is missing/],
  ["Dependency.onTcp('db', '5432')", () => Dependency.onTcp('db', '5432' as Input), 'SO631', /`portNumber` is '5432'; it must be a number/],
  ["Dependency.onTcp('db:5432')", () => (Dependency.onTcp as Input)('db:5432'), 'SO631', /`portNumber` is missing/],
  ["Dependency.onService('db')", () => Dependency.onService('db' as Input), 'SO631', /Dependency\.onTcp\('db', 5432\)/],
  ["Dependency.onJob('migrate')", () => Dependency.onJob('migrate' as Input), 'SO631', /Dependency\.onResource\('jobs\.batch\/migrate', \{ condition: 'Complete', failedCondition: 'Failed' \}\)/],
  ["labels: 'app=db'", () => Dependency.onResource('pods', { labels: 'app=db' as Input }), 'SO631', /`options\.labels` is 'app=db'; it must be an object/],
  ['labels: { tier: 1 }', () => Dependency.onResource('pods', { labels: { tier: 1 as Input } }), 'SO631', /`options\.labels\['tier'\]` is 1; it must be a string in quotes: '1'/],
  ['labels of another resource', () => Dependency.onResource('nodes', { labels: { app: 'db' } }), 'SO631', /`resource` is 'nodes'; it must be 'pods'/],
  ['labels and a condition', () => Dependency.onResource('pods', { labels: { app: 'db' }, condition: 'Ready' }), 'SO630', /`options\.condition` does not apply here; remove it/],
  ['count without labels', () => Dependency.onResource('pods/db', { condition: 'Ready', count: 2 }), 'SO630', /`options\.count` does not apply here; remove it/],
  ['a port for onUrl', () => Dependency.onUrl('http://db', { port: 80 }), 'SO630', /`options\.port` does not apply here; remove it/],
  ['variables for onResource', () => Dependency.onResource('pods/db', { condition: 'Ready', env: {} }), 'SO630', /`options\.env` does not apply here; remove it/],
  ['an image for onTcp', () => Dependency.onTcp('db', 5432, { image: 'x' }), 'SO630', /`options\.image` does not apply here; remove it/],
  ["Dependency.onResource('jobs.batch/x')", () => (Dependency.onResource as Input)('jobs.batch/x'), 'SO631', /`options` is missing/],
  ["Dependency.onCommand('pg_isready -h db')", () => Dependency.onCommand('pg_isready -h db' as Input), 'SO631', /\['pg_isready', '-h', 'db'\]/],
  ['Dependency.onDelay(30)', () => Dependency.onDelay(30 as Input), 'SO631', /Duration\.seconds\(30\)/],
  ["headers: ['a: b']", () => Dependency.onUrl('http://a', { headers: ['a: b'] } as Input), 'SO631', /options\.headers` is a list of 1; it must be an object/],
  ["env: { PGUSER: 'shop' }", () => Dependency.onCommand(['psql'], { env: { PGUSER: 'shop' } } as Input), 'SO631', /`options\.env\['PGUSER'\]` is 'shop'; it must be an EnvValue, such as EnvValue\.fromValue/],

  // A value of the wrong type, of a check
  ["ReadyCheck.command('/app ready')", () => ReadyCheck.command('/app ready' as Input), 'SO631', /\['\/app', 'ready'\]/],
  ['ReadyCheck.blockingCommand(undefined)', () => (ReadyCheck.blockingCommand as Input)(), 'SO631', /`command` is missing/],
  ['ReadyCheck.delay(5)', () => ReadyCheck.delay(5 as Input), 'SO631', /^\[ReadyCheck\.delay\] `time` is 5/],
  ["ReadyCheck.tcpSocket('9901')", () => ReadyCheck.tcpSocket('9901' as Input), 'SO631', /`portNumber` is '9901'; it must be a number/],
  ['ReadyCheck.tcpSocket(NaN)', () => ReadyCheck.tcpSocket(NaN), 'SO631', /`portNumber` is NaN/],
  ["httpGet('/ready', 9901)", () => ReadyCheck.httpGet('/ready', 9901 as Input), 'SO631', /`options` is 9901; it must be an object with properties of ReadyCheckOptions/],
  ['httpGet(9901)', () => ReadyCheck.httpGet(9901 as Input), 'SO631', /`path` is 9901/],
  ["statuses: ['200-299', '404']", () => ReadyCheck.httpGet('/', { port: 80, statuses: ['200-299', '404'] } as Input), 'SO631', /statuses\[0\]` is '200-299'; it must be a number/],
  ['statuses: 200', () => ReadyCheck.httpGet('/', { port: 80, statuses: 200 } as Input), 'SO631', /statuses` is 200; it must be a list/],
  ["scheme: 'HTTPS'", () => ReadyCheck.httpGet('/', { port: 80, scheme: 'HTTPS' }), 'SO631', /did you mean 'https'\?/],
  ["allOf('/ready')", () => ReadyCheck.allOf('/ready' as Input), 'SO631', /`checks\[0\]` is '\/ready'/],
  ['allOf([check])', () => ReadyCheck.allOf([ReadyCheck.tcpSocket(1)] as Input), 'SO631', /`checks\[0\]` is a list of 1/],
  ["file('/f', 7)", () => ReadyCheck.file('/f', 7 as Input), 'SO631', /`contains` is 7/],

  // A value that is impossible
  ['httpGet without a port, none declared', () => deployment({
    orderedContainers: [{ ...PROXY, portNumber: undefined, readyWhen: ReadyCheck.httpGet('/ready') }, { ...APP, dependsOn: [Dependency.on('proxy')] }],
  }), 'SO632', /^\[shop\/web\] the ready check of container 'proxy': the HTTP check has no `port`, and the container declares none; write the `port`/],
  ['httpGet without a port, two declared', () => proxy({
    portNumber: undefined, ports: [{ number: 80 }, { number: 9901 }], readyWhen: ReadyCheck.allOf(ReadyCheck.tcpSocket(80), ReadyCheck.httpGet('/ready')),
  }), 'SO632', /declares the ports 80, 9901/],
  ['a port of 65536', () => readyWhen(ReadyCheck.tcpSocket(65536)), 'SO302', /port is 65536; it must be a whole number from 1 to 65535/],
  ['a host with a port', () => dependsOn(Dependency.onTcp('db/shop', 5432)), 'SO302', /host is 'db\/shop'/],
  ['a URL with a password', () => dependsOn(Dependency.onUrl('http://shop:secret@db:8080/ready')), 'SO302', /host is '…@db'; it must be/],
  ['a URL without a scheme', () => dependsOn(Dependency.onUrl('shop:secret@db/')), 'SO302', /^[^\n]*url is '…@db\/'; it must be a URL that begins with 'http:\/\/' or 'https:\/\/'[^\n]*$/],
  ['a server at a URL', () => dependsOn(Dependency.onServer(Protocol.REDIS, 'redis://cache')), 'SO302', /host is 'redis:\/\/cache'; it must be a host name or an address, without a scheme and a port/],
  ['a server with a port in the host', () => dependsOn(Dependency.onServer(Protocol.REDIS, 'cache:6380')), 'SO302', /host is 'cache:6380'; it must be a host name or an address, without a scheme and a port/],
  ['a server at port 0', () => dependsOn(Dependency.onServer(Protocol.KAFKA, 'kafka', { port: 0 })), 'SO302', /port is 0; it must be a whole number from 1 to 65535/],
  ['TLS without a port', () => dependsOn(Dependency.onServer(Protocol.TLS, 'db')), 'SO302', /port is missing; it must be specified, because the protocol TLS has no default port/],
  ['a ready check with TLS and without a port', () => readyWhen(ReadyCheck.server(Protocol.TLS)), 'SO302', /port is missing/],
  ['LDAP at the port of LDAP over TLS', () => dependsOn(Dependency.onServer(Protocol.LDAP, 'ldap', { port: 636 })), 'SO302',
    /port is 636; it must be a port for LDAP without TLS; for port 636, use the protocol TLS/],
  ['an unknown protocol', () => Dependency.onServer('Oracle' as Input, 'db'), 'SO631', /^\[Dependency\.onServer\] `protocol` is 'Oracle'; it must be Protocol\.POSTGRESQL, .* or Protocol\.TLS \[SO631\]$/],
  ['a protocol by another name', () => Dependency.onServer('postgres' as Input, 'db'), 'SO631', /did you mean Protocol\.POSTGRESQL\?/],
  ['a protocol over TLS', () => ReadyCheck.server('rediss' as Input), 'SO631', /`protocol` is 'rediss'; it must be Protocol\.TLS with its port, for a server that accepts only TLS/],
  ['credentials of a server', () => Dependency.onServer(Protocol.REDIS, 'cache', { env: {} }), 'SO630', /`options\.env` does not apply here; remove it/],
  ['a timeout of half a second', () => onProxy({ timeout: Duration.millis(500) }), 'SO302', /timeout is 0\.5 s; it must be a whole number of seconds from 1 to 2147483647/],
  ['a timeout below one millisecond', () => onProxy({ timeout: Duration.seconds(0.0001) }), 'SO302', /timeout is 0\.0001 s/],
  ['an endless delay', () => readyWhen(ReadyCheck.delay(Duration.seconds(Infinity))), 'SO302', /delay is Infinity s/],
  ['an endless expectedReadyIn', () => app({ expectedReadyIn: Duration.seconds(Infinity) }), 'SO302', /expectedReadyIn is Infinity s/],
  ['stopsWithin of 100 years', () => app({ stopsWithin: Duration.days(36500) }), 'SO302', /stopsWithin is 3153600000 s/],

  ['an image with a blank', () => Dependency.onCommand(['x'], { image: 'shop/app 7' }), 'SO631', /`options\.image` is 'shop\/app 7'; it must be an image reference/],
  ['a variable with a number', () => Dependency.onCommand(['x'], { env: { A: kplus.EnvValue.fromValue(5 as Input) } }), 'SO631', /`options\.env\['A'\]` is an object of the class EnvValue/],
  ["cpu: { request: '1' }", () => app({}, { agent: { resources: { cpu: { request: '1' } } } }), 'SO631', /is '1'; it must be a Cpu of cdk8s-plus, such as Cpu\.millis\(100\)/],
  ['memory: { limit: 64 }', () => app({}, { agent: { resources: { memory: { limit: 64 } } } }), 'SO631', /is 64; it must be a Size of whole mebibytes, such as Size\.mebibytes\(64\)/],
  ['a memory limit of 100 KiB', () => app({}, { agent: { resources: { memory: { limit: Size.kibibytes(100) } } } }), 'SO631', /it must be a Size of whole mebibytes/],
  ['a Service of cdk8s-plus without ports', () => Dependency.onService(new kplus.Service(chart(), 'db')), 'SO631', /`options\.port` is missing/],
  ['a Service without ports', () => Dependency.onService(new ApiObject(chart(), 'db', { apiVersion: 'v1', kind: 'Service' })), 'SO631', /`options\.port` is missing/],
  ['a Service whose ports are no list', () => Dependency.onService(new ApiObject(chart(), 'db', { apiVersion: 'v1', kind: 'Service', spec: { ports: { port: 5 } } })), 'SO631', /`options\.port` is missing/],
  ['a Service of the type ExternalName', () => Dependency.onService(new kplus.Service(chart(), 'db', { type: kplus.ServiceType.EXTERNAL_NAME, externalName: 'db.example' })), 'SO631', /`options\.port` is missing/],

  // Unknown properties
  ['startupOrder.kubernetesVersoin', () => app({}, { kubernetesVersoin: '1.33' }), 'SO630', /^\[shop\/web\] unknown property `startupOrder\.kubernetesVersoin`; did you mean 'kubernetesVersion'\?/],
  ['startupOrder.agent.imag', () => app({}, { agent: { imag: 'x' } }), 'SO630', /unknown property `startupOrder\.agent\.imag`; did you mean 'image'\?/],
  ['startupOrder.capabilities.envFile', () => app({}, { capabilities: { envFile: true } }), 'SO609', /did you mean 'envFiles'\?/],
  ['dependOn on a container', () => app({ dependOn: [Dependency.on('proxy')] }), 'SO630', /unknown property `orderedContainers\[1\]\.dependOn`; did you mean 'dependsOn'\?/],
  ['volumes on a container', () => app({ volumes: [] }), 'SO630', /`orderedContainers\[1\]\.volumes` belongs to OrderedPodProps/],
  ['dependsOn on the workload', () => deployment({ orderedContainers: [APP], dependsOn: [] }), 'SO630', /`dependsOn` belongs to `orderedContainers`, or to `declare` of the start order: write it there/],
  ['kubernetesVersion on the workload', () => deployment({ orderedContainers: [APP], kubernetesVersion: '1.33' }), 'SO630', /belongs to the options of the start order: write `startupOrder: { kubernetesVersion: … }`, or pass it to `StartupOrder.of` \(/],
  ['orderedContainer on the workload', () => deployment({ orderedContainer: [APP] }), 'SO630', /did you mean 'orderedContainers'\?/],
  ['nonsense on the workload', () => deployment({ orderedContainers: [APP], banana: 1 }), 'SO630', /correct the name, or remove it/],
  ['timeOut of a dependency', () => onProxy({ timeOut: Duration.seconds(1) }), 'SO630', /did you mean 'timeout'\?/],
  ['path of an HTTP check', () => ReadyCheck.httpGet('/', { prot: 80 } as Input), 'SO630', /did you mean 'port'\?/],
  ['condition of a dependency outside the pod', () => Dependency.onTcp('db', 1, { condition: 'READY' } as Input), 'SO630', /belongs to ContainerDependencyOptions/],
  ['dependsOn in initContainers', () => deployment({ orderedContainers: [APP], initContainers: [{ name: 'i', image: 'i', dependsOn: [] }] }), 'SO630', /`initContainers\[0\]\.dependsOn`/],
  ['dependsOn in addContainer', () => new OrderedPod(chart(), 'web').addContainer({ ...APP, dependsOn: [] } as Input), 'SO630', /`container\.dependsOn` belongs to `orderedContainers`, or to `declare` of the start order: write it there/],
  ['a name in addDependency', () => new OrderedPod(chart(), 'web').startupOrder.addDependency('app', 'proxy' as Input), 'SO631', /`addDependency\('app'\)\.dependencies\[0\]` is 'proxy'; it must be a Dependency, such as Dependency\.on\('proxy'\)/],
  ['addDependency without a name', () => new OrderedPod(chart(), 'web').startupOrder.addDependency('', Dependency.on('proxy')), 'SO631', /`dependent` is ''; it must be a string that is not empty/],
  ['readyWhen in addInitContainer', () => new OrderedPod(chart(), 'web').addInitContainer({ ...APP, readyWhen: 1 } as Input), 'SO630', /`container\.readyWhen`/],
  ['dependOn in orderedContainers', () => new OrderedPod(chart(), 'web', { orderedContainers: [{ ...APP, dependOn: [] } as Input] }), 'SO630', /did you mean 'dependsOn'\?/],
  ['containers: [null]', () => new OrderedPod(chart(), 'web', { containers: [null] } as Input), 'SO635', /^\[shop\/web\] 'main' in `containers` would start without an order/],
  ['dependsOn in containers', () => new OrderedPod(chart(), 'web', { containers: [{ ...APP, dependsOn: [] } as Input] }), 'SO635', /^\[shop\/web\] 'app' in `containers` would start without an order; write `orderedContainers`/],
  ['podSpecPath of an Ordered workload', () => app({}, { podSpecPath: '/spec' }), 'SO630', /`startupOrder\.podSpecPath` does not apply here; remove it/],
  ['depends_on in a mixin', () => new StartupOrderMixin({ containers: { app: { depends_on: [] } } } as Input), 'SO630', /`props\.containers\['app'\]\.depends_on`; did you mean 'dependsOn'\?/],
  ['dependsOn in a pod spec', () => withApp({ dependsOn: ['proxy'] }), 'SO633', /`containers\[1\]\.dependsOn`, which Kubernetes does not support; remove it, and declare `dependsOn` of container 'app' in the start order/],
  ['explain({ detail: true })', () => order().explain({ detail: true }), 'SO631', /`detail` is an object with the key detail; it must be true or false/],

  // Options of a workload
  ["mesh: 'istio'", () => app({}, { mesh: 'istio' }), 'SO631', /it must be an object with properties of MeshOptions, such as \{ product: … \}/],
  ['mesh: a Dependency', () => app({}, { mesh: Dependency.on('proxy') }), 'SO631', /`startupOrder\.mesh` is an object of the class Dependency; it must be an object with properties of MeshOptions/],
  ['an unknown mesh', () => app({}, { mesh: { product: 'istoi', version: '1.27' } }), 'SO631', /`startupOrder\.mesh\.product` is 'istoi'; it must be .*; did you mean 'istio'\?/],
  ['a mesh without a version', () => app({}, { mesh: { product: 'istio' } as Input }), 'SO631', /`startupOrder\.mesh\.version` is missing/],
  ['a mesh version as a number', () => app({}, { mesh: { product: 'istio', version: 1.2 } as Input }), 'SO631', /is 1\.2; it must be a string in quotes: '1\.2'/],
  ['cni of Dapr', () => app({}, { mesh: { product: 'dapr', version: '1.16', cni: true } }), 'SO630', /`startupOrder\.mesh\.cni` does not apply here; remove it/],
  ['kubernetesVersion: 1.3', () => app({}, { kubernetesVersion: 1.3 }), 'SO631', /it must be a string in quotes: '1\.3'/],
  ['disabledReason: true', () => app({}, { disabledReason: true }), 'SO631', /it must be a string/],
  ["startupOrder: '1.33'", () => app({}, '1.33'), 'SO631', /`startupOrder` is '1\.33'/],
  ['startupOrder: null', () => app({}, null), 'SO631', /`startupOrder` is null/],
  ["guarantee: 'fail-closed'", () => app({}, { guarantee: 'fail-closed' }), 'SO631', /did you mean Guarantee\.FAIL_CLOSED\?/],
  ["agent: 'busybox'", () => app({}, { agent: 'busybox' }), 'SO631', /`startupOrder\.agent` is 'busybox'/],
  ["omitRunAsUser: 'yes'", () => app({}, { agent: { omitRunAsUser: 'yes' } }), 'SO631', /omitRunAsUser` is 'yes'; it must be true or false/],

  // Workloads
  ['orderedContainers: { app: … }', () => deployment({ orderedContainers: { app: APP } }), 'SO631', /`orderedContainers` is an object with the key app; it must be a list/],
  ['orderedContainers: [null]', () => deployment({ orderedContainers: [null] }), 'SO631', /`orderedContainers\[0\]` is null/],
  ['props: null', () => deployment(null), 'SO631', /`props` is null/],
  ['no scope', () => new OrderedPod(undefined as Input, 'web'), 'SO631', /^\[new OrderedPod\] `scope` is missing/],
  ["replicas: '2'", () => deployment({ orderedContainers: [APP], replicas: '2' }), 'SO631', /`replicas` is '2'/],
  ['terminationGracePeriod: 30', () => deployment({ orderedContainers: [APP], terminationGracePeriod: 30 }), 'SO631', /terminationGracePeriod` is 30/],
  ["restartPolicy: 'never'", () => new OrderedJob(chart(), 'job', { orderedContainers: [APP], restartPolicy: 'never' } as Input), 'SO631', /did you mean 'Never'\?/],
  ["schedule: '@hourly'", () => new OrderedCronJob(chart(), 'job', { orderedContainers: [APP], schedule: '@hourly' } as Input), 'SO631', /it must be a Cron, such as Cron\.hourly\(\)/],
  ['a CronJob without a schedule', () => new OrderedCronJob(chart(), 'job', { orderedContainers: [APP] } as Input), 'SO631', /`schedule` is missing/],
  ['a SidecarFirstDeployment without sidecars', () => new SidecarFirstDeployment(chart(), 'web', { orderedContainers: [APP] } as Input), 'SO631', /`sidecars` is missing; it must be a list/],
  ["sidecars: 'proxy'", () => new SidecarFirstDeployment(chart(), 'web', { sidecars: 'proxy' } as Input), 'SO631', /`sidecars` is 'proxy'/],
  ['minReady of a StatefulSet', () => new OrderedStatefulSet(chart(), 'web', { minReady: 5 } as Input), 'SO631', /minReady` is 5/],
  ['StartupOrder.of(undefined)', () => StartupOrder.of(undefined as Input), 'SO631', /^\[StartupOrder\.of\] `construct` is missing; it must be a construct/],
  ["StartupOrder.of('web')", () => StartupOrder.of('web' as Input), 'SO631', /`construct` is 'web'/],
  ['StartupOrder.of(a manifest)', () => StartupOrder.of({ kind: 'Pod' } as Input), 'SO631', /is an object with the key kind/],
  ['StartupOrder.planAll(undefined)', () => StartupOrder.planAll(undefined as Input), 'SO631', /`scope` is missing/],
  ['options of StartupOrder.of', () => StartupOrder.of(new kplus.Pod(chart(), 'web', { containers: [APP] }), '1.33' as Input), 'SO631', /^\[shop\/web\] `props` is '1\.33'/],
  ['podSpecPath: a list', () => StartupOrder.of(new kplus.Pod(chart(), 'web', { containers: [APP] }), { podSpecPath: ['spec'] } as Input), 'SO631', /podSpecPath` is a list of 1/],
  ["declare('app', { dependsOn: ['proxy'] })", () => order().declare('app', { dependsOn: ['proxy'] }), 'SO631', /^\[shop\/pod\] `declare\('app'\)\.dependsOn\[0\]` is 'proxy'/],
  ["declare('app')", () => order().declare('app'), 'SO631', /`declare\('app'\)` is missing/],
  ["declare('app', { role: 'app ' })", () => order().declare('app', { role: 'app ' }), 'SO631', /did you mean ContainerRole\.APP\?/],
  ["declare('app', { stopsWithin: 5 })", () => order().declare('app', { stopsWithin: 5 }), 'SO631', /Duration\.seconds\(5\)/],
  ['declare(undefined)', () => order().declare(), 'SO631', /`name` is missing/],
  ['new StartupOrderMixin()', () => new (StartupOrderMixin as Input)(), 'SO631', /`props` is missing/],
  ['a mixin for undefined', () => new StartupOrderMixin({}).applyTo(undefined as Input), 'SO631', /^\[StartupOrderMixin\] `construct` is missing/],
  ["sidecars: 'proxy' in a mixin", () => new StartupOrderMixin({ sidecars: 'proxy' } as Input), 'SO631', /`props\.sidecars` is 'proxy'/],

  // Manifests
  ["command: '/app' in a manifest", () => withApp({ command: '/app -p' }), 'SO631', /`spec\.containers\[1\]\.command` is '\/app -p'; it must be a list of strings, such as \['\/app', '-p'\]/],
  ["args: '-v' in a manifest", () => withApp({ args: '-v' }), 'SO631', /spec\.containers\[1\]\.args/],
  ['the command of a probe', () => withApp({ readinessProbe: { exec: { command: 'true' } } }), 'SO631', /readinessProbe\.exec\.command` is 'true'/],
  ['the command of a hook', () => withApp({ lifecycle: { preStop: { exec: { command: 'sleep 5' } } } }), 'SO631', /preStop\.exec\.command` is 'sleep 5'; it must be .*\['sleep', '5'\]/],
  ['the command of a cdk8s-plus probe', () => app({ readiness: kplus.Probe.fromCommand('/ready now' as Input) }), 'SO634',
    /^\[shop\/web\] cdk8s cannot write the manifest of this Deployment \(obj\.command\?\.map is not a function\); correct/],
  ['a container without a name', () => manifest({ containers: [...POD_SPEC.containers, { image: 'x' }] }), 'SO110', /containers\[2\] of the pod spec has no name/],
  ['a name that is a number', () => withApp({ name: 5 }), 'SO631', /name` is 5; it must be a string in quotes: '5'/],
  ['a name with a capital', () => manifest({ containers: [...POD_SPEC.containers, { name: 'My_App' }] }), 'SO104', /My_App/],
  ['containers as a map', () => manifest({ containers: { app: {}, proxy: {} } }), 'SO631', /`spec\.containers` is an object with the keys app, proxy; it must be a list/],
  ['containers as a string', () => manifest({ containers: 'app' }), 'SO631', /`spec\.containers` is 'app'/],
  ['initContainers as a map', () => manifest({ ...POD_SPEC, initContainers: { a: {} } }), 'SO631', /spec\.initContainers/],
  ['a container that is null', () => manifest({ containers: [...POD_SPEC.containers, null] }), 'SO631', /`spec\.containers\[2\]` is missing/],
  ['no containers', () => manifest({}), 'SO607', /no pod spec with `containers`/],
  ['a pod spec that is a string', () => manifest('containers'), 'SO607', /no pod spec with `containers`/],
  ['a Deployment without a template', () => manifest({ replicas: 1 }, 'Deployment'), 'SO601', /the object contains no workload/],
  ['env as a map', () => withApp({ env: { A: 'b' } }), 'SO631', /env` is an object with the key A; it must be a list/],
  ['env with a number', () => withApp({ env: [{ name: 'A', value: 5 }] }), 'SO631', /env\[0\]\.value` is 5; it must be a string in quotes: '5'/],
  ['ports as numbers', () => withApp({ ports: [80] }), 'SO631', /ports\[0\]` is 80; it must be an object/],
  ['a port in quotes', () => withApp({ ports: [{ containerPort: '80' }] }), 'SO631', /containerPort` is '80'; it must be a number/],
  ['volumeMounts as strings', () => withApp({ volumeMounts: ['/data'] }), 'SO631', /volumeMounts\[0\]` is '\/data'/],
  ['a probe as a string', () => withApp({ readinessProbe: '/ready' }), 'SO631', /readinessProbe` is '\/ready'/],
  ['a resizePolicy that is no list', () => withApp({ resizePolicy: 'RestartContainer' }), 'SO631', /resizePolicy` is 'RestartContainer'; it must be a list/],
  ['a protocol that is no text', () => withApp({ readinessProbe: { httpGet: { port: 80, protocol: 2 } } }), 'SO631', /httpGet\.protocol` is 2; it must be/],
  ['lifecycle as a list', () => withApp({ lifecycle: [] }), 'SO631', /lifecycle` is an empty list/],
  ["restartPolicy: 'always'", () => manifest({ ...POD_SPEC, restartPolicy: 'always' }), 'SO631', /did you mean 'Always'\?/],
  ['a hostPort in quotes', () => withApp({ ports: [{ containerPort: 80, hostPort: '80' }] }), 'SO631', /hostPort` is '80'; it must be a number/],
  ['terminationGracePeriodSeconds in quotes', () => manifest({ ...POD_SPEC, terminationGracePeriodSeconds: '30' }), 'SO631', /is '30'; it must be a number/],
  ['an annotation that is a number', () => {
    const pod = new ApiObject(chart(), 'pod', { apiVersion: 'v1', kind: 'Pod', metadata: { annotations: { port: 80 } }, spec: POD_SPEC } as Input);
    StartupOrder.of(pod);
    pod.toJson();
  }, 'SO631', /`metadata\.annotations\['port'\]` is 80/],
  ['a command as a string in YAML', () => yaml('{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: proxy}, {name: app, command: /app}]}}'), 'SO631', /command` is '\/app'/],
  ['a null in a List in YAML', () => yaml('{apiVersion: v1, kind: List, items: [null]}'), 'SO601', /the object contains no workload/],
];

describe('is refused:', () => {
  test.each(REFUSED)('%s', (_, input, code, text) => {
    const error = errorOf(input);
    expect(error).toMatch(new RegExp(`\\[${code}\\]`));
    expect(error).toMatch(text);
    expect(error).toMatch(/^(\[[^\]]+\] |the start order has \d+ problems:\n)/);
  });

  test('more than 100 inputs, each with a text of its own', () => {
    expect(REFUSED.length).toBeGreaterThan(100);
    expect(new Set(REFUSED.map(([text]) => text)).size).toBe(REFUSED.length);
  });
});

describe('is accepted:', () => {
  test('an HTTP check without a port, where the container declares one', () => {
    const pod = podSpecOf(readyWhen(ReadyCheck.httpGet('/ready')));
    expect(JSON.stringify(pod)).toContain('"httpGet":{"path":"/ready","port":9901}');
  });

  test('unknown properties of a subclass, which may have its own', () => {
    class Web extends OrderedDeployment { constructor(scope: Chart, props: Input) { super(scope, 'web', props); } }
    expect(new Web(chart(), { orderedContainers: [APP], tier: 'front' }).containers.map(c => c.name)).toEqual(['app']);
    expect(errorOf(() => new Web(chart(), { orderedContainers: APP, tier: 'front' }))).toMatch(/`orderedContainers` is an object with the keys .*SO631/);
  });

  test('properties without a value', () => {
    const undefinedProps: Input = { dependsOn: undefined, role: undefined, banana: undefined };
    expect(containerOf(app(undefinedProps), 'app').command).toEqual(['/app']);
  });

  test.each<[string, () => unknown]>([
    ['a field that is null in a manifest, as if it were absent', () => withApp({ env: null, lifecycle: null, readinessProbe: null })],
    ['a CronJob with a schedule', () => new OrderedCronJob(chart(), 'job', { orderedContainers: [APP], schedule: Cron.hourly() })],
  ])('%s', (_what, input) => { expect(input).not.toThrow(); });

  test('plain containers that are added later', () => {
    const pod = new OrderedPod(chart(), 'web', { orderedContainers: [APP] });
    pod.addContainer({ name: 'b', image: 'b' });
    pod.addInitContainer({ image: 'i' });
    expect([...pod.containers, ...pod.initContainers].map(c => c.name)).toEqual(['app', 'b', 'init-0']);
  });

  test('a newer Kubernetes version than the newest known one, with one line on stderr', () => {
    const shop = chart();
    const pods = ['a', 'b'].map(id => new OrderedPod(shop, id, { orderedContainers: [APP], startupOrder: { kubernetesVersion: '1.53' } }));
    const stderr = stderrOf(() => { manifestsOf(shop); manifestsOf(shop); });
    expect(stderr).toBe(`cdk8s-startup-order: kubernetesVersion is '1.53', newer than the newest known version: planned for 1.${NEWEST_MINOR}.\n`);
    expect(pods[0].startupOrder.plan().warnings).toContain(`Kubernetes 1.53 is newer than the newest known version: planned for 1.${NEWEST_MINOR} [SW902]`);
  });
});
