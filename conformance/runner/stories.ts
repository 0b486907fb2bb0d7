import { readdirSync } from 'fs';
import { basename, join } from 'path';
import { Story } from './story';
import { entrypointStories } from '../entrypoints/stories';
import { faultStories } from '../faults/stories';
import { liveStories } from '../live/stories';

const DIRECTORY = join(__dirname, '..', 'stories');
/** The directory of the bench stories. */
export const BENCH = 'bench';

/**
 * Loads the stories of a directory below `stories/`, by name, or all if `names` is empty. `*` in a name matches any characters. Includes the stories of the
 * images, of the fault matrix and of the live pods.
 */
export function loadStories(names: readonly string[], directory = ''): ReadonlyMap<string, Story> {
  const files = readdirSync(join(DIRECTORY, directory)).filter(file => file.endsWith('.ts'));
  const made = directory === '' ? [...entrypointStories(), ...faultStories(), ...liveStories()] : [];
  const all = new Map([...files.flatMap(file => storiesIn(directory, basename(file, '.ts'))).sort(([a], [b]) => a < b ? -1 : 1), ...made]);
  const matches = (pattern: string, name: string) =>
    new RegExp(`^${pattern.split('*').map(part => part.replace(/[^\w-]/g, '\\$&')).join('.*')}$`).test(name);
  const unknown = names.filter(pattern => ![...all.keys()].some(name => matches(pattern, name)));
  if (unknown.length > 0) { throw new Error(`no story has the name ${unknown.join(', ')}; expected: ${[...all.keys()].join(', ')}`); }
  return new Map([...all].filter(([name]) => names.length === 0 || names.some(pattern => matches(pattern, name))));
}

/** Loads the bench stories of these names; without a name, all that measure one pod at a time. */
export function loadBenchStories(names: readonly string[]): ReadonlyMap<string, Story> {
  const stories = loadStories(names, BENCH);
  return names.length > 0 ? stories : new Map([...stories].filter(([, story]) => story.bench?.kind !== 'load'));
}

/** A file contains one story with the name of the file, or `stories` by name. */
function storiesIn(directory: string, name: string): [string, Story][] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const file = require(join(DIRECTORY, directory, name)) as { readonly default: Story } | { readonly stories: Readonly<Record<string, Story>> };
  return 'stories' in file ? Object.entries(file.stories) : [[name, file.default]];
}
