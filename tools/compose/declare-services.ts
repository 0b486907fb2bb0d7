import { ComposeService, HookField, ServiceDependency } from './compose-model';
import { ComposeWorkload, findContainers, ServiceContainer } from './find-containers';
import { findAskedServer } from './find-server';
import { createProbe, findReadyCheck } from './map-healthcheck';
import { problem } from './problems';
import { getOrCreate } from '../../src/api/private/collections';
import { ContainerDeclaration, DependencyDeclaration } from '../../src/api/private/declaration';
import { ExternalThing, jobTarget, resourceTarget, serverCheck } from '../../src/api/private/external-target';
import { ContainerJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import { hasLabels } from '../../src/pod/app-objects';
import { resolvePort } from '../../src/pod/checks/hosts';
import { valueAt } from '../../src/pod/json-path';

/** A Service of the manifests. */
export interface ServiceObject {
  readonly name: string;
  readonly namespace?: string;
  readonly selector: Readonly<Record<string, unknown>>;
  readonly ports: readonly ServicePort[];
}

/** A TCP port: the number that clients connect to, and the port of the container. */
export interface ServicePort {
  readonly port: number;
  readonly target: number | string;
}

/** A field of the model that the manifests cannot contain. */
interface LostField {
  /** As in `services.web.post_start`. */
  readonly field: string;
  readonly why: string;
  readonly remedy: string;
}

/** The fields of a pod and a container that do the same as a hook. */
const HANDLERS: Readonly<Record<HookField, string>> = {
  pre_start: 'initContainers',
  post_start: 'lifecycle.postStart',
  pre_stop: 'lifecycle.preStop',
};

type MutableDeclaration = { -readonly [F in keyof ContainerDeclaration]: ContainerDeclaration[F] } & {
  dependsOn: DependencyDeclaration[];
};

/** What the pod of a workload gets. */
interface ComposedPod {
  /** By name. */
  readonly containers: Map<string, MutableDeclaration>;
  /** Fields by container: the readiness probe that other workloads wait for. */
  readonly fields: Record<string, Partial<ContainerJson>>;
}

export type DeclaredServices = ReturnType<typeof declareServices>;

/**
 * Returns the start order of services, for the workloads that kompose or Compose Bridge made of them. Services in one
 * pod become dependencies between containers. Other services become waits for something outside the pod.
 */
export function declareServices(
  services: readonly ComposeService[],
  workloads: readonly ComposeWorkload[],
  objects: readonly ServiceObject[],
) {
  const pods = new Map<ComposeWorkload, ComposedPod>();
  /** A problem for each service without exactly one container. */
  const problems = new Map<string, Problem>();
  const lost: LostField[] = [];
  /** The services that need `expose`, and their ports, if their health checks contain them. */
  const unexposed = new Map<string, number | undefined>();
  /** The number of all dependencies, and of the dependencies in `pods`. */
  let all = 0;
  let enforced = 0;
  const containersOf: ReadonlyMap<string, readonly ServiceContainer[]> = new Map(
    services.map(service => [service.name, findContainers(service, workloads)]),
  );
  for (const service of services) {
    // A dependency that is not required is absent if no active profile contains it.
    const dependencies = service.dependsOn.filter(({ required, service: name }) => required || containersOf.has(name));
    const dependent = dependencies.length > 0 ? locate(service.name) : undefined;
    for (const dependency of dependencies) {
      add(service, dependency, dependent);
    }
    for (const { container } of containersOf.get(service.name)!) {
      checkHooks(service, container);
      checkLivenessProbe(service, container);
    }
  }
  return { pods, problems, lost, unexposed, all, enforced };

  /** Returns the container of a service. Reports a service without exactly one container. */
  function locate(service: string): ServiceContainer | undefined {
    const found = containersOf.get(service) ?? [];
    if (found.length === 1) {
      return found[0];
    }
    const titles = found.map(({ workload }) => `${workload.kind} ${workload.name}`);
    problems.set(service, problem('SO693', { service, found: titles }));
    return undefined;
  }

  function podOf(workload: ComposeWorkload): ComposedPod {
    return getOrCreate(pods, workload, () => ({ containers: new Map(), fields: {} }));
  }

  function declare({ workload, container: { name } }: ServiceContainer): MutableDeclaration {
    return getOrCreate(podOf(workload).containers, name, () => ({ name, dependsOn: [] }));
  }

  /** kompose 1.38 and Compose Bridge drop hooks. */
  function checkHooks({ name, hooks }: ComposeService, container: ContainerJson): void {
    for (const hook of hooks) {
      const handler = HANDLERS[hook];
      if (valueAt(container, handler.split('.')) === undefined) {
        const remedy = `write \`${handler}\` to the manifests, and remove the field from the model`;
        lost.push({ field: `services.${name}.${hook}`, why: 'the manifests contain no hooks of compose', remedy });
      }
    }
  }

  /** kompose 1.38 (transformer/kubernetes/podspec.go) writes a text for a shell as the only word of the command. */
  function checkLivenessProbe({ name, healthcheck }: ComposeService, { livenessProbe }: ContainerJson): void {
    const command = livenessProbe?.exec?.command ?? [];
    if (healthcheck?.test?.[0] !== 'CMD-SHELL' || command.length !== 1 || !/\s/.test(command[0])) {
      return;
    }
    const why = 'kompose removes the shell of this text, so the kubelet restarts the container again and again';
    const remedy = 'write a list that begins with CMD, or correct the livenessProbe of the manifests';
    lost.push({ field: `services.${name}.healthcheck.test`, why, remedy });
  }

  function add(service: ComposeService, dependency: ServiceDependency, dependent: ServiceContainer | undefined): void {
    all++;
    const target = locate(dependency.service);
    if (!dependent || !target) {
      return;
    }
    const field = `services.${service.name}.depends_on.${dependency.service}`;
    const samePod = dependent.workload === target.workload;
    const declaration = samePod ? declareContainer(dependency, target) : declareWait(dependency, target, field);
    if (declaration) {
      enforced++;
      declare(dependent).dependsOn.push(declaration);
    }
    // A rollout replaces all containers of a pod together.
    if (dependency.restart && !samePod) {
      const remedy = 'restart both workloads together, or remove `restart: true`';
      lost.push({ field: `${field}.restart`, why: 'Kubernetes does not restart other workloads', remedy });
    }
  }

  function declareContainer(
    { service, condition, required }: ServiceDependency,
    target: ServiceContainer,
  ): DependencyDeclaration {
    const declared = declare(target);
    if (condition === 'READY') {
      declared.readyWhen ??= findReadyCheck(healthcheckOf(service));
    }
    if (condition === 'COMPLETED') {
      declared.role ??= 'INIT';
    }
    return { target: { kind: 'container', name: declared.name }, condition, required };
  }

  function declareWait(
    dependency: ServiceDependency,
    target: ServiceContainer,
    field: string,
  ): DependencyDeclaration | undefined {
    const isEnd = dependency.condition === 'COMPLETED';
    const external = isEnd ? waitForEnd(target, field) : waitForService(dependency, target, field);
    return external && { target: { kind: 'external', ...external }, required: true };
  }

  function waitForEnd({ workload }: ServiceContainer, field: string): ExternalThing | undefined {
    const { kind, name, namespace } = workload;
    if (kind === 'Job') {
      return jobTarget(name, { namespace });
    }
    const succeeded = { namespace, jsonPath: '{.status.phase}=Succeeded' };
    if (kind === 'Pod') {
      return resourceTarget(`pods/${name}`, succeeded);
    }
    lost.push({ field, why: `a ${kind} never completes`, remedy: 'write `restart: "no"` to the dependency' });
    return undefined;
  }

  function waitForService(
    { service, condition }: ServiceDependency,
    { workload, container }: ServiceContainer,
    field: string,
  ): ExternalThing | undefined {
    const healthcheck = healthcheckOf(service);
    const asked = findAskedServer(service, healthcheck);
    const object = objects.find(found => found.ports.length > 0 && selects(found, workload));
    if (!object) {
      const check = asked ?? findReadyCheck(healthcheck);
      unexposed.set(service, check && 'port' in check ? Number(check.port) : undefined);
      return undefined;
    }
    const { name, namespace, ports } = object;
    const host = namespace === undefined ? name : `${name}.${namespace}`;
    const isReady = condition === 'READY';
    const askedPort = ports.find(({ target }) => resolvePort(target, container) === asked?.port);
    if (isReady && asked && askedPort) {
      return { name, check: serverCheck(asked.protocol, { host, port: askedPort.port }) };
    }
    // The Service accepts connections while a pod is ready.
    if (isReady && !container.readinessProbe) {
      const readinessProbe = createProbe(healthcheck);
      if (!readinessProbe) {
        const remedy = 'add a `healthcheck` with a `test`, or a readinessProbe to the manifests';
        lost.push({ field, why: 'the dependency has no health check with a test', remedy });
        return undefined;
      }
      podOf(workload).fields[container.name] = { readinessProbe };
    }
    return { name, check: { kind: 'tcpSocket', host, port: ports[0].port } };
  }

  function healthcheckOf(service: string) {
    return services.find(({ name }) => name === service)?.healthcheck;
  }
}

function selects({ namespace, selector }: ServiceObject, workload: ComposeWorkload): boolean {
  const isEmpty = Object.keys(selector).length === 0;
  return namespace === workload.namespace && !isEmpty && hasLabels(workload.labels, selector);
}
