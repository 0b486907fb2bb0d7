import { EnvValue } from 'cdk8s-plus-27';
import { Check, DeclaredCheck, ExternalCheck, HttpCheck, PodsCheck, ServerCheck } from './check';
import { sortEntries, withoutUndefined } from './collections';
import { ExternalTarget } from './declaration';
import { EnvVarJson } from './pod-spec';
import { EXCHANGES } from './protocols';
import { ResourceDependencyOptions, UrlDependencyOptions } from '../dependency-options';
import { Protocol } from './enums';

export type ExternalThing = Omit<ExternalTarget, 'kind'>;

/** The certificate authorities for curl: a key of the ConfigMap, and the path in the container. */
const AUTHORITIES = { key: 'ca.crt', path: '/startup-order-authorities/ca.crt' };

/** `kubectl wait` gets the object, then lists and watches it. */
const WAIT = ['get', 'list', 'watch'];

export function urlTarget(
  url: string,
  options: Omit<UrlDependencyOptions, 'authorities'> & { readonly authorities?: { readonly name: string } },
): ExternalThing {
  const parsed = parseUrl(url);
  const { headers = {}, env, authorities, verifyCertificate } = options;
  const certificate = { isVerified: verifyCertificate ?? true, authorities: authorities && AUTHORITIES.path };
  const hasCertificate = parsed.scheme === 'https' || verifyCertificate !== undefined || authorities !== undefined;
  return {
    name: options.name ?? firstLabel(parsed.host ?? ''),
    check: {
      ...parsed,
      kind: 'httpGet',
      statuses: options.statuses,
      method: options.method === 'GET' ? undefined : options.method,
      headers:
        Object.keys(headers).length > 0 ? sortEntries(headers).map(([name, value]) => ({ name, value })) : undefined,
      contains: options.contains,
      certificate: hasCertificate ? certificate : undefined,
      variables: env && Object.keys(env).sort(),
    },
    image: options.image,
    env: envOf(env),
    file: authorities && { configMap: authorities.name, ...AUTHORITIES },
  };
}

/** A container that a webhook may inject. Only a check over the network needs no agent in that container. */
export function injectedTarget(name: string, check: DeclaredCheck): ExternalThing {
  return { name, check: onLoopback(check), injected: true };
}

function onLoopback(check: DeclaredCheck): ExternalCheck {
  const loopback = { host: '127.0.0.1' };
  switch (check.kind) {
    case 'tcpSocket':
    case 'server':
      return { ...loopback, ...withoutUndefined(check) };
    case 'httpGet':
      return { ...loopback, ...withoutUndefined(check), port: check.port! };
    case 'allOf':
      return { kind: 'allOf', checks: check.checks.map(onLoopback) as Check[] };
    case 'image':
      return { kind: 'command', command: ['HEALTHCHECK'] };
    // The planner refuses every other check, and commands.
    default:
      return check as ExternalCheck;
  }
}

/** Returns the check with the default port of the protocol, if it has one. */
export function serverCheck(protocol: Protocol, options: Partial<Omit<ServerCheck, 'kind' | 'protocol'>>): ServerCheck {
  return { kind: 'server', protocol, ...options, port: options.port ?? EXCHANGES[protocol].port ?? NaN };
}

export function jobTarget(job: string, options: ResourceDependencyOptions): ExternalThing {
  return resourceTarget(`jobs.batch/${job}`, { ...options, condition: 'Complete', failedCondition: 'Failed' });
}

export function resourceTarget(resource: string, options: ResourceDependencyOptions): ExternalThing {
  const { condition, jsonPath, failedCondition, namespace, clusterScoped = false } = options;
  const [type, name = ''] = resource.split('/');
  const [plural, ...group] = type.split('.');
  return {
    name: options.name ?? name,
    check: {
      kind: 'resource',
      resource,
      namespace,
      condition,
      jsonPath,
      failedCondition,
      mayBeAbsent: options.required === false,
    },
    image: options.image,
    access: { apiGroup: group.join('.'), resource: plural, name, namespace, clusterScoped, verbs: WAIT },
  };
}

export function podsTarget(
  given: { readonly [key: string]: string },
  options: ResourceDependencyOptions,
): ExternalThing {
  const labels = Object.fromEntries(sortEntries(given));
  const { namespace, count, sameNode, image, name = Object.values(labels)[0] ?? 'pods' } = options;
  return { name, image, ...countTarget('', { of: 'pods', labels, namespace, count, sameNode: sameNode || undefined }) };
}

/** Kubernetes labels the EndpointSlices of a Service with its name. */
export function endpointsTarget(service: string, namespace: string | undefined): Counted {
  const labels = { 'kubernetes.io/service-name': service };
  return countTarget('discovery.k8s.io', { of: 'endpointslices', labels, namespace, count: 1 });
}

type Counted = Pick<ExternalThing, 'check' | 'access'>;

function countTarget(apiGroup: string, check: Omit<PodsCheck, 'kind'>): Counted {
  const { of: resource, namespace } = check;
  return {
    check: { kind: 'pods', ...check },
    access: { apiGroup, resource, namespace, clusterScoped: false, verbs: ['list'] },
  };
}

/**
 * Returns `env` of a container, sorted by name. A variable that another value refers to as `$(NAME)` comes before that
 * value, because Kubernetes expands references to earlier variables only.
 */
export function envOf(env: { readonly [name: string]: EnvValue } | undefined): EnvVarJson[] | undefined {
  if (env === undefined) {
    return undefined;
  }
  const seen = new Set<string>();
  const withReferences = (name: string): EnvVarJson[] => {
    if (seen.has(name) || !Object.keys(env).includes(name)) {
      return [];
    }
    seen.add(name);
    const { value, valueFrom } = env[name];
    const references = [...String(value).matchAll(/\$\(([^)]+)\)/g)].map(([, other]) => other);
    // JSON has no `undefined`, the value that cdk8s-plus writes for an option that is not set.
    return [...references.flatMap(withReferences), JSON.parse(JSON.stringify({ name, value, valueFrom }))];
  };
  return Object.keys(env).sort().flatMap(withReferences);
}

export function firstLabel(host: string): string {
  return /^[0-9.:]+$/.test(host) ? host : host.split('.')[0];
}

/**
 * Splits the URL; its parts are validated with the pod. A user and a password become `…@`, which is invalid in a host,
 * so an error shows neither.
 */
export function parseUrl(url: string): HttpCheck {
  const match = /^([^:/?#]*):\/\/([^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)(?::([^/?#]*))?([^]*)$/.exec(url);
  const scheme = match?.[1] ?? '';
  const port = match?.[4] ?? (scheme === 'https' ? '443' : '80');
  const path = match?.[5] ?? '';
  return {
    kind: 'httpGet',
    scheme: scheme as 'http' | 'https',
    host: match
      ? `${match[2] === undefined ? '' : '…@'}${match[3].replace(/^\[|\]$/g, '')}`
      : url.replace(/^[^/?#]*@/, '…@'),
    port: /^[0-9]+$/.test(port) ? Number(port) : NaN,
    path: path.startsWith('/') ? path : `/${path}`,
  };
}
