/**
 * Fills docs/contributing/at-scale.md: the cost of each form of the load bench for a large cluster, from the figures of
 * docs/data/measured.json, and the reads of ConfigMaps, by a simulated placement of the pods.
 */
import { readFileSync } from 'fs';
import { join } from 'path';
import { median } from './bench/statistics';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';
import { Section } from '../conformance/measured';
import { Figure, MeasuredLoad } from '../conformance/runner/load';
import { loadBinary } from '../src/agent/binaries';

const DOCS = join(__dirname, '..', 'docs');
export const SCALE_DOC = join(DOCS, 'contributing', 'at-scale.md');

const NODES = 1000;
const PODS = 100_000;
/** The load whose figures are taken for each pod. */
const MEASURED_PODS = 40;
const HOUR = 3600;
const CHARTS = [100, 1000, 10_000];
const SEED = 1;

export function scaleDoc(before: string): string {
  const sections: readonly Section[] = JSON.parse(readFileSync(join(DOCS, 'data', 'measured.json'), 'utf8'));
  const quiet = sections.filter(s => s.busy === undefined).flatMap(s => s.stories);
  const loads = quiet.filter(s => s.kind === 'load').filter(s => s.story.endsWith(`-${MEASURED_PODS}`));
  return withBlocks(before, { forms: formsTable(loads), reads: readsTable() });
}

function formsTable(loads: readonly MeasuredLoad[]): string {
  const count = (load: MeasuredLoad, figure: Figure) => (median(load[figure]) / MEASURED_PODS) * PODS;
  const perSecond = (requests: number) => (requests / HOUR).toFixed(0);
  const rows = loads.map(load => [
    load.about.replace(/^\d+ pods at once, /, ''),
    ...(['statusPatches', 'events', 'apiRequests'] as const).map(figure => {
      const all = count(load, figure);
      return `${(all / PODS).toFixed(1)}; ${perSecond(all)}/s`;
    }),
  ]);
  return table(['form', 'status patches', 'writes of events', 'API requests'], rows);
}

function readsTable(): string {
  const bytes = loadBinary('amd64').base64.length;
  const rows = CHARTS.map(charts => {
    const copies = countCopies(charts);
    return [
      String(charts),
      String(PODS / charts),
      (copies / NODES).toFixed(0),
      String(copies),
      ((copies * bytes) / 2 ** 30).toFixed(1),
      ((copies / NODES) * (bytes / 2 ** 20)).toFixed(1),
    ];
  });
  const head = ['charts', 'pods of each', 'ConfigMaps on a node', 'reads in all', 'GiB read', 'MiB in each kubelet'];
  return table(head, rows);
}

/** Places the pods of each chart on random nodes. Returns the number of pairs of a node and a ConfigMap. */
export function countCopies(charts: number, nodes = NODES, pods = PODS): number {
  const random = createRandom(SEED);
  let copies = 0;
  for (let chart = 0; chart < charts; chart++) {
    const used = new Set<number>();
    for (let pod = 0; pod < pods / charts; pod++) {
      used.add(Math.floor(random() * nodes));
    }
    copies += used.size;
  }
  return copies;
}

/** Returns the generator MINSTD (Park and Miller), so that each run gives the same numbers. */
function createRandom(seed: number): () => number {
  const modulus = 2 ** 31 - 1;
  let state = seed;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}
