import { Dependency, DependsOn, ExternalDependency } from './dependency-types';
import { ReadyCheck, StartupOrderSpec } from './startup-order-object';
import { memberOf, parseDuration } from './types';
import { ContainerRole } from '../../src/api/container-role';
import { Guarantee } from '../../src/api/guarantee';
import { Mechanism } from '../../src/api/mechanism';
import { OnTimeout } from '../../src/api/on-timeout';
import { DeclaredCheck } from '../../src/api/private/check';
import { DependencyDeclaration, PodDeclaration } from '../../src/api/private/declaration';
import {
  endpointsTarget, envOf, ExternalThing, jobTarget, podsTarget, postgresqlTarget, redisTarget, resourceTarget, urlTarget,
} from '../../src/api/private/external-target';
import { StartCondition } from '../../src/api/start-condition';
import { AgentDelivery } from '../../src/api/startup-order-options';
import { OptionValues } from '../../src/pod/resolve-options';

type Externals = Readonly<Record<string, ExternalDependency>>;

/** Translates a valid spec to the declarations that the constructs make. */
export function toDeclaration(spec: Omit<StartupOrderSpec, 'workloads'>): PodDeclaration {
  const { containers = {}, externalDependencies = {}, sidecarsFirst = false, serviceAccountName } = spec;
  return {
    containers: Object.entries(containers).map(([name, { dependsOn = [], readyWhen, role, stopsWithin, expectedReadyIn }]) => ({
      name,
      role: memberOf(ContainerRole, role),
      readyWhen: readyWhen && toCheck(readyWhen),
      stopsWithinSeconds: secondsOf(stopsWithin),
      expectedReadySeconds: secondsOf(expectedReadyIn),
      dependsOn: toDependencies(dependsOn, externalDependencies),
      automaticStartupProbe: false,
    })),
    sidecarsFirst,
    serviceAccount: serviceAccountName,
  };
}

/** Translates the content of the annotation: the dependencies of each container. */
export function dependenciesToDeclaration(dependencies: Readonly<Record<string, DependsOn>>): PodDeclaration {
  return toDeclaration({ containers: Object.fromEntries(Object.entries(dependencies).map(([name, dependsOn]) => [name, { dependsOn }])) });
}

export function toOptions(spec: StartupOrderSpec): OptionValues {
  const { kubernetesVersion, architecture, capabilities, images, agent, mechanism, guarantee, orderedShutdown, mesh, disabledReason } = spec;
  return {
    kubernetesVersion,
    architecture,
    capabilities,
    images,
    agent: agent && {
      ...agent,
      delivery: memberOf(AgentDelivery, agent.delivery),
      resources: agent.resources && { requests: agent.resources.requests ?? {}, limits: agent.resources.limits ?? {} },
    },
    mechanism: memberOf(Mechanism, mechanism),
    guarantee: memberOf(Guarantee, guarantee),
    orderedShutdown,
    mesh: mesh && { ...mesh, cni: mesh.cni ?? false },
    disabledReason,
  };
}

function toDependencies(dependsOn: DependsOn, externals: Externals): DependencyDeclaration[] {
  const options: readonly (readonly [string, Dependency])[] = isList(dependsOn) ? dependsOn.map(name => [name, {}]) : Object.entries(dependsOn);
  return options.map(([name, dependency]) => {
    const external = Object.hasOwn(externals, name) ? externals[name] : undefined;
    const { condition, required = true, restartAllContainers, orderedShutdown, timeout, onTimeout, mechanism, guarantee } = dependency;
    return {
      target: external ? { kind: 'external', ...toTarget(name, external) } : { kind: 'container', name },
      condition: memberOf(StartCondition, condition),
      timeoutSeconds: secondsOf(timeout),
      onTimeout: memberOf(OnTimeout, onTimeout),
      required,
      mechanism: memberOf(Mechanism, mechanism),
      guarantee: memberOf(Guarantee, guarantee),
      restartAllContainers,
      orderedShutdown,
      expectedReadySeconds: secondsOf(external?.expectedReadyIn),
    };
  });
}

export function isList(dependsOn: DependsOn): dependsOn is readonly string[] {
  return Array.isArray(dependsOn);
}

function toCheck(check: ReadyCheck): DeclaredCheck {
  const { httpGet, tcpSocket, grpc, exec, blockingExec, file, unixSocket, delay, allOf, timeoutSeconds: trySeconds } = check;
  if (httpGet) {
    const { path, port, scheme = 'HTTP', host, statuses } = httpGet;
    return { kind: 'httpGet', scheme: scheme === 'HTTPS' ? 'https' : 'http', host, port, path, statuses, trySeconds };
  }
  if (tcpSocket) { return { kind: 'tcpSocket', host: tcpSocket.host, port: tcpSocket.port, trySeconds }; }
  if (grpc) { return { kind: 'grpc', port: grpc.port, service: grpc.service }; }
  if (exec) { return { kind: 'command', command: exec.command, trySeconds }; }
  if (blockingExec) { return { kind: 'blockingCommand', command: blockingExec.command }; }
  if (file) { return file.contains === undefined ? { kind: 'fileExists', path: file.path } : { kind: 'fileContains', path: file.path, text: file.contains }; }
  if (unixSocket) { return { kind: 'unixSocket', path: unixSocket.path }; }
  if (delay !== undefined) { return { kind: 'delay', seconds: parseDuration(delay) }; }
  return allOf ? { kind: 'allOf', checks: allOf.map(toCheck) } : { kind: 'image' };
}

function toTarget(name: string, external: ExternalDependency): ExternalThing {
  const { http, tcpSocket, dns, endpoints, job, pods, resource, postgresql, redis, exec, delay, image } = external;
  const env = external.env && Object.fromEntries(external.env.map(({ name: variable, value, valueFrom }) => [variable, { value, valueFrom }]));
  const common = { name, image, env };
  if (http) {
    const authorities = http.authorities === undefined ? undefined : { name: http.authorities };
    return urlTarget(http.url, { ...http, ...common, statuses: http.statuses && [...http.statuses], authorities });
  }
  if (tcpSocket) { return { name, check: { kind: 'tcpSocket', ...tcpSocket } }; }
  if (dns) { return { name, check: { kind: 'dns', ...dns } }; }
  if (endpoints) { return { name, ...endpointsTarget(endpoints.service, endpoints.namespace) }; }
  if (job) { return jobTarget(job.name, { ...job, name, image }); }
  if (pods) { return podsTarget(pods.labels, { ...pods, name, image }); }
  if (resource) { return resourceTarget(resource.name, { ...resource, name, image }); }
  if (postgresql) { return postgresqlTarget(postgresql.host, { ...postgresql, ...common }); }
  if (redis) { return redisTarget(redis.host, { ...redis, ...common }); }
  if (exec) { return { name, check: { kind: 'command', command: exec.command }, image, env: envOf(env) }; }
  return { name, check: { kind: 'delay', seconds: parseDuration(delay!) } };
}

function secondsOf(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : parseDuration(duration);
}
