import { CAPABILITIES, Capability, Target } from './capabilities';
import { ContainerIntent, PodIntent } from './intent';
import { StartCondition } from '../api/private/enums';

/** Remedies are imperative clauses: each describes a change that would make a dependency FAIL_CLOSED. */

/** The words for nodes without a capability, and for the way to nodes that have it. */
interface Lack {
  /** The nodes without it, such as 'nodes before Kubernetes 1.35'. */
  readonly nodes: string;
  /** The nodes that have it, such as 'Kubernetes 1.35 or newer'. */
  readonly having: string;
  /** The option that decides whether the nodes have it. */
  readonly option: string;
  /** The option that states that the nodes have it. */
  readonly setting: string;
  /** Where it exists, such as 'from Kubernetes 1.35 on'. */
  readonly where: string;
  /** Where it exists, and the option. */
  readonly since: string;
  readonly remedy: string;
}

/** A newer version does not give the nodes a capability that the user states as `false`. */
export function describeLack(capability: Capability, { denied = [] }: Pick<Target, 'denied'>): Lack {
  const availability = CAPABILITIES[capability];
  if (typeof availability === 'string' || denied.includes(capability)) {
    const setting = `\`capabilities: { ${capability}: true }\``;
    return {
      nodes: `nodes with \`${capability}: false\``,
      having: `nodes with \`${capability}: true\``,
      option: '`capabilities`',
      setting,
      where: `on nodes with \`${capability}: true\``,
      since: `on nodes with this feature (${setting})`,
      remedy: `plan for nodes with this feature (${setting})`,
    };
  }
  const version = `1.${availability.since}`;
  return {
    nodes: `nodes before Kubernetes ${version}`,
    having: `Kubernetes ${version} or newer`,
    option: '`kubernetesVersion`',
    setting: `\`kubernetesVersion: '${version}'\``,
    where: `from Kubernetes ${version} on`,
    since: `from Kubernetes ${version} on (\`kubernetesVersion\`)`,
    remedy: `plan for nodes of Kubernetes ${version} or newer (\`kubernetesVersion\`)`,
  };
}

export function useFail({ name }: { readonly name: string }): string {
  return `use FAIL as \`onTimeout\` of container '${name}'`;
}

/** The kubelet maps no `hostPort` of a native sidecar. */
export function replaceHostPort({ name }: { readonly name: string }): string {
  return `replace the \`hostPort\` of '${name}' by a Service or \`hostNetwork\``;
}

/** Returns the changes that make an app container a native sidecar. */
function useSidecar(container: ContainerIntent): string {
  return useRole('SIDECAR', container, container.fieldsForbiddenOnSidecar);
}

/** Returns the changes of a container and of the nodes, so that it is a native sidecar. */
export function listMoves(container: ContainerIntent, intent: PodIntent, move = useSidecar(container)): string[] {
  const moves = container.role === 'APP' ? [move] : [];
  if (!intent.capabilities.nativeSidecars) {
    moves.push(describeLack('nativeSidecars', intent).remedy);
  }
  return moves;
}

/** Returns the changes that make an app container an init container, whose end others can wait for. */
export function useInit(container: ContainerIntent, condition?: StartCondition): string {
  const role = useRole('INIT', container, container.fieldsForbiddenOnInit);
  return condition === 'COMPLETED' ? role : `${role} and use the condition COMPLETED`;
}

/** Whether an app container can start before the others of `containers`: there are others, and it needs no other. */
export function canStartEarly(container: ContainerIntent, { containers }: PodIntent): boolean {
  const others = containers.filter(c => c !== container && c.role === 'APP');
  return others.length > 0 && !others.some(({ name }) => container.dependsOn.some(d => d.target.name === name));
}

function useRole(role: string, container: ContainerIntent, forbidden: readonly string[]): string {
  const { name, hostPorts } = container;
  const changes = forbidden.map(field => `remove ${field} from '${name}'`);
  if (hostPorts === 'mapped') {
    changes.push(replaceHostPort(container));
  }
  const moved = changes.length > 0 ? 'it' : `'${name}'`;
  return [...changes, `give ${moved} the role ${role}`].join(', ');
}

export function describeRemedies(remedies: readonly string[]): string {
  return remedies.join(', or ');
}

const EACH = 'in each case ';

/** Returns the remedies. Each also needs this change. */
export function alsoNeed(change: string, remedies: readonly string[]): string[] {
  const text = describeRemedies(remedies);
  if (text === '') {
    return [];
  }
  if (!text.includes(', or ')) {
    return [`${change}, and ${text}`];
  }
  return [`${text}, and ${text.includes(EACH) ? '' : EACH}${change}`];
}

/**
 * Returns a sentence with the remedies that raise the most dependencies. For a single dependency, these are the
 * remedies of `explain()`.
 */
export function adviseRemedies(dependencies: readonly { readonly findRemedies: () => readonly string[] }[]): string {
  const counts = new Map<string, number>();
  for (const remedy of dependencies.flatMap(d => d.findRemedies())) {
    counts.set(remedy, (counts.get(remedy) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most === 0) {
    return '';
  }
  const remedies = [...counts].filter(([, count]) => count === most).map(([remedy]) => remedy);
  let raised = `${most} of them`;
  if (dependencies.length === 1) {
    raised = 'it';
  } else if (most === dependencies.length) {
    raised = 'all of them';
  }
  return ` To raise ${raised}: ${describeRemedies(remedies)}.`;
}
