import { problem } from './problems';
import { getOrCreate } from '../../api/private/collections';
import { ContainerDeclaration, DependencyDeclaration } from '../../api/private/declaration';
import { Problem } from '../../api/private/problem';

/** The declarations about one container, to which later calls add. */
export interface Declaration extends ContainerDeclaration {
  readonly dependsOn: DependencyDeclaration[];
}

/** The fields in which several calls must not contradict each other, with their public names for error texts. */
const SINGLE = [
  ['role', 'role'],
  ['readyWhen', 'readyWhen'],
  ['stopsWithinSeconds', 'stopsWithin'],
  ['expectedReadySeconds', 'expectedReadyIn'],
] as const;

/**
 * The declarations of all containers of one workload, in the order of the calls, including containers that do not exist
 * yet.
 */
export class Declarations {
  private readonly byName = new Map<string, Declaration>();

  /** Returns a problem if a field already has a different value. */
  public add(added: Declaration): Problem | undefined {
    const { name } = added;
    const known = getOrCreate(this.byName, name, () => ({ name, dependsOn: [] }));
    known.dependsOn.push(...added.dependsOn);
    for (const [field, publicName] of SINGLE) {
      const value = added[field];
      if (value === undefined) {
        continue;
      }
      if (known[field] !== undefined && JSON.stringify(known[field]) !== JSON.stringify(value)) {
        return problem('SO106', { name, field: publicName });
      }
      Object.assign(known, { [field]: value });
    }
    return undefined;
  }

  public get containers(): readonly ContainerDeclaration[] {
    return [...this.byName.values()];
  }
}
