import { createHash } from 'crypto';

/**
 * Returns the SHA-256 hash of the text in UTF-8, in hexadecimal digits. The bundle of the playground replaces this
 * file, because browsers have no module `crypto`.
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
