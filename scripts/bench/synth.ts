import { inChild } from './children';
import { rounded } from './clock';
import { SynthResults, SynthRow, Variant } from './results';
import { turns } from './statistics';
import type { SynthFound } from './synth-child';
import { measureAdded, synth, VARIANTS } from './workloads';

/** The number of workloads in an app, of apps in a process, and of processes. */
export interface Size {
  readonly workloads: number;
  readonly apps: number;
  readonly turns: number;
  readonly variants: readonly Variant[];
}

/** Ten thousand workloads take long, so only the variants for the comparison of sizes run. */
export const SIZES: readonly Size[] = [
  { workloads: 100, apps: 16, turns: 3, variants: ['ordered', 'byHand', 'native', 'plain'] },
  { workloads: 1000, apps: 4, turns: 3, variants: ['ordered', 'byHand', 'native', 'plain'] },
  { workloads: 10_000, apps: 1, turns: 3, variants: ['ordered', 'plain'] },
];

export const QUICK_SIZES: readonly Size[] = SIZES.map(size => ({
  ...size,
  workloads: size.workloads / 100,
  apps: 2,
  turns: 1,
}));

/**
 * Measures sizes and variants in turns, each in a separate process without the garbage and the compiled code of another
 * variant.
 */
export function measureSynth(programs: string, sizes: readonly Size[], say: (text: string) => void): SynthResults {
  const empty =
    (workloads: number) =>
    (variant: Variant): SynthRow => ({ variant, workloads, ms: [], cpuMs: [], firstMs: [], peakMiB: [] });
  const rows = sizes.flatMap(({ workloads, variants }) => variants.map(empty(workloads)));
  const idleMiB: number[] = [];
  turns(sizes, Math.max(...sizes.map(size => size.turns))).forEach((order, turn) => {
    say(`synth: turn ${turn + 1}`);
    idleMiB.push(rounded(inChild<SynthFound>(programs, 'synth-child', 'plain', 0, 1).peakMiB));
    for (const { workloads, apps, variants } of order.filter(size => turn < size.turns)) {
      for (const variant of turns(variants, turn + 1)[turn]) {
        const found = inChild<SynthFound>(programs, 'synth-child', variant, workloads, apps);
        const row = rows.find(r => r.variant === variant && r.workloads === workloads)!;
        for (const key of ['ms', 'cpuMs', 'firstMs', 'peakMiB'] as const) {
          row[key].push(rounded(found[key]));
        }
      }
    }
  });
  return { rows, idleMiB, same: synth(3, VARIANTS.ordered()) === synth(3, VARIANTS.byHand()), added: measureAdded() };
}
