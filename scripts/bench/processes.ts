import { inChild } from './children';
import { rounded } from './clock';
import { ProcessKind, ProcessResults } from './results';
import { turns } from './statistics';

const KINDS: readonly ProcessKind[] = ['loadPlus', 'loadLibrary', 'synthPlus', 'synthLibrary'];
const TURNS = 9;

/** Measures each kind of process in turns. */
export function measureProcesses(programs: string, isQuick: boolean, say: (text: string) => void): ProcessResults {
  say('processes');
  const results: ProcessResults = { loadPlus: [], loadLibrary: [], synthPlus: [], synthLibrary: [] };
  for (const order of turns(KINDS, isQuick ? 1 : TURNS)) {
    for (const kind of order) {
      results[kind].push(rounded(inChild<number>(programs, 'process-child', kind)));
    }
  }
  return results;
}
