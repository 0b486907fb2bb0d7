import { fitName, hash } from './hash';
import { problem } from './problems';
import { PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { PodSpecJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import { addAccess, RBAC_VERSION, referTo, WaitRole } from '../../src/emit/access-rules';
import { listExternalWaits } from '../../src/pod/app-objects';
import { findAccessProblems, findServiceAccount } from '../../src/pod/service-account';
import { WorkloadName } from '../read/find-workloads';

/** A workload whose waits may use the Kubernetes API. */
export interface ApiClient extends WorkloadName {
  readonly spec: PodSpecJson;
  /** A pod without a service account gets one of its own. */
  readonly createsAccount: boolean;
}

function rejectAccount(account: string): Problem {
  const found = problem('SO666', {
    what: 'spec.serviceAccountName',
    why: `the pod has the service account '${account}'`,
  });
  return { ...found, subject: { in: 'options', field: 'serviceAccountName' } };
}

interface WaitAccess {
  /** The declaration, with the name of the added service account. */
  readonly declaration: PodDeclaration;
  /** The manifests that the workload needs: a service account, roles and their bindings. */
  readonly objects: readonly JsonObject[];
  readonly problems: readonly Problem[];
}

/**
 * Builds the rights in the Kubernetes API that the waits of one workload need, as the constructs do: a Role for each
 * namespace, bound to the service account of the pod. If the declaration names a service account, that account has the
 * rights already.
 */
export function buildWaitAccess(
  declaration: PodDeclaration,
  { kind, name, namespace, spec, createsAccount }: ApiClient,
): WaitAccess {
  const waits = listExternalWaits(declaration.containers);
  const account = findServiceAccount(spec);
  const { serviceAccount: stated = account } = declaration;
  if (account !== undefined && stated !== account) {
    return { declaration, objects: [], problems: [rejectAccount(account)] };
  }
  const hasRights = account === undefined && stated !== undefined;
  const roles = new Map<string, WaitRole>();
  for (const {
    target: { access },
  } of hasRights ? [] : waits) {
    if (access) {
      addAccess(roles, access, namespace);
    }
  }
  const problems =
    roles.size === 0 ? [] : findAccessProblems(waits, namespace, createsAccount || account !== undefined);
  if (roles.size === 0 || problems.length > 0) {
    return { declaration, objects: [], problems };
  }
  const ownName = fitName(nameObjects({ name, kind }, account, [...roles]));
  const subject = { kind: 'ServiceAccount', name: account ?? ownName, namespace };
  return {
    declaration: account === undefined ? { ...declaration, serviceAccount: ownName } : declaration,
    objects: [
      ...(account === undefined
        ? [{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ownName, namespace } }]
        : []),
      ...[...roles.values()].flatMap(({ kind: type, namespace: where, rules }) => {
        // A workload of the same kind and name may exist in each namespace.
        const roleName = where === namespace ? ownName : fitName(`${ownName}-from-${namespace}`);
        const metadata = { name: roleName, namespace: where };
        return [
          { apiVersion: RBAC_VERSION, kind: type, metadata, rules },
          {
            apiVersion: RBAC_VERSION,
            kind: `${type}Binding`,
            metadata,
            roleRef: referTo(type, roleName),
            subjects: [subject],
          },
        ];
      }),
    ],
    problems: [],
  };
}

/**
 * Several workloads can have the same `generateName`, which ends with a dash. Those with the same account and rights
 * share the objects.
 */
function nameObjects({ name, kind }: WorkloadName, ...content: readonly unknown[]): string {
  if (!name.endsWith('-')) {
    return `${name}-${kind.toLowerCase()}-wait`;
  }
  return `${name}${kind.toLowerCase()}-wait-${hash(content, 8)}`;
}
