import { createHash } from 'crypto';
import { readFileSync } from 'fs';
import { join } from 'path';

/** A binary in base64, and its hash in hexadecimal digits. */
export interface BinaryText {
  readonly base64: string;
  readonly sha256: string;
}

/**
 * Reads a binary of the package, such as `linux-amd64/wait`. The bundles replace this file: they contain the binaries,
 * or only their hashes.
 */
export function readBinary(path: string): BinaryText {
  const content = readFileSync(join(__dirname, '..', '..', 'agent', 'bin', path));
  return { base64: content.toString('base64'), sha256: createHash('sha256').update(content).digest('hex') };
}
