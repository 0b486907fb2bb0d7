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
  const byName = new Map(intent.containers.map(c => [c.name, c]));
  const edges: Edge[] = [];
  const externals: ExternalEdge[] = [];
  const problems: Problem[] = [];
  for (const dependent of intent.containers) {
    const seen = new Map<string, DependencyDeclaration>();
    for (const declared of dependent.dependsOn) {
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
      const dependency = byName.get(target.name);
      if (dependency) {
        edges.push({ dependent, dependency, declared, condition: declared.condition ?? defaultCondition(dependency) });
      } else if (declared.required) {
        const known = [...byName.keys()];
        problems.push(problem('SO101', { dependent: dependent.name, dependency: target.name, known, closest: closestName(target.name, known) }));
      }
    }
  }
  return { edges, externals, problems };
}

function defaultCondition(dependency: ContainerIntent): StartCondition {
  return dependency.role === ContainerRole.INIT ? StartCondition.COMPLETED : StartCondition.READY;
}

function differingField(a: DependencyDeclaration, b: DependencyDeclaration): string | undefined {
  const fields = ['condition', 'timeoutSeconds', 'onTimeout', 'required', 'mechanism', 'guarantee'] as const;
  const field = fields.find(f => a[f] !== b[f]);
  return field === 'timeoutSeconds' ? 'timeout' : field;
}
