import { readFileSync } from 'fs';
import { join } from 'path';

/** The configurations of the images registry.local/entrypoint:NAME. images/entrypoints.sh builds the images from the same file. */
const CONFIGURATIONS = JSON.parse(readFileSync(join(__dirname, '..', 'images', 'entrypoints', 'images.json'), 'utf8')) as Readonly<Record<string, Configuration>>;

interface Configuration {
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
}

/** The names of the images. */
export const NAMES = Object.keys(CONFIGURATIONS);

/** Returns the command of the image for a manifest: the kubelet expands `$(VAR)` and `$$` of a manifest, but not of an image, so each `$` is doubled. */
export function imageCommand(name: string): { readonly command: string[]; readonly args?: string[] } {
  const { Entrypoint = [], Cmd = [] } = CONFIGURATIONS[name];
  const escape = (words: readonly string[]) => words.map(word => word.replace(/\$/g, '$$$$'));
  return Entrypoint.length > 0 ? { command: escape(Entrypoint), args: escape(Cmd) } : { command: escape(Cmd) };
}
