import { AffectedContainers, describeAffected, KUBELET_BUGS } from './kubelet-bugs';
import { Code, Entry, entry, Problem, raise, quoteNames } from '../api/private/problem';

/** Facts that users should know before they deploy a plan. `acceptedWarnings` moves them to the notes of the plan. */
export const WARNINGS = {
  // 1xx: waits
  SW101: entry(
    'postStart hook that blocks the deletion of the pod',
    { length: 'up to 60 s', publishesPodIp: true },
    a =>
      `while a postStart hook waits, the kubelet ${
        a.publishesPodIp
          ? 'does not act on a deletion of the pod and shows no logs'
          : 'does not act on a deletion of the pod, shows no logs and does not publish the pod IP (kubernetes#85966)'
      }: ${a.length}`,
  ),
  SW102: entry(
    'wait without a limit for something outside the pod',
    { dependencies: ['db'], progressDeadline: 600 as number | undefined },
    a =>
      `nothing limits the wait for ${quoteNames(a.dependencies)}: it waits forever, and no container fails${
        a.progressDeadline === undefined
          ? ''
          : `; after progressDeadlineSeconds (${a.progressDeadline} s) the rollout is reported as failed, and the ` +
            'wait goes on'
      }. \`timeout\` on the dependency limits it`,
  ),
  SW103: entry(
    'wait for a container that may exit without a restart',
    { dependent: 'report', dependency: 'db', remedy: 'set activeDeadlineSeconds' },
    a =>
      `'${a.dependent}' waits forever if '${a.dependency}' exits first, because the kubelet may not restart ` +
      `'${a.dependency}': ${a.remedy}`,
  ),
  SW104: entry(
    'waits that are longer than a deadline',
    { longest: 101, field: 'progressDeadlineSeconds', seconds: 100 },
    a => `the waits can take ${a.longest} s in all, longer than ${a.field} (${a.seconds} s)`,
  ),
  SW106: entry(
    'dependent that starts before the gate of its dependency opens',
    { dependent: 'web', dependency: 'api', condition: 'STARTED', remedy: "write the `command` of 'web'" },
    a =>
      `'${a.dependent}' starts when the gate of '${a.dependency}' runs, and not when its command does: list order ` +
      `cannot tell when '${a.dependency}' is ${a.condition}. So that '${a.dependent}' can wait for the ` +
      `gate, ${a.remedy}`,
  ),
  SW107: entry(
    'dependent that starts while a guard holds its dependency',
    { dependent: 'web', dependency: 'api', condition: 'STARTED' },
    a =>
      `'${a.dependent}' starts while a guard holds '${a.dependency}': list order cannot tell when '${a.dependency}' ` +
      `is ${a.condition}. So that '${a.dependent}' can wait for the guard, leave its \`guarantee\` and ` +
      `\`mechanism\` out`,
  ),

  // 2xx: containers
  SW201: entry(
    'native sidecar that becomes a regular container',
    { names: ['proxy'], nodes: 'nodes before Kubernetes 1.29', setting: "`kubernetesVersion: '1.29'`" },
    a =>
      `${quoteNames(a.names)} moved from \`initContainers\` to \`containers\` and lost \`restartPolicy: Always\`, ` +
      `since ${a.nodes} have no native sidecars: ${a.setting} keeps a native sidecar where it is`,
  ),
  SW202: entry(
    'sidecar whose failure fails the pod',
    { names: ['proxy'], where: 'from Kubernetes 1.29 on' },
    a =>
      `${quoteNames(a.names)} run as regular containers on this target: if one container fails by itself, the pod ` +
      `has failed (restartPolicy Never); ${a.where} they would be native sidecars, whose exit codes do not count`,
  ),
  SW203: entry(
    'preStop hook that runs before the dependents have exited',
    { name: 'proxy', signal: 'SIGTERM' },
    a =>
      `the preStop hook of native sidecar '${a.name}' runs as soon as the pod stops, while its dependents still ` +
      `work: only ${a.signal} comes after them. End its service on ${a.signal}`,
  ),
  SW204: entry(
    'container whose exit restarts all containers',
    { name: 'db' },
    a =>
      `when '${a.name}' exits, the kubelet restarts all containers of the pod, without preStop hooks and with two ` +
      'seconds to exit (`restartAllContainers`)',
  ),
  SW207: entry(
    'pod that becomes Burstable',
    {},
    () =>
      'the injected containers request a little CPU and memory, so the pod is Burstable and no longer BestEffort: ' +
      '`agent: { resources: {} }` leaves it as it was',
  ),
  SW208: entry(
    '`sidecarsFirst` without sidecars',
    {},
    () =>
      '`sidecarsFirst`, or an empty list `sidecars`, changes nothing: no container of the pod is a sidecar. Give one ' +
      'the role SIDECAR, or remove the field',
  ),
  SW209: entry(
    'container that starts before the Vault agent',
    { names: ['proxy'] },
    a =>
      `${quoteNames(a.names)} moved to \`initContainers\`, and the injector of Vault appends its agent: a container ` +
      'that needs the secrets starts before they exist, and the pod waits forever. The annotation ' +
      '`vault.hashicorp.com/agent-init-first: "true"` starts the agent first',
  ),
  SW210: entry(
    'annotation that no longer applies to its container',
    { key: 'instrumentation.opentelemetry.io/inject-java', names: ['app'], now: 'proxy' as string | undefined },
    a =>
      `\`${a.key}\` no longer applies to ${quoteNames(a.names)}, because its program ${
        a.now === undefined ? 'handles only `containers`' : `takes the first of \`containers\`, now '${a.now}'`
      }: \`role: APP\` keeps a container there, and some programs take its name in another annotation`,
  ),
  SW211: entry(
    'NetworkPolicy that may block a port',
    { policy: 'shop/web', container: 'proxy', name: 'http', number: 8080 },
    a =>
      `NetworkPolicy ${a.policy} allows port '${a.name}' by its name, and Cilium finds no named port of a native ` +
      `sidecar such as '${a.container}': write \`port: ${a.number}\` in the policy`,
  ),
  SW212: entry(
    'rule of a Job about the exit code of a native sidecar',
    { names: ['proxy'] },
    a =>
      `a rule of \`podFailurePolicy\` reads the exit code of ${quoteNames(a.names)}, which the kubelet now restarts, ` +
      'and stops after the app containers, often with the code 143: give the rule the `containerName` of an app ' +
      'container',
  ),

  SW213: entry(
    'native sidecar in a custom resource',
    { type: 'argoproj.io/v1alpha1/Rollout', names: ['proxy'] },
    a =>
      `the API server drops the \`restartPolicy\` of ${quoteNames(a.names)} if the CRD of ${a.type} does not ` +
      'contain this field for init containers (Argo Rollouts: from 1.7 on), and then rejects the pods because of ' +
      `their probes, or the pods wait for an exit: check the CRD, or give ${quoteNames(a.names)} the role APP`,
  ),

  // 3xx: checks and probes
  SW301: entry(
    'ready checks of several containers that ask one port',
    { names: ['db', 'cache'], port: 5432 },
    a =>
      `the ready checks of ${a.names.map(n => `'${n}'`).join(' and ')} ask the same port ${a.port}, and only one ` +
      'container of a pod can listen on it: each check passes when that container listens. Correct one of the ports',
  ),
  SW302: entry(
    'ready check of a port of another container',
    { name: 'db', port: 5432, other: 'cache' },
    a =>
      `the ready check of '${a.name}' asks port ${a.port}, which only '${a.other}' declares: the check passes when ` +
      `'${a.other}' listens. Correct the port, or its declaration in \`ports\``,
  ),
  SW303: entry(
    'ready check that another process of the node may answer',
    {},
    () => 'with hostNetwork another process of the node may answer a check over the network',
  ),
  SW304: entry(
    'liveness probe that a startup probe delays without a limit',
    { name: 'db' },
    a =>
      `the liveness probe of '${a.name}' does not run before it is ready: if it may hang before that, give the ` +
      'dependency on it a timeout',
  ),
  SW305: entry(
    'startup probe that loses its limit',
    { name: 'app' },
    a =>
      `the startupProbe of '${a.name}' has no limit: if '${a.name}' hangs at its start, the kubelet does not restart ` +
      `it. ${describeLostTime(a.name)}`,
  ),
  SW306: entry(
    'liveness probe that counts from the start of the gate',
    { name: 'app' },
    a =>
      `the livenessProbe of '${a.name}' counts its initialDelaySeconds from the start of the gate: the kubelet may ` +
      `kill '${a.name}' while it boots. ${describeLostTime(a.name)}`,
  ),
  SW307: entry(
    'startup probe with a long period',
    { name: 'proxy', seconds: 10, failures: 30 },
    a =>
      `the startup probe of '${a.name}' holds the pod and runs only every ${a.seconds} s: set periodSeconds: 1, and ` +
      `failureThreshold: ${a.failures} for the same time until the kubelet kills '${a.name}'`,
  ),
  SW308: entry(
    'file that another user may not reach',
    { name: 'wait-for-config', paths: ['/v'] },
    a =>
      `'${a.name}' finds no file that its user may not reach: leave ${quoteNames(a.paths)} open to others, or set ` +
      '`runAsUser` of the pod',
  ),
  SW309: entry(
    'wait for a Service without the DNS of the cluster',
    { names: ['db'] },
    a =>
      `the pod asks the DNS servers of its node, which usually know no Services, so the wait for ` +
      `${quoteNames(a.names)} may never end: write \`dnsPolicy: ClusterFirstWithHostNet\``,
  ),

  // 4xx: the wait agent, images, accounts
  SW401: entry(
    'wait agent for one architecture in a pod for all nodes',
    { architecture: 'amd64' },
    a =>
      `on a node of another architecture than ${a.architecture} a postStart hook cannot run the wait agent, and the ` +
      'dependents start anyway: bind the pod with the node selector ' +
      `kubernetes.io/arch: ${a.architecture}`,
  ),
  SW402: entry(
    'wait agent in an image volume',
    {},
    () =>
      'the wait agent is mounted from its image (agent.delivery): where the container runtime mounts no images, or ' +
      'mounts them so that they cannot be executed, the containers that run the agent do not start; containerd ' +
      'mounts images from 2.1 on. Kubelets before 1.37 write an event at each synchronization of the pod ' +
      '(kubernetes#138644). With `hostUsers: false`, containerd 2.1.9 mounts it only once',
  ),
  SW403: entry(
    'gate with the command of a tag that may move',
    { name: 'web', digest: 'web@sha256:0000', pinned: 'web:1@sha256:0000' },
    a =>
      `the gate of '${a.name}' runs the command of ${a.digest}, and the tag may point to another image when ` +
      `'${a.name}' starts: run \`cdk8s-startup-order images --check\` in the pipeline, or write the image ` +
      `as ${a.pinned}`,
  ),
  SW404: entry(
    'pod with a service account of its own',
    { name: 'web-wait-agent-account' },
    a =>
      `the pod runs as account '${a.name}', which may read the awaited objects, and no longer as 'default': pull ` +
      "secrets and rights of 'default' do not apply; give the pod an account (`serviceAccount`) to decide " +
      'that yourself',
  ),
  SW405: entry(
    'containers without a token',
    {},
    () =>
      'the containers of the pod get no token, except the containers that wait: `automountServiceAccountToken` ' +
      'becomes `false`; a container that calls the Kubernetes API needs an account of the pod (`serviceAccount`)',
  ),
  SW406: entry(
    'token in every container',
    { name: 'web-wait-agent-account' },
    a =>
      `\`automountServiceAccountToken: true\` mounts the token of account '${a.name}' in every container of the pod, ` +
      'so every container may read the awaited objects; without the field only the containers that wait get a token',
  ),

  // 8xx: meshes
  SW801: entry(
    'hook of a mesh that gives up',
    { proxy: 'istio-proxy', after: '60 s' } as { proxy: string; after: string; unless?: string },
    a =>
      `the hook of ${a.proxy} gives up after ${a.after}, and the app containers start` +
      `${a.unless === undefined ? '' : `; ${a.unless}`}`,
  ),
  SW802: entry(
    'mesh that the plan does not know',
    { title: 'Istio', product: 'istio', names: ['cache'] },
    a =>
      `${a.title} adds its proxy to the pod, as labels or annotations ask, and the plan does not know it${
        a.names.length === 0
          ? ''
          : `; a proxy that is a regular container starts after ${quoteNames(a.names)}, which may never become ready`
      }: specify \`mesh: { product: '${a.product}', version: … }\``,
  ),
  SW803: entry(
    'wait in plain text past the mesh',
    { name: 'wait-for-api' },
    a =>
      `'${a.name}' connects in plain text, past the mesh, and a server that requires the TLS of the mesh rejects ` +
      'that: if the manifest or the image file contains their commands, the dependents connect through the ' +
      'mesh themselves',
  ),
  SW804: entry(
    'proxy that needs a switch to exit',
    { proxy: 'linkerd-proxy', needs: 'the Helm value `proxy.enableShutdownEndpoint: true`' },
    a =>
      `'${a.proxy}' gets a request to exit when the app containers have exited; it exits with ${a.needs}, otherwise ` +
      'the pod never completes',
  ),
  SW805: entry(
    'proxy that keeps the pod from completing',
    { proxy: 'istio-proxy', request: '' },
    a =>
      `'${a.proxy}' keeps running after the app containers have exited, so the pod never completes: have it ` +
      `injected as a native sidecar${a.request}`,
  ),

  SW806: entry(
    'proxy that waits for the app',
    {},
    () =>
      'daprd itself waits for the port of the app, so the app cannot wait until daprd is ready: an app that needs ' +
      'building blocks during its start should ask for `GET http://127.0.0.1:3500/v1.0/healthz/outbound`',
  ),

  // 9xx: Kubernetes
  SW902: entry(
    'Kubernetes version that is newer than the newest known version',
    { given: '1.99', planned: '1.37' },
    a => `Kubernetes ${a.given} is newer than the newest known version: planned for ${a.planned}`,
  ),
  ...listBugs(),
};

type BugEntry = Entry<Omit<AffectedContainers, 'bug'>>;

/** Each bug of Kubernetes has a code of its own. */
function listBugs(): Record<Code, BugEntry> {
  const entries: Record<Code, BugEntry> = {};
  for (const bug of KUBELET_BUGS) {
    if (bug.warning !== undefined) {
      const title = `the bug ${bug.issue}`;
      entries[bug.warning] = { title, example: { names: ['db'] }, text: about => describeAffected({ bug, ...about }) };
    }
  }
  return entries;
}

function describeLostTime(name: string): string {
  return (
    `The wait agent cannot make that check, and the gate of '${name}' waits without a limit: give each of its ` +
    'dependencies a timeout'
  );
}

export const warn = raise(WARNINGS);

/** Returns the texts of the warnings, and of the notes about accepted warnings. Each text ends with its code. */
export function divideWarnings(all: readonly Problem[], accepted: readonly string[]) {
  const warnings: string[] = [];
  const notes: string[] = [];
  for (const { code, text } of all) {
    if (accepted.includes(code)) {
      notes.push(`accepted: ${text} [${code}]`);
    } else {
      warnings.push(`${text} [${code}]`);
    }
  }
  return { warnings, notes };
}
