import { createHash } from 'crypto';
import { imageError, parseOutput, PlatformConfiguration, readConfiguration, SourceImage } from './image-source';
import { ask, RegistryProgram } from './programs';
import { isObject, JsonObject } from '../../../src/api/private/json-object';
import { DIGEST, formatImageReference, ImageReference } from '../../../src/images/image-reference';
import { Host } from '../host';

/** The types of the configuration of an image. Older manifests have no type. */
const CONFIGURATIONS: readonly unknown[] = [
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
  undefined,
];

/** Reads an image from its registry. `platform`: its platform in an index. */
export async function readRegistryImage(
  reference: ImageReference,
  program: RegistryProgram,
  machine: Host,
  platform?: JsonObject,
): Promise<SourceImage> {
  const login = `${program.login} ${reference.registry}`;
  const source = program.manifest.replace('IMAGE', formatImageReference(reference));
  const { digest, content } = await printDocument(source, reference.digest, machine, login);
  const { manifests, config, mediaType, schemaVersion } = content;
  if (Array.isArray(manifests)) {
    const configurations: PlatformConfiguration[] = [];
    // One platform after the other, so that the number of processes stays small.
    for (const child of manifests.filter(isDescriptor).filter(isLinuxImage)) {
      const image = await readRegistryImage({ ...reference, digest: child.digest }, program, machine, child.platform);
      configurations.push(...image.configurations);
    }
    return { digest, configurations };
  }
  if (!isDescriptor(config) || !CONFIGURATIONS.includes(config.mediaType)) {
    const type = isDescriptor(config) ? config.mediaType : (mediaType ?? `unknown (schema version ${schemaVersion})`);
    throw imageError('SO654', { mediaType: String(type) });
  }
  const [manifest, configuration] = [digest, config.digest].map(d => formatImageReference({ ...reference, digest: d }));
  const command = program.configuration.replace('MANIFEST', manifest).replace('CONFIGURATION', configuration);
  const printed = await printDocument(command, config.digest, machine, login);
  return { digest, configurations: [readConfiguration(printed.content, command, platform)] };
}

/** `wanted`: the digest of the document, if it is known. Throws an error if the document has another digest. */
async function printDocument(command: string, wanted: string | undefined, machine: Host, login: string) {
  const text = await ask(command, machine, login);
  const algorithm = wanted?.startsWith('sha512:') ? 'sha512' : 'sha256';
  const digest = `${algorithm}:${createHash(algorithm).update(text).digest('hex')}`;
  if (wanted !== undefined && wanted !== digest) {
    throw imageError('SO653', { source: command, wanted, given: digest });
  }
  const content = parseOutput(text, command);
  return { digest, content: isObject(content) ? content : ({} as JsonObject) };
}

/** The part of an index or a manifest that points to another document. */
interface Descriptor {
  readonly mediaType?: unknown;
  readonly digest: string;
  readonly artifactType?: unknown;
  readonly platform?: JsonObject;
}

function isDescriptor(value: unknown): value is Descriptor {
  const digest = isObject(value) ? value.digest : undefined;
  return typeof digest === 'string' && DIGEST.test(digest);
}

/** An artifact next to the images of an index, such as a lazy-loading index, has another type. OCI image-spec 1.1 */
function isLinuxImage({ artifactType, platform }: Descriptor): boolean {
  return (platform?.os ?? 'linux') === 'linux' && CONFIGURATIONS.includes(artifactType);
}
