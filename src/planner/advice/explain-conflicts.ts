/** Explains the dependencies that are impossible as the user states them, with the changes that help. */
import { canStartEarly, useInit, useSidecar } from './changes';
import {
  complete,
  findRemedies,
  inferRole,
  isPossible,
  leaveAndComplete,
  stopContinuing,
  useInitFor,
} from './remedies';
import { Problem } from '../../api/private/problem';
import { chooseSlot } from '../../pod/build-intent';
import { findAgentObstacle } from '../../pod/checks';
import { PodIntent } from '../../pod/intent';
import { describeRemedies } from '../../pod/remedy';
import { Conflict, Finding } from '../conflict';
import {
  AnyEdge,
  checkOf,
  Edge,
  isExternal,
  mustEnd,
  namesOf,
  supposeSidecar,
  waitsForEnd,
  withDependency,
} from '../graph/edge';
import { FORBIDDEN, MECHANISMS } from '../mechanisms';
import { BY_INTRUSIVENESS, judge } from '../mechanisms/choose-mechanism';
import { Chosen, Refused, reportMissingCheck } from '../mechanisms/mechanism';
import { problem } from '../problems';

/** Returns the errors for the user. `intent`: the pod with the roles of the planner. */
export function explainFindings(found: readonly Finding[], intent: PodIntent): Problem[] {
  return found.map(finding => ('kind' in finding ? explainConflict(finding, intent) : finding));
}

function explainConflict(conflict: Conflict, intent: PodIntent): Problem {
  if (conflict.kind === 'refused') {
    return explainRefusal(conflict, intent);
  }
  if (conflict.kind === 'tooWeak') {
    return explainGuarantee(conflict.edge, intent);
  }
  const { edge } = conflict;
  const { dependent, dependency, condition } = edge;
  const names = namesOf(edge);
  switch (conflict.kind) {
    case 'startsLater': {
      const remedy = adviseRoles(edge, intent);
      return problem('SO202', { ...names, dependentRole: dependent.role, dependencyRole: dependency.role, remedy });
    }
    case 'wrongCondition':
      return problem('SO203', { ...names, condition, remedy: adviseCondition(edge, intent) });
    case 'neverEnds': {
      const { why, remedy } = conflict;
      const { since } = intent.lacks.containerRestartRules;
      const init = useInitFor(edge, intent, useInit(dependency, condition));
      return problem('SO204', { ...names, condition, since, init, why, remedy });
    }
    case 'bypassed': {
      const { held, needs } = conflict;
      return problem('SO410', { ...names, held: held.name, needs, remedy: advise(edge, intent) });
    }
  }
}

function advise(edge: AnyEdge, intent: PodIntent): string {
  return describeRemedies(findRemedies(edge, intent));
}

/** Returns the roles with which the dependency can start first. */
function adviseRoles(edge: Edge, intent: PodIntent): string {
  const { dependent, dependency } = edge;
  if (waitsForEnd(edge)) {
    return useInitFor(edge, intent);
  }
  const { remedy } = intent.lacks.nativeSidecars;
  const useEarly = (change: string) => complete(change, supposeSidecar(edge), intent, '');
  if (dependency.role === 'SIDECAR') {
    return useEarly(`${remedy}, where the sidecar '${dependency.name}' can start before init containers`);
  }
  const asApp = { ...dependent, role: 'APP' as const, slot: 'CONTAINER' as const };
  const forEver = dependent.role === 'INIT' && intent.restartPolicy === 'Always' ? ', if it never ends' : '';
  const app = complete(`give '${dependent.name}' the role APP${forEver}`, { ...edge, dependent: asApp }, intent, '');
  const isBound = dependency.hostPorts === 'mapped' || dependency.fieldsForbiddenOnSidecar.length > 0;
  if (isBound || !canStartEarly(dependency, intent)) {
    return app;
  }
  const sidecar = `give '${dependency.name}' the role SIDECAR`;
  const newer = intent.capabilities.nativeSidecars ? '' : ` and ${remedy}`;
  return join([useEarly(`${sidecar}${dependent.role === 'INIT' ? '' : ' too'}${newer}`), app]);
}

/** Returns the condition or the role with which others can wait for an init container. */
function adviseCondition(edge: Edge, intent: PodIntent): string {
  if (edge.condition === 'EXITED') {
    return useInitFor(edge, intent, 'use the condition COMPLETED, and let its command exit with 0');
  }
  const role = 'SIDECAR';
  const useRole = useSidecar(edge.dependency);
  const asSidecar = withDependency(edge, { role, slot: chooseSlot(role, intent.capabilities) });
  const newer = `${useRole} and ${intent.lacks.nativeSidecars.remedy}`;
  const sidecar = complete(useRole, asSidecar, intent, '') || complete(newer, supposeSidecar(edge), intent, '');
  const completed = useInitFor(edge, intent, 'use the condition COMPLETED');
  return join(mustEnd(edge.dependency, intent) ? [completed] : [completed, sidecar]);
}

/** Returns the changes that help. */
function join(changes: readonly string[]): string {
  return describeRemedies(changes.filter(change => change !== ''));
}

/** Explains why no mechanism can enforce the dependency, or why the forced mechanism cannot. */
function explainRefusal({ edge, forced, refusals }: Refused, intent: PodIntent): Problem {
  const names = namesOf(edge);
  const available = BY_INTRUSIVENESS.map(m => m.mechanism);
  if (forced && !available.includes(forced)) {
    return problem('SO401', { ...names, mechanism: forced, available });
  }
  if (refusals.some(r => r.why === FORBIDDEN)) {
    return !isExternal(edge) && edge.condition === 'READY' && !edge.dependency.ready
      ? explainMissingCheck(edge, intent)
      : problem('SO409', { ...names, condition: edge.condition, remedy: adviseForAgent(edge, intent) });
  }

  const helpful = refusals.find(r => r.problem)?.problem;
  if (helpful) {
    return helpful.code === 'SO301' && !isExternal(edge) ? explainMissingCheck(edge, intent) : helpful;
  }
  const gate = refusals.find(r => r.mechanism === 'ENTRYPOINT_GATE');
  if (gate && !forced && isExternal(edge) && edge.target.injected) {
    return problem('SO913', { ...names, why: gate.why });
  }
  if (forced) {
    const remedy = leaveAndComplete('mechanism', edge, intent);
    return problem('SO402', { ...names, mechanism: forced, why: refusals[0].why, remedy });
  }
  const why = refusals.map(r => `${r.mechanism}: ${r.why}`).join('; ');
  return problem('SO405', { ...names, condition: edge.condition, why, remedy: advise(edge, intent) });
}

function explainMissingCheck(edge: Edge, intent: PodIntent): Problem {
  const running = inferRole({ ...edge, condition: 'RUNNING' }, intent);
  return reportMissingCheck(edge, isPossible(running, intent));
}

/** Returns the changes that keep the order although `agent.delivery` is NONE. */
function adviseForAgent(edge: AnyEdge, intent: PodIntent): string {
  const withAgent = { ...intent, delivery: { ...intent.delivery, delivery: 'CONFIG_MAP' as const } };
  const again = `let '${edge.dependent.name}' try again until '${edge.declared.target.name}' answers`;
  const others = isPossible(edge, withAgent) ? ['use another `agent.delivery`'] : [];
  return describeRemedies([...(isExternal(edge) ? [again] : findRemedies(edge, intent)), ...others]);
}

function explainGuarantee(edge: Chosen<AnyEdge>, intent: PodIntent): Problem {
  const { guarantee: reached, mechanism, askedGuarantee } = edge;
  const wanted = askedGuarantee!;
  const remedy = wanted === 'EVERY_START' ? adviseForEveryStart(edge, intent) : advise(edge, intent);
  return problem('SO403', { ...namesOf(edge), wanted, reached, mechanism, remedy });
}

/**
 * Only a gate makes the check at each start of the dependent. An end stays as it is, and Windows has no gate, so that
 * no change helps: ''.
 */
function adviseForEveryStart(edge: AnyEdge, intent: PodIntent): string {
  const { dependent, declared, askedMechanism } = edge;
  if (waitsForEnd(edge) || intent.windows) {
    return '';
  }
  const failing = { ...edge, declared: { ...declared, onTimeout: 'FAIL' as const } };
  const known = { ...dependent, command: dependent.command ?? ({ from: 'manifest' } as const) };
  const [verdict, knowing] = [failing, { ...failing, dependent: known }].map(e =>
    judge(MECHANISMS.ENTRYPOINT_GATE, e, intent),
  );
  const check = checkOf(edge);
  const unable = check && findAgentObstacle(check)?.why;
  const obstacles = new Set([verdict, knowing].flatMap(v => (v.can || v.why === unable ? [] : v.why)));
  const changes = [...obstacles].map(why => `remove the obstacle to ENTRYPOINT_GATE (${why})`);
  if (unable !== undefined || (knowing.can && knowing.guarantee !== 'EVERY_START')) {
    changes.push(
      `declare a check that '${dependent.name}' can make itself: a port, or a file in a volume that both mount`,
    );
    if (edge.condition !== 'READY') {
      changes.push(`depend on '${declared.target.name}' with the condition READY`);
    }
  }
  if (declared.onTimeout === 'CONTINUE') {
    changes.push(stopContinuing(edge));
  }
  if (askedMechanism !== undefined && askedMechanism !== 'ENTRYPOINT_GATE') {
    changes.push('leave `mechanism` out');
  }
  return changes.join(', and ');
}
