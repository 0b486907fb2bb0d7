import { readFileSync } from 'fs';
import { join } from 'path';

/** Reads a binary of the package, such as `linux-amd64/wait`. scripts/bundle.ts replaces this file: the command line in one file contains the binaries. */
export function readBinary(path: string): Buffer {
  return readFileSync(join(__dirname, '..', '..', 'agent', 'bin', path));
}
