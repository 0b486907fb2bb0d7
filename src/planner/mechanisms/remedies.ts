import { findMount } from './check-visibility';
import { MECHANISMS } from './index';
import { failsClosed, Verdict } from './mechanism';
import { ContainerRole } from '../../api/container-role';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { OnTimeout } from '../../api/on-timeout';
import { leaves } from '../../api/private/check';
import { isFileCheck } from '../../pod/checks';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { Remedy } from '../../pod/remedy';
import { Edge, getStatedGuarantee, findCheck } from '../graph/edge';

/** Judges a gate as if the manifest contained the command of the dependent; `undefined`: the command is known. */
function judgeGateWithCommand(edge: Edge, intent: PodIntent): Verdict | undefined {
  if (edge.dependent.command !== undefined) { return undefined; }
  return MECHANISMS[Mechanism.ENTRYPOINT_GATE].judge({ ...edge, dependent: { ...edge.dependent, command: { from: 'manifest' } } }, intent);
}

/** Finds the single changes that would make a dependency FAIL_CLOSED. Judges the same dependency with each change. */
export function findRemedies(edge: Edge, intent: PodIntent): Remedy[] {
  const { dependency, declared, siblings } = edge;
  if (declared.onTimeout === OnTimeout.CONTINUE) { return [{ kind: 'onTimeoutFail', container: edge.dependent.name }]; }
  const asked = { ...edge, siblings: { ...siblings, open: [], hooked: [] } };
  const options = [
    ...(declared.mechanism ?? intent.mechanism ? ['mechanism'] as const : []),
    ...(getStatedGuarantee(edge, intent) === Guarantee.BEST_EFFORT ? ['guarantee'] as const : []),
  ];
  if (options.length > 0 && canFailClosed(asked, intent)) { return [{ kind: 'without', options }]; }
  const open = siblings.open.find(s => s.dependent !== edge.dependent && s.declared.onTimeout === OnTimeout.CONTINUE);
  if (open && canFailClosed(asked, intent)) { return [{ kind: 'onTimeoutFail', container: open.dependent.name }]; }

  const { capabilities } = intent;
  const onNewNodes = { ...intent, capabilities: { ...capabilities, envFiles: true } };
  const withSidecars = { ...intent, capabilities: { ...capabilities, nativeSidecars: true } };
  const asSidecar = { ...asked, dependency: { ...dependency, role: ContainerRole.SIDECAR } };
  const isSidecar = dependency.role === ContainerRole.SIDECAR;
  const gate = judgeGateWithCommand(asked, intent);
  return [
    ...findVolumeRemedies(dependency.roleStated || !capabilities.nativeSidecars ? asked : asSidecar, intent),
    ...(!capabilities.envFiles && MECHANISMS[Mechanism.GUARDED_HOOK].judge(asked, onNewNodes).can ? [{ kind: 'nodes', version: '1.35' } as const] : []),
    ...(isSidecar && !capabilities.nativeSidecars && canFailClosed(asked, withSidecars) ? [{ kind: 'nodes', version: '1.29' } as const] : []),
    ...(dependency.role === ContainerRole.APP && canFailClosed(asSidecar, withSidecars)
      ? [{ kind: 'sidecar', container: dependency.name, version: capabilities.nativeSidecars ? undefined : '1.29' } as const] : []),
    ...(gate && failsClosed(gate) ? [{ kind: 'command', container: edge.dependent } as const] : []),
  ];
}

/** Finds volumes for the files of the ready check: mounted in the dependency alone, or also in the dependent. */
function findVolumeRemedies(edge: Edge, intent: PodIntent): Remedy[] {
  const { dependency, dependent } = edge;
  const check = findCheck(edge);
  const files = check ? leaves(check).flatMap(leaf => isFileCheck(leaf) ? [leaf.path] : []) : [];
  const paths = [...new Set(files.filter(path => !findMount(dependency, path)).map(path => path.replace(/\/[^/]*$/, '')))];
  if (paths.length === 0 || paths.includes('')) { return []; }
  const added = paths.map(path => ({ volume: path, path, partial: false }));
  const mounting = (container: ContainerIntent) => ({ ...container, mounts: [...container.mounts.filter(m => !m.partial), ...added] });
  const inDependency = { ...edge, dependency: mounting(dependency) };
  if (canFailClosed(inDependency, intent)) { return [{ kind: 'volume', containers: [dependency.name], paths }]; }
  const inBoth = { ...inDependency, dependent: mounting(dependent) };
  return canFailClosed(inBoth, intent) ? [{ kind: 'volume', containers: [dependency.name, dependent.name], paths }] : [];
}

function canFailClosed(edge: Edge, intent: PodIntent): boolean {
  return Object.values(MECHANISMS).some(m => failsClosed(m.judge(edge, intent)));
}
