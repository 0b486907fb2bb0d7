import { ApiObject, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { DependencyDeclaration } from '../../api/private/declaration';
import { JsonObject } from '../../api/private/json-object';
import { PodSpecJson } from '../../api/private/pod-spec';
import { Problem } from '../../api/private/problem';
import { addAccess, RBAC_VERSION, referTo, WaitRole } from '../../emit/access-rules';
import { ExternalWait } from '../../pod/app-objects';
import { findAccessProblems, findServiceAccount } from '../../pod/service-account';

const ID = 'wait-agent';

/**
 * The rights in the Kubernetes API that the waits of one workload need: a Role for each namespace, bound to the service
 * account of the pod. A pod without a service account gets one of its own if the user asks for it. It never gets the
 * rights on the account `default`, which all pods of the namespace share.
 */
export class ApiAccess {
  private account?: kplus.ServiceAccount;
  private createsAccount = false;
  private readonly roles = new Map<string, WaitRole>();
  private readonly objects: ApiObject[] = [];

  constructor(
    private readonly apiObject: ApiObject,
    private readonly findNamespace: () => string | undefined,
    private readonly podSpec: () => PodSpecJson | undefined,
  ) {}

  /** The name of the service account that this class creates. */
  public get accountName(): string | undefined {
    return this.account?.name;
  }

  public allow(dependencies: readonly DependencyDeclaration[]): void {
    for (const { target } of dependencies) {
      const access = target.kind === 'external' ? target.access : undefined;
      const added = access && addAccess(this.roles, access, this.namespace);
      if (added) {
        this.createRole(added, access.namespace);
      }
    }
  }

  /** A pod without a service account gets one, now or with its first role. */
  public allowAccount(): void {
    this.createsAccount = true;
    if (this.roles.size > 0) {
      this.addAccount();
    }
  }

  /** Removes the roles and bindings: the order is disabled after the declarations. */
  public revoke(): void {
    this.objects.forEach(({ node }) => node.scope!.node.tryRemoveChild(node.id));
  }

  /**
   * Returns a problem if the namespace is unknown, which the binding must specify, or the pod has no service account.
   */
  public problems(externals: readonly ExternalWait[]): Problem[] {
    // Each look at the manifest renders it.
    if (!externals.some(e => e.target.access)) {
      return [];
    }
    const hasAccount = this.account !== undefined || findServiceAccount(this.podSpec()) !== undefined;
    return findAccessProblems(externals, this.namespace, hasAccount);
  }

  /** Creates the role, which later rules extend, and its binding. `stated`: the namespace, unless it is the own one. */
  private createRole({ kind, namespace, rules }: WaitRole, stated: string | undefined): void {
    const place = kind === 'Role' ? (stated ?? this.ownNamespace) : undefined;
    const prefix = kind === 'ClusterRole' ? 'cluster-' : '';
    const elsewhere = kind === 'ClusterRole' || namespace === this.namespace ? '' : `-in-${namespace}`;
    const role = this.createObject(`${prefix}role${elsewhere}`, kind, place, { rules });
    // The service account of the pod may be set later.
    const subjects = Lazy.any({ produce: () => [this.getSubject()] });
    const binding = this.createObject(`${prefix}binding${elsewhere}`, `${kind}Binding`, place, {
      roleRef: referTo(kind, role.name),
      subjects,
    });
    if (this.createsAccount) {
      this.addAccount();
    }
    // So that the manifest contains these objects before the pods that need them.
    this.apiObject.addDependency(role.node.scope!, binding.node.scope!);
  }

  private addAccount(): void {
    if (this.account || findServiceAccount(this.podSpec()) !== undefined) {
      return;
    }
    this.account = new kplus.ServiceAccount(this.scope, this.getId('account'), {
      metadata: { namespace: this.ownNamespace },
    });
    this.apiObject.addDependency(this.account);
  }

  private createObject(what: string, kind: string, namespace: string | undefined, content: JsonObject): ApiObject {
    const scope = new Construct(this.scope, this.getId(what));
    const metadata = { namespace };
    const created = new ApiObject(scope, 'Resource', { apiVersion: RBAC_VERSION, kind, metadata, ...content });
    this.objects.push(created);
    return created;
  }

  private getSubject(): JsonObject {
    const name = findServiceAccount(this.podSpec()) ?? this.account?.name ?? 'default';
    return { apiGroup: '', kind: 'ServiceAccount', name, namespace: this.namespace };
  }

  private get namespace(): string | undefined {
    return this.findNamespace();
  }

  /** A patch of the workload may change its namespace later. */
  private get ownNamespace(): string {
    return Lazy.any({ produce: () => this.namespace }) as string;
  }

  private get scope() {
    return this.apiObject.node.scope!;
  }

  /**
   * Returns a free id in the scope of the API object. cdk8s-plus calls its API object 'Resource', and that scope is the
   * workload. Several workloads of a List have the same API object.
   */
  private getId(what: string): string {
    const { id } = this.apiObject.node;
    const first = id === 'Resource' ? `${ID}-${what}` : `${id}-${ID}-${what}`;
    let free = first;
    for (let number = 2; this.scope.node.tryFindChild(free); number++) {
      free = `${first}-${number}`;
    }
    return free;
  }
}
