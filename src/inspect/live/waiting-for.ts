import { PodReading } from '../reader/read-pod';

/** The dependencies of a container according to its spec, for programs and as text. */
export interface Waits {
  readonly names: readonly string[];
  /** Empty: unknown. */
  readonly text: string;
}

/** Returns the waits of the gate, before the command. */
export function waitsOfGate(container: string, reading: PodReading): Waits {
  const pairs = pairsBy('gate', container, reading).map(p => ({ name: p.first, text: `'${p.first}'${checked(p.waitsFor)}` }));
  return joined([...pairs, ...outsideOf(container, reading).filter(o => o.path.endsWith('.command'))]);
}

/** Returns the waits of guards, before the kubelet creates the container. */
export function waitsOfGuard(container: string, reading: PodReading): Waits {
  return joined(pairsBy('guard', container, reading).map(p => (
    { name: p.first, text: `'${p.first}' is ${p.condition}${checked(waitsOfHook(p.first, reading).text)}` })));
}

export function waitsOfInit(container: string, reading: PodReading): Waits {
  const path = pathOf(container, reading);
  const pairs = reading.order.ordered.filter(p => p.by === 'initContainer' && p.path === path);
  return joined([...pairs.map(p => ({ name: p.first, text: `'${p.first}'${checked(p.waitsFor)}` })), ...outsideOf(container, reading)]);
}

/** Returns the waits of the postStart hook, mostly for the container itself. */
export function waitsOfHook(container: string, reading: PodReading): Waits {
  const path = pathOf(container, reading);
  const pairs = reading.order.ordered.filter(p => p.by === 'postStart' && p.path.startsWith(`${path}.`) && p.waitsFor !== undefined);
  const { names, text } = joined(pairs.map(p => ({ name: p.first, text: p.waitsFor! })));
  return { names: names.filter(n => n !== container), text };
}

interface Wait {
  readonly name: string;
  readonly text: string;
}

function pairsBy(by: 'gate' | 'guard', container: string, { order }: PodReading) {
  return order.ordered.filter(p => p.by === by && p.then === container);
}

function outsideOf(container: string, { order }: PodReading): (Wait & { readonly path: string })[] {
  return order.outside.filter(o => o.container === container)
    .map(({ waitsFor: name, check, path }) => ({ name, path, text: check === undefined ? name : `'${name}'${checked(check)}` }));
}

function pathOf(container: string, { containers }: PodReading): string | undefined {
  return containers.find(c => c.name === container)?.path;
}

function joined(waits: readonly Wait[]): Waits {
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  return { names: unique(waits.map(w => w.name)), text: unique(waits.map(w => w.text)).join(' and ') };
}

const checked = (waitsFor = '') => waitsFor === '' ? '' : ` (${waitsFor})`;
