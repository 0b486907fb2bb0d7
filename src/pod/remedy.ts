/** A change that would raise the guarantee of a dependency to FAIL_CLOSED. */
export type Way =
  | { readonly kind: 'onTimeoutFail'; readonly container: string }
  /** `options`: the options to leave out. */
  | { readonly kind: 'without'; readonly options: readonly ('mechanism' | 'guarantee')[] }
  /** `paths`: directories of files outside any volume, or in a part of a volume (`subPath`). */
  | { readonly kind: 'volume'; readonly containers: readonly string[]; readonly paths: readonly string[] }
  | { readonly kind: 'command'; readonly container: string }
  | { readonly kind: 'nodes'; readonly version: string }
  | { readonly kind: 'sidecar'; readonly container: string; /** The nodes also have to be newer. */ readonly version?: string };

/** Returns an imperative clause: 'plan for nodes of Kubernetes 1.35 or newer'. */
export function describeWay(way: Way): string {
  switch (way.kind) {
    case 'onTimeoutFail': return `use OnTimeout.FAIL for container '${way.container}'`;
    case 'command': return `write the \`command\` of '${way.container}'`;
    case 'without': return `leave ${way.options.map(o => `\`${o}\``).join(' and ')} out`;
    case 'volume': return `mount a whole volume at ${way.paths.join(' and ')} in ${way.containers.map(c => `'${c}'`).join(' and ')}`;
    case 'nodes': return planFor(way.version);
    case 'sidecar': return `give '${way.container}' the role SIDECAR${way.version === undefined ? '' : ` and ${planFor(way.version)}`}`;
  }
}

export function describeWays(ways: readonly Way[]): string {
  return ways.map(describeWay).join(', or ');
}

function planFor(version: string): string {
  return `plan for nodes of Kubernetes ${version} or newer (\`kubernetesVersion\`)`;
}
