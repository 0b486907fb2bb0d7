import { spawn, spawnSync } from 'child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'fs';
import { dirname, join } from 'path';
import { isatty } from 'tty';
import { Host } from './host';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
/** The list of the pods in a large cluster takes a few hundred megabytes. */
const MAX_OUTPUT = 1024 ** 3;

export const THIS_MACHINE: Host = {
  read: file => decode(readFileSync(file)),
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
    if (!statSync(directory).isDirectory()) {
      return undefined;
    }
    return readdirSync(directory, { withFileTypes: true })
      .filter(e => e.isFile() || e.isDirectory() || leadsToFile(join(directory, e.name)))
      .map(e => ({ name: e.name, isDirectory: e.isDirectory() }));
  },
  standardInput: () => {
    if (isatty(STDIN)) {
      writeTo(STDERR)('reading from this terminal; end with Ctrl+D, or pass files\n');
    }
    return decode(readToEnd(STDIN));
  },
  out: writeTo(STDOUT),
  outManifest: writeTo(STDOUT),
  error: writeTo(STDERR),
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
  colours: { out: hasColours(process.stdout), error: hasColours(process.stderr) },
  run: (program, args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (error) {
      throw error;
    }
    if (status !== 0) {
      throw Object.assign(new Error(`${program} failed: ${stderr}`), { stderr });
    }
    writeTo(STDERR)(stderr);
    return stdout;
  },
  start,
  now: () => Date.now(),
};

function hasColours(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}

/**
 * Whether a link leads to a file. A broken link counts as a file, which then cannot be read. Links to directories are
 * ignored, because they can form a cycle.
 */
function leadsToFile(link: string): boolean {
  try {
    return statSync(link).isFile();
  } catch {
    return true;
  }
}

/** Invalid UTF-8 is an error. */
function decode(content: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(content);
}

function readToEnd(descriptor: number): Buffer {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(64 * 1024);
    const length = whenReady(() => readSync(descriptor, part));
    if (length === 0) {
      return Buffer.concat(parts);
    }
    parts.push(part.subarray(0, length));
  }
}

/** Repeats a call while the other end of a pipe is slow. Only pipes that another process has made non-blocking fail. */
function whenReady(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

async function start(program: string, args: readonly string[], milliseconds: number): Promise<string> {
  // A detached command has its own session and process group, and no terminal.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const { pid, stdout, stderr } = child;
  const [out, error] = [stdout, stderr].map(stream => {
    const parts: Buffer[] = [];
    stream.on('data', data => parts.push(data));
    return parts;
  });
  let timer: NodeJS.Timeout | undefined;
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
    timer = setTimeout(() => {
      // Not when the command has ended: this user may not be allowed to kill it.
      reject(new Error(`no answer within ${milliseconds / 1000} s`));
      stdout.destroy();
      stderr.destroy();
      try {
        process.kill(-pid!, 'SIGKILL');
      } catch {
        /* The command has ended, and a daemon that it has started holds its output. */
      }
    }, milliseconds);
  }).finally(() => {
    clearTimeout(timer);
  });
  if (code !== 0) {
    throw Object.assign(new Error(`the exit code is ${code}`), { stderr: Buffer.concat(error).toString() });
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(out));
}

/** Returns a function that writes the whole text before the process exits. */
function writeTo(descriptor: number) {
  return (content: string): void => {
    let rest = Buffer.from(content);
    try {
      while (rest.length > 0) {
        rest = rest.subarray(whenReady(() => writeSync(descriptor, rest)));
      }
    } catch (error) {
      // The reader has closed the pipe, as with `| head`.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
        throw error;
      }
    }
  };
}
