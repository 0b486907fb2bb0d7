import { Access } from '../api/private/declaration';
import { JsonObject } from '../api/private/json-object';

const RBAC = 'rbac.authorization.k8s.io';

export const RBAC_VERSION = `${RBAC}/v1`;

/** The place of the rules about objects without a namespace. No namespace has this name. */
const CLUSTER = '';

/** The rights that the waits of a workload need in one namespace, or in the cluster. */
export interface WaitRole {
  readonly kind: 'Role' | 'ClusterRole';
  /** `undefined`: a ClusterRole, or the namespace of the workload is unknown. */
  readonly namespace?: string;
  readonly rules: JsonObject[];
}

/** Adds a right to the role of its namespace, once. Returns the role if it is new. */
export function addAccess(
  roles: Map<string, WaitRole>,
  access: Access,
  ownNamespace: string | undefined,
): WaitRole | undefined {
  const { apiGroup, resource, name, namespace = ownNamespace, clusterScoped, verbs } = access;
  const key = clusterScoped ? CLUSTER : `${namespace}`;
  const known = roles.get(key);
  const role = known ?? {
    ...(clusterScoped ? { kind: 'ClusterRole' as const } : { kind: 'Role' as const, namespace }),
    rules: [],
  };
  roles.set(key, role);
  const rule = {
    apiGroups: [apiGroup],
    ...(name === undefined ? {} : { resourceNames: [name] }),
    resources: [resource],
    verbs,
  };
  if (!role.rules.some(r => JSON.stringify(r) === JSON.stringify(rule))) {
    role.rules.push(rule);
  }
  return known ? undefined : role;
}

/** Returns the `roleRef` of a binding. */
export function referTo(kind: WaitRole['kind'], name: string): JsonObject {
  return { apiGroup: RBAC, kind, name };
}
