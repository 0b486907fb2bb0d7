import { describeCommandRemedy } from './command-remedy';
import { NEWEST_MINOR, OLDEST_MINOR } from './kubernetes-versions';

/**
 * One error of the catalogue. Its text is complete, because users of Python, Java and Go see only the text: the
 * problem, the given value, and the value to write instead. `startOrderError` adds the place. docs/reference/errors.md
 * is generated from the catalogue. A code never gets another meaning.
 */
interface CatalogueEntry<A> {
  /** The meaning of the code, as a headline. */
  readonly title: string;
  readonly example: A;
  readonly text: (about: A) => string;
  readonly subject?: (about: A) => Subject;
}

/** The part of the input that causes a problem. */
export type Subject =
  /** A container of the declaration, one of its dependencies, or a field of either. */
  | { readonly in: 'declaration'; readonly container: string; readonly dependency?: string; readonly field?: string }
  /** An option of the workload. */
  | { readonly in: 'options'; readonly field: string }
  /** A container of the pod. */
  | { readonly in: 'pod'; readonly container: string }
  /** A path in the pod template, such as `spec.containers[0].image`. */
  | { readonly in: 'template'; readonly path: string };

function entry<A>(
  title: string,
  example: A,
  text: (about: A) => string,
  subject?: (about: A) => Subject,
): CatalogueEntry<A> {
  return { title, example, text, subject };
}

/** `field`: the field that the user has to correct; without it, the whole dependency. */
const dependency =
  (field?: string) =>
  (about: { readonly dependent: string; readonly dependency: string }): Subject => ({
    in: 'declaration',
    container: about.dependent,
    dependency: about.dependency,
    field,
  });
const declaredContainer =
  (field?: string) =>
  ({ name }: { readonly name: string }): Subject => ({ in: 'declaration', container: name, field });
const option = (field: string) => (): Subject => ({ in: 'options', field });
const podPath = (path: string): Subject => ({ in: 'template', path: `spec.${path}` });
const podContainer = ({ name }: { readonly name: string }): Subject => ({ in: 'pod', container: name });

interface UnknownName {
  readonly given: string;
  readonly known: readonly string[];
  readonly closest?: string;
}

function describeUnknownName({ given, known, closest }: UnknownName): string {
  return `'${given}', which does not exist (known: ${known.join(', ')})${suggest(closest)} the name, or remove it`;
}

/** Returns the begin of the remedy for an unknown name. */
function suggest(closest: string | undefined): string {
  return closest === undefined ? '; correct' : `; did you mean '${closest}'? Correct`;
}

/** The places in which the command `order` finds pods. */
const READ_BY_ORDER =
  '`order` reads Pods, and pod templates with containers in spec.template, spec.jobTemplate.spec.template or template';

export const CATALOGUE = {
  // 1xx: names
  SO101: entry(
    'dependency on an unknown container',
    {
      dependent: 'api',
      dependency: 'databse',
      known: ['cache', 'database'],
      closest: 'database' as string | undefined,
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}', which is not in this pod (it has: ` +
      `${a.known.join(', ')})${suggest(a.closest)} the name, ` +
      'or write `required: false` if the container may be missing',
    dependency(),
  ),
  SO102: entry(
    'declaration for an unknown container',
    { name: 'prxy', known: ['app', 'proxy'], closest: 'proxy' as string | undefined },
    a =>
      `a declaration names container '${a.name}', which is not in this pod (it has: ` +
      `${a.known.join(', ')})${suggest(a.closest)} the name, or add the container`,
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
  SO105: entry(
    'two different declarations of the same dependency',
    { dependent: 'app', dependency: 'proxy', field: 'timeout' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' twice, with a different ${a.field}; keep one of the two`,
    a => dependency(a.field)(a),
  ),
  SO106: entry(
    'two different declarations for the same container',
    { name: 'proxy', field: 'readyWhen' },
    a => `${a.field} of container '${a.name}' is declared twice, differently; keep one of the two`,
    a => declaredContainer(a.field)(a),
  ),
  SO110: entry(
    'container without a name',
    { place: 'containers[0]' },
    a => `${a.place} of the pod spec has no name; add a \`name\`, such as 'app'`,
    a => podPath(a.place),
  ),

  // 2xx: the graph
  SO201: entry(
    'dependency cycle',
    { cycle: ['a', 'b', 'c'] },
    a =>
      a.cycle.length === 1
        ? `container '${a.cycle[0]}' depends on itself; remove that dependency`
        : `containers wait for each other: ${[...a.cycle, a.cycle[0]].join(' -> ')} ('->' reads "depends on"); ` +
          `remove one of these dependencies`,
    ({ cycle: [first, second = first] }) => dependency()({ dependent: first, dependency: second }),
  ),
  SO202: entry(
    'dependency on a container that starts later',
    {
      dependent: 'migrate',
      dependentRole: 'INIT',
      dependency: 'cache',
      dependencyRole: 'APP',
      remedy: "give 'cache' the role SIDECAR",
    },
    a =>
      `container '${a.dependent}' (${a.dependentRole}) depends on '${a.dependency}' (${a.dependencyRole}), but ` +
      `it must exit or start before any ` +
      `container of spec.containers starts, so the dependency is impossible; ${a.remedy}`,
    dependency(),
  ),
  SO203: entry(
    'condition that an init container cannot meet',
    { dependent: 'app', dependency: 'migrate', condition: 'READY' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, but '${a.dependency}' has the role INIT: ${
        a.condition === 'EXITED'
          ? 'the kubelet starts nothing after an init container that has failed; use the condition COMPLETED, and let its command exit with 0'
          : 'it exits before any later container starts; use the condition COMPLETED, or give it the role SIDECAR'
      }`,
    dependency('condition'),
  ),
  SO204: entry(
    'wait for the exit of a container that always restarts',
    {
      dependent: 'report',
      dependency: 'worker',
      condition: 'COMPLETED',
      why: 'the kubelet always restarts it (restartPolicy Always)',
    } as {
      dependent: string;
      dependency: string;
      condition: string;
      why: string;
      remedy?: string;
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, but ${a.why}; ${
        a.remedy ??
        `give '${a.dependency}' the role INIT, or the role APP in a ` +
          'pod with another restartPolicy than Always, such as a Job; from Kubernetes 1.35 on (`kubernetesVersion`) a container can have its own `restartPolicy` ' +
          'in the manifest'
      }`,
    dependency('condition'),
  ),
  SO205: entry(
    'pod without an app container',
    { moved: ['proxy', 'agent'] },
    a =>
      `no container is left for spec.containers: ${a.moved.map(n => `'${n}'`).join(', ')} run as init ` +
      `containers or native sidecars, and Kubernetes ` +
      'requires at least one app container; give one of these containers the role APP',
    ({ moved: [name] }) => declaredContainer('role')({ name }),
  ),
  SO230: entry(
    'native sidecar before an init container, for nodes without native sidecars',
    { name: 'proxy', later: ['migrate'] },
    a =>
      `initContainers: '${a.name}' is a native sidecar (restartPolicy Always), and init ` +
      `container${a.later.length > 1 ? 's' : ''} ${a.later.map(n => `'${n}'`).join(', ')} ` +
      `${a.later.length > 1 ? 'come' : 'comes'} after it, but not all nodes support native sidecars: on the ` +
      `others '${a.name}' would start only after all init containers; ` +
      `set \`kubernetesVersion: '1.29'\`, or list '${a.name}' after them if they do not need it`,
    declaredContainer('role'),
  ),

  // 3xx: ready checks
  SO301: entry(
    'READY without a ready check',
    { dependent: 'app', dependency: 'proxy', healthcheck: false },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being READY, but '${a.dependency}' has no ready ` +
      `check; declare \`readyWhen\` for it` +
      `${a.healthcheck ? ', such as `fromImage` for the HEALTHCHECK of its image' : ''}, or ` +
      'give it a startup or readiness probe, or require less with the condition RUNNING',
    dependency(),
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
  SO303: entry(
    'check that the mechanism cannot run',
    {
      dependent: 'app',
      dependency: 'api',
      check: 'gRPC health on port 9000',
      mechanism: 'POST_START',
      why: 'the wait agent does not support gRPC',
      remedy:
        'with the role SIDECAR and Kubernetes 1.29 or newer the kubelet makes the check; ' +
        'otherwise use the command `grpc_health_probe -addr=:9000` if the image has it, or `tcpSocket` with port 9000',
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}', which is ready with ${a.check}: ${a.mechanism} ` +
      `cannot check that, because ${a.why}; ${a.remedy}`,
    dependency(),
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

  // 4xx: mechanism, guarantee, timeout
  SO401: entry(
    'unknown mechanism',
    {
      dependent: 'app',
      dependency: 'proxy',
      mechanism: 'ENTRYPOINT',
      available: ['POSITION', 'ENTRYPOINT_GATE', 'GUARDED_HOOK'],
    },
    a =>
      `container '${a.dependent}' requires ${a.mechanism} for '${a.dependency}', which this version of the ` +
      `library does not have (it has: ${a.available.join(', ')}); ` +
      'leave `mechanism` out, and the library chooses one',
    dependency('mechanism'),
  ),
  SO402: entry(
    'explicit mechanism that cannot enforce the dependency',
    {
      dependent: 'app',
      dependency: 'proxy',
      mechanism: 'INIT_CONTAINER',
      why: 'an init container has exited before any container of the pod starts',
    },
    a =>
      `container '${a.dependent}' requires ${a.mechanism} for '${a.dependency}', but ${a.why}; leave ` +
      `\`mechanism\` out, or choose another`,
    dependency('mechanism'),
  ),
  SO403: entry(
    'guarantee that cannot be reached',
    {
      dependent: 'app',
      dependency: 'proxy',
      wanted: 'FAIL_CLOSED',
      reached: 'BEST_EFFORT',
      mechanism: 'POST_START',
      remedy: "give 'proxy' the role SIDECAR",
    },
    a =>
      `container '${a.dependent}' requires ${a.wanted} for '${a.dependency}', but ${a.mechanism} reaches only ` +
      `${a.reached}; ${a.remedy}, or accept it with ` +
      `the guarantee ${a.reached}`,
    dependency('guarantee'),
  ),
  SO404: entry(
    'FAIL on a postStart hook',
    { dependent: 'app', dependency: 'proxy' },
    a =>
      `container '${a.dependent}' requires FAIL as \`onTimeout\` for '${a.dependency}', but a postStart hook ` +
      `cannot guarantee it: when the hook fails, the kubelet kills ` +
      `'${a.dependency}' and starts '${a.dependent}' anyway; use CONTINUE, or leave \`onTimeout\` out`,
    dependency('onTimeout'),
  ),
  SO405: entry(
    'dependency that no mechanism can enforce',
    {
      dependent: 'report',
      dependency: 'export',
      condition: 'COMPLETED',
      why: 'POST_START: a hook is killed with its container',
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, which no mechanism of this ` +
      `version can enforce (${a.why}); ` +
      'choose another condition, or another role for one of the containers',
    dependency(),
  ),
  SO406: entry(
    'options of a dependency that contradict each other',
    {
      dependent: 'app',
      dependency: 'config',
      what: '`onTimeout` without a `timeout`: an init container waits forever by default',
      remedy: 'give a `timeout`',
    },
    a => `container '${a.dependent}' depends on '${a.dependency}' with ${a.what}; ${a.remedy}`,
    dependency('onTimeout'),
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
  SO408: entry(
    'Windows pod',
    { dependent: 'app', dependency: 'proxy', mechanism: 'POST_START' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}', which needs ${a.mechanism}, and the wait agent ` +
      `does not run on Windows; on Windows only the ` +
      'position in the list and the startup probe of a native sidecar keep an order: use the role INIT, the ' +
      'role SIDECAR with a check that a kubelet probe ' +
      'can make (Kubernetes 1.29 or newer), or the condition RUNNING',
    dependency(),
  ),
  SO409: entry(
    'dependency that needs the wait agent, which is forbidden',
    {
      dependent: 'app',
      dependency: 'proxy',
      condition: 'READY',
      why: "'proxy' is a regular container, and it waits for init containers and native sidecars only",
      remedies: ["give 'proxy' the role SIDECAR"] as readonly string[],
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, which needs the wait ` +
      `agent, and \`agent.delivery\` is NONE: the kubelet alone cannot ` +
      `keep this order, because ${a.why}; ${[...a.remedies, 'use another `agent.delivery`'].join(', or ')}`,
    dependency(),
  ),
  SO410: entry(
    'hook that a guard bypasses',
    {
      dependent: 'app',
      dependency: 'cache',
      held: 'cache',
      needs: ['db'] as readonly string[],
      remedy: "use FAIL as `onTimeout` of container 'app'",
    },
    a =>
      `container '${a.dependent}' waits for a postStart hook of '${a.dependency}', but a guard holds ` +
      `'${a.held}' until ${a.needs.map(n => `'${n}'`).join(', ')} ` +
      `${a.needs.length > 1 ? 'are' : 'is'} ready: ${
        a.held === a.dependency
          ? `the kubelet starts '${a.dependent}' meanwhile, and the hook does not run`
          : `'${a.dependency}' waits for it, and the hook keeps the kubelet from creating it`
      }; ` +
      `${a.remedy === '' ? '' : `${a.remedy}, or `}require POST_START as \`mechanism\` for the dependencies of ` +
      `'${a.held}', too`,
    dependency(),
  ),

  // 5xx: what is in the manifest already
  SO501: entry(
    'postStart hook that cannot be merged',
    { name: 'proxy', handler: 'httpGet' },
    a =>
      `container '${a.name}' has a postStart hook of kind ${a.handler}, and the library needs the only hook of ` +
      `the container; ` +
      'write your hook as an exec hook, which then runs first, or remove it',
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
  SO504: entry(
    'init container with a probe or a hook',
    { name: 'migrate', fields: ['startupProbe'] },
    a =>
      `container '${a.name}' has the role INIT and ${a.fields.join(' and ')}, which Kubernetes forbids for an ` +
      `init container; remove it (cdk8s-plus adds a ` +
      'startupProbe for a `portNumber`: use `ports` instead), or give the container the role SIDECAR',
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

  // 6xx: options, attachment, images
  SO601: entry(
    'object without a pod',
    { found: ['v1/Service shop/svc'] },
    a =>
      `the object contains no workload (found: ${a.found.join(', ') || 'no API object'}); pass a Pod, ` +
      `Deployment, StatefulSet, DaemonSet, ReplicaSet, ReplicationController, Job or CronJob, ` +
      'or give the path to the pod spec of a custom resource with `podSpecPath`',
  ),
  SO602: entry(
    'several workloads in one object',
    {
      found: ['apps/v1/Deployment shop/web (web)', 'batch/v1/Job shop/once (once)'],
      example: "workload: 'web'" as string | undefined,
    },
    a =>
      `the object contains ${a.found.length} workloads: ${a.found.join(', ')}; ${
        a.example === undefined ? 'pass the construct of one workload' : `write \`${a.example}\` for the first of them`
      }`,
  ),
  SO603: entry(
    'two different sets of options for one workload',
    { first: '{"kubernetesVersion":"1.35"}', second: '{"kubernetesVersion":"1.29"}' },
    a =>
      `the start order of this workload already has the options ${a.first}, and now gets the options ` +
      `${a.second}; declare the options in one place`,
  ),
  SO604: entry(
    'invalid or unsupported Kubernetes version',
    { given: '1.22', oldest: `1.${OLDEST_MINOR}`, newest: `1.${NEWEST_MINOR}` },
    a =>
      `kubernetesVersion is '${a.given}'; it must be the version of the oldest node, from '${a.oldest}' to ` +
      `'${a.newest}', as 'major.minor' or 'major.minor.patch'`,
    option('kubernetesVersion'),
  ),
  SO605: entry(
    'object whose manifest cannot be changed',
    { why: 'its `toJson` is overridden in Python or Java' },
    a => `the start order cannot be attached to this object, because ${a.why}; attach it to an object of another class`,
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
  SO607: entry(
    'path without a pod spec',
    { path: '/spec/template/spec', kind: 'Rollout' },
    a =>
      `this ${a.kind} has no pod spec with \`containers\` at '${a.path}'; add the containers, or, for a custom ` +
      `resource, correct \`podSpecPath\`, as in '/spec/template/spec'`,
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
      closest: 'envFiles' as string | undefined,
    },
    a =>
      `${a.where} has '${a.name}', which is not a capability (known: ` +
      `${a.known.join(', ')})${suggest(a.closest)} the name, or remove it`,
    option('capabilities'),
  ),
  SO610: entry(
    'image volume on nodes that do not support image volumes',
    { version: '1.33' },
    a =>
      `\`agent.delivery\` is IMAGE_VOLUME, but not all nodes support image volumes (Kubernetes ${a.version}, or ` +
      `\`capabilities\`); set ` +
      '`kubernetesVersion` to 1.35 or newer, or leave `agent.delivery` out',
    option('agent'),
  ),
  SO611: entry(
    'invalid property of the validation',
    { name: 'failon', given: '"warning"', known: ['kubernetesVersion', 'failOn', 'ignore', 'images'] } as {
      name: string;
      given: string;
      known: string[];
      wanted?: string;
    },
    a =>
      `StartupOrderValidation has the property \`${a.name}: ${a.given}\`; ${
        a.wanted === undefined
          ? `the known properties are ${a.known.join(', ')}; correct the name, or remove it`
          : `write ${a.wanted}`
      }`,
  ),
  SO612: entry(
    'architecture without a wait agent',
    { where: '`startupOrder.architecture`', given: 'x86_64', known: ['amd64', 'arm64'] as readonly string[] },
    a =>
      `${a.where} is '${a.given}', and the package has no wait agent for it (it has: ${a.known.join(', ')}); ` +
      `write one of these values of the label kubernetes.io/arch of the nodes, or ` +
      'use IMAGE_VOLUME as `agent.delivery` with an image of the agent for that architecture',
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
  SO616: entry(
    'ConfigMaps that overwrite each other',
    {
      type: 'FILE_PER_RESOURCE',
      name: 'startup-order-wait-amd64-00000000',
      namespaces: ['shop', 'data'] as readonly (string | undefined)[],
    },
    a =>
      `cdk8s names files after kind and name where \`yamlOutputType\` is ${a.type}, so the file of the ` +
      `ConfigMap '${a.name}' for ` +
      `${a.namespaces.map(n => (n === undefined ? 'no namespace' : `the namespace '${n}'`)).join(' and ')} ` +
      'would be overwritten; write another output type, or install a `WaitAgentConfigMap` in each namespace and ' +
      'write its name as `agent.configMap`',
  ),
  SO617: entry(
    'JSON patch that cannot be applied',
    {
      op: 'replace',
      path: '/spec/template/spec/initContainers/0/startupProbe/periodSeconds',
      why: 'the manifest has nothing there',
    },
    a =>
      `the JSON patch '${a.op}' of '${a.path}' cannot be applied to the ordered manifest: ${a.why}; ` +
      `correct the path, ` +
      'or remove the patch and look at the manifest',
  ),
  SO618: entry(
    'construct without exactly one Service or Job',
    { kind: 'Service', count: 0, found: ['apps/v1/Deployment shop/web'] },
    a =>
      `the construct contains ${a.count} objects of the kind ${a.kind} (found: ` +
      `${a.found.join(', ') || 'no API object'}); pass the construct of one ${a.kind}`,
  ),
  SO619: entry(
    'declaration after the synth',
    { what: "the order of container 'app'" },
    a =>
      `${a.what} is declared after the synth of this workload, whose manifest would not contain it; declare the ` +
      `whole order before \`app.synth()\``,
  ),
  SO620: entry(
    'unknown key of the construct context',
    {
      given: 'cdk8s-startup-order:kubernetesversion',
      known: ['cdk8s-startup-order:kubernetesVersion'],
      closest: 'cdk8s-startup-order:kubernetesVersion',
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
  SO622: entry(
    'workload that is not in the object',
    {
      workload: 'wep',
      found: ['apps/v1/Deployment shop/all/web-deployment (web)'],
      closest: 'web' as string | undefined,
    },
    a =>
      `the object contains no workload '${a.workload}' (found: ${a.found.join(', ')})${suggest(a.closest)} ` +
      `\`workload\`, which is the name in the manifest, or \`Kind/name\``,
  ),
  SO630: entry(
    'unknown property',
    {
      what: 'startupOrder.kubernetesVersoin',
      known: ['capabilities', 'kubernetesVersion'],
      owners: [] as readonly string[],
      closest: 'kubernetesVersion',
    } as { what: string; known: readonly string[]; owners: readonly string[]; closest?: string },
    a =>
      `unknown property \`${a.what}\`${
        a.owners.length > 0
          ? `, which belongs to ${a.owners.join(', ')}: write it there`
          : a.closest !== undefined
            ? `; did you mean '${a.closest}'? Correct the name`
            : '; correct the name, or remove it'
      } (known here: ${a.known.join(', ')})`,
  ),
  SO631: entry(
    'value of the wrong type',
    {
      what: 'containers[0].role',
      given: "'sidecar'",
      wanted: 'ContainerRole.INIT, ContainerRole.SIDECAR or ContainerRole.APP; did you mean ContainerRole.SIDECAR?',
    },
    a => `\`${a.what}\` is ${a.given}; it must be ${a.wanted}`,
    a => ({ in: 'template', path: a.what }),
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
      `\`${a.property}\` ` +
      `of container '${a.name}' in the start order`,
    a => podPath(a.path),
  ),
  SO634: entry(
    'object that cdk8s cannot write',
    { kind: 'Deployment', message: 'obj.command?.map is not a function' },
    a =>
      `cdk8s cannot write the manifest of this ${a.kind} (${a.message}); correct the property of the wrong ` +
      `type, such as a string instead of a list of strings`,
  ),
  SO640: entry(
    'invalid image file',
    { what: "images['nginx'].digest is missing" },
    a => `the image file is invalid: ${a.what}; correct it, or remove it and run \`cdk8s-startup-order images\``,
    option('images'),
  ),
  SO641: entry(
    'image file of an unknown version',
    { given: '2', known: 1 },
    a =>
      `the image file has the version ${a.given}, and this version of the library reads version ${a.known}; use ` +
      `a newer version of the library, or remove the file and run ` +
      '`cdk8s-startup-order images`',
    option('images'),
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
  SO644: entry(
    'image file that cannot be read',
    { where: '`startupOrder.images`', path: 'startup-order.images.json', why: 'no such file or directory' },
    a =>
      `the image file '${a.path}' of ${a.where} cannot be read: ${a.why}; correct the path, or run ` +
      `\`cdk8s-startup-order images\``,
    option('images'),
  ),
  SO645: entry(
    'file of plans of another version',
    { given: '2', known: 1 },
    a =>
      `the plans have the version ${a.given}, and this version of the command reads version ${a.known}; use the ` +
      `version of the library that wrote the file`,
  ),
  SO646: entry(
    'invalid file of plans',
    { what: 'plans[0].containers is no list' },
    a => `this is no file of plans: ${a.what}; write the file with \`StartupOrder.planAllAsJson\``,
  ),
  SO651: entry(
    'image that does not exist',
    { source: 'crane manifest registry.example.com/web:1' },
    a => `\`${a.source}\` finds no such image; correct the image in the manifest, or push or pull the image`,
  ),
  SO652: entry(
    'image whose registry refuses access',
    {
      source: 'crane manifest registry.example.com/web:1',
      why: 'UNAUTHORIZED: authentication required',
      login: 'crane auth login registry.example.com',
    },
    a =>
      `\`${a.source}\` gets no access: ${a.why}; correct the image, or run \`${a.login}\` with an account ` +
      `that can pull it`,
  ),
  SO653: entry(
    'image whose content does not match its digest',
    {
      source: 'crane blob registry.example.com/web@sha256:…',
      wanted: `sha256:${'0'.repeat(64)}`,
      given: `sha256:${'1'.repeat(64)}`,
    },
    a =>
      `the output of \`${a.source}\` has the digest ${a.given} instead of ${a.wanted}; correct the registry, ` +
      `mirror or proxy that changes the content`,
  ),
  SO654: entry(
    'image in an unsupported format',
    { mediaType: 'application/vnd.docker.distribution.manifest.v1+json' },
    a =>
      `the image has the media type ${a.mediaType}, which this version does not support; use a current version ` +
      `of Docker, Podman or BuildKit to push the image again`,
  ),
  SO655: entry(
    'image without a platform for Linux',
    {},
    () =>
      'the image has no platform for Linux, and the wait agent runs only on Linux; write the `command` of the ' +
      'container in the manifest, or use an image for Linux',
  ),
  SO656: entry(
    'image whose platforms have different commands',
    {
      field: 'entrypoint',
      first: 'linux/amd64',
      firstValue: '["/app"]',
      second: 'linux/arm64',
      secondValue: '["/app-arm64"]',
    },
    a =>
      `the ${a.field} of the image is ${a.firstValue} for ${a.first} and ${a.secondValue} for ${a.second}, and ` +
      `a manifest is the same for all nodes; ` +
      'write the `command` of the container in the manifest',
  ),
  SO657: entry(
    'image that cannot be read',
    { source: 'crane manifest registry.example.com/web:1', why: 'no answer within 60 s' },
    a =>
      `\`${a.source}\`: ${a.why}; correct the cause and run the command again, or choose another program ` +
      `with \`--with\``,
  ),
  SO658: entry(
    'invalid image reference',
    { given: 'Nginx:1.27' },
    a => `'${a.given}' is not an image reference; write it as in nginx:1.27 or registry.example.com/team/app@sha256:…`,
  ),
  SO659: entry(
    'program that is not installed',
    { missing: ['crane'] as readonly string[], known: ['crane', 'skopeo', 'docker'] as readonly string[] },
    a =>
      `the PATH has no ${a.missing.join(', ')}; install it, choose another program with \`--with\` ` +
      `(${a.known.join(', ')}), or write the output of \`docker image inspect\` to \`--with stdin\``,
  ),
  SO660: entry(
    'annotation that is not JSON',
    {
      annotation: 'cdk8s-startup-order.github.io/depends-on',
      given: "'{app: [proxy]}'",
      why: 'Expected property name',
    },
    a => `the annotation ${a.annotation} is not JSON (${a.why}): ${a.given}; write it as in '{"app": ["proxy"]}'`,
  ),
  SO661: entry(
    'object without exactly one of several fields',
    {
      what: 'spec.containers.proxy.readyWhen',
      given: ['httpGet', 'tcpSocket'] as readonly string[],
      known: ['exec', 'httpGet', 'tcpSocket'] as readonly string[],
    },
    a =>
      `\`${a.what}\` has ${a.given.length === 0 ? 'none of its fields' : `the fields ${a.given.join(' and ')}`}; give it exactly one of: ${a.known.join(', ')}`,
  ),
  SO662: entry(
    'unknown version of the object StartupOrder',
    { given: "'cdk8s-startup-order.github.io/v2'", known: 'cdk8s-startup-order.github.io/v1alpha1' },
    a =>
      `the apiVersion of the StartupOrder is ${a.given}; write '${a.known}', or use a newer version of ` +
      `cdk8s-startup-order`,
  ),
  SO663: entry(
    'selector without a workload',
    {
      selector: 'Deployment shop/wbe',
      found: ['Deployment shop/web', 'Job shop/migrate'] as readonly string[],
      closest: 'Deployment shop/web' as string | undefined,
    },
    a =>
      `no workload matches the selector (${a.selector}); the input has: ` +
      `${a.found.join(', ') || 'no workload'}${a.closest === undefined ? '' : `; did you mean ${a.closest}?`}; ` +
      `correct the selector, or add the manifest of the workload (${READ_BY_ORDER})`,
  ),
  SO664: entry(
    'two declarations for one pod',
    {
      workload: 'Deployment shop/web',
      first: "the StartupOrder 'shop'",
      second: 'the annotation cdk8s-startup-order.github.io/depends-on',
    },
    a => `${a.workload} gets its start order from ${a.first} and from ${a.second}; keep one of the two`,
  ),
  SO665: entry(
    'annotation outside the pod template',
    {
      annotation: 'cdk8s-startup-order.github.io/depends-on',
      workload: 'Deployment shop/web',
      path: 'spec.template.metadata.annotations',
    },
    a =>
      `${a.workload} has the annotation ${a.annotation} in its own metadata, where it has no effect; write it ` +
      `to ${a.path}`,
  ),
  SO666: entry(
    'field without an effect',
    { what: 'spec.containers.app.dependsOn.db.condition', why: "'db' is an external dependency" },
    a => `\`${a.what}\` has no effect, because ${a.why}; remove it`,
  ),
  SO667: entry(
    'external dependency with the name of a container',
    { name: 'db' },
    a =>
      `'${a.name}' is the name of a container and of an external dependency, so \`dependsOn\` would be ` +
      `ambiguous; give the external dependency another name`,
  ),
  SO668: entry(
    'annotation in an object that is not read',
    {
      annotation: 'cdk8s-startup-order.github.io/depends-on',
      workload: 'JobSet train',
      place: 'spec.replicatedJobs[0].template.spec.template.metadata.annotations',
    },
    a =>
      `${a.workload} has the annotation ${a.annotation} in ${a.place}, where it has no effect: ` +
      `${READ_BY_ORDER}; write it there, ` +
      'or order this template as a Pod in another file, and copy its metadata and spec back',
  ),
  SO670: entry(
    'input that cannot be read',
    { why: 'there is no such file' },
    a => `${a.why}${a.why.includes('; ') ? '' : '; correct the input'}`,
  ),
  SO671: entry(
    'declaration file with another document',
    { given: 'Pod', wanted: 'cdk8s-startup-order.github.io/v1alpha1' },
    a =>
      `the document has the kind ${a.given}, and a file of \`--file\` contains only the kind StartupOrder with ` +
      `the apiVersion ${a.wanted}; pass manifests as arguments, ` +
      'without `--file`',
  ),
  SO672: entry(
    'unknown annotation of this project',
    {
      given: 'cdk8s-startup-order.github.io/depend-on',
      known: ['cdk8s-startup-order.github.io/depends-on'],
      closest: 'cdk8s-startup-order.github.io/depends-on',
    } as UnknownName,
    a => `there is the annotation ${describeUnknownName(a)}`,
    a => ({ in: 'template', path: `metadata.annotations["${a.given}"]` }),
  ),
  SO680: entry(
    'manifest whose text cannot be changed',
    { workload: 'Deployment shop/web' },
    a =>
      `the text of ${a.workload} contains YAML that cannot be changed, such as a list as a key; write it in ` +
      `simpler YAML, or in JSON`,
  ),
  SO681: entry(
    'pod that is ordered in another way',
    { annotation: 'cdk8s-startup-order.github.io/ordered', given: 'sha256-1c1e6a4b0d33', now: 'sha256-9f86d081884c' },
    a =>
      `the annotation ${a.annotation} is '${a.given}', so the pod is already ordered, with other declarations ` +
      `or options (now '${a.now}'); use the manifest as it was before`,
  ),
  SO683: entry(
    'pod that is not in its declared order',
    {},
    () =>
      'the manifest declares a start order, and the pod is not in this order; run `cdk8s-startup-order order` ' +
      'on the manifest, and keep its output',
  ),
  SO684: entry(
    'ordered pod that does not enforce a dependency',
    { dependent: 'app', dependency: 'proxy', reached: 'BEST_EFFORT', wanted: 'FAIL_CLOSED' } as {
      dependent: string;
      dependency: string;
      reached?: string;
      wanted?: string;
    },
    a => {
      const reached =
        a.reached === undefined
          ? 'the ordered pod does not enforce it'
          : `the ordered pod enforces it with ${a.reached}, which is weaker than ${a.wanted}`;
      const options = a.reached === undefined ? '' : ` with \`--guarantee ${a.wanted}\``;
      return (
        `container '${a.dependent}' depends on '${a.dependency}', and ${reached}; use the manifest as it was ` +
        `before, and run \`cdk8s-startup-order order\`${options}`
      );
    },
  ),
  SO685: entry(
    'ordered pod without a declaration',
    { annotation: 'cdk8s-startup-order.github.io/ordered', given: 'sha256-1c1e6a4b0d33' },
    a =>
      `the annotation ${a.annotation} is '${a.given}', so the pod is ordered, and the input declares no order ` +
      `for it; pass the StartupOrder with \`--file\`, ` +
      'or use the manifest as it was before',
  ),
  SO690: entry(
    'compose model that cannot be read',
    { why: 'its model is needed, and there is no program `docker` in the PATH', options: '--file compose.yaml' },
    a =>
      `${a.why}; run \`docker compose ${a.options} config --format json >model.json\`, and pass \`--from model.json\``,
  ),
  SO692: entry(
    'fields of a compose file without an effect',
    {
      fields: ['services.web.depends_on.db.restart'] as readonly string[],
      reason: 'Kubernetes does not restart other workloads; restart both workloads together, or remove `restart: true`',
    },
    a => `${a.fields.join(', ')}: ${a.reason}`,
  ),
  SO693: entry(
    'compose service without exactly one container in the manifests',
    { service: 'db', found: ['Deployment db', 'StatefulSet db'] as readonly string[] },
    a => {
      const found =
        a.found.length === 0 ? 'has no container in the manifests' : `is in several workloads (${a.found.join(', ')})`;
      return (
        `service '${a.service}' ${found}; pass the whole output of kompose or Compose Bridge for this compose file, ` +
        'with its labels, and nothing else'
      );
    },
  ),
  SO694: entry(
    'compose dependencies that the manifests cannot keep',
    { enforced: 2, all: 5, services: ['cache', 'db'] as readonly string[] },
    a => {
      const causes =
        `these services need \`expose\`, because no Service with a TCP port selects their pods: ` +
        `${a.services.join(', ')}; ` +
        'add the lines below with the port of each service, and convert the compose file again';
      return (
        `${a.enforced} of ${a.all} dependencies are enforced; ` +
        `${a.services.length === 0 ? 'correct the fields above' : causes}`
      );
    },
  ),

  // 7xx: shutdown
  SO701: entry(
    'shutdown order that cannot be enforced',
    {
      dependent: 'app',
      dependency: 'proxy',
      why: "the preStop hook of 'proxy' is of kind httpGet, and a container can have only one",
      remedy: 'write it as an exec hook',
    },
    a =>
      `container '${a.dependency}' must stop after '${a.dependent}', but ${a.why}; ${a.remedy}, or leave this ` +
      `pair out with \`orderedShutdown: false\` on the dependency`,
    dependency('orderedShutdown'),
  ),
  SO702: entry(
    'grace period too short for an ordered shutdown',
    {
      stops: [
        { name: 'app', seconds: 20 },
        { name: 'proxy', seconds: 15 },
      ],
      grace: 30,
    },
    a => {
      const seconds = a.stops.reduce((sum, s) => sum + s.seconds, 0);
      return (
        `containers stop one after the other: ${a.stops.map(s => `'${s.name}' ${s.seconds} s`).join(', ')}; ` +
        `that is ${seconds} s, but terminationGracePeriodSeconds is ` +
        `${a.grace}, and then the kubelet kills all containers that still run; set it to ${seconds}, or specify ` +
        `shorter times with \`stopsWithin\``
      );
    },
    ({ stops: [first] }) => declaredContainer('stopsWithin')(first),
  ),
  SO703: entry(
    'pod that would never complete',
    {
      helper: 'proxy',
      why: 'the wait agent, which could terminate it, does not run on Windows',
      remedy: 'give it the role APP and let it exit by itself',
    },
    a =>
      `the pod must complete, but sidecar '${a.helper}' would keep running after all other containers have ` +
      `exited, because not all nodes have native sidecars; ${a.why}; ` +
      `${a.remedy}, or plan for Kubernetes 1.29 or newer (\`kubernetesVersion\`)`,
    a => declaredContainer()({ name: a.helper }),
  ),
  SO704: entry(
    'restart that cannot be propagated',
    { dependent: 'app', dependency: 'proxy', why: "'proxy' is an init container and has exited by then" } as {
      dependent: string;
      dependency: string;
      why: string;
      remedy?: string;
    },
    a =>
      `container '${a.dependent}' must restart when '${a.dependency}' restarts, but ${a.why}; ` +
      `${a.remedy ? `${a.remedy}, or ` : ''}leave \`restartAllContainers\` out`,
    dependency('restartAllContainers'),
  ),

  // 8xx: meshes
  SO801: entry(
    'invalid or unsupported mesh version',
    { product: 'Istio', given: 'latest', oldest: '1.8' },
    a => `the version of ${a.product} is '${a.given}'; it must be '${a.oldest}' or newer, as 'major.minor'`,
    option('mesh'),
  ),
  SO802: entry(
    'native sidecars that the mesh or the nodes do not support',
    { product: 'Istio', version: '1.18', why: 'Istio has them from 1.19 on' },
    a =>
      `\`nativeSidecars: true\` for ${a.product} ${a.version}, but ${a.why}; leave \`nativeSidecars\` out, or ` +
      `correct the version`,
    option('mesh'),
  ),
  SO803: entry(
    'mesh that does not inject its proxy into the pod',
    { mesh: 'Istio 1.27', why: "the label sidecar.istio.io/inject is 'false'" },
    a => `\`mesh\` is ${a.mesh}, but ${a.why}, so the pod gets no proxy; leave \`mesh\` out, or enable the injection`,
    option('mesh'),
  ),
  SO804: entry(
    'annotation that contradicts the order',
    { mesh: 'Istio 1.27', key: 'sidecar.istio.io/nativeSidecar', given: 'false', wanted: 'true' },
    a =>
      `${a.key} is '${a.given}' in the manifest, and the order needs '${a.wanted}' with ${a.mesh}; remove it, ` +
      `or specify \`nativeSidecars\` of the profile`,
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
    a => ({ in: 'template', path: `metadata.annotations["${a.key}"]` }),
  ),
  SO807: entry(
    'wait that the mesh would break',
    {
      dependent: 'app',
      image: 'shop/app:7',
      dependency: 'postgres',
      why: 'Istio 1.23 captures the traffic of init containers, and its proxy does not run yet',
      connects: false,
      native: false,
      annotation: 'traffic.sidecar.istio.io/excludeOutboundPorts' as string | undefined,
    },
    a => {
      const ways = [
        ...(a.connects
          ? [
              'check a URL, which only the server itself can answer, or for a Service its endpoints in the ' +
                'Kubernetes API',
            ]
          : [describeCommandRemedy([{ name: a.dependent, image: a.image }])]),
        ...(a.native ? [] : ['inject the proxy as a native sidecar']),
        ...(a.annotation === undefined ? [] : [`exclude the port for the whole pod with ${a.annotation}`]),
      ];
      return (
        `container '${a.dependent}' depends on '${a.dependency}' outside the pod, but ${a.why}; ` +
        `${ways.join(', or ')}`
      );
    },
    dependency(),
  ),

  // 9xx: between workloads
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
  SO906: entry(
    'policy without a namespace',
    { workload: 'Deployment web' },
    a =>
      `the policy selects pods by their namespace, and ${a.workload} specifies none; set the \`namespace\` of ` +
      `the policy, of the chart, or of the \`metadata\` of the workload`,
  ),
  SO907: entry(
    'policy for pods without labels',
    { workload: 'CronJob report' },
    a =>
      `the policy recognizes the pods of ${a.workload} by their labels, and the pod template has none; add a ` +
      `label to the pod template`,
  ),
  SO908: entry(
    'policy for pods with the same labels',
    { one: 'Deployment web', other: 'Job migrate' },
    a =>
      `the policy cannot tell the pods of ${a.one} from the pods of ${a.other}, because their labels are the ` +
      `same; add a different label to each pod template and, if the workload has one, to its selector`,
  ),
  SO909: entry(
    'policy without an ordered workload',
    { scope: "the chart 'shop'" },
    a => `no workload in ${a.scope} has a start order; declare a dependency, or remove the policy`,
  ),
  SO910: entry(
    'policy for a pod that is already ordered',
    { workload: 'Deployment web' },
    a =>
      `the pod of ${a.workload} is already ordered, and the policy needs its declarations; pass the manifests ` +
      `as they were before \`order\``,
  ),
  SO911: entry(
    'injected container that is in the manifest',
    { dependent: 'app', dependency: 'istio-proxy' },
    a =>
      `'${a.dependent}' depends on '${a.dependency}' as an injected container, but the manifest contains a ` +
      `container with this name; use \`Dependency.on('${a.dependency}')\``,
    dependency(),
  ),
  SO912: entry(
    'check that the dependent of an injected container cannot make',
    { dependent: 'app', dependency: 'istio-proxy', why: 'only an agent in that container can make the check' },
    a =>
      `'${a.dependent}' cannot make this check of the injected container '${a.dependency}', because ${a.why}; ` +
      'use `ReadyCheck.httpGet` with the scheme `http`, or `ReadyCheck.tcpSocket`, with a port',
    dependency(),
  ),
  SO913: entry(
    'injected container that no gate can wait for',
    {
      dependent: 'app',
      dependency: 'istio-proxy',
      why: "the postStart hook of 'app' would run while the gate still waits, before the app runs",
    },
    a =>
      `'${a.dependent}' depends on the injected container '${a.dependency}', and only a gate in ` +
      `'${a.dependent}' can wait for it, but ${a.why}; remove this obstacle, or the dependency`,
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
  SO915: entry(
    'wait for localhost before any container runs',
    { dependent: 'app', dependency: 'db' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' at localhost, and an init container would wait ` +
      `for it before any container of the pod listens, so it waits forever; ` +
      'depend on the container that listens there by its name, or write the host of another pod',
    dependency(),
  ),
};

export type Code = keyof typeof CATALOGUE;

export interface Problem {
  readonly code: Code;
  readonly text: string;
  readonly subject?: Subject;
}

type About<C extends Code> = (typeof CATALOGUE)[C]['example'];

export function problem<C extends Code>(code: C, about: About<C>): Problem {
  const found = CATALOGUE[code] as unknown as CatalogueEntry<About<C>>;
  return { code, text: found.text(about), subject: found.subject?.(about) };
}

/** Returns the error for the user: per problem the place, the text and the code. */
export function startOrderError(problems: readonly { readonly path: string; readonly problem: Problem }[]): Error {
  const lines = problems.map(p => `[${p.path}] ${p.problem.text} [${p.problem.code}]`);
  return new Error(
    lines.length === 1
      ? lines[0]
      : [`the start order has ${lines.length} problems:`, ...lines.map(l => `  ${l}`)].join('\n'),
  );
}
