import { trafficOf } from './mesh-traffic';
import { ExternalEdge } from './resolve';
import { waitName } from './wait-name';
import { OnTimeout } from '../model/on-timeout';
import { PodIntent } from '../model/private/intent';
import { WaitDecision } from '../model/private/pod-plan';
import { toolOf } from '../model/private/tool';

/** An init container that waits for something outside the pod, and the dependencies that rely on it. */
export interface Wait {
  readonly decision: WaitDecision;
  readonly edges: readonly ExternalEdge[];
}

/** One init container for each thing outside the pod: the same thing, needed by several containers in the same way, is waited for once. `names`: those that are taken. */
export function waitsOf(externals: readonly ExternalEdge[], names: Set<string>, { mesh }: PodIntent): Wait[] {
  const waits = new Map<string, { decision: WaitDecision; edges: ExternalEdge[] }>();
  for (const edge of externals) {
    const { target, declared } = edge;
    const onTimeout = declared.onTimeout ?? OnTimeout.FAIL;
    const key = JSON.stringify([target, declared.timeoutSeconds, onTimeout]);
    const known = waits.get(key);
    if (known) {
      known.edges.push(edge);
      continue;
    }
    const decision: WaitDecision = {
      name: waitName([target.name], names),
      image: target.image,
      tool: toolOf(target.check),
      env: target.env,
      file: target.file,
      awaited: [{ dependency: target.name, check: target.check, timeoutSeconds: declared.timeoutSeconds, onTimeout }],
      mounts: [],
      ...(trafficOf(target.check, mesh) === 'plainAsUser' ? { runAsUser: mesh!.uncapturedUser } : {}),
    };
    waits.set(key, { decision, edges: [edge] });
  }
  return [...waits.values()];
}
