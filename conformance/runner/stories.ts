import { readdirSync } from 'fs';
import { basename, join } from 'path';
import { Story } from './story';
import { faultStories } from '../faults/stories';
import { liveStories } from '../live/stories';

const DIRECTORY = join(__dirname, '..', 'stories');
/** Stories that are there to be measured. */
export const BENCH = 'bench';

/** The stories of a directory below `stories/` by name; all of them when no names are given. Those of the fault matrix and of the live pods are among the others. */
export function loadStories(names: readonly string[], directory = ''): ReadonlyMap<string, Story> {
  const files = readdirSync(join(DIRECTORY, directory)).filter(f => f.endsWith('.ts')).map(f => basename(f, '.ts')).sort();
  const written = new Map(directory === '' ? [...faultStories(), ...liveStories()] : []);
  const all = [...files, ...written.keys()];
  const isMeant = (pattern: string) => (name: string) => pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const unknown = names.filter(pattern => !all.some(isMeant(pattern)));
  if (unknown.length > 0) { throw new Error(`no story is called ${unknown.join(', ')}; there are: ${all.join(', ')}`); }
  const chosen = names.length > 0 ? all.filter(name => names.some(pattern => isMeant(pattern)(name))) : all;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return new Map(chosen.map(name => [name, written.get(name) ?? (require(join(DIRECTORY, directory, name)) as { default: Story }).default]));
}
