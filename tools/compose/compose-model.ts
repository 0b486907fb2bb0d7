import { ModelValue } from './model-value';
import { isObject } from '../../src/api/private/json-object';
import { problem, startOrderError } from '../../src/api/private/problem';
import { ImageHealthcheck } from '../../src/images/image-configuration';

/** A service of the model, with the fields that the start order needs. */
export interface ComposeService {
  readonly name: string;
  readonly dependsOn: readonly ServiceDependency[];
  /** `undefined`: that of the image applies. */
  readonly healthcheck?: ServiceHealthcheck;
  readonly containerName?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Each hook runs in its own container before the containers of the service start. */
  readonly preStart: readonly ServiceHook[];
  /** Each hook is a command in the running container. */
  readonly postStart: readonly ServiceHook[];
  readonly preStop: readonly ServiceHook[];
}

export const CONDITIONS = ['service_started', 'service_healthy', 'service_completed_successfully'] as const;

export interface ServiceDependency {
  readonly service: string;
  readonly condition: (typeof CONDITIONS)[number];
  /** `false`: the dependent also starts without the service. */
  readonly required: boolean;
  /** Compose restarts the dependent after it has restarted the service. */
  readonly restart: boolean;
}

/** A health check; the test `['NONE']` disables it. An absent field is that of the image, or the default of Docker. */
export interface ServiceHealthcheck extends Partial<ImageHealthcheck> {
  /** The pause between checks during the start period. */
  readonly startIntervalSeconds?: number;
}

export interface ServiceHook {
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  /** The other fields that the service lacks or contains with another value. */
  readonly others: ReadonlyMap<string, ModelValue>;
}

/** Returns the services of the model, sorted by name. Throws an error with a value that the model cannot contain. */
export function readModel(source: string, json: unknown): ComposeService[] {
  if (!isObject(json) || !isObject(json.services)) {
    const wrong = problem('SO690', { why: 'it has no map `services`', options: '--file compose.yaml' });
    throw startOrderError([{ path: source, problem: wrong }]);
  }
  return new ModelValue(json, source).at('services').entries().map(([name, service]) => readService(name, service));
}

function readService(name: string, service: ModelValue): ComposeService {
  const readHooks = (field: string) => service.at(field).items().map(hook => readHook(hook, service));
  return {
    name,
    dependsOn: service.at('depends_on').entries().map(([other, value]) => readDependency(other, value)),
    healthcheck: service.at('healthcheck').optional(readHealthcheck),
    containerName: service.at('container_name').optional(value => value.text()),
    labels: Object.fromEntries(service.at('labels').entries().map(([key, value]) => [key, value.text()])),
    preStart: readHooks('pre_start'),
    postStart: readHooks('post_start'),
    preStop: readHooks('pre_stop'),
  };
}

function readDependency(service: string, value: ModelValue): ServiceDependency {
  const given = value.at('condition');
  const condition = CONDITIONS.find(known => known === given.json);
  if (!condition) { throw given.refuse(CONDITIONS.join(', ')); }
  const flag = (field: string) => value.at(field).optional(found => found.flag());
  return { service, condition, required: flag('required') ?? true, restart: flag('restart') ?? false };
}

/** Docker takes 0 and an empty test as unspecified. */
function readHealthcheck(value: ModelValue): ServiceHealthcheck {
  const isDisabled = value.at('disable').optional(found => found.flag());
  const test = isDisabled ? ['NONE'] : value.at('test').items().map(word => word.text());
  const seconds = (field: string) => value.at(field).optional(found => found.seconds()) || undefined;
  return {
    test: test.length > 0 ? test : undefined,
    intervalSeconds: seconds('interval'),
    timeoutSeconds: seconds('timeout'),
    startPeriodSeconds: seconds('start_period'),
    startIntervalSeconds: seconds('start_interval'),
    retries: value.at('retries').optional(found => found.count()) || undefined,
  };
}

/** Compose 5.6 copies the fields of the service into a `pre_start` hook. */
function readHook(hook: ModelValue, service: ModelValue): ServiceHook {
  const words = (field: string) => hook.at(field).optional(value => value.items().map(word => word.text()));
  const others = new Map(hook.entries());
  for (const [field, { json }] of others) {
    const isInherited = json === null || JSON.stringify(json) === JSON.stringify(service.at(field).json);
    if (isInherited || ['command', 'entrypoint'].includes(field)) { others.delete(field); }
  }
  return { command: words('command'), entrypoint: words('entrypoint'), others };
}
