import { TestImage } from './test-images';
import { normalizeImageReference } from '../../../src/images/image-reference';
import { Host } from '../../../tools/cli/host';

/** Throws the error of a program with this standard error. */
export function fail(stderr: string): never { throw Object.assign(new Error('the exit code is 1'), { stderr }); }

/** Throws the error of a program that is not installed. */
export function missing(): never { throw Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' }); }

/**
 * Simulates crane, skopeo and `docker buildx` with the images of a registry; the keys are image references. real-programs.test.ts compares crane and skopeo
 * with the real programs; buildx 0.38.2 was compared by hand.
 */
export function simulatePrograms(images: Readonly<Record<string, TestImage>>): Host['start'] {
  const tags = new Map(Object.entries(images).map(([name, { root }]) => [normalizeImageReference(name), root.body]));
  const documents = new Map(Object.values(images).flatMap(image => image.documents).map(({ digest, body }) => [digest, body]));
  const find = (reference: string) => tags.get(reference) ?? documents.get(reference.split('@')[1]);
  return async (program, args) => {
    const words = [program, ...args].join(' ');
    const [, reference] = /^(?:crane (?:manifest|blob) |skopeo inspect (?:--config )?--raw docker:\/\/|docker buildx imagetools inspect --raw )(\S+)$/.exec(words) ?? [];
    if (words.endsWith('--version')) { return '1.0'; }
    if (reference === undefined) { throw new Error(`unexpected: ${words}`); }
    const found = find(reference);
    const isConfiguration = words.startsWith('skopeo inspect --config');
    const text = isConfiguration && found !== undefined ? documents.get(JSON.parse(found).config.digest) : found;
    if (text === undefined) {
      return fail({
        crane: `Error: fetching manifest ${reference}: GET http://127.0.0.1:5000/v2/web/manifests/1: MANIFEST_UNKNOWN: manifest unknown; unknown tag=1\n`,
        skopeo: `time="2026-11-24T15:53:59Z" level=fatal msg="Error parsing image name \\"docker://${reference}\\": reading manifest 1 in 127.0.0.1:5000/web: manifest unknown: manifest unknown"\n`,
        docker: `ERROR: ${reference}: not found\n`,
      }[program]!);
    }
    return text;
  };
}
