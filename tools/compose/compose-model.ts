import { problem } from './problems';
import { sortEntries } from '../../src/api/private/collections';
import { StartCondition } from '../../src/api/private/enums';
import { isObject } from '../../src/api/private/json-object';
import { errorAt } from '../../src/api/private/problem';
import { ImageHealthcheck } from '../../src/images/image-file';
import { Place } from '../order/placed-problem';
import {
  anything,
  boolean,
  choice,
  durationIn,
  list,
  map,
  number,
  object,
  optional,
  reject,
  text,
  translated,
  Type,
  ValueOf,
} from '../order/types';
import { listOf, objectOf, textsOf } from '../read/coerce-json';

export type ComposeService = ReturnType<typeof readService>;
export type HookField = keyof typeof HOOKS;
export type ServiceMount = ReturnType<typeof listMounts>[number];

export interface ServiceDependency {
  readonly service: string;
  readonly condition: StartCondition;
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

/** The model contains `$$` for `$`, because it is again a compose file. */
const word = translated(text, value => value.replaceAll('$$', '$'));
const words = list(word);

/** A duration of Go, as `docker compose` prints it. Docker takes 0 as unspecified. */
const duration = translated(
  durationIn({ h: 3600, ms: 1e-3, m: 60, s: 1, us: 1e-6, µs: 1e-6, ns: 1e-9 }),
  seconds => seconds || undefined,
);

/** An object of the model: other fields have no effect, and an absent value can be `null`. */
function fieldsOf<F extends Readonly<Record<string, Type<any>>>>(
  types: F,
): Type<{ readonly [K in keyof F]?: ValueOf<F[K]> }> {
  const { schema, read } = object(
    '',
    Object.fromEntries(Object.entries(types).map(([key, type]) => [key, optional(type, '')])),
  );
  const isKnown = ([key, value]: [string, unknown]) => Object.hasOwn(types, key) && value !== null;
  return {
    schema,
    read: (value, place) =>
      read(isObject(value) ? Object.fromEntries(Object.entries(value).filter(isKnown)) : value, place) as any,
  };
}

const CONDITIONS = {
  service_started: 'STARTED',
  service_healthy: 'READY',
  service_completed_successfully: 'COMPLETED',
} as const;
const CONDITION_NAMES = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

const DEPENDENCY = translated(
  fieldsOf({
    condition: translated(choice(...CONDITION_NAMES), name => CONDITIONS[name]),
    required: boolean,
    restart: boolean,
  }),
  ({ condition, required = true, restart = false }, place): Omit<ServiceDependency, 'service'> => ({
    condition: condition ?? reject(condition, place.enter('condition'), CONDITION_NAMES.join(', ')),
    required,
    restart,
  }),
);

const HEALTHCHECK = translated(
  fieldsOf({
    disable: boolean,
    test: words,
    interval: duration,
    timeout: duration,
    start_period: duration,
    start_interval: duration,
    retries: number,
  }),
  ({ disable, test: given = [], ...numbers }): ServiceHealthcheck => {
    const test = disable ? ['NONE'] : given;
    return {
      test: test.length > 0 ? test : undefined,
      intervalSeconds: numbers.interval,
      timeoutSeconds: numbers.timeout,
      startPeriodSeconds: numbers.start_period,
      startIntervalSeconds: numbers.start_interval,
      retries: numbers.retries || undefined,
    };
  },
);

/** A variable of the environment; `null`: it has no value. */
const variable = translated(anything, value => (value === null ? null : String(value).replaceAll('$$', '$')));
const HOOKS = { pre_start: list(anything), post_start: list(anything), pre_stop: list(anything) };

const SERVICE = fieldsOf({
  command: words,
  depends_on: map(DEPENDENCY),
  entrypoint: words,
  environment: map(variable),
  expose: list(anything),
  hostname: word,
  image: word,
  ipc: word,
  links: list(word),
  network_mode: word,
  networks: map(anything),
  pid: word,
  ports: list(anything),
  volumes: list(anything),
  volumes_from: list(word),
  healthcheck: HEALTHCHECK,
  container_name: word,
  labels: map(word),
  ...HOOKS,
});

/** Returns the services of the model, sorted by name. Throws an error with the values that the model cannot contain. */
export function readModel(source: string, json: unknown): ComposeService[] {
  if (!isObject(json) || !isObject(json.services)) {
    throw errorAt(source, problem('SO690', { why: 'it has no map `services`', options: '--file compose.yaml' }));
  }
  const place = new Place('services');
  const services = map(SERVICE).read(json.services, place);
  if (place.problems.length > 0) {
    throw errorAt(source, ...place.problems.map(found => found.problem));
  }
  return sortEntries(services).map(([name, service]) => readService(name, service));
}

/** Returns the fields that the start order needs. */
function readService(name: string, service: ValueOf<typeof SERVICE>) {
  return {
    name,
    dependsOn: sortEntries(service.depends_on ?? {}).map(
      ([other, dependency]): ServiceDependency => ({ service: other, ...dependency }),
    ),
    /** `undefined`: that of the image applies. */
    healthcheck: service.healthcheck,
    containerName: service.container_name,
    labels: service.labels ?? {},
    /** The fields of its hooks. */
    hooks: (Object.keys(HOOKS) as HookField[]).filter(field => service[field]?.length),
    image: service.image,
    /** Further names by which other services reach it. */
    hosts: listHosts(service),
    /** The ports on which its container listens. */
    ports: listPorts(service),
    environment: textsOf(service.environment),
    /** The words of `entrypoint` and `command`. */
    command: [...(service.entrypoint ?? []), ...(service.command ?? [])],
    /** The files and folders of the machine that it mounts. */
    mounts: listMounts(service),
    /** Other services that it names in another field than `depends_on`. */
    peers: listPeers(service),
  };
}

function listHosts({ container_name: name, hostname, networks = {} }: ValueOf<typeof SERVICE>): string[] {
  const aliases = Object.values(networks).flatMap(network => listOf(objectOf(network)?.aliases));
  return [name, hostname, ...aliases].filter(host => typeof host === 'string');
}

/** `docker compose` prints `expose` as texts, also with a protocol, and `ports` as objects. */
function listPorts({ expose = [], ports = [] }: ValueOf<typeof SERVICE>): number[] {
  const published = ports.map(port => objectOf(port)).filter(port => port?.protocol !== 'udp');
  const all = [...published.map(port => port?.target), ...expose.filter(port => !/udp$/.test(String(port)))];
  return all.map(port => parseInt(String(port), 10)).filter(port => port > 0);
}

function listMounts({ volumes = [] }: ValueOf<typeof SERVICE>) {
  return volumes.filter(isObject).flatMap(({ type, source, target }) => {
    const isMount = type === 'bind' && typeof source === 'string' && typeof target === 'string';
    return isMount ? [{ source, target }] : [];
  });
}

/** Returns the names of other services or their containers, each with its field, such as `links`. */
function listPeers(service: ValueOf<typeof SERVICE>) {
  const linked = (['links', 'volumes_from'] as const).flatMap(field =>
    // `db:database` is a link with a further name, and `container:files:ro` a container that can be of another project.
    (service[field] ?? []).map(entry => ({ field, name: entry.replace(/^container:/, '').split(':')[0] })),
  );
  const shared = (['network_mode', 'ipc', 'pid'] as const).flatMap(field => {
    const [, name] = /^(?:service|container):(.+)$/.exec(service[field] ?? '') ?? [];
    return name === undefined ? [] : [{ field, name }];
  });
  return [...linked, ...shared];
}
