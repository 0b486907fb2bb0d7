import { problem } from './problems';
import { ContainerRole } from '../../api/container-role';
import { DeclaredCheck } from '../../api/private/check';
import { ContainerDeclaration, DependencyDeclaration } from '../../api/private/declaration';
import { Problem } from '../../api/private/problem';

/** Declarations of a container that must not contradict each other. */
export interface SingleDeclarations {
  role?: ContainerRole;
  readyWhen?: DeclaredCheck;
  stopsWithinSeconds?: number;
  expectedReadySeconds?: number;
}

interface Declaration extends SingleDeclarations {
  readonly name: string;
  readonly dependsOn: DependencyDeclaration[];
}

/** The public names of these fields, for error texts. */
const PUBLIC_NAMES = {
  role: 'role',
  readyWhen: 'readyWhen',
  stopsWithinSeconds: 'stopsWithin',
  expectedReadySeconds: 'expectedReadyIn',
};

/**
 * The declarations of all containers of one workload, in the order of the calls, including containers that do not exist
 * yet.
 */
export class Declarations {
  private readonly byName = new Map<string, Declaration>();

  /** Returns a problem if the field already has a different value. */
  public set<F extends keyof SingleDeclarations>(
    name: string,
    field: F,
    value: SingleDeclarations[F],
  ): Problem | undefined {
    if (value === undefined) {
      return undefined;
    }
    const declaration = this.of(name);
    if (declaration[field] !== undefined && JSON.stringify(declaration[field]) !== JSON.stringify(value)) {
      return problem('SO106', { name, field: PUBLIC_NAMES[field] });
    }
    Object.assign(declaration, { [field]: value });
    return undefined;
  }

  public addDependencies(name: string, dependencies: readonly DependencyDeclaration[]): void {
    this.of(name).dependsOn.push(...dependencies);
  }

  public get containers(): ContainerDeclaration[] {
    return [...this.byName.values()];
  }

  private of(name: string): Declaration {
    const declaration: Declaration = this.byName.get(name) ?? { name, dependsOn: [] };
    this.byName.set(name, declaration);
    return declaration;
  }
}
