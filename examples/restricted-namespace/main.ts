// A namespace with the Pod Security level `restricted`, a quota on limits, a minimum size of containers, and a policy that denies egress. The level
// admits the injected init container. `agent.resources` satisfies the quota and the minimum, and the policy must allow the traffic of the wait.
import { ApiObject, App, Chart, Duration, JsonPatch, Size } from 'cdk8s';
import { Cpu, Namespaces, NetworkPolicy, NetworkPolicyPort, NetworkPolicyTrafficDefault, Pods } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'restricted-namespace', { namespace: 'shop' });
const resources = { cpu: { request: Cpu.millis(100), limit: Cpu.millis(500) }, memory: { request: Size.mebibytes(128), limit: Size.mebibytes(256) } };
const securityContext = { user: 10001 };

const web = new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: {
    kubernetesVersion: '1.35',
    architecture: 'amd64',
    agent: {
      resources: { cpu: { request: Cpu.millis(10), limit: Cpu.millis(200) }, memory: { request: Size.mebibytes(32), limit: Size.mebibytes(64) } },
    },
  },
  orderedContainers: [
    {
      name: 'web',
      image: 'shop/web:7',
      dependsOn: [Dependency.on('cache'), Dependency.onUrl('http://catalog:8080/ready', { timeout: Duration.minutes(5) })],
      resources,
      securityContext,
    },
    { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379), resources, securityContext },
  ],
});
// cdk8s-plus-27 cannot specify these required fields: it supports single capabilities, but not ALL.
ApiObject.of(web).addJsonPatch(
  JsonPatch.add('/spec/template/spec/securityContext/seccompProfile', { type: 'RuntimeDefault' }),
  ...[0, 1].map(i => JsonPatch.add(`/spec/template/spec/containers/${i}/securityContext/capabilities`, { drop: ['ALL'] })),
);

const catalog = Pods.select(chart, 'catalog', { labels: { app: 'catalog' } });
const dns = Pods.select(chart, 'dns', {
  labels: { 'k8s-app': 'kube-dns' },
  namespaces: Namespaces.select(chart, 'kube-system', { labels: { 'kubernetes.io/metadata.name': 'kube-system' } }),
});
new NetworkPolicy(chart, 'web-egress', {
  metadata: { name: 'web-egress' },
  selector: web,
  egress: {
    default: NetworkPolicyTrafficDefault.DENY,
    rules: [
      { peer: catalog, ports: [NetworkPolicyPort.tcp(8080)] },
      { peer: dns, ports: [NetworkPolicyPort.udp(53), NetworkPolicyPort.tcp(53)] },
    ],
  },
});

app.synth();
