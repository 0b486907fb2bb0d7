/** Completes a remedy, so that the user does not meet the next error after following it. */
import { chooseMechanism } from './choose-mechanism';
import { MECHANISMS } from './index';
import { isAtLeast } from './mechanism';
import { PodIntent } from '../../pod/intent';
import { useInit } from '../../pod/remedy';
import { AnyEdge, Edge, isExternal, withDependency } from '../graph/edge';

/** The options of a dependency that can make it impossible, and the name of each for users. */
const OPTIONS = { mechanism: 'mechanism', onTimeout: 'onTimeout', timeoutSeconds: 'timeout', guarantee: 'guarantee' };

type Option = keyof typeof OPTIONS;

/** All selections of options. */
const SELECTIONS = (Object.keys(OPTIONS) as Option[]).reduce<Option[][]>(
  (found, option) => [...found, ...found.map(selection => [...selection, option])],
  [[]],
);

/** A check that every mechanism can make. */
export const ON_PORT = { check: { kind: 'tcpSocket', port: 1 }, source: 'readyWhen' } as const;

/**
 * Returns a change together with everything else that the changed dependency needs: options to leave out, or a ready
 * check. The change alone: nothing is enough.
 */
export function complete(change: string, edge: AnyEdge, intent: PodIntent): string {
  const ways = [{ edge, check: '' }];
  if (!isExternal(edge) && edge.condition === 'READY') {
    ways.push({ edge: withDependency(edge, { ready: ON_PORT }), check: useCheckOfPort(edge) });
  }
  for (const way of ways) {
    for (const options of SELECTIONS) {
      if (isPossible(withoutOptions(way.edge, options), intent)) {
        return [change, leaveOut(options), way.check].filter(clause => clause !== '').join(', and ');
      }
    }
  }
  return change;
}

/** Returns the role INIT as a remedy, or another change with the same effect. */
export function useInitFor(edge: Edge, intent: PodIntent, change = useInit(edge.dependency)): string {
  const asInit = withDependency(edge, { role: 'INIT', slot: 'INIT' });
  return complete(change, { ...asInit, condition: 'COMPLETED' }, intent);
}

export function useCheckOfPort({ dependency }: Edge): string {
  return `give '${dependency.name}' a ready check that asks a port (\`readyWhen\`)`;
}

/** Returns the dependency without these options, which it or the workload states. */
export function withoutOptions<E extends AnyEdge>(edge: E, options: readonly Option[]): E {
  return {
    ...edge,
    askedMechanism: options.includes('mechanism') ? undefined : edge.askedMechanism,
    askedGuarantee: options.includes('guarantee') ? undefined : edge.askedGuarantee,
    declared: { ...edge.declared, ...Object.fromEntries(options.map(option => [option, undefined])) },
  };
}

/** Returns the remedy to remove these options; '': there are none. */
export function leaveOut(options: readonly Option[]): string {
  return options.length === 0 ? '' : `leave ${options.map(option => `\`${OPTIONS[option]}\``).join(' and ')} out`;
}

/** Whether a mechanism enforces the dependency with its options. */
export function isPossible(edge: AnyEdge, intent: PodIntent): boolean {
  const choice = chooseMechanism(edge, intent);
  return (
    !('refusals' in choice) &&
    isAtLeast(choice, edge.askedGuarantee ?? 'BEST_EFFORT') &&
    MECHANISMS[choice.mechanism].findTimeoutProblem(edge) === undefined
  );
}
