/** The words for changes, as imperative clauses. */
import { StartCondition } from '../../api/private/enums';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { describeRemedies } from '../../pod/remedy';
import { listOtherApps, needsApp } from '../graph/edge';

export function useFail({ name }: { readonly name: string }): string {
  return `use FAIL as \`onTimeout\` of container '${name}'`;
}

/** The kubelet maps no `hostPort` of a native sidecar. */
export function replaceHostPort({ name }: { readonly name: string }): string {
  return `replace the \`hostPort\` of '${name}' by a Service or \`hostNetwork\``;
}

/** Returns the changes that make an app container a native sidecar. */
export function useSidecar(container: ContainerIntent): string {
  return useRole('SIDECAR', container, container.fieldsForbiddenOnSidecar);
}

/** Returns the changes of a container and of the nodes, so that it is a native sidecar. */
export function listMoves(container: ContainerIntent, intent: PodIntent, move = useSidecar(container)): string[] {
  const moves = container.role === 'APP' ? [move] : [];
  if (!intent.capabilities.nativeSidecars) {
    moves.push(intent.lacks.nativeSidecars.remedy);
  }
  return moves;
}

/** Returns the changes that make an app container an init container, whose end others can wait for. */
export function useInit(container: ContainerIntent, condition?: StartCondition): string {
  const role = useRole('INIT', container, container.fieldsForbiddenOnInit);
  return condition === 'COMPLETED' ? role : `${role} and use the condition COMPLETED`;
}

/** Whether an app container can start before the others of `containers`: there are others, and it needs no other. */
export function canStartEarly(container: ContainerIntent, intent: PodIntent): boolean {
  return listOtherApps(container, intent).length > 0 && !needsApp(container, intent);
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
