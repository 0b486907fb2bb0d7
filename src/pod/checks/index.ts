import {
  AgentObstacle,
  ArgumentOptions,
  CheckModule,
  ContainerCheckModule,
  Scope,
  Traffic,
  applyRules,
  Rule,
  secondsRule,
} from './check-module';
import { blockingCommand, command } from './commands';
import { delay } from './delay';
import { file, unixSocket } from './files';
import { LOOPBACK } from './hosts';
import { httpGet } from './http-get';
import { pods, resource } from './kubectl';
import { dns, grpc, tcpSocket } from './network';
import { server } from './server';
import {
  Check,
  CheckOf,
  ContainerCheckKind,
  ExternalCheck,
  FileCheck,
  leaves,
  SimpleCheck,
} from '../../api/private/check';
import { ContainerJson, EnvVarJson, HandlerJson, ProbeJson } from '../../api/private/pod-spec';
import { Problem } from '../../api/private/problem';
import { Tool } from '../wait-tool';

/** All kinds of checks. `allOf` is a combination of checks; the functions below handle it. */
const MODULES: {
  readonly [K in SimpleCheck['kind']]: K extends ContainerCheckKind
    ? ContainerCheckModule<CheckOf<K>>
    : CheckModule<CheckOf<K>>;
} = {
  httpGet,
  tcpSocket,
  server,
  grpc,
  command,
  blockingCommand,
  file,
  unixSocket,
  delay,
  dns,
  resource,
  pods,
};

/** A kind for something outside the pod lacks the members for containers. */
type AnyModule = CheckModule<SimpleCheck> & Partial<ContainerCheckModule<SimpleCheck>>;
const KINDS = Object.values(MODULES) as readonly AnyModule[];

function findModule(check: SimpleCheck): AnyModule {
  return MODULES[check.kind] as AnyModule;
}

/** The fields of the object `StartupOrder` that declare a check. */
export const CHECK_FIELDS = (Object.entries(MODULES) as [ContainerCheckKind, AnyModule][]).flatMap(
  ([kind, { field }]) => (field ? [{ kind, ...field }] : []),
);

/** Returns the check as plans and errors name it: `GET http://127.0.0.1:9901/ready`, `the file /config/app.yaml`. */
export function describeCheck(check: ExternalCheck, defaultHost = LOOPBACK): string {
  return leaves(check)
    .map(leaf => findModule(leaf).describe(leaf, defaultHost))
    .join(' and ');
}

/** Returns the values of the check that are impossible, or that would mean something else than the user expects. */
export function validateCheck(check: ExternalCheck, where: string): Problem[] {
  const rules: Rule[] = [[leaves(check).length > 0, 'allOf', 'empty', 'given at least one check']];
  for (const leaf of leaves(check)) {
    rules.push(...findModule(leaf).rules(leaf));
    if ('trySeconds' in leaf) {
      rules.push(secondsRule(leaf.trySeconds, 'tryTimeout'));
    }
  }
  return applyRules(rules, where);
}

/** Returns the arguments of the wait agent for a check, or the reason why the agent cannot make the check. */
export function buildAgentArguments(check: SimpleCheck, options: ArgumentOptions): string[] | AgentObstacle {
  return findModule(check).buildAgentArguments(check, options);
}

/** Returns the reason why the wait agent cannot make the check; `undefined`: the agent can make it. */
export function findAgentObstacle(check: ExternalCheck): AgentObstacle | undefined {
  const results = leaves(check).map(leaf => buildAgentArguments(leaf, { retries: false }));
  return results.find(result => !Array.isArray(result)) as AgentObstacle | undefined;
}

/** Returns the handler of a startup probe that makes the check, or the reason why a kubelet probe cannot make it. */
export function buildProbeHandler(check: Check): HandlerJson | string {
  return check.kind === 'allOf'
    ? 'a startup probe makes one check, not several'
    : findModule(check).buildProbeHandler!(check);
}

/**
 * Returns the check of a kubelet probe; `undefined`: no handler, or a named port that does not exist. As for the API
 * server, an empty host and a time of 0 are unspecified (Kubernetes 1.27–1.37, v1/defaults.go SetDefaults_Probe; the
 * kubelet's prober.go and probe/http/request.go).
 */
export function readProbe(probe: ProbeJson, container: ContainerJson): Check | undefined {
  for (const module of KINDS) {
    const check = module.readProbe?.(probe, container);
    if (check) {
      return { ...check, trySeconds: probe.timeoutSeconds || undefined } as Check;
    }
  }
  return undefined;
}

/** Returns the check of an argument of the wait agent; `undefined`: another argument, or an invalid value. */
export function readAgentArgument(option: string, value: string, words: readonly string[]): SimpleCheck | undefined {
  return KINDS.find(({ argument }) => argument?.options.includes(option))?.argument?.read(value, words);
}

/** Returns the program that makes the check; `undefined`: the wait agent itself. */
export function findTool(check: ExternalCheck): Tool | undefined {
  return leaves(check).flatMap(leaf => findModule(leaf).findTool?.(leaf) ?? [])[0];
}

/** Returns the environment variable that the arguments of the agent refer to. */
export function findVariable(check: ExternalCheck): EnvVarJson | undefined {
  return leaves(check).flatMap(leaf => findModule(leaf).findVariable?.(leaf) ?? [])[0];
}

/** Returns the network traffic of the check. A mesh may capture any traffic, also the requests for a DNS name. */
export function findTraffic(check: SimpleCheck): Traffic {
  return findModule(check).traffic;
}

/** Whether the check itself opens connections; the connections of a command are unknown. */
export function usesNetwork(check: SimpleCheck): boolean {
  return ['connection', 'request'].includes(findTraffic(check));
}

/** Returns the containers from which the check has the same result. */
export function findScope(check: CheckOf<ContainerCheckKind>): Scope {
  return findModule(check).scope!;
}

/** Returns the files that the check reads. */
export function listFiles(check: Check): string[] {
  return leaves(check).flatMap(leaf => (isFileCheck(leaf) ? [leaf.path] : []));
}

export function isFileCheck(check: CheckOf<ContainerCheckKind>): check is FileCheck {
  return findScope(check) === 'volume';
}
