/**
 * Measures one variant at one size in a separate process: synth-child.js VARIANT WORKLOADS APPS. Prints the result as
 * one line.
 */
import { readFileSync } from 'fs';
import { took } from './clock';
import { Variant } from './results';
import { median } from './statistics';
import { synth, VARIANTS } from './workloads';

export interface SynthFound {
  readonly ms: number;
  readonly cpuMs: number;
  readonly firstMs: number;
  readonly peakMiB: number;
}

const [variant, workloads, apps] = process.argv.slice(2);
const add = VARIANTS[variant as Variant]();
process.stderr.write = () => true; // suppresses the notice about BEST_EFFORT

const run = () => {
  // Without the garbage of the previous app.
  globalThis.gc!();
  return took(() => synth(Number(workloads), add));
};
const first = run();
// Only the first app counts for the memory: later apps would add the garbage of previous apps.
const peakMiB = peakMemory();
// The first half of the apps warms up the process. A single app includes the warm-up.
const all = [first, ...Array.from({ length: Number(apps) - 1 }, run)];
const counted = all.slice(Math.floor(all.length / 2));
const found: SynthFound = {
  ms: median(counted.map(t => t.ms)),
  cpuMs: median(counted.map(t => t.cpuMs)),
  firstMs: first.ms,
  peakMiB,
};
process.stdout.write(`${JSON.stringify(found)}\n`);

/** Returns the peak memory of this program. `getrusage` would also contain the memory of the parent process. */
function peakMemory(): number {
  const kiB = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1];
  return Number(kiB) / 1024;
}
