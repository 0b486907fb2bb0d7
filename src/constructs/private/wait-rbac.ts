import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { unchangedManifest } from './to-json-hook';
import { Access, DependencyDeclaration } from '../../api/private/declaration';
import { PodSpecJson } from '../../api/private/pod-spec';
import { Problem, problem } from '../../api/private/problem';
import { ExternalWait } from '../../pod/cross-workload-checks';
import { findServiceAccount } from '../../pod/service-account';

const ID = 'wait-agent';

/**
 * The rights in the Kubernetes API that the waits of one workload need: a Role for each namespace, bound to the service account of the pod. A pod without a service account gets one of its
 * own, because all pods of the namespace share the rights of the account `default`.
 */
export class ApiAccess {
  private account?: kplus.ServiceAccount;
  private readonly roles = new Map<string, kplus.Role | kplus.ClusterRole>();

  constructor(private readonly apiObject: ApiObject, private readonly podSpec: () => PodSpecJson | undefined) {}

  /** The name of the service account that this class creates. */
  public get accountName(): string | undefined {
    return this.account?.name;
  }

  public allow(dependencies: readonly DependencyDeclaration[]): void {
    for (const { target } of dependencies) {
      if (target.kind === 'external' && target.access) { this.rule(target.access); }
    }
  }

  /** Returns a problem if the namespace is unknown, which the binding must specify. */
  public problems(externals: readonly ExternalWait[]): Problem[] {
    const needs = externals.find(e => e.target.access);
    return needs && this.namespace === undefined ? [problem('SO905', { dependent: needs.dependent, dependency: needs.target.name })] : [];
  }

  private rule({ apiGroup, resource, name, namespace, clusterScoped, verbs }: Access): void {
    const role = clusterScoped ? this.clusterRole() : this.role(namespace);
    const what = { apiGroup, resourceType: resource, resourceName: name };
    const known = role.rules.some(r => JSON.stringify([r.verbs, 'resources' in r ? r.resources : r.endpoints]) === JSON.stringify([verbs, [what]]));
    if (!known) { role.allow([...verbs], resourceOf(what)); }
  }

  private role(namespace = this.namespace): kplus.Role {
    const key = `${namespace}`;
    const elsewhere = namespace === this.namespace ? '' : `-in-${namespace}`;
    const known = this.roles.get(key) as kplus.Role | undefined;
    if (known) { return known; }
    const metadata = { namespace };
    const role = new kplus.Role(this.scope, this.id(`role${elsewhere}`), { metadata });
    this.bind(role, new kplus.RoleBinding(this.scope, this.id(`binding${elsewhere}`), { metadata, role }));
    this.roles.set(key, role);
    return role;
  }

  private clusterRole(): kplus.ClusterRole {
    const known = this.roles.get('') as kplus.ClusterRole | undefined;
    if (known) { return known; }
    const role = new kplus.ClusterRole(this.scope, this.id('cluster-role'));
    this.bind(role, new kplus.ClusterRoleBinding(this.scope, this.id('cluster-binding'), { role }));
    this.roles.set('', role);
    return role;
  }

  /** Resolves the subject when it is rendered, because the service account of the pod may be set later. */
  private bind(role: kplus.Role | kplus.ClusterRole, binding: kplus.RoleBinding | kplus.ClusterRoleBinding): void {
    if (findServiceAccount(this.podSpec()) === undefined && !this.account) {
      this.account = new kplus.ServiceAccount(this.scope, this.id('account'), { metadata: { namespace: this.namespace } });
      this.apiObject.addDependency(this.account);
    }
    const subject = () => ({ apiGroup: '', kind: 'ServiceAccount', name: findServiceAccount(this.podSpec()) ?? this.account?.name ?? 'default', namespace: this.namespace });
    binding.addSubjects({ toSubjectConfiguration: subject } as kplus.ISubject);
    // So that the manifest contains these objects before the pods that need them.
    this.apiObject.addDependency(role, binding);
  }

  private get namespace(): string | undefined {
    return unchangedManifest(this.apiObject).metadata?.namespace;
  }

  private get scope() {
    return this.apiObject.node.scope!;
  }

  /** Returns an id in the scope of the API object. cdk8s-plus calls its API object 'Resource', and that scope is the workload. */
  private id(what: string): string {
    const { id } = this.apiObject.node;
    return id === 'Resource' ? `${ID}-${what}` : `${id}-${ID}-${what}`;
  }
}

function resourceOf(what: { apiGroup: string; resourceType: string; resourceName?: string }): kplus.IApiResource & kplus.IApiEndpoint {
  return { ...what, asApiResource: () => resourceOf(what), asNonApiResource: () => undefined };
}
