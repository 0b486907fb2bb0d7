/**
 * Orders with injected containers on a real API server, with a real webhook that injects them. The pods have the revision of their chart, so both
 * policies apply.
 */
import { ApiObject, App, Chart } from 'cdk8s';
import { ControlPlane } from './control-plane';
import { startWebhook } from './webhook';
import { Dependency, InjectedOrderPolicy, ReadyCheck, StartupOrder, StartupOrderPolicy } from '../../src';
import { poll } from '../runner/poll';

const NAMESPACE = 'injected';
const PROXY = ['--for=istio-proxy', '--http=http://127.0.0.1:15021/healthz/ready'];
const VAULT = ['--for=vault-agent', '--tcp=127.0.0.1:8200'];
const GATE = ['/startup-order/wait', '--gate=app.gate'];

interface Case {
  readonly title: string;
  readonly webhook?: string;
  /** The words that the policy inserts. */
  readonly inserted: readonly string[];
  /** The StartupOrderPolicy refuses the pod, because the other policy finds no place for the words. */
  readonly refused?: true;
  readonly change?: (pod: any) => any;
}

/** Insertions at the same position: the words for the last dependency come first. */
const CASES: readonly Case[] = [
  { title: 'nothing is injected', inserted: [] },
  { title: 'a webhook adds the proxy as the last container', webhook: 'mesh', inserted: PROXY },
  { title: 'a webhook adds the proxy as a native sidecar', webhook: 'mesh-native', inserted: PROXY },
  { title: 'a webhook adds both containers as the first', webhook: 'mesh-and-vault', inserted: [...VAULT, ...PROXY] },
  {
    title: 'a webhook adds the proxy, and the command already waits',
    webhook: 'mesh',
    inserted: PROXY,
    change: pod => inApp(pod, app => ({ ...app, command: [...GATE, ...PROXY, ...app.command.slice(GATE.length)] })),
  },
  {
    title: 'a webhook adds the proxy, and a program with its own `--` runs before the gate',
    webhook: 'mesh',
    inserted: PROXY,
    refused: true,
    change: pod => inApp(pod, app => ({ ...app, command: ['/tracer', '--', ...app.command] })),
  },
  {
    title: 'a webhook adds the proxy, and another program runs before the gate',
    webhook: 'mesh',
    inserted: PROXY,
    change: pod => inApp(pod, app => ({ ...app, command: ['/tracer', ...app.command] })),
  },
];

function inApp(pod: any, change: (app: any) => any): any {
  return { ...pod, spec: { ...pod.spec, containers: pod.spec.containers.map((c: any) => c.name === 'app' ? change(c) : c) } };
}

function synthesize(kubernetesVersion: string): any[] {
  const chart = new Chart(new App(), 'injected', { namespace: NAMESPACE });
  for (const name of ['web', 'worker']) {
    const labels = { app: name };
    const spec = { containers: [{ name: 'app', image: 'registry.local/app:1', command: ['/app'] }] };
    const deployment = new ApiObject(chart, name, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } } });
    StartupOrder.of(deployment, { kubernetesVersion, architecture: 'amd64' }).declare('app', {
      dependsOn: [
        Dependency.onInjected('istio-proxy', ReadyCheck.httpGet('/healthz/ready', { port: 15021 })),
        Dependency.onInjected('vault-agent', ReadyCheck.tcpSocket(8200)),
      ],
    });
  }
  new InjectedOrderPolicy(chart, 'injected');
  new StartupOrderPolicy(chart, 'policy');
  return chart.toJson();
}

/** Returns the number of failures. */
export async function checkInjections(plane: ControlPlane, version: string): Promise<number> {
  const { server, configuration } = await startWebhook(plane.directory);
  try {
    const objects = synthesize('1.33');
    const policies = objects.filter(o => o.kind.includes('AdmissionPolicy'));
    await plane.succeed(['create', 'namespace', NAMESPACE]);
    await plane.succeed(['apply', '--server-side', '--force-conflicts', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [configuration, ...policies] }));
    await poll('service account', { withinMs: 20_000 }, async () => (await plane.kubectl(['get', 'serviceaccount', 'default', '-n', NAMESPACE])).code === 0 || undefined);
    const pods = objects.filter(o => o.kind === 'Deployment').map(({ metadata: { name }, spec: { template } }) =>
      ({ apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name }, spec: template.spec }));
    let failures = 0;
    const judge = (right: boolean, text: string) => {
      if (!right) { failures++; }
      console.log(`${right ? 'ok  ' : 'FAIL'} ${version} ${text}`);
    };
    const inEffect = async (shown: (found: readonly string[]) => boolean, one: Case) =>
      poll('policies in effect', { withinMs: 30_000 }, async () => shown(await create(plane, pods[0], one)) || undefined);
    await inEffect(command => command.includes(PROXY[0]), CASES[1]);
    await inEffect(([error]) => error.includes('denied request'), CASES.find(one => one.refused)!);
    for (const pod of pods) {
      for (const one of CASES) {
        const command = await create(plane, pod, one);
        const found = command.slice(command.indexOf(GATE[0]));
        const right = one.refused ? command[0].includes('denied request') : JSON.stringify(found) === JSON.stringify([...GATE, ...one.inserted, '--', '/app']);
        judge(right, `${pod.metadata.name}, ${one.title}: ${command.join(' ')}`);
      }
    }
    // Without the mutating policy, the other policy refuses the pod.
    const [{ metadata: { name } }] = policies.filter(p => p.kind === 'MutatingAdmissionPolicyBinding');
    await plane.succeed(['delete', 'mutatingadmissionpolicybinding', name]);
    const refusal = await poll('refusal', { withinMs: 30_000 }, async () => {
      const answer = await create(plane, pods[0], { title: '', webhook: 'mesh', inserted: [] });
      return answer[0].includes('denied request') ? answer[0] : undefined;
    });
    judge(refusal.includes("the gate of 'app' does not wait for 'istio-proxy', which a webhook has injected"), `a pod whose gate does not wait: ${refusal.replace(/^.*denied request: /, '')}`);
    const plain = await create(plane, pods[0], { title: '', inserted: [] });
    judge(plain.join(' ') === [...GATE, '--', '/app'].join(' '), `a pod without an injected container, without the mutating policy: ${plain.join(' ')}`);
    return failures;
  } finally {
    server.close();
  }
}

let created = 0;

/** Creates a pod of a Deployment. Returns the command of its app, or the error of the API server. */
async function create(plane: ControlPlane, pod: any, { webhook, change = p => p }: Case): Promise<readonly string[]> {
  const name = `${pod.metadata.name}-${created++}`;
  const given = change({ ...pod, metadata: { ...pod.metadata, name, labels: { ...pod.metadata.labels, ...webhook && { webhook } } } });
  try {
    await plane.api.create(NAMESPACE, given);
  } catch (error) {
    return [(error as Error).message];
  }
  const made = await plane.api.get(`/api/v1/namespaces/${NAMESPACE}/pods/${name}`);
  return made.spec.containers.find((c: any) => c.name === 'app').command;
}
