import { ExternalEdge } from './resolve';
import { WAIT_PREFIX } from '../agent/contract';
import { OnTimeout } from '../model/on-timeout';
import { WaitDecision } from '../model/private/pod-plan';

/** One init container for each thing outside the pod: the same thing, needed by several containers in the same way, is waited for once. */
export function waitsOf(externals: readonly ExternalEdge[]): Map<WaitDecision, ExternalEdge[]> {
  const waits = new Map<string, { wait: WaitDecision; edges: ExternalEdge[] }>();
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
    const wait: WaitDecision = {
      name: freeName(`${WAIT_PREFIX}${slug(target.name)}`, names),
      dependency: target.name,
      check: target.check,
      image: target.image,
      timeoutSeconds: declared.timeoutSeconds,
      onTimeout,
    };
    waits.set(key, { wait, edges: [edge] });
  }
  return new Map([...waits.values()].map(w => [w.wait, w.edges]));
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
