import { ComposeProject, ComposeService, ServiceDependency, ServiceHealthcheck } from './compose-project';
import { ComposeWorkload, findContainers, ServiceContainer } from './find-containers';
import { ComposeProblem } from './read-service';
import { ContainerRole } from '../../src/api/container-role';
import { DeclaredCheck } from '../../src/api/private/check';
import { ContainerDeclaration, DependencyDeclaration, PodDeclaration } from '../../src/api/private/declaration';
import { ExternalThing, jobTarget, resourceTarget } from '../../src/api/private/external-target';
import { ProbeJson } from '../../src/api/private/pod-spec';
import { Problem, problem } from '../../src/api/private/problem';
import { StartCondition } from '../../src/api/start-condition';
import { readHealthcheck } from '../../src/pod/image-check';

/** A Service of the manifests. */
export interface ServiceObject {
  readonly name: string;
  readonly namespace?: string;
  readonly selector: Readonly<Record<string, unknown>>;
  /** The numbers of its TCP ports, which clients connect to. */
  readonly ports: readonly number[];
}

/** A readiness probe that a container needs, because workloads wait until it is healthy. */
export interface NeededProbe {
  readonly workload: ComposeWorkload;
  readonly container: string;
  readonly readinessProbe: ProbeJson;
}

export interface ServiceDeclarations {
  /** The declarations by workload; a workload without dependencies is absent. */
  readonly pods: ReadonlyMap<ComposeWorkload, PodDeclaration>;
  readonly probes: readonly NeededProbe[];
  readonly problems: readonly ComposeProblem[];
  readonly warnings: readonly ComposeProblem[];
}

/** Docker's defaults. */
const INTERVAL_SECONDS = 30; // of `interval` and `timeout`
const START_INTERVAL_SECONDS = 5;
const RETRIES = 3;

const CONDITIONS = {
  service_started: StartCondition.STARTED, service_healthy: StartCondition.READY, service_completed_successfully: StartCondition.COMPLETED,
} as const;

/**
 * Declares the start order of a compose project for the workloads that kompose or Compose Bridge made from the project. Services in one pod become dependencies between
 * containers. Other services become waits for something outside the pod.
 */
export function declareServices(
  project: ComposeProject, workloads: readonly ComposeWorkload[], services: readonly ServiceObject[],
): ServiceDeclarations {
  return new Declarer(project, workloads, services).declare();
}

type Mutable = { -readonly [F in keyof ContainerDeclaration]: ContainerDeclaration[F] } & { dependsOn: DependencyDeclaration[] };

class Declarer {
  private readonly containers: ReadonlyMap<string, readonly ServiceContainer[]>;
  private readonly byName: ReadonlyMap<string, ComposeService>;
  private readonly declared = new Map<ComposeWorkload, Map<string, Mutable>>();
  private readonly probes = new Map<string, NeededProbe>();
  private readonly problems: ComposeProblem[] = [];
  private readonly warnings: ComposeProblem[] = [];

  constructor(private readonly project: ComposeProject, workloads: readonly ComposeWorkload[], private readonly services: readonly ServiceObject[]) {
    this.containers = findContainers(project, workloads);
    this.byName = new Map(project.services.map(service => [service.name, service]));
  }

  public declare(): ServiceDeclarations {
    for (const service of this.project.services.filter(({ dependsOn }) => dependsOn.length > 0)) {
      const dependent = this.locate(service);
      for (const dependency of service.dependsOn) {
        const target = this.locate(this.byName.get(dependency.service)!);
        if (dependent && target) { this.add(service, dependent, dependency, target); }
      }
    }
    for (const service of this.project.services) { this.checkLivenessProbe(service); }
    const pods = new Map<ComposeWorkload, PodDeclaration>();
    for (const [workload, containers] of this.declared) { pods.set(workload, { containers: [...containers.values()], sidecarsFirst: false }); }
    return { pods, probes: [...this.probes.values()], problems: this.problems, warnings: this.warnings };
  }

  private locate({ name, place }: ComposeService): ServiceContainer | undefined {
    const found = this.containers.get(name)!;
    if (found.length === 1) { return found[0]; }
    const missing = problem('SO698', { service: name, found: found.map(({ workload }) => `${workload.kind} ${workload.name}`) });
    if (!this.problems.some(known => known.problem.text === missing.text)) { this.problems.push({ place, problem: missing }); }
    return undefined;
  }

  /** kompose (1.38, loader/compose/compose.go, transformer/kubernetes/podspec.go) writes the text for a shell as the only word of the command. */
  private checkLivenessProbe({ name: service, healthcheck }: ComposeService): void {
    for (const { workload, name } of this.containers.get(service)!) {
      const { command } = workload.spec.containers?.find(container => container.name === name)?.livenessProbe?.exec ?? {};
      if (healthcheck?.test?.[0] === 'CMD-SHELL' && command?.length === 1 && /\s/.test(command[0])) {
        this.warnings.push({ place: healthcheck.place, problem: problem('SO682', { container: name, command: command[0] }) });
      }
    }
  }

  private add(service: ComposeService, dependent: ServiceContainer, dependency: ServiceDependency, target: ServiceContainer): void {
    const samePod = dependent.workload === target.workload;
    const declaration = samePod ? this.declareContainer(dependency, target) : this.declareWait(service.name, dependency, target);
    if (declaration) { this.of(dependent).dependsOn.push(declaration); }
    // A rollout replaces all containers of a pod together.
    if (dependency.restart && !dependency.isImplied && !samePod) {
      this.warn(service.name, dependency, 'Kubernetes does not restart other workloads', 'restart the dependent together with the service, or remove `restart: true`');
    }
  }

  private declareContainer({ service, condition, required }: ServiceDependency, target: ServiceContainer): DependencyDeclaration {
    const of = this.of(target);
    if (condition === 'service_healthy') { of.readyWhen ??= readyWhen(this.byName.get(service)!.healthcheck); }
    if (condition === 'service_completed_successfully') { of.role ??= ContainerRole.INIT; }
    return { target: { kind: 'container', name: target.name }, condition: CONDITIONS[condition], required };
  }

  private declareWait(dependent: string, dependency: ServiceDependency, target: ServiceContainer): DependencyDeclaration | undefined {
    const external = dependency.condition === 'service_completed_successfully'
      ? this.waitForEnd(dependent, dependency, target)
      : this.waitForService(dependent, dependency, target);
    return external && { target: { kind: 'external', ...external }, required: true };
  }

  private waitForEnd(dependent: string, dependency: ServiceDependency, { workload }: ServiceContainer): ExternalThing | undefined {
    const { kind, name, namespace } = workload;
    if (kind === 'Job') { return jobTarget(name, { namespace }); }
    if (kind === 'Pod') { return resourceTarget(`pods/${name}`, { namespace, jsonPath: '{.status.phase}', value: 'Succeeded' }); }
    this.refuse(dependent, dependency, `a ${kind} never completes`, `use a Job for '${dependency.service}'`);
    return undefined;
  }

  private waitForService(dependent: string, dependency: ServiceDependency, target: ServiceContainer): ExternalThing | undefined {
    const { workload } = target;
    const object = this.services.find(service => service.ports.length > 0 && selects(service, workload));
    const why = `no Service with a TCP port selects the ${workload.kind} ${workload.name}`;
    const remedy = `add \`expose\` or \`ports\` to '${dependency.service}'`;
    if (dependency.condition === 'service_healthy') {
      if (!this.needProbe(dependent, dependency, target)) { return undefined; }
      if (!object) { this.refuse(dependent, dependency, why, remedy); }
    } else if (!object) {
      this.warn(dependent, dependency, why, remedy);
    }
    if (!object) { return undefined; }
    const host = object.namespace === undefined ? object.name : `${object.name}.${object.namespace}`;
    return { name: object.name, check: { kind: 'tcpSocket', host, port: object.ports[0] } };
  }

  /** The Service accepts connections while a pod is ready. Returns whether the container has a readiness probe now. */
  private needProbe(dependent: string, dependency: ServiceDependency, { workload, name }: ServiceContainer): boolean {
    if (workload.spec.containers?.find(container => container.name === name)?.readinessProbe) { return true; }
    const readinessProbe = createProbe(this.byName.get(dependency.service)!.healthcheck);
    if (readinessProbe) {
      this.probes.set(`${workload.kind} ${workload.namespace} ${workload.name} ${name}`, { workload, container: name, readinessProbe });
      return true;
    }
    this.refuse(dependent, dependency, `'${dependency.service}' has no health check with a test`, 'add a `healthcheck` with a `test`, or a readinessProbe to the manifest');
    return false;
  }

  private of({ workload, name }: ServiceContainer): Mutable {
    const containers = this.declared.get(workload) ?? new Map<string, Mutable>();
    this.declared.set(workload, containers);
    const declaration = containers.get(name) ?? { name, dependsOn: [], automaticStartupProbe: false };
    containers.set(name, declaration);
    return declaration;
  }

  private refuse(dependent: string, dependency: ServiceDependency, why: string, remedy: string): void {
    this.problems.push({ place: dependency.place, problem: lost(dependent, dependency, why, remedy) });
  }

  private warn(dependent: string, dependency: ServiceDependency, why: string, remedy: string): void {
    this.warnings.push({ place: dependency.place, problem: lost(dependent, dependency, why, remedy) });
  }
}

function lost(dependent: string, { service, condition }: ServiceDependency, why: string, remedy: string): Problem {
  return problem('SO699', { dependent, dependency: service, condition, why, remedy });
}

function selects({ namespace, selector }: ServiceObject, { namespace: own, labels }: ComposeWorkload): boolean {
  const entries = Object.entries(selector);
  return namespace === own && entries.length > 0 && entries.every(([key, value]) => labels[key] === value);
}

/** Without a test, the HEALTHCHECK of the image applies. */
function readyWhen(healthcheck: ServiceHealthcheck | undefined): DeclaredCheck | undefined {
  if (healthcheck?.disabled) { return undefined; }
  const { test, ...numbers } = healthcheck ?? {};
  return test ? readHealthcheck({ test, ...numbers }) : { kind: 'image' };
}

/** Returns the health check as a readiness probe: one success makes the pod ready, as in Compose. */
function createProbe(healthcheck: ServiceHealthcheck | undefined): ProbeJson | undefined {
  if (!healthcheck?.test || healthcheck.disabled) { return undefined; }
  const { test: [kind, ...words], intervalSeconds = INTERVAL_SECONDS, timeoutSeconds = INTERVAL_SECONDS, retries = RETRIES } = healthcheck;
  const { startPeriodSeconds = 0, startIntervalSeconds = START_INTERVAL_SECONDS } = healthcheck;
  // A probe has one period. During the start period, Docker checks more often.
  const period = startPeriodSeconds > 0 ? Math.min(startIntervalSeconds, intervalSeconds) : intervalSeconds;
  return {
    exec: { command: kind === 'CMD-SHELL' ? ['/bin/sh', '-c', words.join(' ')] : words },
    periodSeconds: Math.max(1, Math.round(period)),
    timeoutSeconds: Math.max(1, Math.round(timeoutSeconds)),
    failureThreshold: Math.max(1, Math.ceil(retries * intervalSeconds / period)),
  };
}
