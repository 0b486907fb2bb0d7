import { posix } from 'path';
import { ComposePlace, ComposeProject, ComposeService, ServiceDependency, ServiceHealthcheck } from './compose-project';
import { ComposeProblem, Extension, HealthcheckPart, Reading, readService, ServicePart } from './read-service';
import { FLATTEN, YamlFile } from './yaml-file';
import { closestName } from '../../src/api/private/closest-name';
import { isObject } from '../../src/api/private/json-object';
import { Problem, problem, startOrderError } from '../../src/api/private/problem';
import { findShortestCycles } from '../../src/pod/cycles';

export interface ComposeFile {
  readonly source: string;
  readonly text: string;
}

export interface ComposeOptions {
  /** The active profiles. */
  readonly profiles?: readonly string[];
  /** The values of variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Returns the text of a file that a service extends; `undefined`: the file does not exist. */
  readonly readFile?: (path: string) => string | undefined;
}

export interface ComposeReading {
  readonly project: ComposeProject;
  readonly warnings: readonly ComposeProblem[];
}

/** Reads compose files; a later file overrides the earlier ones. Throws an error that lists all problems with their lines. */
export function parseCompose(files: readonly ComposeFile[], options: ComposeOptions = {}): ComposeReading {
  const reading: Reading = { values: options.environment ?? {}, problems: [], unset: new Map() };
  const parser = new ComposeParser(reading, options);
  const services = files.map(file => parser.readServices(file)).reduce(mergeServices);
  const project = resolveProject(services, options.profiles ?? [], reading.problems);
  if (reading.problems.length > 0) {
    throw startOrderError(reading.problems.map(({ place, problem: found }) => ({ path: formatPlace(place), problem: found })));
  }
  return { project, warnings: [...reading.unset].map(([variable, place]) => ({ place, problem: problem('SO697', { variable }) })) };
}

/** Returns a place as errors contain it: `compose.yaml:12`. */
export function formatPlace({ source, line }: ComposePlace): string {
  return `${source}:${line}`;
}

type Services = ReadonlyMap<string, ServicePart>;

class ComposeParser {
  private readonly files = new Map<string, Services>();

  constructor(private readonly reading: Reading, private readonly options: ComposeOptions) {}

  /** Returns the services of a file, with the services that they extend. */
  public readServices({ source, text }: ComposeFile): Services {
    const own = this.readOwnServices(source, text);
    return new Map([...own].map(([name, part]) => [name, this.resolveExtends(source, name, part, [])]));
  }

  private readOwnServices(source: string, text: string): Services {
    const known = this.files.get(source);
    if (known) { return known; }
    const file = new YamlFile(source, text);
    const { services, include } = file.value;
    if (include !== undefined) { this.report(file.placeOf(['include']), problem('SO690', { why: 'it contains `include`', remedy: FLATTEN })); }
    if (!isObject(services)) { this.report(file.placeOf(['services']), problem('SO690', { why: 'it has no `services`', remedy: 'pass a compose file' })); }
    const own = new Map(Object.keys(isObject(services) ? services : {}).map(name => [name, readService(name, file, this.reading)]));
    this.files.set(source, own);
    return own;
  }

  /** `path`: the services that extend this one, each as in `compose.yaml web`. */
  private resolveExtends(source: string, name: string, part: ServicePart, path: readonly string[]): ServicePart {
    const { extends: extension } = part;
    if (!extension) { return part; }
    const step = `${source} ${name}`;
    const fail = (why: string): ServicePart => {
      this.report(extension.place, problem('SO695', { service: name, base: extension.file ?? extension.service, why }));
      return part;
    };
    if (path.includes(step)) { return fail('the services extend each other'); }
    const base = this.readBase(source, extension);
    if (typeof base === 'string') { return fail(base); }
    return mergeService(this.resolveExtends(base.source, extension.service, base.part, [...path, step]), part);
  }

  /** Returns the service that another extends, or the reason why it cannot be read. */
  private readBase(source: string, { service, file }: Extension): { readonly source: string; readonly part: ServicePart } | string {
    const from = file === undefined ? source : posix.join(posix.dirname(source), file);
    const services = this.files.get(from) ?? this.readExtendedFile(from);
    const part = services?.get(service);
    return part ? { source: from, part } : services ? `there is no service '${service}'` : 'the file does not exist';
  }

  private readExtendedFile(source: string): Services | undefined {
    const text = this.options.readFile?.(source);
    return text === undefined ? undefined : this.readOwnServices(source, text);
  }

  private report(place: ComposePlace, found: Problem): void {
    this.reading.problems.push({ place, problem: found });
  }
}

function mergeServices(first: Services, second: Services): Services {
  const merged = new Map(first);
  for (const [name, part] of second) {
    const before = merged.get(name);
    merged.set(name, before ? mergeService(before, part) : part);
  }
  return merged;
}

/** Merges as Compose does: maps by key, lists by appending, and any other value by replacing. */
function mergeService(base: ServicePart, over: ServicePart): ServicePart {
  const dependsOn = new Map(base.dependsOn);
  for (const [service, fields] of over.dependsOn) { dependsOn.set(service, mergeFields(dependsOn.get(service), fields)); }
  return {
    ...mergeFields(base, over),
    dependsOn,
    implied: new Map([...base.implied, ...over.implied]),
    healthcheck: over.healthcheck ? mergeFields<HealthcheckPart>(base.healthcheck, over.healthcheck) : base.healthcheck,
    profiles: [...new Set([...base.profiles, ...over.profiles])],
    labels: { ...base.labels, ...over.labels },
  };
}

/** Returns the fields of both objects. An `undefined` field of the second overrides nothing. */
function mergeFields<T extends object>(base: T | undefined, over: T): T {
  return { ...base, ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) } as T;
}

function resolveProject(services: Services, profiles: readonly string[], problems: ComposeProblem[]): ComposeProject {
  const isActive = (part: ServicePart) => part.profiles.length === 0 || profiles.includes('*') || part.profiles.some(profile => profiles.includes(profile));
  const names = [...services.keys()].sort();
  const active = names.filter(name => isActive(services.get(name)!));
  const resolved = active.map((name): ComposeService => {
    const { place, healthcheck, restart, containerName, labels, ...part } = services.get(name)!;
    const dependsOn = resolveDependencies(name, { ...part, place, labels }, services, active, problems);
    return { name, place, dependsOn, healthcheck: healthcheck && resolveHealthcheck(healthcheck), restart, containerName, labels };
  });
  reportCycles(resolved, problems);
  return { services: resolved };
}

/** Docker takes 0 and an empty test as unspecified. */
function resolveHealthcheck({ place, disabled, test = [], ...numbers }: HealthcheckPart): ServiceHealthcheck {
  const specified = Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0));
  return { ...specified, place, disabled: disabled === true || test[0] === 'NONE', test: test.length > 0 ? test : undefined };
}

function resolveDependencies(
  dependent: string, part: ServicePart, services: Services, active: readonly string[], problems: ComposeProblem[],
): ServiceDependency[] {
  const known = [...services.keys()].sort();
  const check = ({ service, required, place }: ServiceDependency, field: string) => {
    const base = services.get(service);
    if (!base) {
      problems.push({ place, problem: problem('SO692', { dependent, dependency: service, field, known, closest: closestName(service, known) }) });
    } else if (!active.includes(service) && required) {
      problems.push({ place, problem: problem('SO693', { dependent, dependency: service, field, profiles: base.profiles }) });
    }
  };
  const dependsOn = new Map<string, ServiceDependency>();
  for (const [service, { condition = 'service_started', required = true, restart = false, place }] of part.dependsOn) {
    const dependency = { service, condition, required, restart, place };
    check(dependency, 'depends_on');
    dependsOn.set(service, dependency);
  }
  for (const { service, field, restart, place } of part.implied.values()) {
    if (service === undefined) { continue; }
    const dependency: ServiceDependency = { service, condition: 'service_started', required: true, restart, isImplied: true, place };
    // `required: false` does not apply to a network of another service.
    if (!dependsOn.has(service) || field === 'network_mode') { check(dependency, field); }
    if (!dependsOn.has(service)) { dependsOn.set(service, dependency); }
  }
  return [...dependsOn.values()].filter(({ service }) => active.includes(service)).sort((a, b) => a.service < b.service ? -1 : 1);
}

function reportCycles(services: readonly ComposeService[], problems: ComposeProblem[]): void {
  const names = services.map(({ name }) => name);
  const graph = services.map(({ dependsOn }) => dependsOn.map(({ service }) => names.indexOf(service)).filter(index => index >= 0));
  for (const cycle of findShortestCycles(names, graph)) {
    const { dependsOn } = services[names.indexOf(cycle[0])];
    const { place } = dependsOn.find(({ service }) => service === (cycle[1] ?? cycle[0]))!;
    problems.push({ place, problem: problem('SO694', { cycle }) });
  }
}
