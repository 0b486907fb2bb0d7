/** Finds what the user can change, by judging the dependency as it would be after each change. */
import { alsoNeed, canStartEarly, listMoves, replaceHostPort, useFail, useInit } from './changes';
import { when } from '../../api/private/collections';
import { Guarantee, Mechanism } from '../../api/private/enums';
import { describeCommandRemedy } from '../../api/private/problem';
import { listFiles } from '../../pod/checks';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { describeRemedies } from '../../pod/remedy';
import {
  AnyEdge,
  Edge,
  findCheck,
  isExternal,
  needsApp,
  supposeSidecar,
  waitsForEnd,
  withDependency,
} from '../graph/edge';
import { canMove, inferRoles } from '../graph/infer-roles';
import { MECHANISMS } from '../mechanisms';
import { findMount } from '../mechanisms/check-visibility';
import { BY_INTRUSIVENESS, chooseMechanism, judge } from '../mechanisms/choose-mechanism';
import { failsClosed, forbidsAgent, isAtLeast } from '../mechanisms/mechanism';
import { findForeignHook } from '../mechanisms/post-start/judge';
import { canWaitElsewhere } from '../mechanisms/post-start/plan';
import { findConflicts } from '../schedule/container-slots';

/** An imperative clause, and the dependency and its pod after the change. */
type Change = readonly [remedy: string, edge: Edge, intent?: PodIntent];

/** The options of a dependency that can make it impossible, and the name of each for users. */
const OPTIONS = { mechanism: 'mechanism', onTimeout: 'onTimeout', timeoutSeconds: 'timeout', guarantee: 'guarantee' };

type Option = keyof typeof OPTIONS;

/** A check that every mechanism can make. */
const ON_PORT = { check: { kind: 'tcpSocket', port: 1 }, source: 'readyWhen' } as const;
/** A check that the kubelet can make in each pod. */
const OF_KUBELET = { check: { kind: 'command', command: [] }, source: 'startupProbe' } as const;

/** Finds the changes that would make a dependency FAIL_CLOSED. `fail`: a change of `onTimeout` that is made, too. */
export function findRemedies(edge: AnyEdge, intent: PodIntent, fail = ''): readonly string[] {
  const { declared, askedMechanism, askedGuarantee } = edge;
  if (askedGuarantee === 'EVERY_START' && forbidsAgent(intent) && !isExternal(edge)) {
    return [leaveAndComplete('guarantee', edge, intent)];
  }
  if (declared.onTimeout === 'CONTINUE') {
    const stop = stopContinuing(edge);
    const leavesOut = declared.timeoutSeconds === undefined && !waitsForEnd(edge);
    const onTimeout = leavesOut ? undefined : 'FAIL';
    const failing: AnyEdge = { ...edge, declared: { ...declared, onTimeout } };
    // A hook of an app container opens with FAIL, too (SO404).
    const alone = inferRole(leaveAlone(failing), intent);
    if (isClosed(alone, intent, askedMechanism)) {
      return [leaveAnd(stop, alone, intent)];
    }
    // The order of `initContainers` has no `onTimeout`.
    return findRemedies(failing, intent, waitsForEnd(edge) ? '' : stop);
  }
  if (isExternal(edge)) {
    return [];
  }
  const alone = leaveAlone(edge);
  const open = edge.siblings.open.find(s => s.dependent !== edge.dependent && s.declared.onTimeout === 'CONTINUE');
  const failOfOther = open ? useFail(open.dependent) : '';
  const isEnough = [edge, alone].map(e => findForClosed(e, intent).length > 0);
  if (isEnough.includes(true)) {
    return [isEnough[0] ? leaveAnd(fail, edge, intent) : joinClauses(leaveAnd(fail, alone, intent), failOfOther)];
  }
  if (open && isClosed(alone, intent)) {
    return [joinClauses(fail, failOfOther)];
  }
  if (waitsForEnd(edge)) {
    return findRemediesOfEnd(edge, intent);
  }
  // The dependencies beside this one may need the same change.
  const found = [edge, alone].map(e => findChanges(e, intent)).find(changes => changes.length > 0) ?? [];
  const keeping = found.filter(([, changed, pod = intent]) => isClosed(changed, pod, askedMechanism));
  const changes = keeping.length > 0 ? keeping : found;
  const remedies = changes.map(([remedy]) => remedy);
  const needs = changes.map(([, changed, pod = intent]) => leaveAnd(fail, changed, pod));
  if (needs.some(need => need !== needs[0])) {
    return remedies.map((remedy, i) => joinClauses(remedy, needs[i]));
  }
  return needs[0] ? alsoNeed(needs[0], remedies) : remedies;
}

function findRemediesOfEnd(edge: Edge, intent: PodIntent): string[] {
  const { dependent, dependency } = edge;
  const unknown = [dependent, dependency].filter(({ command }) => command === undefined);
  const command = { from: 'manifest' } as const;
  const known = withDependency({ ...edge, dependent: { ...dependent, command } }, { command });
  const init = useInitFor(edge, intent);
  return [
    ...(unknown.length > 0 && isPossible(known, intent) ? [describeCommandRemedy(unknown)] : []),
    ...when(init !== '', init),
  ];
}

/** Finds all single changes that help, otherwise the first of the larger ones. */
function findChanges(edge: Edge, intent: PodIntent): readonly Change[] {
  const { dependent, dependency } = edge;
  const { name, role } = dependency;
  const { delivery, capabilities } = intent;
  const helps = ([, changed, pod = intent]: Change) => !isClosed(edge, intent) && isClosed(changed, pod);
  const followsByItself = dependency.hostPorts === 'mapped' && !dependency.roleStated;
  const move = listMoves(dependency, intent, followsByItself ? replaceHostPort(dependency) : undefined);
  const asSidecar = supposeSidecar(edge);
  const mayMove = role !== 'APP' || canStartEarly(dependency, intent);
  const single = listVolumeChanges(canMove(dependency, intent) ? asSidecar : edge)
    .filter(helps)
    .slice(0, 1);
  // On these nodes a sidecar is native, and needs no app container.
  if (dependent.role !== 'SIDECAR') {
    const withFiles = { ...intent, capabilities: { ...capabilities, envFiles: true } };
    single.push([intent.lacks.envFiles.remedy, edge, withFiles]);
  }
  if (!capabilities.serialStarts) {
    single.push(['use COPY as `agent.delivery`', edge, { ...intent, delivery: { ...delivery, delivery: 'COPY' } }]);
  }
  if (mayMove && dependency.fieldsForbiddenOnSidecar.length === 0) {
    single.push([move.join(' and '), asSidecar]);
  }
  single.push(
    [describeCommandRemedy([dependent]), { ...edge, dependent: { ...dependent, command: { from: 'manifest' } } }],
    changeHook(edge),
  );
  const helpful = single.filter(helps);
  if (helpful.length > 0) {
    return helpful;
  }
  const onSidecar = listProbeChanges(asSidecar);
  // Newer nodes alone may not be enough.
  if (!capabilities.nativeSidecars && mayMove) {
    onSidecar.push(...listVolumeChanges(asSidecar), ...listReadyChanges(asSidecar));
  }
  if (forbidsAgent(intent)) {
    // The proxy of a mesh may accept the connection of a TCP probe.
    const kinds = intent.mesh?.passesTcpProbes ? 'HTTP, gRPC or a command' : 'HTTP, TCP, gRPC or a command';
    const proven: Edge = { ...withDependency(asSidecar, { ready: OF_KUBELET }), condition: 'READY' };
    // Beside `readyWhen`, a startup probe does not count.
    const probe = dependency.ready?.source === 'readyWhen' ? '' : 'a startup probe or ';
    onSidecar.push([`give '${name}' ${probe}a check that the kubelet can make (${kinds})`, proven]);
  }
  const larger = [
    ...listReadyChanges(edge),
    ...(mayMove ? [[move.join(' and '), asSidecar] as const] : []),
    ...onSidecar.map(([remedy, changed]): Change => [[...move, remedy].join(' and '), changed]),
  ];
  const hooked = edge.siblings.hooked.find(s => s.dependent !== dependent);
  if (hooked) {
    larger.push([`leave \`mechanism\` of container '${hooked.dependent.name}' out`, leaveAlone(edge)]);
  }
  return larger.filter(helps).slice(0, 1);
}

/** Whether one of the mechanisms, or this one, makes the dependency fail closed. */
function isClosed(edge: AnyEdge, intent: PodIntent, by?: Mechanism): boolean {
  return BY_INTRUSIVENESS.some(m => (by ?? m.mechanism) === m.mechanism && failsClosed(judge(m, edge, intent)));
}

/** Returns the dependency as if none beside it opened after a timeout. */
function leaveAlone<E extends AnyEdge>(edge: E): E {
  return isExternal(edge) ? edge : { ...edge, siblings: { ...edge.siblings, open: [], hooked: [] } };
}

/** Returns the dependency with the role that the planner gives to its container. */
export function inferRole<E extends AnyEdge>(edge: E, intent: PodIntent): E | Edge {
  // An app container that opens for another dependent stays one.
  if (isExternal(edge) || edge.siblings.open.some(s => s.dependent !== edge.dependent)) {
    return edge;
  }
  const containers = intent.containers.map(c => (c.name === edge.dependency.name ? edge.dependency : c));
  const changed = { ...intent, containers };
  const inferred = inferRoles({ edges: [edge], externals: [], problems: [] }, changed);
  return inferred === changed ? edge : supposeSidecar(edge);
}

/** The change of a dependency with CONTINUE. Without a timeout, FAIL has no meaning (SO406). */
export function stopContinuing({ dependent, declared }: AnyEdge): string {
  return declared.timeoutSeconds === undefined ? 'leave `onTimeout` out' : useFail(dependent);
}

/** The kubelet makes one startup probe: that of the manifest, or the check of `readyWhen`. */
function listProbeChanges(asSidecar: Edge): Change[] {
  const { name, ready, startup } = asSidecar.dependency;
  if (ready?.source !== 'readyWhen' || startup?.automatic !== false) {
    return [];
  }
  const proven = startup.check && ({ check: startup.check, source: 'startupProbe' } as const);
  return [
    [`leave \`readyWhen\` of '${name}' out`, withDependency(asSidecar, { ready: proven })],
    [`remove the startup probe of '${name}'`, withDependency(asSidecar, { startup: undefined })],
  ];
}

/** The condition READY, and then also a check that every mechanism can make. */
function listReadyChanges(edge: Edge): Change[] {
  const untilReady: Edge = { ...edge, condition: 'READY' };
  const depend = `depend on '${edge.dependency.name}' with the condition READY`;
  const check = useCheckOfPort(edge);
  return [
    [depend, untilReady],
    [edge.condition === 'READY' ? check : `${check}, and ${depend}`, withDependency(untilReady, { ready: ON_PORT })],
  ];
}

/** Volumes for the files of the ready check: mounted in the dependency alone, or also in the dependent. */
function listVolumeChanges(edge: Edge): Change[] {
  const { dependency, dependent } = edge;
  const check = findCheck(edge);
  const files = check ? listFiles(check) : [];
  const paths = [
    ...new Set(files.filter(path => !findMount(dependency, path)).map(path => path.replace(/\/[^/]*$/, ''))),
  ];
  if (paths.length === 0 || paths.includes('')) {
    return [];
  }
  const added = paths.map(path => ({ volume: path, path, partial: false }));
  const mounting = ({ mounts }: ContainerIntent) => ({ mounts: [...mounts.filter(m => !m.partial), ...added] });
  const inDependency = withDependency(edge, mounting(dependency));
  const mount = `mount a whole volume at ${paths.join(' and ')} in '${dependency.name}'`;
  return [
    [mount, inDependency],
    [`${mount} and '${dependent.name}'`, { ...inDependency, dependent: { ...dependent, ...mounting(dependent) } }],
  ];
}

/**
 * Returns a change together with everything else that the changed dependency needs, so that the user does not meet the
 * next error: options to leave out, or a ready check. `otherwise`: nothing is enough.
 */
export function complete(change: string, edge: AnyEdge, intent: PodIntent, otherwise = change): string {
  const needs = findNeeds(edge, intent);
  return needs === undefined ? otherwise : joinClauses(change, needs);
}

/** Returns what a dependency needs to be possible; '': nothing; `undefined`: nothing is enough. */
function findNeeds(edge: AnyEdge, intent: PodIntent): string | undefined {
  const ways: (Change | readonly ['', AnyEdge])[] = [['', edge]];
  if (!isExternal(edge)) {
    ways.push(changeHook(edge), ...listNeeds(edge, intent));
  }
  for (const [change, way] of ways) {
    const options = findOptions(way, intent);
    if (options) {
      return joinClauses(leaveOut(options), change);
    }
  }
  return undefined;
}

/** Returns the changes of the dependency with which others can wait for it: a ready check, a role, or both. */
function listNeeds(edge: Edge, intent: PodIntent): Change[] {
  const check: Change = [useCheckOfPort(edge), withDependency(edge, { ready: ON_PORT })];
  const checks = edge.condition === 'READY' ? [check] : [];
  const needs = checks.map(([change, ready]): Change => [change, inferRole(ready, intent)]);
  if (edge.dependency.role === 'APP' && canStartEarly(edge.dependency, intent)) {
    const move = listMoves(edge.dependency, intent).join(' and ');
    needs.push([move, supposeSidecar(edge)]);
    needs.push(...checks.map(([change, ready]): Change => [`${move}, and ${change}`, supposeSidecar(ready)]));
  }
  return needs;
}

/** Returns the options to leave out for the guarantee FAIL_CLOSED; empty: none, or they are not the reason. */
function findForClosed(edge: AnyEdge, intent: PodIntent): readonly Option[] {
  return listOptions(edge).length === 0 ? [] : (findOptions(edge, intent, 'FAIL_CLOSED') ?? []);
}

/** Returns the options to leave out for FAIL_CLOSED, and the change of `onTimeout` if it stays. */
function leaveAnd(fail: string, edge: AnyEdge, intent: PodIntent): string {
  const options = findForClosed(edge, intent);
  return joinClauses(options.includes('onTimeout') ? '' : fail, leaveOut(options));
}

/** Returns the options to leave out, so that the dependency is possible; `undefined`: nothing is enough. */
function findOptions(edge: AnyEdge, intent: PodIntent, guarantee?: Guarantee): readonly Option[] | undefined {
  let selections: Option[][] = [[]];
  for (const option of listOptions(edge)) {
    selections = [...selections, ...selections.map(selection => [...selection, option])];
  }
  return selections.find(selection => {
    // The planner has given the container its role with all options.
    const freed = selection.length === 0 ? edge : inferRole(withoutOptions(edge, selection), intent);
    return isPossible(freed, intent, guarantee);
  });
}

/** Returns the options that the dependency or the workload states. */
function listOptions({ declared, askedMechanism: mechanism, askedGuarantee: guarantee }: AnyEdge): Option[] {
  const values = { ...declared, mechanism, guarantee };
  return (Object.keys(OPTIONS) as Option[]).filter(option => values[option] !== undefined);
}

function joinClauses(...clauses: readonly string[]): string {
  return clauses.filter(clause => clause !== '').join(', and ');
}

/** Returns the remedy to remove this option, together with everything else that the dependency then needs. */
export function leaveAndComplete(option: Option, edge: AnyEdge, intent: PodIntent): string {
  const leave = leaveOut([option]);
  const freed = inferRole(withoutOptions(edge, [option]), intent);
  const others = describeRemedies(alsoNeed(leave, findRemedies(freed, intent)));
  return complete(leave, freed, intent, others || leave);
}

/** Returns the role INIT as a remedy, or another change with the same effect; '': it needs an app container. */
export function useInitFor(edge: Edge, intent: PodIntent, change = useInit(edge.dependency)): string {
  if (edge.dependency.role !== 'INIT' && needsApp(edge.dependency, intent)) {
    return '';
  }
  const asInit = withDependency(edge, { role: 'INIT', slot: 'INIT' });
  return complete(change, { ...asInit, condition: 'COMPLETED' }, intent);
}

/** The agent can run in an exec hook, too. */
function changeHook(edge: Edge): Change {
  const remedy = `write the postStart hook of '${edge.dependency.name}' as an exec hook`;
  return [remedy, withDependency(edge, { postStart: { exec: {} } })];
}

function useCheckOfPort({ dependency }: Edge): string {
  return `give '${dependency.name}' a ready check that asks a port (\`readyWhen\`)`;
}

/** Returns the dependency without these options, which it or the workload states. */
function withoutOptions<E extends AnyEdge>(edge: E, options: readonly Option[]): E {
  return {
    ...edge,
    askedMechanism: options.includes('mechanism') ? undefined : edge.askedMechanism,
    askedGuarantee: options.includes('guarantee') ? undefined : edge.askedGuarantee,
    declared: { ...edge.declared, ...Object.fromEntries(options.map(option => [option, undefined])) },
  };
}

/** Returns the remedy to remove these options; '': there are none. */
function leaveOut(options: readonly Option[]): string {
  return options.length === 0 ? '' : `leave ${options.map(option => `\`${OPTIONS[option]}\``).join(' and ')} out`;
}

/** Whether the order of the lists and a mechanism enforce the dependency with its options. */
export function isPossible(edge: AnyEdge, intent: PodIntent, guarantee: Guarantee = 'BEST_EFFORT'): boolean {
  if (!isExternal(edge) && findConflicts(edge, intent).length > 0) {
    return false;
  }
  const choice = chooseMechanism(edge, intent);
  return (
    !('refusals' in choice) &&
    !(choice.mechanism === 'POST_START' && needsItsHook(edge)) &&
    [edge.askedGuarantee ?? guarantee, guarantee].every(needed => isAtLeast(choice, needed)) &&
    MECHANISMS[choice.mechanism].findTimeoutProblem(edge) === undefined
  );
}

/** Whether only the hook of the dependency can wait, and that is taken (SO501). */
function needsItsHook(edge: AnyEdge): boolean {
  return !isExternal(edge) && findForeignHook(edge.dependency) !== undefined && !canWaitElsewhere(edge);
}
