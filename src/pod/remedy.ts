import { describeCommandRemedy, UnknownCommand } from '../api/private/command-remedy';
import { NativeNeeds } from '../api/private/mesh';

/** A change that would raise the guarantee of a dependency to FAIL_CLOSED. */
export type Remedy =
  | { readonly kind: 'onTimeoutFail'; readonly container: string }
  /** `options`: the options to leave out. */
  | { readonly kind: 'without'; readonly options: readonly ('mechanism' | 'guarantee')[] }
  /** `paths`: directories of files outside any volume, or in a part of a volume (`subPath`). */
  | { readonly kind: 'volume'; readonly containers: readonly string[]; readonly paths: readonly string[] }
  | { readonly kind: 'command'; readonly container: UnknownCommand }
  | { readonly kind: 'execHook'; readonly container: string }
  | { readonly kind: 'nodes'; readonly version: string }
  /** Another condition, or a check that every mechanism can make. */
  | { readonly kind: 'ready'; readonly container: string; readonly condition: boolean; readonly check: boolean }
  | { readonly kind: 'nativeProxy'; readonly needs: NativeNeeds }
  | {
      readonly kind: 'sidecar';
      readonly container: string /** The nodes also have to be newer. */;
      readonly version?: string;
    };

/** Returns an imperative clause: 'plan for nodes of Kubernetes 1.35 or newer'. */
export function describeRemedy(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'onTimeoutFail':
      return `use FAIL as \`onTimeout\` of container '${remedy.container}'`;
    case 'command':
      return describeCommandRemedy([remedy.container]);
    case 'without':
      return `leave ${remedy.options.map(o => `\`${o}\``).join(' and ')} out`;
    case 'volume':
      return (
        `mount a whole volume at ${remedy.paths.join(' and ')} in ` +
        `${remedy.containers.map(c => `'${c}'`).join(' and ')}`
      );
    case 'execHook':
      return `write the postStart hook of '${remedy.container}' as an exec hook`;
    case 'nodes':
      return planFor(remedy.version);
    case 'ready':
      return describeReady(remedy);
    case 'nativeProxy':
      return describeNativeProxy(remedy.needs);
    case 'sidecar':
      return (
        `give '${remedy.container}' the role ` +
        `SIDECAR${remedy.version === undefined ? '' : ` and ${planFor(remedy.version)}`}`
      );
  }
}

export function describeRemedies(remedies: readonly Remedy[]): string {
  return remedies.map(describeRemedy).join(', or ');
}

/**
 * Returns a sentence with the remedies that raise the most dependencies. For a single dependency, these are the
 * remedies of `explain()`.
 */
export function adviseRemedies(dependencies: readonly { readonly findRemedies: () => readonly Remedy[] }[]): string {
  const counts = new Map<string, number>();
  for (const remedy of dependencies.flatMap(d => d.findRemedies()).map(describeRemedy)) {
    counts.set(remedy, (counts.get(remedy) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most === 0) {
    return '';
  }
  const remedies = [...counts]
    .filter(([, count]) => count === most)
    .map(([remedy]) => remedy)
    .join(', or ');
  let raised = `${most} of them`;
  if (dependencies.length === 1) {
    raised = 'it';
  } else if (most === dependencies.length) {
    raised = 'all of them';
  }
  return ` To raise ${raised}: ${remedies}.`;
}

function describeReady({ container, condition, check }: Remedy & { readonly kind: 'ready' }): string {
  const changes = [
    ...(check ? [`give '${container}' a ready check that asks a port (\`readyWhen\`)`] : []),
    ...(condition ? [`depend on '${container}' with the condition READY`] : []),
  ];
  return changes.join(', and ');
}

function describeNativeProxy({ product, version, stated }: NativeNeeds): string {
  if (!stated && version !== undefined) {
    return planFor(version);
  }
  const since = [product, version === undefined ? undefined : `Kubernetes ${version}`].filter(
    needed => needed !== undefined,
  );
  const from = since.length === 0 ? '' : ` (from ${since.join(' and ')} on)`;
  return `have the mesh inject its proxy as a native sidecar${from}, and write \`nativeSidecars: true\` of the mesh`;
}

function planFor(version: string): string {
  return `plan for nodes of Kubernetes ${version} or newer (\`kubernetesVersion\`)`;
}
