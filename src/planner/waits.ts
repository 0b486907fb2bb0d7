import { ExternalEdge } from './resolve';
import { WAIT_PREFIX } from '../agent/contract';
import { OnTimeout } from '../model/on-timeout';
import { WaitDecision } from '../model/private/pod-plan';

/** An init container that waits, and the dependencies it waits for. */
export interface Wait {
  readonly decision: WaitDecision;
  readonly edges: readonly ExternalEdge[];
}

/** One init container for each thing outside the pod: the same thing, needed by several containers in the same way, is waited for once. */
export function waitsOf(externals: readonly ExternalEdge[]): Wait[] {
  const waits = new Map<string, { decision: WaitDecision; edges: ExternalEdge[] }>();
  const names = new Set<string>();
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
      name: freeName(`${WAIT_PREFIX}${slug(target.name)}`, names),
      dependency: target.name,
      check: target.check,
      image: target.image,
      timeoutSeconds: declared.timeoutSeconds,
      onTimeout,
    };
    waits.set(key, { decision, edges: [edge] });
  }
  return [...waits.values()];
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 63 - WAIT_PREFIX.length - '-99'.length).replace(/^-+|-+$/g, '') || 'it';
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) { name = `${wanted}-${i}`; }
  taken.add(name);
  return name;
}
