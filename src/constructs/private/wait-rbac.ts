import { ApiObject, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { unchangedManifest } from './to-json-hook';
import { DependencyDeclaration } from '../../api/private/declaration';
import { JsonObject } from '../../api/private/json-object';
import { PodSpecJson } from '../../api/private/pod-spec';
import { Problem, problem } from '../../api/private/problem';
import { addAccess, RBAC_VERSION, referTo, WaitRole } from '../../emit/access-rules';
import { ExternalWait } from '../../pod/cross-workload-checks';
import { findServiceAccount } from '../../pod/service-account';

const ID = 'wait-agent';

/**
 * The rights in the Kubernetes API that the waits of one workload need: a Role for each namespace, bound to the service account of the pod. A pod without a service account gets one of its
 * own, because all pods of the namespace share the rights of the account `default`.
 */
export class ApiAccess {
  private account?: kplus.ServiceAccount;
  private readonly roles = new Map<string, WaitRole>();

  constructor(private readonly apiObject: ApiObject, private readonly podSpec: () => PodSpecJson | undefined) {}

  /** The name of the service account that this class creates. */
  public get accountName(): string | undefined {
    return this.account?.name;
  }

  public allow(dependencies: readonly DependencyDeclaration[]): void {
    for (const { target } of dependencies) {
      const added = target.kind === 'external' && target.access ? addAccess(this.roles, target.access, this.namespace) : undefined;
      if (added) { this.createRole(added); }
    }
  }

  /** Returns a problem if the namespace is unknown, which the binding must specify. */
  public problems(externals: readonly ExternalWait[]): Problem[] {
    const needs = externals.find(e => e.target.access);
    return needs && this.namespace === undefined ? [problem('SO905', { dependent: needs.dependent, dependency: needs.target.name })] : [];
  }

  /** Creates the role, which later rules extend, and its binding. */
  private createRole({ kind, namespace, rules }: WaitRole): void {
    const prefix = kind === 'ClusterRole' ? 'cluster-' : '';
    const elsewhere = kind === 'ClusterRole' || namespace === this.namespace ? '' : `-in-${namespace}`;
    const role = this.createObject(`${prefix}role${elsewhere}`, kind, namespace, { rules });
    // The service account of the pod may be set later.
    const subjects = Lazy.any({ produce: () => [this.getSubject()] });
    const binding = this.createObject(`${prefix}binding${elsewhere}`, `${kind}Binding`, namespace, { roleRef: referTo(kind, role.name), subjects });
    if (findServiceAccount(this.podSpec()) === undefined && !this.account) {
      this.account = new kplus.ServiceAccount(this.scope, this.getId('account'), { metadata: { namespace: this.namespace } });
      this.apiObject.addDependency(this.account);
    }
    // So that the manifest contains these objects before the pods that need them.
    this.apiObject.addDependency(role.node.scope!, binding.node.scope!);
  }

  private createObject(what: string, kind: string, namespace: string | undefined, content: JsonObject): ApiObject {
    const scope = new Construct(this.scope, this.getId(what));
    return new ApiObject(scope, 'Resource', { apiVersion: RBAC_VERSION, kind, metadata: { namespace }, ...content });
  }

  private getSubject(): JsonObject {
    const name = findServiceAccount(this.podSpec()) ?? this.account?.name ?? 'default';
    return { apiGroup: '', kind: 'ServiceAccount', name, namespace: this.namespace };
  }

  private get namespace(): string | undefined {
    return unchangedManifest(this.apiObject).metadata?.namespace;
  }

  private get scope() {
    return this.apiObject.node.scope!;
  }

  /** Returns an id in the scope of the API object. cdk8s-plus calls its API object 'Resource', and that scope is the workload. */
  private getId(what: string): string {
    const { id } = this.apiObject.node;
    return id === 'Resource' ? `${ID}-${what}` : `${id}-${ID}-${what}`;
  }
}
