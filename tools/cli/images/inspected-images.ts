import { imageError, parseOutput, readConfiguration, SourceImage } from './image-source';
import { isObject, JsonObject } from '../../../src/api/private/json-object';
import {
  formatImageReference,
  ImageReference,
  normalizeImageReference,
  parseImageReference,
} from '../../../src/images/image-reference';
import { listWith, textOf } from '../../read/coerce-json';

const toTexts = listWith(textOf);

/** Parses the output of `docker image inspect`, which Podman also prints. `source`: the command that prints it. */
export function parseInspectedImages(output: string, source: string): readonly JsonObject[] {
  const images = parseOutput(output, source);
  const isInspected = (image: unknown) => isObject(image) && typeof image.Id === 'string' && 'Os' in image;
  if (!Array.isArray(images) || !images.every(isInspected)) {
    throw imageError('SO657', {
      source,
      why: 'the output is not that of `docker image inspect` or `podman image inspect`',
    });
  }
  return images;
}

/** Finds an image by its name. An image with several platforms can occur once for each platform. */
export function findInspectedImage(
  reference: ImageReference,
  images: readonly JsonObject[],
  source: string,
): SourceImage {
  const wanted = formatImageReference(reference);
  const found = images.filter(({ RepoTags, RepoDigests }) => {
    const names = [...toTexts(RepoTags), ...toTexts(RepoDigests)];
    return names.some(name => normalizeImageReference(name) === wanted);
  });
  if (found.length === 0) {
    throw imageError('SO651', { source });
  }
  const configurations = found.map(({ Os: os, Architecture: architecture, Variant: variant, Config, Healthcheck }) => {
    // Podman prints the HEALTHCHECK next to the configuration.
    const config = { Healthcheck, ...(isObject(Config) ? Config : {}) };
    return readConfiguration({ os, architecture, variant, config }, source);
  });
  return { digest: reference.digest ?? findDigest(found[0], reference), configurations };
}

/** Returns the digest in the registry. An image that was built here has none, so its ID identifies it. */
function findDigest({ RepoDigests, Digest, Id }: JsonObject, { registry, repository }: ImageReference): string {
  const references = toTexts(RepoDigests).map(parseImageReference);
  const digests = references.filter(r => r?.registry === registry && r.repository === repository).map(r => r?.digest);
  // Podman lists the digests of the index and of the manifest. `Digest` is the one that was pulled.
  return digests.find(digest => digest === Digest) ?? digests[0] ?? String(Id).replace(/^(?!sha256:)/, 'sha256:');
}
