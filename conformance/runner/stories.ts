import { readdirSync } from 'fs';
import { basename, join } from 'path';
import { Story } from './story';
import { entrypointStories } from '../entrypoints/stories';
import { faultStories } from '../faults/stories';
import { liveStories } from '../live/stories';

const DIRECTORY = join(__dirname, '..', 'stories');
/** The directory of the bench stories. */
export const BENCH = 'bench';

/** Loads the stories of a directory below `stories/`, by name, or all if `names` is empty. `*` in a name matches any characters. Includes the stories of the images, of the fault matrix and of the live pods. */
export function loadStories(names: readonly string[], directory = ''): ReadonlyMap<string, Story> {
  const files = readdirSync(join(DIRECTORY, directory)).filter(f => f.endsWith('.ts')).map(f => basename(f, '.ts')).sort();
  const written = new Map(directory === '' ? [...entrypointStories(), ...faultStories(), ...liveStories()] : []);
  const all = [...files, ...written.keys()];
  const isMeant = (pattern: string) => {
    const expression = new RegExp(`^${pattern.split('*').map(part => part.replace(/[^\w-]/g, '\\$&')).join('.*')}$`);
    return (name: string) => expression.test(name);
  };
  const unknown = names.filter(pattern => !all.some(isMeant(pattern)));
  if (unknown.length > 0) { throw new Error(`no story has the name ${unknown.join(', ')}; expected: ${all.join(', ')}`); }
  const chosen = names.length > 0 ? all.filter(name => names.some(pattern => isMeant(pattern)(name))) : all;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return new Map(chosen.map(name => [name, written.get(name) ?? (require(join(DIRECTORY, directory, name)) as { default: Story }).default]));
}
