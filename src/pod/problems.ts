import { CAPABILITIES } from './capabilities';
import { OLDEST_MINOR } from '../api/private/kubernetes-versions';
import {
  annotationPath,
  declaredContainer,
  dependency,
  entry,
  option,
  podContainer,
  podPath,
  raise,
  suggest,
} from '../api/private/problem';

interface UnknownName {
  readonly given: string;
  readonly known: readonly string[];
}

function describeUnknownName({ given, known }: UnknownName): string {
  return `'${given}', which does not exist (known: ${known.join(', ')})${suggest(given, known)} the name, or remove it`;
}

/** The deliveries of an agent that the user provides, with their options. */
const OWN_AGENT =
  'IN_IMAGE as `agent.delivery` and `agent.path`, or IMAGE_VOLUME and `agent.image` ' +
  `(from Kubernetes 1.${(CAPABILITIES.imageVolumes as { since: number }).since} on)`;

export const PROBLEMS = {
  SO102: entry(
    'declaration for an unknown container',
    { name: 'prxy', known: ['app', 'proxy'] },
    a =>
      `a declaration names container '${a.name}', which is not in this pod (it has: ` +
      `${a.known.join(', ')})${suggest(a.name, a.known)} the name, or add the container`,
    declaredContainer(),
  ),
  SO103: entry(
    'two containers with the same name',
    { name: 'main', places: ['containers[0]', 'containers[1]'] },
    a => `${a.places.join(' and ')} are both called '${a.name}'; give each container of the pod a unique name`,
    ({ places: [, second] }) => podPath(second),
  ),
  SO104: entry(
    'invalid container name',
    { name: 'My_App', place: 'containers[0]' },
    a =>
      `${a.place} is called '${a.name}', which is not a DNS label; use at most 63 characters of a-z, 0-9 and ` +
      `'-', with a letter or digit at both ends`,
    a => podPath(a.place),
  ),
  SO110: entry(
    'container without a name',
    { place: 'containers[0]' },
    a => `${a.place} of the pod spec has no name; add a \`name\`, such as 'app'`,
    a => podPath(a.place),
  ),
  SO302: entry(
    'check or option with an impossible value',
    {
      where: "the ready check of container 'proxy'",
      what: 'port',
      given: '99999',
      wanted: 'a whole number from 1 to 65535',
    },
    a => `${a.where}: ${a.what} is ${a.given}; it must be ${a.wanted}`,
  ),
  SO304: entry(
    'image without a HEALTHCHECK',
    { name: 'db', image: 'shop/db:7', why: 'has no HEALTHCHECK' },
    a =>
      `the ready check of container '${a.name}' is \`fromImage\`, but its image '${a.image}' ${a.why}; use ` +
      `another ready check` +
      (a.why === 'is not in the image file' ? ', or run `cdk8s-startup-order images --all`' : ''),
    declaredContainer('readyWhen'),
  ),
  SO407: entry(
    'grace period shorter than a sleep hook',
    { name: 'app', hook: 'preStop', seconds: 45, grace: 30 },
    a =>
      `container '${a.name}' sleeps ${a.seconds} s in its ${a.hook} hook, but terminationGracePeriodSeconds is ` +
      `${a.grace}: the API server rejects the pod; ` +
      `set the grace period to at least ${a.seconds} s, or shorten the sleep`,
    podContainer,
  ),
  SO502: entry(
    'container or volume whose name the library needs',
    { what: 'volume', name: 'startup-order-agent' },
    a => `the pod has a ${a.what} called '${a.name}', a name that this library needs; rename it`,
  ),
  SO503: entry(
    'mount path that the library needs',
    { name: 'proxy', path: '/startup-order' },
    a =>
      `container '${a.name}' has a volume mount at ${a.path}, which this library needs for the wait agent or ` +
      `its files; choose another mount path`,
    podContainer,
  ),
  SO505: entry(
    'environment variable that the library needs',
    { name: 'app', variable: 'STARTUP_ORDER_PROXY_READY' },
    a =>
      `container '${a.name}' has an environment variable called '${a.variable}', which this library needs to ` +
      `delay the container until its dependency is ready; rename it`,
    podContainer,
  ),
  SO507: entry(
    'order of a workload that refuses native sidecars and hooks',
    { type: 'serving.knative.dev/v1/Service' },
    a =>
      `Knative and Cloud Run refuse native sidecars and hooks in a workload of ${a.type}, and by default init ` +
      'containers; write a Deployment, or let Cloud Run itself read the annotation ' +
      'run.googleapis.com/container-dependencies',
  ),
  SO604: entry(
    'invalid or unsupported Kubernetes version',
    { given: '1.22', oldest: `1.${OLDEST_MINOR}` },
    a =>
      `kubernetesVersion is '${a.given}'; it must be the version of the oldest node, '${a.oldest}' or newer, as ` +
      "'major.minor' or 'major.minor.patch'",
    option('kubernetesVersion'),
  ),
  SO606: entry(
    'options that contradict each other',
    {
      given: '`agent.image` and `agent.registry`',
      remedy: 'write the registry in the image reference, and remove `agent.registry`',
    },
    a => `${a.given} contradict each other; ${a.remedy}`,
    option('agent'),
  ),
  SO608: entry(
    'disabled order without a reason',
    {},
    () => '`disabledReason` is empty; write the reason for disabling the order, which the plan shows',
    option('disabledReason'),
  ),
  SO609: entry(
    'unknown capability',
    {
      where: "the context 'cdk8s-startup-order:capabilities'",
      name: 'envFile',
      known: ['nativeSidecars', 'envFiles'],
    },
    a =>
      `${a.where} has '${a.name}', which is not a capability (known: ` +
      `${a.known.join(', ')})${suggest(a.name, a.known)} the name, or remove it`,
    option('capabilities'),
  ),
  SO610: entry(
    'image volume on nodes that do not support image volumes',
    { nodes: 'Kubernetes 1.33, or `capabilities`', remedy: 'set `kubernetesVersion` to 1.35 or newer' },
    a =>
      `\`agent.delivery\` is IMAGE_VOLUME, but not all nodes support image volumes (${a.nodes}); ${a.remedy}, or ` +
      'leave `agent.delivery` out',
    option('agent'),
  ),
  SO612: entry(
    'architecture without a wait agent',
    { where: '`startupOrder.architecture`', given: 'x86_64', known: ['amd64', 'arm64'] as readonly string[] },
    a =>
      `${a.where} is '${a.given}', and the package has no wait agent for it (it has: ${a.known.join(', ')}); ` +
      'write one of these values of the label kubernetes.io/arch of the nodes, or bring an agent for that ' +
      `architecture with ${OWN_AGENT}`,
    option('architecture'),
  ),
  SO613: entry(
    'image volume without an image',
    {},
    () =>
      '`agent.delivery` is IMAGE_VOLUME, but `agent.image` is not set; write the image of the wait agent, with ' +
      'the agent at /wait',
    option('agent'),
  ),
  SO614: entry(
    'ConfigMap for an unknown architecture',
    {},
    () =>
      '`agent.delivery` is CONFIG_MAP, but the architecture of the nodes is unknown; write `architecture`, such ' +
      "as 'amd64', or bind the pod with the node selector kubernetes.io/arch",
    option('architecture'),
  ),
  SO615: entry(
    'static pod with a ConfigMap',
    { annotation: 'kubernetes.io/config.source' },
    a =>
      `the annotation ${a.annotation} says that the pod is a static pod, and the kubelet refuses a static pod that ` +
      `refers to a ConfigMap, such as the ConfigMap of the wait agent; use ${OWN_AGENT}, or NONE, with which only ` +
      'the kubelet keeps the order',
    a => annotationPath(a.annotation),
  ),
  SO620: entry(
    'unknown key of the construct context',
    {
      given: 'cdk8s-startup-order:kubernetesversion',
      known: ['cdk8s-startup-order:kubernetesVersion'],
    } as UnknownName,
    a => `the construct context has the key ${describeUnknownName(a)}`,
  ),
  SO621: entry(
    'invalid path of the wait agent in the images',
    {
      why: '`agent.delivery` is IN_IMAGE, but `agent.path` is not set',
      remedy: 'write the absolute path of the agent in the images, such as /usr/local/bin/wait',
    },
    a => `${a.why}; ${a.remedy}`,
    option('agent'),
  ),
  SO623: entry(
    'unknown code of a warning',
    { given: 'SW1O1', known: ['SW101'] },
    a =>
      `\`acceptedWarnings\` has '${a.given}', which is no code of a warning${suggest(a.given, a.known)} the code, ` +
      'which the warning shows at its end',
    option('acceptedWarnings'),
  ),
  SO632: entry(
    'HTTP check without a port',
    { name: 'proxy', ports: [8080, 9901] },
    a =>
      `the ready check of container '${a.name}': the HTTP check has no \`port\`, and the container declares ` +
      `${a.ports.length === 0 ? 'none' : `the ports ${a.ports.join(', ')}`}; ` +
      `write the \`port\` of the check, such as ${a.ports[0] ?? 8080}`,
    declaredContainer('readyWhen'),
  ),
  SO633: entry(
    'order property in a pod spec',
    { path: 'containers[0].dependsOn', name: 'app', property: 'dependsOn' },
    a =>
      `the pod spec has the field \`${a.path}\`, which Kubernetes does not support; remove it, and declare ` +
      `\`${a.property}\` of container '${a.name}' in the start order`,
    a => podPath(a.path),
  ),
  SO642: entry(
    'image without a command',
    { name: 'web', image: 'ghcr.io/acme/web:1.4' },
    a =>
      `container '${a.name}' has no \`command\` and no \`args\`, and its image '${a.image}' has no command ` +
      `either; write \`command\``,
    podContainer,
  ),
  SO643: entry(
    'image file with another digest',
    { name: 'web', image: `web@sha256:${'1'.repeat(64)}`, digest: `sha256:${'0'.repeat(64)}` },
    a =>
      `container '${a.name}' has the image '${a.image}', and the image file contains the command of ` +
      `${a.digest}; correct the digest, or run \`cdk8s-startup-order images\``,
    podContainer,
  ),
  SO672: entry(
    'unknown annotation of this project',
    {
      given: 'cdk8s-startup-order.github.io/depend-on',
      known: ['cdk8s-startup-order.github.io/depends-on'],
    } as UnknownName,
    a => `there is the annotation ${describeUnknownName(a)}`,
    a => annotationPath(a.given),
  ),
  SO801: entry(
    'invalid or unsupported mesh version',
    { product: 'Istio', given: 'latest', oldest: '1.8' },
    a => `the version of ${a.product} is '${a.given}'; it must be '${a.oldest}' or newer, as 'major.minor'`,
    option('mesh'),
  ),
  SO802: entry(
    'native sidecars that the mesh or the nodes do not support',
    { product: 'Istio', version: '1.18', why: 'Istio has them from 1.19 on', wrong: 'the version' },
    a =>
      `\`nativeSidecars: true\` for ${a.product} ${a.version}, but ${a.why}; leave \`nativeSidecars\` out, or ` +
      `correct ${a.wrong}`,
    option('mesh'),
  ),
  SO803: entry(
    'mesh that does not inject its proxy into the pod',
    { mesh: 'Istio 1.27', why: "the label sidecar.istio.io/inject is 'false'", remedy: 'enable the injection' },
    a => `\`mesh\` is ${a.mesh}, but ${a.why}, so the pod gets no proxy; leave \`mesh\` out, or ${a.remedy}`,
    option('mesh'),
  ),
  SO804: entry(
    'annotation that contradicts the order',
    { mesh: 'Istio 1.27', key: 'sidecar.istio.io/nativeSidecar', given: 'false', wanted: 'true', native: true },
    a =>
      `${a.key} is '${a.given}' in the manifest, and the order needs '${a.wanted}' with ${a.mesh}; remove it` +
      (a.native ? ', or specify `mesh.nativeSidecars: false`' : ''),
    option('mesh'),
  ),
  SO805: entry(
    'proxy that the manifest already contains',
    { mesh: 'Istio 1.27', proxy: 'istio-proxy' },
    a =>
      `\`mesh\` is ${a.mesh}, which injects '${a.proxy}', but the manifest already has a container with this ` +
      `name; leave \`mesh\` out and depend on the container, or remove the container`,
    option('mesh'),
  ),
  SO806: entry(
    'text that is not a YAML mapping',
    {
      key: 'proxy.istio.io/config',
      given: 'concurrency: [',
      why: 'unexpected end of the stream within a flow collection',
    },
    a => `the annotation ${a.key} must be a YAML mapping (${a.why}): '${a.given}'; correct it`,
    a => annotationPath(a.key),
  ),
  SO901: entry(
    'workload that waits for itself',
    { dependent: 'app', what: 'the Service shop/web/Service' },
    a =>
      `container '${a.dependent}' depends on ${a.what}, which selects the pods of this workload itself: no pod ` +
      `is ready before its containers have started, so the container waits forever; ` +
      'remove that dependency, or correct the labels',
  ),
  SO902: entry(
    'workloads that wait for each other',
    { cycle: ['shop/api', 'shop/web'] },
    a =>
      `workloads wait for each other: ${[...a.cycle, a.cycle[0]].join(' -> ')} ('->' reads "waits for"); remove ` +
      `one of these dependencies`,
  ),
  SO903: entry(
    'Job that is deleted after it has finished',
    { dependent: 'app', job: 'the Job shop/migrate', seconds: 300 },
    a =>
      `container '${a.dependent}' depends on ${a.job}, which has ttlSecondsAfterFinished: ${a.seconds}; a pod ` +
      `that starts later finds no Job and waits forever; remove it, ` +
      'or write `required: false`: the container then starts if the Job does not exist',
  ),
  SO904: entry(
    'NetworkPolicy that blocks the waits',
    { policy: 'shop/web/DefaultDenyAll' },
    a =>
      `containers of this workload wait for something outside the pod, but the NetworkPolicy ${a.policy} allows ` +
      `no egress, not even DNS; add egress rules for DNS and for the ` +
      'dependencies (cdk8s-plus: `connections.allowTo`), or remove the policy (cdk8s-plus: leave `isolate` out)',
  ),
  SO905: entry(
    'access to the API without a namespace',
    { dependent: 'app', dependency: 'migrate' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}', which is a request to the Kubernetes API, and ` +
      `its RoleBinding needs the namespace of the service account; write ` +
      '`metadata.namespace` of the workload',
    dependency(),
  ),
  SO914: entry(
    'access to the API without a service account',
    { dependent: 'app', dependency: 'migrate' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}', which is a request to the Kubernetes API, and ` +
      `the pod has no service account; write \`serviceAccount\` of the workload ` +
      '(`serviceAccountName` in a manifest), or accept an account of its own with `createServiceAccount: true` ' +
      '(`--create-service-account` of the command `order`)',
    dependency(),
  ),
  SO916: entry(
    'Service that would lose a named port',
    {
      service: 'shop/web',
      container: 'proxy',
      name: 'http',
      number: 8080,
      setting: "`kubernetesVersion: '1.33'`",
    },
    a =>
      `the Service ${a.service} finds port ${a.number} of container '${a.container}' by its name '${a.name}', and ` +
      `'${a.container}' becomes a native sidecar: Kubernetes before 1.33 finds no named port of a native sidecar ` +
      `(kubernetes#128850), so the Service would have no endpoint; write ${a.setting} if the ` +
      `cluster has that version, otherwise \`targetPort: ${a.number}\` in the Service`,
    ({ container }) => podContainer({ name: container }),
  ),
  SO917: entry(
    'port that a Service does not have',
    {
      dependent: 'app',
      dependency: 'db',
      service: 'the Service shop/db',
      port: 5433,
      ports: [5432] as readonly number[],
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' at port ${a.port} of ${a.service}, which accepts TCP ` +
      `connections at ${a.ports.length === 0 ? 'no port' : `port ${a.ports.join(', ')}`}: the container waits ` +
      'forever; write a port of the Service, or add the port to it',
    dependency(),
  ),
};

export const problem = raise(PROBLEMS);
