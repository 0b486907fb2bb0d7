/** A process of its own for one variant at one size: synth-child.js VARIANT WORKLOADS APPS. What it found is its only line on stdout. */
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
process.stderr.write = () => true; // the notice about BEST_EFFORT is not the subject here

const run = () => {
  // What ran before is not to be paid for by what comes now.
  globalThis.gc!();
  return took(() => synth(Number(workloads), add));
};
const first = run();
// Of the first app alone: what later ones leave as garbage is no need of theirs.
const peakMiB = peakMemory();
// The first half warms up for the second. Where there is only one app, it pays for that itself.
const all = [first, ...Array.from({ length: Number(apps) - 1 }, run)];
const counted = all.slice(Math.floor(all.length / 2));
const found: SynthFound = { ms: median(counted.map(t => t.ms)), cpuMs: median(counted.map(t => t.cpuMs)), firstMs: first.ms, peakMiB };
process.stdout.write(`${JSON.stringify(found)}\n`);

/** Of this program. What `getrusage` says begins with the memory of the process that has started it. */
function peakMemory(): number {
  const kiB = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1];
  return Number(kiB) / 1024;
}
