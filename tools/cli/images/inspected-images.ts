import { imageError, parseOutput, readConfiguration, SourceImage } from './image-source';
import { ask, EngineProgram } from './programs';
import { isObject, JsonObject } from '../../../src/api/private/json-object';
import { formatImageReference, ImageReference, parseImageReference } from '../../../src/images/image-reference';
import { listOf, textOf } from '../../read/coerce-json';
import { Host } from '../host';

/** Reads an image of this machine from the output of `docker image inspect`, which Podman also prints. */
export async function readInspectedImage(
  reference: ImageReference,
  { inspect }: EngineProgram,
  machine: Host,
): Promise<SourceImage> {
  const source = inspect.replace('IMAGE', formatImageReference(reference));
  const images = parseOutput(await ask(source, machine), source);
  const isInspected = (image: unknown) => isObject(image) && typeof image.Id === 'string' && 'Os' in image;
  if (!Array.isArray(images) || !images.every(isInspected)) {
    const why = 'the output is not that of `docker image inspect` or `podman image inspect`';
    throw imageError('SO657', { source, why });
  }
  const [image]: readonly JsonObject[] = images;
  if (!image) {
    throw imageError('SO651', { source });
  }
  const { Os: os, Architecture: architecture, Variant: variant, Config, Healthcheck } = image;
  // Podman prints the HEALTHCHECK next to the configuration.
  const config = { Healthcheck, ...(isObject(Config) ? Config : {}) };
  const configuration = readConfiguration({ os, architecture, variant, config }, source);
  return { digest: reference.digest ?? findDigest(image, reference), configurations: [configuration] };
}

/** Returns the digest in the registry. An image that was built here has none, so its ID identifies it. */
function findDigest({ RepoDigests, Digest, Id }: JsonObject, { registry, repository }: ImageReference): string {
  const references = listOf(RepoDigests).map(text => parseImageReference(textOf(text) ?? ''));
  const digests = references.filter(r => r?.registry === registry && r.repository === repository).map(r => r?.digest);
  // Podman lists the digests of the index and of the manifest. `Digest` is the one that was pulled.
  return digests.find(digest => digest === Digest) ?? digests[0] ?? String(Id).replace(/^(?!sha256:)/, 'sha256:');
}
