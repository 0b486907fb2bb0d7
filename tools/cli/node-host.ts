import { execFileSync } from 'child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'fs';
import { dirname, join } from 'path';
import { Host } from './host';

const STDIN_DESCRIPTOR = 0;
const STDOUT = 1;
const STDERR = 2;
/** The list of the pods in a large cluster takes a few hundred megabytes. */
const MAX_OUTPUT = 1024 ** 3;

export const THIS_MACHINE: Host = {
  read: text,
  write: (file, content) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  },
  replace: (file, content) => {
    mkdirSync(dirname(file), { recursive: true });
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, content);
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  },
  list: directory => {
    if (!statSync(directory).isDirectory()) { return undefined; }
    return readdirSync(directory, { withFileTypes: true }).filter(e => e.isFile() || e.isDirectory() || leadsToFile(join(directory, e.name)))
      .map(e => ({ name: e.name, isDirectory: e.isDirectory() }));
  },
  standardInput: () => text(STDIN_DESCRIPTOR),
  out: content => { writeAll(STDOUT, content); },
  error: content => { writeAll(STDERR, content); },
  isWatched: process.stderr.isTTY === true,
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
  run: (program, args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT, stdio: ['ignore', 'pipe', 'pipe'] }),
  environment: process.env,
  now: () => Date.now(),
};

/** Whether a link leads to a file. A broken link counts as a file, which then cannot be read. Links to directories are ignored, because they can form a cycle. */
function leadsToFile(link: string): boolean {
  return statSync(link, { throwIfNoEntry: false })?.isFile() ?? true;
}

/** Reads a file or an open descriptor. Invalid UTF-8 is an error. */
function text(file: string | number): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
}

/** Writes the whole text before the process exits, also into a pipe with a slow reader. */
function writeAll(descriptor: number, content: string): void {
  let rest = Buffer.from(content);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') { return; } // the reader has closed the pipe, as with `| head`
      if (code !== 'EAGAIN') { throw error; }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
