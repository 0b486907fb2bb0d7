import { createHash } from 'crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { formatImageFile } from '../../src/images/image-file';

/** The configurations of the images registry.local/entrypoint:NAME. images/entrypoints.sh builds the images from the same file. */
const CONFIGURATIONS = JSON.parse(readFileSync(join(__dirname, '..', 'images', 'entrypoints', 'images.json'), 'utf8')) as
  Readonly<Record<string, Configuration>>;

interface Configuration {
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
  readonly User?: string;
  readonly StopSignal?: string;
}

/** The names of the images. */
export const NAMES = Object.keys(CONFIGURATIONS);

let written: string | undefined;

/** Writes the image file with all images, and returns its path for `startupOrder.images`. The digest is a hash of the configuration. */
export function imageFile(): string {
  if (written !== undefined) { return written; }
  const directory = mkdtempSync(join(tmpdir(), 'startup-order-images-'));
  process.on('exit', () => { rmSync(directory, { recursive: true, force: true }); });
  const images = new Map(Object.entries(CONFIGURATIONS).map(([name, configuration]) => [`registry.local/entrypoint:${name}`, {
    digest: `sha256:${createHash('sha256').update(JSON.stringify(configuration)).digest('hex')}`,
    platforms: ['linux/amd64', 'linux/arm64'],
    entrypoint: configuration.Entrypoint,
    cmd: configuration.Cmd,
    user: configuration.User ?? '65534:65534',
    workingDir: configuration.WorkingDir,
    stopSignal: configuration.StopSignal,
  }]));
  written = join(directory, 'startup-order.images.json');
  writeFileSync(written, formatImageFile({ images }));
  return written;
}
