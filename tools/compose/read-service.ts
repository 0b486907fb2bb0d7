import { ComposePlace, CONDITIONS, ServiceCondition, ServiceHealthcheck } from './compose-project';
import { interpolate, VariableError } from './interpolate';
import { YamlFile } from './yaml-file';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { Problem, problem } from '../../src/api/private/problem';

/** A service as one file contains it, before the merge with other files and with the service that it extends. */
export interface ServicePart {
  readonly place: ComposePlace;
  readonly extends?: Extension;
  readonly dependsOn: ReadonlyMap<string, DependencyPart>;
  /** The dependencies that other fields imply. The key is the field (`pid`), or the field and the item of a list (`links api`). */
  readonly implied: ReadonlyMap<string, ImpliedDependency>;
  readonly healthcheck?: HealthcheckPart;
  readonly restart?: string;
  readonly containerName?: string;
  readonly profiles: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

export interface Extension {
  readonly service: string;
  /** `undefined`: the same file. */
  readonly file?: string;
  readonly place: ComposePlace;
}

export interface DependencyPart {
  readonly condition?: ServiceCondition;
  readonly required?: boolean;
  readonly restart?: boolean;
  readonly place: ComposePlace;
}

export interface ImpliedDependency {
  /** `undefined`: the field has another value, such as `pid: host`. */
  readonly service?: string;
  readonly field: string;
  readonly restart: boolean;
  readonly place: ComposePlace;
}

export type HealthcheckPart = Omit<ServiceHealthcheck, 'disabled'> & { readonly disabled?: boolean };

/** A problem, with the line of the file that contains it. */
export interface ComposeProblem {
  readonly place: ComposePlace;
  readonly problem: Problem;
}

/** The input and the findings of the readers. */
export interface Reading {
  /** The values of variables. */
  readonly values: Readonly<Record<string, string>>;
  readonly problems: ComposeProblem[];
  /** The places of the variables without a value, by name. */
  readonly unset: Map<string, ComposePlace>;
}

/** Seconds of the units that Compose accepts. */
const UNITS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const DURATION = /^(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|[smhdw]))+$/;
const RESTART = /^(?:no|always|unless-stopped|on-failure(?::\d+)?)$/;

/** Reads the fields of a service that the start order needs. */
export function readService(name: string, file: YamlFile, reading: Reading): ServicePart {
  return new ServiceReader(['services', name], file, reading).read();
}

class ServiceReader {
  private readonly fields: JsonObject;

  constructor(private readonly path: readonly string[], private readonly file: YamlFile, private readonly reading: Reading) {
    const value = (file.value.services as JsonObject)[path[1]];
    this.fields = isObject(value) ? value : {};
    if (!isObject(value)) { this.refuse([], value, 'a map'); }
  }

  public read(): ServicePart {
    return {
      place: this.placeOf([]),
      extends: this.readExtends(),
      dependsOn: this.readDependsOn(),
      implied: this.readImplied(),
      healthcheck: this.readHealthcheck(),
      restart: this.readText(['restart'], this.fields.restart, text => RESTART.test(text), '"no", always, unless-stopped or on-failure'),
      containerName: this.readText(['container_name'], this.fields.container_name),
      profiles: this.readTexts('profiles'),
      labels: this.readLabels(),
    };
  }

  private readExtends(): Extension | undefined {
    const { extends: value } = this.fields;
    if (value === undefined) { return undefined; }
    const { service, file } = isObject(value) ? value : { service: value, file: undefined };
    const name = this.readText(['extends', 'service'], service ?? null);
    return name === undefined ? undefined : { service: name, file: this.readText(['extends', 'file'], file), place: this.placeOf(['extends']) };
  }

  private readDependsOn(): Map<string, DependencyPart> {
    const { depends_on: value } = this.fields;
    if (Array.isArray(value)) {
      return new Map(value.flatMap((item: unknown, i) => {
        const service = this.readText(['depends_on', `${i}`], item);
        return service === undefined ? [] : [[service, { condition: 'service_started', required: true, place: this.placeOf(['depends_on', `${i}`]) }]];
      }));
    }
    if (value === undefined || value === null) { return new Map(); }
    if (!isObject(value)) { this.refuse(['depends_on'], value, 'a list or a map of services'); return new Map(); }
    return new Map(Object.entries(value).map(([service, fields]) => [service, this.readDependency(service, fields)]));
  }

  private readDependency(service: string, fields: unknown): DependencyPart {
    const path = ['depends_on', service];
    const place = this.placeOf(path);
    if (!isObject(fields)) { this.refuse(path, fields, `a map with the condition, such as \`${service}: {condition: service_healthy}\``); return { place }; }
    const isCondition = (text: string) => (CONDITIONS as readonly string[]).includes(text);
    return {
      condition: this.readText([...path, 'condition'], fields.condition ?? null, isCondition, CONDITIONS.join(', ')) as ServiceCondition | undefined,
      required: this.readFlag([...path, 'required'], fields.required),
      restart: this.readFlag([...path, 'restart'], fields.restart),
      place,
    };
  }

  private readImplied(): Map<string, ImpliedDependency> {
    const implied = new Map<string, ImpliedDependency>();
    const add = (key: string, service: string | undefined, field: string, restart: boolean) => {
      implied.set(key, { service, field, restart, place: this.placeOf([field]) });
    };
    for (const field of ['network_mode', 'ipc', 'pid', 'uts', 'cgroup']) {
      const mode = this.readText([field], this.fields[field]);
      if (mode !== undefined) { add(field, /^service:(.*)$/s.exec(mode)?.[1], field, true); }
    }
    for (const link of this.readTexts('links')) { add(`links ${link}`, link.split(':')[0], 'links', true); }
    for (const from of this.readTexts('volumes_from')) {
      if (!from.startsWith('container:')) { add(`volumes_from ${from}`, from.split(':')[0], 'volumes_from', false); }
    }
    return implied;
  }

  private readHealthcheck(): HealthcheckPart | undefined {
    const { healthcheck: value } = this.fields;
    if (value === undefined || value === null) { return undefined; }
    if (!isObject(value)) { this.refuse(['healthcheck'], value, 'a map'); return undefined; }
    const seconds = (field: string) => this.readSeconds(['healthcheck', field], value[field]);
    return {
      place: this.placeOf(['healthcheck']),
      test: this.readTest(value.test),
      disabled: this.readFlag(['healthcheck', 'disable'], value.disable),
      intervalSeconds: seconds('interval'),
      timeoutSeconds: seconds('timeout'),
      startPeriodSeconds: seconds('start_period'),
      startIntervalSeconds: seconds('start_interval'),
      retries: this.readCount(['healthcheck', 'retries'], value.retries),
    };
  }

  private readTest(value: unknown): readonly string[] | undefined {
    const path = ['healthcheck', 'test'];
    if (!Array.isArray(value)) {
      const text = this.readText(path, value);
      return text === undefined ? undefined : ['CMD-SHELL', text];
    }
    const words = value.map((word: unknown, i) => this.readText([...path, `${i}`], word) ?? '');
    if (words.length > 0 && !['CMD', 'CMD-SHELL', 'NONE'].includes(words[0])) { this.refuse(path, value, 'a text, or a list that begins with CMD, CMD-SHELL or NONE'); }
    return words;
  }

  private readLabels(): Readonly<Record<string, string>> {
    const { labels } = this.fields;
    if (Array.isArray(labels)) {
      return Object.fromEntries(this.readTexts('labels').map(label => [label.split('=')[0], label.split('=').slice(1).join('=')]));
    }
    return Object.fromEntries(Object.entries(isObject(labels) ? labels : {}).map(([key, value]) => [key, value === null ? '' : this.replaceVariables(['labels', key], String(value))]));
  }

  private readTexts(field: string): string[] {
    const value = this.fields[field];
    if (value === undefined || value === null) { return []; }
    if (!Array.isArray(value)) { this.refuse([field], value, 'a list of texts'); return []; }
    return value.flatMap((item: unknown, i) => this.readText([field, `${i}`], item) ?? []);
  }

  private readText(path: readonly string[], value: unknown, accepts: (text: string) => boolean = () => true, wanted = 'a text'): string | undefined {
    if (value === undefined) { return undefined; }
    const text = typeof value === 'string' ? this.replaceVariables(path, value) : undefined;
    if (text === undefined || !accepts(text)) { this.refuse(path, text ?? value, wanted); }
    return text;
  }

  private readFlag(path: readonly string[], value: unknown): boolean | undefined {
    if (value === undefined || typeof value === 'boolean') { return value; }
    const text = typeof value === 'string' ? this.replaceVariables(path, value).toLowerCase() : '';
    if (['true', 'yes', 'y', 'on'].includes(text)) { return true; }
    if (!['false', 'no', 'n', 'off'].includes(text)) { this.refuse(path, value, 'true or false'); }
    return false;
  }

  private readSeconds(path: readonly string[], value: unknown): number | undefined {
    if (value === undefined) { return undefined; }
    const text = typeof value === 'string' ? this.replaceVariables(path, value) : '';
    if (text === '0') { return 0; }
    if (!DURATION.test(text)) { this.refuse(path, value, 'a duration, such as 1m30s'); return undefined; }
    return [...text.matchAll(/([\d.]+)([a-zµ]+)/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit], 0);
  }

  private readCount(path: readonly string[], value: unknown): number | undefined {
    if (value === undefined) { return undefined; }
    const count = typeof value === 'string' ? Number(this.replaceVariables(path, value) || NaN) : value;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) { this.refuse(path, value, 'a number of at least 0'); return undefined; }
    return count;
  }

  private replaceVariables(path: readonly string[], text: string): string {
    const { values, problems, unset } = this.reading;
    const place = this.placeOf(path);
    try {
      return interpolate(text, { values, onUnset: name => { unset.set(name, unset.get(name) ?? place); } });
    } catch (error) {
      if (!(error instanceof VariableError)) { throw error; }
      problems.push({ place, problem: problem('SO696', { variable: error.variable, why: error.message }) });
      return text;
    }
  }

  private refuse(path: readonly string[], value: unknown, wanted: string): void {
    const given = JSON.stringify(value) ?? 'missing';
    this.reading.problems.push({ place: this.placeOf(path), problem: problem('SO691', { field: [...this.path, ...path].join('.'), given, wanted }) });
  }

  private placeOf(path: readonly string[]): ComposePlace {
    return this.file.placeOf([...this.path, ...path]);
  }
}
