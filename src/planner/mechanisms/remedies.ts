import { findMount } from './check-visibility';
import { isPossible, leaveOut, ON_PORT, useCheckOfPort, useInitFor } from './complete-remedy';
import { MECHANISMS } from './index';
import { failsClosed } from './mechanism';
import { findForeignHook } from './post-start/judge';
import { Mechanism } from '../../api/private/enums';
import { describeCommandRemedy } from '../../api/private/problem';
import { listFiles } from '../../pod/checks';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { alsoNeed, canStartEarly, describeLack, replaceHostPort, useFail, useSidecar } from '../../pod/remedy';
import { AnyEdge, Edge, findCheck, supposeSidecar, waitsForEnd, withDependency } from '../graph/edge';
import { canMove } from '../graph/infer-roles';

/** A change of a dependency or of its pod that can make the dependency FAIL_CLOSED. */
interface Change {
  /** `undefined`: the change is possible. */
  readonly when?: boolean;
  readonly edge?: Edge;
  readonly pod?: PodIntent;
  /** The mechanism that then makes the dependency FAIL_CLOSED; `undefined`: any mechanism. */
  readonly by?: Mechanism;
  /** An imperative clause. */
  readonly remedy: string;
}

/** Finds the single changes that would make a dependency FAIL_CLOSED. Judges the same dependency with each change. */
export function findRemedies(edge: Edge, intent: PodIntent): string[] {
  const { dependent, dependency, declared, siblings } = edge;
  if (declared.onTimeout === 'CONTINUE') {
    return describeFailing(edge, intent);
  }
  const asked = { ...edge, siblings: { ...siblings, open: [], hooked: [] } };
  const helps = (change: Change) => change.when !== false && makesFailClosed(change, asked, intent);
  if (helps({ remedy: '' })) {
    const mechanism = edge.askedMechanism === undefined ? [] : (['mechanism'] as const);
    const guarantee = edge.askedGuarantee === 'BEST_EFFORT' ? (['guarantee'] as const) : [];
    const freed = leaveOut([...mechanism, ...guarantee]);
    if (freed !== '') {
      return [freed];
    }
    const open = siblings.open.find(s => s.dependent !== dependent && s.declared.onTimeout === 'CONTINUE');
    if (open) {
      return [useFail(open.dependent)];
    }
  }

  if (waitsForEnd(edge)) {
    const unknown = [dependent, dependency].filter(({ command }) => command === undefined);
    const command = { from: 'manifest' } as const;
    const known = withDependency({ ...edge, dependent: { ...dependent, command } }, { command });
    return [
      ...(unknown.length > 0 && isPossible(known, intent) ? [describeCommandRemedy(unknown)] : []),
      // An init container cannot wait for an app container.
      ...(dependency.dependsOn.some(d => d.target.kind === 'container') ? [] : [useInitFor(edge, intent)]),
    ];
  }
  const { name, role } = dependency;
  const { delivery } = intent;
  const { envFiles, nativeSidecars, serialStarts } = intent.capabilities;
  const move = role === 'APP' ? [describeMove(dependency)] : [];
  if (!nativeSidecars) {
    move.push(describeLack('nativeSidecars', intent).remedy);
  }
  const asSidecar = supposeSidecar(asked);
  const inVolumes = listVolumeChanges(canMove(dependency, intent) ? asSidecar : asked);
  const mayMove = role !== 'APP' || canStartEarly(dependency, intent);
  const changes: readonly Change[] = [
    ...inVolumes.filter(helps).slice(0, 1),
    {
      // On these nodes a sidecar is native, and needs no app container.
      when: !envFiles && dependent.role !== 'SIDECAR',
      pod: { ...intent, capabilities: { ...intent.capabilities, envFiles: true } },
      by: 'GUARDED_HOOK',
      remedy: describeLack('envFiles', intent).remedy,
    },
    {
      when: !serialStarts && delivery.delivery !== 'COPY',
      pod: { ...intent, delivery: { ...delivery, delivery: 'COPY' } },
      by: 'GUARDED_HOOK',
      remedy: 'use COPY as `agent.delivery`',
    },
    {
      when: move.length > 0 && mayMove && dependency.fieldsForbiddenOnSidecar.length === 0,
      edge: asSidecar,
      remedy: move.join(' and '),
    },
    {
      when: dependent.command === undefined,
      edge: { ...asked, dependent: { ...dependent, command: { from: 'manifest' } } },
      by: 'ENTRYPOINT_GATE',
      remedy: describeCommandRemedy([dependent]),
    },
    {
      when: findForeignHook(dependency) !== undefined,
      edge: withDependency(asked, { postStart: { exec: {} } }),
      remedy: `write the postStart hook of '${name}' as an exec hook`,
    },
  ];
  const helpful = changes.filter(helps);
  // Newer nodes alone may not be enough.
  const ofSidecar = !nativeSidecars && mayMove ? [...listVolumeChanges(asSidecar), ...listReadyChanges(asSidecar)] : [];
  const others = [
    ...listReadyChanges(asked),
    ...listProbeChanges(asSidecar, move),
    ...ofSidecar.map(change => ({ ...change, remedy: [...move, change.remedy].join(' and ') })),
  ];
  const found = helpful.length > 0 ? helpful : others.filter(helps).slice(0, 1);
  // The dependencies beside this one may need the same change.
  const alone = found.filter(c => makesFailClosed({ ...c, edge: { ...(c.edge ?? edge), siblings } }, edge, intent));
  const best = alone.length > 0 ? alone : found;
  const { askedMechanism } = edge;
  if (askedMechanism === undefined) {
    return listTexts(best);
  }
  const keeping = best.filter(c => makesFailClosed({ ...c, by: askedMechanism }, asked, intent));
  return keeping.length > 0 ? listTexts(keeping) : alsoNeed('leave `mechanism` out', listTexts(best));
}

function listTexts(changes: readonly Change[]): string[] {
  return changes.map(({ remedy }) => remedy);
}

/** FAIL as `onTimeout`, and the changes that it needs: a hook of an app container opens with FAIL, too (SO404). */
function describeFailing(edge: Edge, intent: PodIntent): string[] {
  const { declared, siblings, askedMechanism } = edge;
  const fail = stopContinuing(edge);
  const failing = { ...edge, declared: { ...declared, onTimeout: 'FAIL' as const } };
  const alone = { ...failing, siblings: { ...siblings, open: [], hooked: [] } };
  const supposed = canMove(edge.dependency, intent) ? supposeSidecar(alone) : alone;
  if (makesFailClosed({ by: askedMechanism, remedy: fail }, supposed, intent)) {
    return [fail];
  }
  const others = findRemedies(failing, intent);
  // The order of `initContainers` has no `onTimeout`.
  return waitsForEnd(edge) ? others : alsoNeed(fail, others);
}

/** The change of a dependency with CONTINUE. Without a timeout, FAIL has no meaning (SO406). */
export function stopContinuing({ dependent, declared }: AnyEdge): string {
  return declared.timeoutSeconds === undefined ? 'leave `onTimeout` out' : useFail(dependent);
}

/** Without a stated role, a container moves by itself as soon as it has no `hostPort`. */
function describeMove(dependency: ContainerIntent): string {
  const { hostPorts, roleStated } = dependency;
  return hostPorts === 'mapped' && !roleStated ? replaceHostPort(dependency) : useSidecar(dependency);
}

function makesFailClosed({ edge, pod, by }: Change, asked: Edge, intent: PodIntent): boolean {
  const mechanisms = by === undefined ? Object.values(MECHANISMS) : [MECHANISMS[by]];
  return mechanisms.some(m => failsClosed(m.judge(edge ?? asked, pod ?? intent)));
}

/**
 * The kubelet makes one startup probe: that of the manifest, or the check of `readyWhen`. `move`: the changes to a
 * native sidecar.
 */
function listProbeChanges(asSidecar: Edge, move: readonly string[]): Change[] {
  const { name, ready, startup } = asSidecar.dependency;
  if (ready?.source !== 'readyWhen' || startup === undefined || startup.automatic) {
    return [];
  }
  const proven = startup.check && ({ check: startup.check, source: 'startupProbe' } as const);
  const join = (remedy: string) => [...move, remedy].join(' and ');
  return [
    { edge: withDependency(asSidecar, { ready: proven }), remedy: join(`leave \`readyWhen\` of '${name}' out`) },
    { edge: withDependency(asSidecar, { startup: undefined }), remedy: join(`remove the startup probe of '${name}'`) },
  ];
}

/** The condition READY, and then also a check that every mechanism can make. */
function listReadyChanges(edge: Edge): Change[] {
  const { name } = edge.dependency;
  const isReady = edge.condition === 'READY';
  const untilReady: Edge = { ...edge, condition: 'READY' };
  const depend = `depend on '${name}' with the condition READY`;
  const check = useCheckOfPort(edge);
  return [
    { when: !isReady, edge: untilReady, remedy: depend },
    { edge: withDependency(untilReady, { ready: ON_PORT }), remedy: isReady ? check : `${check}, and ${depend}` },
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
  const inBoth = { ...inDependency, dependent: { ...dependent, ...mounting(dependent) } };
  const mount = `mount a whole volume at ${paths.join(' and ')} in '${dependency.name}'`;
  return [
    { edge: inDependency, remedy: mount },
    { edge: inBoth, remedy: `${mount} and '${dependent.name}'` },
  ];
}
