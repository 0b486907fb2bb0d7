import { findMount } from './check-visibility';
import { MECHANISMS } from './index';
import { failsClosed } from './mechanism';
import { findHookProblems } from './post-start/judge';
import { ContainerRole } from '../../api/container-role';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { OnTimeout } from '../../api/on-timeout';
import { leaves } from '../../api/private/check';
import { StartCondition } from '../../api/start-condition';
import { isFileCheck } from '../../pod/checks';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { Remedy } from '../../pod/remedy';
import { Edge, getStatedGuarantee, findCheck } from '../graph/edge';
import { supposeNewNodes, supposeSidecar } from '../graph/suppose';

/** Finds the single changes that would make a dependency FAIL_CLOSED. Judges the same dependency with each change. */
export function findRemedies(edge: Edge, intent: PodIntent): Remedy[] {
  const { dependent, dependency, declared, siblings } = edge;
  if (declared.onTimeout === OnTimeout.CONTINUE) {
    return [{ kind: 'onTimeoutFail', container: dependent.name }];
  }
  const asked = { ...edge, siblings: { ...siblings, open: [], hooked: [] } };
  if (canFailClosed(asked, intent)) {
    const options: ('mechanism' | 'guarantee')[] = [];
    if (declared.mechanism ?? intent.mechanism) {
      options.push('mechanism');
    }
    if (getStatedGuarantee(edge, intent) === Guarantee.BEST_EFFORT) {
      options.push('guarantee');
    }
    if (options.length > 0) {
      return [{ kind: 'without', options }];
    }
    const open = siblings.open.find(s => s.dependent !== dependent && s.declared.onTimeout === OnTimeout.CONTINUE);
    if (open) {
      return [{ kind: 'onTimeoutFail', container: open.dependent.name }];
    }
  }

  const { capabilities } = intent;
  const onNewNodes = { ...intent, capabilities: { ...capabilities, envFiles: true } };
  const withSidecars = supposeNewNodes(intent);
  const asSidecar = supposeSidecar(asked);
  const isSidecar = dependency.role === ContainerRole.SIDECAR;
  const withCommand: Edge = { ...asked, dependent: { ...dependent, command: { from: 'manifest' } } };
  const remedies: Remedy[] = findVolumeRemedies(
    dependency.roleStated || !capabilities.nativeSidecars ? asked : asSidecar,
    intent,
  );
  if (!capabilities.envFiles && MECHANISMS[Mechanism.GUARDED_HOOK].judge(asked, onNewNodes).can) {
    remedies.push({ kind: 'nodes', version: '1.35' });
  }
  if (isSidecar && !capabilities.nativeSidecars && canFailClosed(asSidecar, withSidecars)) {
    remedies.push({ kind: 'nodes', version: '1.29' });
  }
  if (dependency.role === ContainerRole.APP && canFailClosed(asSidecar, withSidecars)) {
    remedies.push({
      kind: 'sidecar',
      container: dependency.name,
      version: capabilities.nativeSidecars ? undefined : '1.29',
    });
  }
  if (
    dependent.command === undefined &&
    failsClosed(MECHANISMS[Mechanism.ENTRYPOINT_GATE].judge(withCommand, intent))
  ) {
    remedies.push({ kind: 'command', container: dependent });
  }
  if (
    findHookProblems(dependency).length > 0 &&
    canFailClosed({ ...asked, dependency: { ...dependency, postStart: { exec: {} } } }, intent)
  ) {
    remedies.push({ kind: 'execHook', container: dependency.name });
  }
  return remedies.length > 0 ? remedies : findReadyRemedies(asked, intent);
}

/** Judges the condition READY, and then also a check that every mechanism can make. */
function findReadyRemedies(edge: Edge, intent: PodIntent): Remedy[] {
  const { dependency } = edge;
  const condition = edge.condition !== StartCondition.READY;
  const untilReady = { ...edge, condition: StartCondition.READY };
  if (condition && canFailClosed(untilReady, intent)) {
    return [{ kind: 'ready', container: dependency.name, condition, check: false }];
  }
  const port = { check: { kind: 'tcpSocket', port: 1 }, source: 'readyWhen' } as const;
  const askingPort = { ...untilReady, dependency: { ...dependency, ready: port } };
  return canFailClosed(askingPort, intent)
    ? [{ kind: 'ready', container: dependency.name, condition, check: true }]
    : [];
}

/** Finds volumes for the files of the ready check: mounted in the dependency alone, or also in the dependent. */
function findVolumeRemedies(edge: Edge, intent: PodIntent): Remedy[] {
  const { dependency, dependent } = edge;
  const check = findCheck(edge);
  const files = check ? leaves(check).flatMap(leaf => (isFileCheck(leaf) ? [leaf.path] : [])) : [];
  const paths = [
    ...new Set(files.filter(path => !findMount(dependency, path)).map(path => path.replace(/\/[^/]*$/, ''))),
  ];
  if (paths.length === 0 || paths.includes('')) {
    return [];
  }
  const added = paths.map(path => ({ volume: path, path, partial: false }));
  const mounting = (container: ContainerIntent) => ({
    ...container,
    mounts: [...container.mounts.filter(m => !m.partial), ...added],
  });
  const inDependency = { ...edge, dependency: mounting(dependency) };
  if (canFailClosed(inDependency, intent)) {
    return [{ kind: 'volume', containers: [dependency.name], paths }];
  }
  const inBoth = { ...inDependency, dependent: mounting(dependent) };
  return canFailClosed(inBoth, intent)
    ? [{ kind: 'volume', containers: [dependency.name, dependent.name], paths }]
    : [];
}

function canFailClosed(edge: Edge, intent: PodIntent): boolean {
  return Object.values(MECHANISMS).some(m => failsClosed(m.judge(edge, intent)));
}
