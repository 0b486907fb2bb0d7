import { ContainerRole } from '../model/container-role';
import { closestName } from '../model/private/closest-name';
import { DependencyDeclaration, ExternalTarget } from '../model/private/declaration';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { Problem, problem } from '../model/private/problem';
import { StartCondition } from '../model/start-condition';

/** A dependency on a container of the pod, with both ends found. */
export interface Edge {
  readonly dependent: ContainerIntent;
  readonly dependency: ContainerIntent;
  readonly condition: StartCondition;
  readonly declared: DependencyDeclaration;
}

/** A dependency on something outside the pod. */
export interface ExternalEdge {
  readonly dependent: ContainerIntent;
  readonly target: ExternalTarget;
  readonly declared: DependencyDeclaration;
}

export interface Resolved {
  readonly edges: readonly Edge[];
  readonly externals: readonly ExternalEdge[];
  readonly problems: readonly Problem[];
}

/** Names become edges. A missing dependency that is not required is left out here; the intent itself is not changed. */
export function resolve(intent: PodIntent): Resolved {
  const places = new Map(intent.containers.map((c, i) => [c.name, i]));
  const edges: Edge[] = [];
  const externals: ExternalEdge[] = [];
  const problems: Problem[] = [];
  for (const dependent of intent.containers) {
    const seen = new Map<string, DependencyDeclaration>();
    for (const declared of inOrder(dependent.dependsOn, places)) {
      const { target } = declared;
      const key = target.kind === 'container' ? target.name : JSON.stringify(target);
      const twin = seen.get(key);
      const field = twin && differingField(twin, declared);
      if (field) { problems.push(problem('SO105', { dependent: dependent.name, dependency: target.name, field })); }
      if (twin) { continue; }
      seen.set(key, declared);
      if (target.kind === 'external') {
        externals.push({ dependent, target, declared });
        continue;
      }
      const dependency = intent.containers[places.get(target.name) ?? -1];
      if (dependency) {
        edges.push({ dependent, dependency, declared, condition: declared.condition ?? defaultCondition(dependency) });
      } else if (declared.required) {
        const known = [...places.keys()];
        problems.push(problem('SO101', { dependent: dependent.name, dependency: target.name, known, closest: closestName(target.name, known) }));
      }
    }
  }
  return { edges, externals, problems };
}

/** The order of the calls of `dependsOn` decides nothing: containers come in their own order, then all else by name. */
function inOrder(dependsOn: readonly DependencyDeclaration[], places: ReadonlyMap<string, number>): readonly DependencyDeclaration[] {
  const place = ({ target }: DependencyDeclaration) => target.kind === 'container' ? places.get(target.name) ?? Infinity : Infinity;
  return dependsOn.length < 2 ? dependsOn : [...dependsOn].sort((a, b) =>
    compare(place(a), place(b)) || compare(a.target.name, b.target.name) || compare(JSON.stringify(a), JSON.stringify(b)));
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function defaultCondition(dependency: ContainerIntent): StartCondition {
  return dependency.role === ContainerRole.INIT ? StartCondition.COMPLETED : StartCondition.READY;
}

function differingField(a: DependencyDeclaration, b: DependencyDeclaration): string | undefined {
  const fields = ['condition', 'timeoutSeconds', 'onTimeout', 'required', 'mechanism', 'guarantee'] as const;
  const field = fields.find(f => a[f] !== b[f]);
  return field === 'timeoutSeconds' ? 'timeout' : field;
}
