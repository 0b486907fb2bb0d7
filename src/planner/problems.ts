import { alsoNeed } from './advice/changes';
import {
  describeCommandRemedy,
  declaredContainer,
  dependency,
  entry,
  podContainer,
  raise,
  suggest,
  quoteNames,
} from '../api/private/problem';

/** Returns what to write instead of a port that the container does not declare. */
function advisePort(port: string): string {
  return /^\d+$/.test(port)
    ? `write ${port} without quotes, as a number`
    : 'add it to the `ports` of that container, or correct the port of the probe';
}

const OTHER_CHOICE = 'choose another condition, or another role for one of them';

export const PROBLEMS = {
  SO101: entry(
    'dependency on an unknown container',
    {
      dependent: 'api',
      dependency: 'databse',
      known: ['cache', 'database'],
      injectedBy: undefined as string | undefined,
    },
    ({ dependent, dependency: missing, known, injectedBy }) => {
      const others = known.filter(name => name !== dependent);
      const remedy =
        injectedBy === undefined
          ? `${suggest(missing, others)} the name, or write \`required: false\` if the container may be missing`
          : `; if ${injectedBy} injects it, remove this dependency and declare the option \`mesh\`, or declare the ` +
            'dependency with `onInjected` (`injected` in YAML)';
      return (
        `container '${dependent}' depends on '${missing}', which is not in this pod (it has: ${known.join(', ')})` +
        remedy
      );
    },
    dependency(),
  ),
  SO105: entry(
    'two different declarations of the same dependency',
    { dependent: 'app', dependency: 'proxy', field: 'timeout' },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' twice, with a different ${a.field}; keep one of the two`,
    a => dependency(a.field)(a),
  ),
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
      `container '${a.dependent}' (${a.dependentRole}) depends on '${a.dependency}' (${a.dependencyRole}), but it ` +
      'must exit or start before any container of spec.containers starts, so the dependency is impossible; ' +
      `${a.remedy || OTHER_CHOICE}`,
    dependency(),
  ),
  SO203: entry(
    'condition that an init container cannot meet',
    {
      dependent: 'app',
      dependency: 'migrate',
      condition: 'READY',
      remedy: "use the condition COMPLETED, or give 'migrate' the role SIDECAR",
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, but '${a.dependency}' has the ` +
      `role INIT: ${
        a.condition === 'EXITED'
          ? 'the kubelet starts nothing after an init container that has failed'
          : 'it exits before any later container starts'
      }; ${a.remedy}`,
    dependency('condition'),
  ),
  SO204: entry(
    'wait for the exit of a container that always restarts',
    {
      dependent: 'report',
      dependency: 'worker',
      condition: 'COMPLETED',
      why: 'the kubelet always restarts it (restartPolicy Always)',
      since: 'from Kubernetes 1.35 on (`kubernetesVersion`)',
      init: "give 'worker' the role INIT and use the condition COMPLETED",
      remedy: undefined as string | undefined,
    },
    a => {
      const roles = a.init === '' ? `give '${a.dependency}'` : `${a.init}, or`;
      const apart =
        `${roles} the role APP and a known command in a pod with another restartPolicy than Always, such as a Job; ` +
        `${a.since} a container can have its own \`restartPolicy\` in the manifest`;
      return (
        `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, but ${a.why}; ` +
        `${a.remedy ?? apart}`
      );
    },
    dependency('condition'),
  ),
  SO205: entry(
    'pod without an app container',
    { moved: ['proxy', 'agent'], last: ['agent'] },
    a =>
      `no container is left for spec.containers: ${quoteNames(a.moved)} run as init ` +
      'containers or native sidecars, and Kubernetes requires at least one app container; ' +
      `give ${a.last.length > 1 ? 'one of ' : ''}${quoteNames(a.last)} the role APP`,
    ({ last: [name] }) => declaredContainer('role')({ name }),
  ),
  SO230: entry(
    'native sidecar before an init container, for nodes without native sidecars',
    { name: 'proxy', later: ['migrate'], setting: "`kubernetesVersion: '1.29'`" },
    a =>
      `initContainers: '${a.name}' is a native sidecar (restartPolicy Always), and init ` +
      `container${a.later.length > 1 ? 's' : ''} ${quoteNames(a.later)} ` +
      `${a.later.length > 1 ? 'come' : 'comes'} after it, but not all nodes support native sidecars: on the ` +
      `others '${a.name}' would start only after all init containers; list '${a.name}' after them if they do not ` +
      'need it, or else give them the role APP, if they never end, or, if all nodes support native sidecars, ' +
      `set ${a.setting}`,
    declaredContainer('role'),
  ),
  SO301: entry(
    'READY without a ready check',
    {
      dependent: 'app',
      dependency: 'proxy',
      healthcheck: false,
      unknownPort: undefined as string | undefined,
      mayRun: true,
    },
    a => {
      const fromImage = a.healthcheck ? ', such as `fromImage` for the HEALTHCHECK of its image' : '';
      const run = a.mayRun ? ', or require less with the condition RUNNING' : '';
      const missing =
        a.unknownPort === undefined
          ? `'${a.dependency}' has no ready check; declare \`readyWhen\` for it${fromImage}, or give ` +
            `it a startup or readiness probe${run}`
          : `the probe of '${a.dependency}' names the port '${a.unknownPort}', which '${a.dependency}' does not ` +
            'declare; ' +
            advisePort(a.unknownPort);
      return `container '${a.dependent}' depends on '${a.dependency}' being READY, but ${missing}`;
    },
    dependency(),
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
      remedy: 'leave `mechanism` out',
    },
    a => `container '${a.dependent}' requires ${a.mechanism} for '${a.dependency}', but ${a.why}; ${a.remedy}`,
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
      `${a.reached}; ${a.remedy === '' ? '' : `${a.remedy}, or `}accept it with the guarantee ${a.reached}`,
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
      remedy: "give 'export' the role INIT",
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, which no mechanism of this ` +
      `version can enforce (${a.why}); ${a.remedy || OTHER_CHOICE}`,
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
  SO408: entry(
    'Windows pod',
    {
      dependent: 'app',
      dependency: 'proxy',
      mechanism: 'POST_START',
      having: 'Kubernetes 1.29 or newer',
      isForced: false,
      isExternal: false,
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}', which needs ${a.mechanism}, and the wait agent ` +
      (a.isExternal
        ? `does not run on Windows; remove the dependency, and let '${a.dependent}' try again until ` +
          `'${a.dependency}' answers`
        : 'does not run on Windows; on Windows only the position in the list and the startup probe of a native ' +
          'sidecar keep an order: use the role INIT with the condition COMPLETED, the role SIDECAR with a check that ' +
          `a kubelet probe can make (${a.having}), or the condition RUNNING` +
          (a.isForced ? ', each without `mechanism`' : '')),
    dependency(),
  ),
  SO409: entry(
    'dependency that needs the wait agent, which is forbidden',
    {
      dependent: 'app',
      dependency: 'proxy',
      condition: 'READY',
      remedy: "give 'proxy' the role SIDECAR, or use another `agent.delivery`",
    },
    a =>
      `container '${a.dependent}' depends on '${a.dependency}' being ${a.condition}, which needs the wait ` +
      `agent, and \`agent.delivery\` is NONE: the kubelet alone cannot keep this order; ` +
      `${a.remedy || OTHER_CHOICE}`,
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
      `'${a.held}' until ${quoteNames(a.needs)} ` +
      `${a.needs.length > 1 ? 'are' : 'is'} ready: ${
        a.held === a.dependency
          ? `the kubelet starts '${a.dependent}' meanwhile, and the hook does not run`
          : `'${a.dependency}' waits for it, and the hook keeps the kubelet from creating it`
      }; ` +
      `${a.remedy === '' ? '' : `${a.remedy}, or `}require POST_START as \`mechanism\` for the dependencies of ` +
      `'${a.held}', too`,
    dependency(),
  ),
  SO501: entry(
    'postStart hook that cannot be merged',
    { name: 'proxy', handler: 'httpGet' },
    a =>
      `container '${a.name}' has a postStart hook of kind ${a.handler}, and the library needs the only hook of ` +
      'the container; write your hook as an exec hook, which then runs first, or remove it',
    podContainer,
  ),
  SO504: entry(
    'container with a field that Kubernetes forbids for its role',
    { name: 'migrate', role: 'INIT', fields: ['startupProbe'], mustEnd: false, maySidecar: true },
    a => {
      const isInit = a.role === 'INIT';
      const ofPlus = isInit && a.fields.includes('startupProbe');
      const hint = ' (cdk8s-plus adds a startupProbe for a `portNumber`: use `ports` instead)';
      const remove = a.fields.length > 1 ? 'remove them' : 'remove it';
      const role = `, or give the container the role ${isInit && a.maySidecar ? 'SIDECAR' : 'APP'}`;
      return (
        `container '${a.name}' has the role ${a.role} and ${a.fields.join(' and ')}, which Kubernetes forbids for ` +
        `${isInit ? 'an init container' : 'a native sidecar'}; ${remove}${ofPlus ? hint : ''}${a.mustEnd ? '' : role}`
      );
    },
    podContainer,
  ),
  SO506: entry(
    'container that would lose its `hostPort`',
    { name: 'proxy', role: 'SIDECAR' },
    a =>
      `container '${a.name}' has the role ${a.role} and a \`hostPort\`, which the kubelet opens for entries of ` +
      '`containers` only; give it the role APP, or replace the `hostPort` by a Service or `hostNetwork`',
    podContainer,
  ),
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
      having: 'Kubernetes 1.29 or newer',
      option: '`kubernetesVersion`',
    },
    a =>
      `the pod must complete, but sidecar '${a.helper}' would keep running after all other containers have ` +
      `exited, because not all nodes have native sidecars; ${a.why}; ` +
      `${a.remedy}, or plan for ${a.having} (${a.option})`,
    a => declaredContainer()({ name: a.helper }),
  ),
  SO704: entry(
    'restart that cannot be propagated',
    {
      dependent: 'app',
      dependency: 'proxy',
      why: "'proxy' is an init container and has exited by then",
      remedy: undefined as string | undefined,
    },
    a =>
      `container '${a.dependent}' must restart when '${a.dependency}' restarts, but ${a.why}; ` +
      `${a.remedy ? `${a.remedy}, or ` : ''}leave \`restartAllContainers\` out`,
    dependency('restartAllContainers'),
  ),
  SO807: entry(
    'wait that the mesh would break',
    {
      dependent: 'app',
      image: 'shop/app:7',
      dependency: 'postgres',
      why: 'Istio 1.23 captures the traffic of init containers, and its proxy does not run yet',
      /** The command of the dependent is unknown, and would allow a gate with this check. */
      needsCommand: true,
      connects: false,
      /** `undefined`: the proxy is a native sidecar. */
      forNative: 'inject the proxy as a native sidecar' as string | undefined,
      annotation: 'traffic.sidecar.istio.io/excludeOutboundPorts' as string | undefined,
    },
    a => {
      const command = a.needsCommand ? [describeCommandRemedy([{ name: a.dependent, image: a.image }])] : [];
      const changes = [...command, ...(a.forNative === undefined ? [] : [a.forNative])];
      const ask = 'check a URL or the protocol of the server, which only the server itself can answer';
      const ends = 'or for a Service its endpoints in the Kubernetes API';
      let first: readonly string[] = changes;
      if (a.connects && a.forNative === undefined) {
        first = [`${ask}, ${ends}`];
      } else if (a.connects) {
        first = a.needsCommand ? alsoNeed(ask, changes) : [ask];
      }
      const ways = [
        ...first,
        ...(a.annotation === undefined ? [] : [`exclude the port for the whole pod with ${a.annotation}`]),
      ];
      return (
        `container '${a.dependent}' depends on '${a.dependency}' outside the pod, but ${a.why}; ` +
        `${ways.join(', or ')}`
      );
    },
    dependency(),
  ),
  SO911: entry(
    'injected container that is in the manifest',
    { dependent: 'app', dependency: 'istio-proxy' },
    a =>
      `'${a.dependent}' depends on '${a.dependency}' as an injected container, but the manifest contains a ` +
      'container with this name; use a dependency on that container',
    dependency(),
  ),
  SO912: entry(
    'check that the dependent of an injected container cannot make',
    { dependent: 'app', dependency: 'istio-proxy', why: 'only an agent in that container can make the check' },
    a =>
      `'${a.dependent}' cannot make this check of the injected container '${a.dependency}', because ${a.why}; ` +
      'use `httpGet` with the scheme `http` and a port, `tcpSocket` or `server`',
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

export const problem = raise(PROBLEMS);
