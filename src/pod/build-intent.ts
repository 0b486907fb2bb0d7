import { Capabilities } from './capabilities';
import { findAgentObstacle, validateCheck, readProbe } from './checks';
import { applyRules, DNS_LABEL, predictionRule, Rule, secondsRule } from './checks/check-module';
import { resolvePort } from './checks/hosts';
import { chooseDelivery } from './delivery';
import { findHealthcheck, findCommand, validateImages, findImageUser, findStopSignal } from './image-facts';
import { ContainerIntent, PodIntent, ReadyCheckIntent } from './intent';
import { ReadDeclaration, fillPort, findHostPorts, listNamedPorts, listPorts } from './known-port';
import { isWindowsPod } from './node-labels';
import { applyMesh, findRequestedMesh } from './pod-mesh';
import { problem } from './problems';
import { isBestEffort } from './qos-class';
import { NO_WORKLOAD, readWorkload, WorkloadFacts } from './read-workload';
import { decideRestarts, findPolicyInContainers, restartsAll } from './restarts';
import { findServiceAccount } from './service-account';
import { omitsResources, OrderSettings } from './settings';
import { Check } from '../api/private/check';
import { groupBy } from '../api/private/collections';
import { PodDeclaration } from '../api/private/declaration';
import { ContainerRole, ContainerSlot } from '../api/private/enums';
import { ContainerJson, listContainersOf, PodSpecJson, PodTemplateJson, ProbeJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';
import { ImageFile } from '../images/image-file';

/** Returns the list of the pod spec in which a container with this role belongs. */
export function chooseSlot(role: ContainerRole, { nativeSidecars }: Capabilities): ContainerSlot {
  if (role === 'SIDECAR' && nativeSidecars) {
    return 'NATIVE_SIDECAR';
  }
  return role === 'INIT' ? 'INIT' : 'CONTAINER';
}

/** Translates a pod template and its declarations into the input of the planner, with all defaults filled in. */
export function buildIntent(
  template: PodTemplateJson,
  declaration: PodDeclaration,
  settings: OrderSettings,
  { namespaceTexts, ...workload }: WorkloadFacts = NO_WORKLOAD,
): { intent: PodIntent; problems: Problem[] } {
  const { spec } = template;
  const { target, agent, images, mechanism, guarantee, acceptedWarnings, orderedShutdown } = settings;
  const { lacks, kubeletBugs, kubeletExceptions } = target;
  const { mesh, problems: meshProblems } = applyMesh(settings.mesh, template, agent);
  const found = listContainersOf(spec);
  const inits = spec.initContainers?.length ?? 0;
  const byName = new Map(found.map(json => [json.name, json]));
  const read = declaration.containers.map(d => fillPort(d, byName.get(d.name), images));
  const declared = new Map(read.map(r => [r.declaration.name, r.declaration]));
  // An empty name also selects the default runtime of the node: kubelet, runtimeclass_manager.go LookupRuntimeHandler.
  const capabilities = spec.runtimeClassName ? target.capabilitiesOfRuntimeClass : target.capabilities;
  const {
    restartPolicy = 'Always',
    hostNetwork = false,
    dnsPolicy = 'ClusterFirst',
    terminationGracePeriodSeconds = 30,
  } = spec;
  const pod: PodFacts = {
    spec,
    capabilities,
    lacks,
    restartPolicy,
    images,
    // On a cluster that assigns the user, and in a pod with a user, the user of an image has no effect.
    imageDecidesUser: spec.securityContext?.runAsUser === undefined && !agent.omitRunAsUser,
  };
  const containers = found.map((json, place) => buildContainer(json, place, declared.get(json.name), pod));
  return {
    intent: {
      containers: declaration.sidecarsFirst ? addSidecarDependencies(containers) : containers,
      capabilities,
      lacks,
      kubeletBugs,
      kubeletExceptions,
      annotations: template.metadata?.annotations ?? {},
      restartPolicy,
      restartsAllContainers: restartsAll(containers, capabilities),
      windows: isWindowsPod(spec),
      hostNetwork,
      usesNodeDns: dnsPolicy === 'Default' || (hostNetwork && dnsPolicy === 'ClusterFirst'),
      hasVolumes: (spec.volumes ?? []).length > 0 || spec.automountServiceAccountToken !== false,
      terminationGracePeriodSeconds,
      ...workload,
      deadlines: [...readWorkload('v1/Pod', spec).deadlines, ...workload.deadlines],
      delivery: chooseDelivery(spec, settings),
      mayLoseBestEffort: isBestEffort(spec) && !omitsResources(agent, spec),
      lacksSidecars: declaration.sidecarsFirst && !containers.some(c => c.role === 'SIDECAR'),
      mechanism,
      guarantee,
      acceptedWarnings,
      orderedShutdown,
      sharesProcesses: spec.shareProcessNamespace || spec.hostPID || false,
      serviceAccount: chooseAccount(spec, declaration.serviceAccount),
      mesh,
      unstatedMesh: mesh ? undefined : findRequestedMesh(template, namespaceTexts),
    },
    problems: [
      ...validateNames(found, inits),
      ...validateDeclaredNames([...declared.values()], found),
      ...read.flatMap(r => [...r.problems, ...validateDeclaration(r.declaration)]),
      ...validateSleeps(found, terminationGracePeriodSeconds),
      ...meshProblems,
      ...(images ? validateImages(found, images) : []),
    ],
  };
}

/** Returns the service account for the waits, for a pod without a service account. */
function chooseAccount(spec: PodSpecJson, name: string | undefined): PodIntent['serviceAccount'] {
  if (name === undefined || findServiceAccount(spec) !== undefined) {
    return undefined;
  }
  return { name, automountsToken: spec.automountServiceAccountToken };
}

/** The facts of the pod that decide facts of its containers. */
interface PodFacts extends Pick<PodIntent, 'capabilities' | 'lacks' | 'restartPolicy'> {
  readonly spec: PodSpecJson;
  readonly images: ImageFile | undefined;
  readonly imageDecidesUser: boolean;
}

function buildContainer(
  json: ContainerJson,
  place: number,
  declared: ReadDeclaration | undefined,
  pod: PodFacts,
): ContainerIntent {
  const { capabilities, images } = pod;
  const { name, lifecycle, livenessProbe, readinessProbe, startupProbe, restartPolicyRules: restartRules = [] } = json;
  const init = place < (pod.spec.initContainers?.length ?? 0);
  const alreadyNative = init && json.restartPolicy === 'Always';
  const automatic = hasAutomaticProbe(json);
  const roleInList = init ? 'INIT' : 'APP';
  const roleInManifest = alreadyNative ? 'SIDECAR' : roleInList;
  const role = declared?.role ?? roleInManifest;
  const slot = chooseSlot(role, capabilities);
  const startupCheck = startupProbe && readProbe(startupProbe, json);
  // An init container has no policy of its own.
  const policyOfInit = slot === 'CONTAINER' ? findPolicyInContainers(json, pod.restartPolicy) : undefined;
  const restartPolicy = init ? policyOfInit : json.restartPolicy;
  return {
    name,
    place,
    role,
    slot,
    roleStated: declared?.role !== undefined,
    inInitContainers: init,
    alreadyNative: alreadyNative && role === 'SIDECAR',
    ready: declared?.readyWhen
      ? { check: declared.readyWhen, source: 'readyWhen' }
      : findReadyCheck(json, startupCheck, automatic),
    startup: startupProbe && {
      check: startupCheck,
      agentCheck: selectAgentCheck(startupCheck),
      ...readLimits(startupProbe),
      graceSeconds: startupProbe.terminationGracePeriodSeconds,
      automatic,
    },
    dependsOn: declared?.dependsOn ?? [],
    postStart: lifecycle?.postStart,
    preStop: lifecycle?.preStop,
    stopSignal: findStopSignal(json, images),
    stopsWithinSeconds: declared?.stopsWithinSeconds,
    expectedReadySeconds: declared?.expectedReadySeconds,
    command: findCommand(json, images),
    image: json.image ?? '',
    ports: listPorts(json),
    namedPorts: listNamedPorts(json),
    hostPorts: findHostPorts(json, pod.spec),
    awaitsApp: awaitsApp(json, pod.spec),
    unknownPort: findUnknownPort(json),
    hasHealthcheck: typeof findHealthcheck(json, images) === 'object',
    imagePullPolicy: json.imagePullPolicy,
    user: json.securityContext?.runAsUser ?? (pod.imageDecidesUser ? findImageUser(json, images) : undefined),
    hasReadinessProbe: readinessProbe !== undefined,
    readinessDelaySeconds: readinessProbe?.initialDelaySeconds ?? 0,
    liveness: livenessProbe && {
      check: selectAgentCheck(readProbe(livenessProbe, json)),
      delaySeconds: livenessProbe.initialDelaySeconds ?? 0,
      graceSeconds: livenessProbe.terminationGracePeriodSeconds,
    },
    fieldsForbiddenOnInit: listHeld({
      lifecycle,
      livenessProbe,
      readinessProbe,
      'startupProbe': !automatic && startupProbe,
      // Rules need a `restartPolicy`, and an init container loses `Always`.
      'restartPolicyRules': json.restartPolicy === 'Always' && restartRules.length > 0,
      // Kubernetes 1.37, validation.go validateInitContainers. An older API server accepts it.
      'a resizePolicy with RestartContainer':
        !init && json.resizePolicy?.some(p => p.restartPolicy === 'RestartContainer'),
    }),
    fieldsForbiddenOnSidecar: alreadyNative ? [] : findSidecarObstacles(json, pod),
    restartPolicy,
    restartRules,
    restarts: decideRestarts(slot, { restartPolicy, restartRules }, pod),
    // The API server refuses a mount without a path.
    mounts: (json.volumeMounts ?? [])
      .filter(m => typeof m.mountPath === 'string')
      .map(m => ({
        volume: m.name,
        // kubelet 1.27–1.37, kubelet_pods.go makeMounts: a relative path begins at the root.
        path: m.mountPath.startsWith('/') ? m.mountPath : `/${m.mountPath}`,
        // Other containers that mount the volume do not see the mounts below a bidirectional mount.
        partial: Boolean(m.subPath || m.subPathExpr) || m.mountPropagation === 'Bidirectional',
      })),
  };
}

/** Whether only app containers can write the file of a variable of the container. */
function awaitsApp(json: ContainerJson, { initContainers = [], containers = [] }: PodSpecJson): boolean {
  return (json.env ?? []).some(({ valueFrom }) => {
    const { volumeName, optional } = valueFrom?.fileKeyRef ?? {};
    const mounts = (c: ContainerJson) => c !== json && c.volumeMounts?.some(m => m.name === volumeName);
    return volumeName !== undefined && !optional && containers.some(mounts) && !initContainers.some(mounts);
  });
}

/** Kubernetes 1.34–1.37, validation.go validateInitContainerRestartPolicy. */
function findSidecarObstacles(
  { restartPolicy, restartPolicyRules = [] }: ContainerJson,
  { capabilities, lacks }: PodFacts,
): string[] {
  return [
    ...(restartPolicy && restartPolicy !== 'Always' ? [`restartPolicy ${restartPolicy}`] : []),
    ...(restartPolicyRules.length > 0 && !capabilities.restartAllContainers
      ? [`restartPolicyRules (allowed ${lacks.restartAllContainers.where})`]
      : []),
  ];
}

/** Returns the fields that the container has. */
function listHeld(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter(field => fields[field]);
}

/** Returns the port of a probe that names no port of the container. The kubelet looks in no other container. */
function findUnknownPort(json: ContainerJson): string | undefined {
  const ports = [json.startupProbe, json.readinessProbe].map(probe => probe?.httpGet?.port ?? probe?.tcpSocket?.port);
  return ports.find(port => typeof port === 'string' && resolvePort(port, json) === undefined) as string | undefined;
}

/** Returns the check if the agent can make it. */
export function selectAgentCheck(check: Check | undefined): Check | undefined {
  return check && !findAgentObstacle(check) ? check : undefined;
}

/** Returns the times of a probe, with the kubelet's defaults: 10 s, 3 tries. */
function readLimits({ initialDelaySeconds = 0, ...given }: ProbeJson) {
  const periodSeconds = given.periodSeconds || 10;
  const failureThreshold = given.failureThreshold || 3;
  return { periodSeconds, failureThreshold, limitSeconds: initialDelaySeconds + periodSeconds * failureThreshold };
}

/**
 * Returns the ready check of the manifest: the startup probe, otherwise the readiness probe. A readiness probe takes
 * precedence over a startup probe that cdk8s-plus has added.
 */
function findReadyCheck(
  json: ContainerJson,
  startup: Check | undefined,
  automatic: boolean,
): ReadyCheckIntent | undefined {
  const readiness = json.readinessProbe && readProbe(json.readinessProbe, json);
  if (startup && !(automatic && json.readinessProbe)) {
    return { check: startup, source: automatic ? 'automaticStartupProbe' : 'startupProbe' };
  }
  return readiness && { check: readiness, source: 'readinessProbe' };
}

/**
 * Whether the startup probe equals the probe that cdk8s-plus 27 to 34 (container.ts) adds for a `portNumber`. No
 * manifest and no construct tells who wrote a probe, so the same probe by hand counts as automatic, too.
 */
function hasAutomaticProbe({ startupProbe, ports }: ContainerJson): boolean {
  const { tcpSocket, failureThreshold, ...others } = startupProbe ?? {};
  return (
    tcpSocket !== undefined &&
    tcpSocket.port === ports?.[0]?.containerPort &&
    failureThreshold === 3 &&
    Object.keys({ ...tcpSocket, ...others }).length === 1
  );
}

/** Adds a dependency of every app container on every sidecar. */
function addSidecarDependencies(containers: readonly ContainerIntent[]): ContainerIntent[] {
  const sidecars = containers.filter(c => c.role === 'SIDECAR');
  return containers.map(c => {
    if (c.role !== 'APP') {
      return c;
    }
    const declared = c.dependsOn.map(({ target }) => (target.kind === 'container' ? target.name : undefined));
    const others = sidecars.filter(({ name }) => !declared.includes(name));
    const added = others.map(({ name }) => ({ target: { kind: 'container' as const, name }, required: true }));
    return { ...c, dependsOn: [...c.dependsOn, ...added] };
  });
}

/** Validates the names of the containers; the first `inits` containers are init containers. */
function validateNames(found: readonly ContainerJson[], inits: number): Problem[] {
  const field = (i: number) => (i < inits ? `initContainers[${i}]` : `containers[${i - inits}]`);
  const problems: Problem[] = [];
  found.forEach(({ name }, i) => {
    if (!DNS_LABEL.test(name)) {
      problems.push(problem('SO104', { name, place: field(i) }));
    }
  });
  for (const [name, places] of groupBy([...found.keys()], i => found[i].name)) {
    if (places.length > 1) {
      problems.push(problem('SO103', { name, places: places.map(field) }));
    }
  }
  return problems;
}

function validateDeclaredNames(declarations: readonly ReadDeclaration[], found: readonly ContainerJson[]): Problem[] {
  const known = new Set(found.map(c => c.name));
  return declarations.filter(d => !known.has(d.name)).map(d => problem('SO102', { name: d.name, known: [...known] }));
}

function validateDeclaration({
  name,
  readyWhen,
  stopsWithinSeconds,
  expectedReadySeconds,
  dependsOn,
}: ReadDeclaration): Problem[] {
  const where = `container '${name}'`;
  const problems: Problem[] = [];
  const add = (found: readonly Problem[], field: string, dependency?: string) => {
    const subject = { in: 'declaration', container: name, dependency, field } as const;
    problems.push(...found.map(p => ({ ...p, subject })));
  };
  const addTime = (rule: typeof secondsRule, seconds: number | undefined, field: string, at: string, of?: string) => {
    add(applyRules([rule(seconds, field)], at), field, of);
  };
  if (readyWhen) {
    add(validateCheck(readyWhen, `the ready check of ${where}`), 'readyWhen');
  }
  addTime(secondsRule, stopsWithinSeconds, 'stopsWithin', where);
  addTime(predictionRule, expectedReadySeconds, 'expectedReadyIn', where);
  for (const { target, timeoutSeconds, expectedReadySeconds: expected } of dependsOn) {
    const ofDependency = `${where}, dependency on '${target.name}'`;
    if (target.kind === 'external') {
      const { clusterScoped = false, namespace = '' } = target.access ?? {};
      const wanted = 'left out, because the object has no namespace (`clusterScoped`)';
      const rule: Rule = [!clusterScoped || namespace === '', 'namespace', `'${namespace}'`, wanted];
      const wrong = [...validateCheck(target.check, ofDependency), ...applyRules([rule], ofDependency)];
      add(wrong, 'check', target.name);
    }
    addTime(secondsRule, timeoutSeconds, 'timeout', ofDependency, target.name);
    addTime(predictionRule, expected, 'expectedReadyIn', ofDependency, target.name);
  }
  return problems;
}

function validateSleeps(containers: readonly ContainerJson[], grace: number): Problem[] {
  const problems: Problem[] = [];
  for (const { name, lifecycle } of containers) {
    for (const hook of ['postStart', 'preStop'] as const) {
      const seconds = lifecycle?.[hook]?.sleep?.seconds;
      if (seconds !== undefined && seconds > grace) {
        problems.push(problem('SO407', { name, hook, seconds, grace }));
      }
    }
  }
  return problems;
}
