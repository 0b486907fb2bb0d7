import { OrderedPair, OutsideWait } from '../read/enforced-edges';
import { PodReading } from '../read/read-pod';

/** The dependencies of a container according to its spec, for programs and as text; `undefined`: none, or unknown. */
export interface WaitSummary {
  readonly names: readonly string[];
  readonly text: string;
}

/** Returns the waits of the gate, before the command. */
export function summarizeGate(container: string, { order }: PodReading): WaitSummary | undefined {
  return joinWaits([
    ...order.ordered.filter(p => p.by === 'gate' && p.then === container).map(describePair),
    ...order.outside.filter(o => o.container === container && o.path.endsWith('.command')).map(describeOutside),
  ]);
}

/** Returns the waits of guards, before the kubelet creates the container. */
export function summarizeGuard(container: string, reading: PodReading): WaitSummary | undefined {
  const guards = reading.order.ordered.filter(p => p.by === 'guard' && p.then === container);
  return joinWaits(
    guards.map(p => [p.first, `'${p.first}' is ${p.condition}${inParentheses(summarizeHook(p.first, reading)?.text)}`]),
  );
}

export function summarizeInit(container: string, reading: PodReading): WaitSummary | undefined {
  const path = findPath(container, reading);
  return joinWaits([
    ...reading.order.ordered.filter(p => p.by === 'initContainer' && p.path === path).map(describePair),
    ...reading.order.outside.filter(o => o.container === container).map(describeOutside),
  ]);
}

/** Returns the waits of the postStart hook, mostly for the container itself. */
export function summarizeHook(container: string, reading: PodReading): WaitSummary | undefined {
  const path = findPath(container, reading);
  const pairs = reading.order.ordered.filter(
    p => p.by === 'postStart' && p.path.startsWith(`${path}.`) && p.waitsFor !== undefined,
  );
  const waits = joinWaits(pairs.map(p => [p.first, p.waitsFor!]));
  return waits && { ...waits, names: waits.names.filter(n => n !== container) };
}

type NamedWait = readonly [name: string, text: string];

function describePair({ first, waitsFor }: OrderedPair): NamedWait {
  return [first, `'${first}'${inParentheses(waitsFor)}`];
}

function describeOutside({ waitsFor, check }: OutsideWait): NamedWait {
  return [waitsFor, check === undefined ? waitsFor : `'${waitsFor}'${inParentheses(check)}`];
}

function findPath(container: string, { containers }: PodReading): string | undefined {
  return containers.find(c => c.name === container)?.path;
}

function joinWaits(waits: readonly NamedWait[]): WaitSummary | undefined {
  const names = new Set(waits.map(([name]) => name));
  const texts = new Set(waits.map(([, text]) => text));
  return waits.length === 0 ? undefined : { names: [...names], text: [...texts].join(' and ') };
}

const inParentheses = (waitsFor = '') => (waitsFor === '' ? '' : ` (${waitsFor})`);
