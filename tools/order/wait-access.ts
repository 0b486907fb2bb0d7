import { Access, PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { PodSpecJson } from '../../src/api/private/pod-spec';
import { Problem, problem } from '../../src/api/private/problem';
import { listExternalWaits } from '../../src/pod/cross-workload-checks';
import { findServiceAccount } from '../../src/pod/service-account';

const RBAC = 'rbac.authorization.k8s.io';

/** A workload whose waits may use the Kubernetes API. */
export interface ApiClient {
  readonly kind: string;
  readonly name: string;
  /** `undefined`: unspecified. */
  readonly namespace?: string;
  readonly spec: PodSpecJson;
}

export interface WaitAccess {
  /** The declaration, with the name of the added service account. */
  readonly declaration: PodDeclaration;
  /** The manifests that the workload needs: a service account, roles and their bindings. */
  readonly objects: readonly JsonObject[];
  readonly problems: readonly Problem[];
}

/**
 * Builds the rights in the Kubernetes API that the waits of one workload need, as the constructs do: a Role for each namespace, bound to the service account of
 * the pod. A pod without a service account gets one. If the declaration names a service account, that account has the rights already.
 */
export function buildWaitAccess(declaration: PodDeclaration, { kind, name, namespace, spec }: ApiClient): WaitAccess {
  const needs = listExternalWaits(declaration.containers).flatMap(({ dependent, target: { name: dependency, access } }) =>
    access ? [{ dependent, dependency, access }] : []);
  const account = findServiceAccount(spec);
  const hasRights = account === undefined && declaration.serviceAccount !== undefined;
  if (needs.length === 0 || hasRights) { return { declaration, objects: [], problems: [] }; }
  if (namespace === undefined) {
    const { dependent, dependency } = needs[0];
    return { declaration, objects: [], problems: [problem('SO905', { dependent, dependency })] };
  }
  const ownName = `${name}${name.endsWith('-') ? '' : '-'}${kind.toLowerCase()}-wait`;
  const subject = { kind: 'ServiceAccount', name: account ?? ownName, namespace };
  const rules = groupRules(needs.map(({ access }) => access), namespace);
  return {
    declaration: account === undefined ? { ...declaration, serviceAccount: ownName } : declaration,
    objects: [
      ...(account === undefined ? [{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ownName, namespace } }] : []),
      ...[...rules].flatMap(([where, ofRole]) => {
        const type = where === CLUSTER ? 'ClusterRole' : 'Role';
        // A workload of the same kind and name may exist in each namespace.
        const metadata = where === namespace ? { name: ownName, namespace } : { name: `${ownName}-from-${namespace}`, ...(where === CLUSTER ? {} : { namespace: where }) };
        return [
          { apiVersion: `${RBAC}/v1`, kind: type, metadata, rules: ofRole },
          { apiVersion: `${RBAC}/v1`, kind: `${type}Binding`, metadata, roleRef: { apiGroup: RBAC, kind: type, name: metadata.name }, subjects: [subject] },
        ];
      }),
    ],
    problems: [],
  };
}

/** The place of the rules about objects without a namespace; no namespace has this name. */
const CLUSTER = '';

/** Returns the rules of each Role by its namespace, without duplicates. */
function groupRules(accesses: readonly Access[], ownNamespace: string): ReadonlyMap<string, readonly JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const { apiGroup, resource, name, namespace = ownNamespace, clusterScoped, verbs } of accesses) {
    const where = clusterScoped ? CLUSTER : namespace;
    const rules = groups.get(where) ?? [];
    groups.set(where, rules);
    const rule = { apiGroups: [apiGroup], ...(name === undefined ? {} : { resourceNames: [name] }), resources: [resource], verbs };
    if (!rules.some(known => JSON.stringify(known) === JSON.stringify(rule))) { rules.push(rule); }
  }
  return groups;
}
