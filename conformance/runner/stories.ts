import { readdirSync } from 'fs';
import { basename, join } from 'path';
import { Story } from './story';

const DIRECTORY = join(__dirname, '..', 'stories');
/** Stories that are there to be measured. */
export const BENCH = 'bench';

/** The stories of a directory below `stories/` by name; all of them when no names are given. */
export function loadStories(names: readonly string[], directory = ''): ReadonlyMap<string, Story> {
  const all = readdirSync(join(DIRECTORY, directory)).filter(f => f.endsWith('.ts')).map(f => basename(f, '.ts')).sort();
  const unknown = names.filter(n => !all.includes(n));
  if (unknown.length > 0) { throw new Error(`no story is called ${unknown.join(', ')}; there are: ${all.join(', ')}`); }
  const chosen = names.length > 0 ? names : all;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return new Map(chosen.map(name => [name, (require(join(DIRECTORY, directory, name)) as { default: Story }).default]));
}
