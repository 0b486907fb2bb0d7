import { Host } from '../../tools/cli/host';
import { main } from '../../tools/cli/main';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly written: Readonly<Record<string, string>>;
}

export interface Surroundings {
  readonly files?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly width?: number;
  readonly colours?: Host['colours'];
  readonly run?: Host['run'];
  readonly now?: () => number;
}

/** The commands in the order of their use. */
export const COMMANDS = ['order', 'lint', 'explain', 'plot', 'report', 'timeline', 'images'];

/** Runs the command line on a simulated machine with these files. */
export function cli(args: readonly string[], { files = {}, stdin = '', width, colours = { out: false, error: false }, run, now = () => 0 }: Surroundings = {}): Outcome {
  let [out, error] = ['', ''];
  const written: Record<string, string> = {};
  const missing = (file: string) => Object.assign(new Error(`ENOENT: ${file}`), { code: 'ENOENT' });
  const code = main(args, {
    read: file => { if (files[file] === undefined) { throw missing(file); } return files[file]; },
    write: (file, text) => { written[file] = text; },
    replace: (file, text) => { written[file] = text; },
    list: directory => {
      const name = directory.replace(/\/$/, '');
      const below = Object.keys(files).filter(f => f.startsWith(`${name}/`)).map(f => f.slice(name.length + 1).split('/'));
      if (below.length === 0 && files[name] === undefined) { throw missing(name); }
      const entries = new Map(below.map(([entry, ...rest]) => [entry, { name: entry, isDirectory: rest.length > 0 }]));
      return below.length === 0 ? undefined : [...entries.values()];
    },
    standardInput: () => stdin,
    out: text => { out += text; },
    outManifest: text => { out += text; },
    error: text => { error += text; },
    width,
    colours,
    run: run ?? (() => { throw new Error('nothing can be run here'); }),
    start: async () => { throw new Error('nothing can be started here'); },
    now,
  });
  if (code instanceof Promise) { throw new Error('use runCli of test/cli/images for a command that starts programs'); }
  return { code, out, error, written };
}
