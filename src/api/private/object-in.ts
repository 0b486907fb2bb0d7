import { IConstruct } from 'constructs';
import { isObject, JsonObject } from './json-object';
import { errorAt } from './problem';
import { problem } from './problems';
import { findPortOfName } from './service-port';

/** An API object of cdk8s. Not the class itself: an app can have loaded two copies of a package. */
interface ApiObjectLike extends IConstruct {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly metadata: { readonly namespace?: string };
  toJson(): JsonObject;
}

/** The only Service or Job in a construct. */
export interface ObjectIn {
  /** The name in Kubernetes. */
  readonly name: string;
  readonly namespace: string | undefined;
  /** The id of the construct. */
  readonly id: string;
  /** Returns the first port of a Service. */
  readonly findFirstPort: () => number | undefined;
}

const TYPES = { service: { apiVersion: 'v1', kind: 'Service' }, job: { apiVersion: 'batch/v1', kind: 'Job' } };

/**
 * Reads the object of cdk8s-plus for any Kubernetes version, of a generated class, or of YAML. Throws an error if the
 * construct does not contain exactly one.
 */
export function objectIn(construct: IConstruct, what: keyof typeof TYPES): ObjectIn {
  const wanted = TYPES[what];
  const apiObjects = construct.node.findAll().filter(isApiObject);
  const found = apiObjects.filter(o => o.apiVersion === wanted.apiVersion && o.kind === wanted.kind);
  if (found.length !== 1) {
    const types = apiObjects.map(o => `${o.apiVersion}/${o.kind} ${o.node.path}`);
    const { kind } = wanted;
    throw errorAt(construct.node.path, problem('SO618', { kind, count: found.length, found: types }));
  }
  const [apiObject] = found;
  const owner = findOwner(apiObject);
  return {
    name: apiObject.name,
    namespace: apiObject.metadata.namespace,
    id: findId(owner),
    findFirstPort: () => findFirstPort(apiObject, owner),
  };
}

function isApiObject(construct: IConstruct): construct is ApiObjectLike {
  return 'apiVersion' in construct && 'kind' in construct && 'toJson' in construct;
}

/** Returns the object of cdk8s-plus that contains the API object. */
function findOwner(apiObject: ApiObjectLike): IConstruct {
  const { scope } = apiObject.node;
  return scope !== undefined && 'apiObject' in scope && scope.apiObject === apiObject ? scope : apiObject;
}

/**
 * Returns the id of the workload for a Service that a method of the workload creates, which cdk8s-plus calls 'Service'.
 */
function findId({ node }: IConstruct): string {
  return node.id === 'Service' && node.scope ? node.scope.node.id : node.id;
}

/**
 * Returns the first TCP port. A Service of cdk8s-plus has a list of its ports; it has no manifest before it has a port,
 * and one without ports as an ExternalName.
 */
function findFirstPort(apiObject: ApiObjectLike, owner: IConstruct): number | undefined {
  const hasList = 'ports' in owner && Array.isArray(owner.ports);
  const { ports, clusterIP } = (hasList ? owner : (apiObject.toJson().spec ?? {})) as JsonObject;
  const first = (Array.isArray(ports) ? ports : []).find(port => isObject(port) && (port.protocol ?? 'TCP') === 'TCP');
  return first && (findPortOfName(first, clusterIP) as number | undefined);
}
