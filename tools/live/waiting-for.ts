import { PodReading } from '../read/read-pod';

/** The dependencies of a container according to its spec, for programs and as text. */
export interface WaitSummary {
  readonly names: readonly string[];
  /** Empty: unknown. */
  readonly text: string;
}

/** Returns the waits of the gate, before the command. */
export function summarizeGate(container: string, reading: PodReading): WaitSummary {
  const pairs = findPairs('gate', container, reading).map(p => ({ name: p.first, text: `'${p.first}'${inParentheses(p.waitsFor)}` }));
  return joinWaits([...pairs, ...listExternalWaits(container, reading).filter(o => o.path.endsWith('.command'))]);
}

/** Returns the waits of guards, before the kubelet creates the container. */
export function summarizeGuard(container: string, reading: PodReading): WaitSummary {
  return joinWaits(findPairs('guard', container, reading).map(p => (
    { name: p.first, text: `'${p.first}' is ${p.condition}${inParentheses(summarizeHook(p.first, reading).text)}` })));
}

export function summarizeInit(container: string, reading: PodReading): WaitSummary {
  const path = findPath(container, reading);
  const pairs = reading.order.ordered.filter(p => p.by === 'initContainer' && p.path === path);
  return joinWaits([...pairs.map(p => ({ name: p.first, text: `'${p.first}'${inParentheses(p.waitsFor)}` })), ...listExternalWaits(container, reading)]);
}

/** Returns the waits of the postStart hook, mostly for the container itself. */
export function summarizeHook(container: string, reading: PodReading): WaitSummary {
  const path = findPath(container, reading);
  const pairs = reading.order.ordered.filter(p => p.by === 'postStart' && p.path.startsWith(`${path}.`) && p.waitsFor !== undefined);
  const { names, text } = joinWaits(pairs.map(p => ({ name: p.first, text: p.waitsFor! })));
  return { names: names.filter(n => n !== container), text };
}

interface NamedWait {
  readonly name: string;
  readonly text: string;
}

function findPairs(by: 'gate' | 'guard', container: string, { order }: PodReading) {
  return order.ordered.filter(p => p.by === by && p.then === container);
}

function listExternalWaits(container: string, { order }: PodReading): (NamedWait & { readonly path: string })[] {
  return order.outside.filter(o => o.container === container)
    .map(({ waitsFor: name, check, path }) => ({ name, path, text: check === undefined ? name : `'${name}'${inParentheses(check)}` }));
}

function findPath(container: string, { containers }: PodReading): string | undefined {
  return containers.find(c => c.name === container)?.path;
}

function joinWaits(waits: readonly NamedWait[]): WaitSummary {
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  return { names: unique(waits.map(w => w.name)), text: unique(waits.map(w => w.text)).join(' and ') };
}

const inParentheses = (waitsFor = '') => waitsFor === '' ? '' : ` (${waitsFor})`;
