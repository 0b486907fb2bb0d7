import { createHash } from 'crypto';
import { imageError } from './image-error';
import { PlatformConfiguration, RawConfiguration, SourceImage } from './image-source';

/** Content of a source, by digest. */
export interface Content {
  readonly body: Buffer;
  /** Of the answer of a registry. */
  readonly mediaType?: string;
}

/** A source that contains manifests, indexes and configurations as separate documents. */
export interface ContentStore {
  readonly source: string;
  readonly readManifest: (digest: string) => Promise<Content>;
  readonly readBlob: (digest: string) => Promise<Content>;
  /** An archive can contain only some of the platforms of an index. */
  readonly has?: (digest: string) => boolean;
}

const INDEXES = ['application/vnd.oci.image.index.v1+json', 'application/vnd.docker.distribution.manifest.list.v2+json'];
const MANIFESTS = ['application/vnd.oci.image.manifest.v1+json', 'application/vnd.docker.distribution.manifest.v2+json'];
const CONFIGURATIONS = ['application/vnd.oci.image.config.v1+json', 'application/vnd.docker.container.image.v1+json'];

/** The media types that a registry may answer. */
export const ACCEPTED = [...INDEXES, ...MANIFESTS].join(', ');

/** An index can contain indexes. Deeper indexes do not occur in practice. */
const MAX_INDEX_DEPTH = 3;

interface Descriptor {
  readonly mediaType?: string;
  readonly digest: string;
  /** An artifact next to the images of an index, such as a lazy-loading index. OCI image-spec 1.1, descriptor.md */
  readonly artifactType?: string;
  readonly platform?: PlatformJson;
}

interface PlatformJson {
  readonly os?: string;
  readonly architecture?: string;
  readonly variant?: string;
}

interface Found extends PlatformConfiguration {
  readonly isLinux: boolean;
}

/** Reads the configurations of an image from its manifest or index. */
export async function readManifest(root: Content, digest: string, store: ContentStore): Promise<SourceImage> {
  const found = await readDocument(root, store, 0);
  const linux = found.filter(f => f.isLinux);
  if (linux.length === 0) { throw imageError('SO655', { platforms: found.map(f => f.platform) }); }
  return { digest, configurations: linux };
}

async function readDocument({ body, mediaType: answered }: Content, store: ContentStore, depth: number, platform?: PlatformJson): Promise<Found[]> {
  const document = parseJsonBody(body, 'the manifest', store);
  const mediaType = String(document.mediaType ?? answered?.split(';')[0].trim() ?? guessMediaType(document));
  if (INDEXES.includes(mediaType) && Array.isArray(document.manifests) && depth < MAX_INDEX_DEPTH) {
    const descriptors = document.manifests.filter(isDescriptor).filter(isImage);
    const wanted = descriptors.filter(d => isLinux(d.platform)).filter(d => store.has?.(d.digest) ?? true);
    const others = descriptors.filter(d => !isLinux(d.platform)).map(d => ({ platform: formatPlatform(d.platform!), config: {}, isLinux: false }));
    const read = await Promise.all(wanted.map(async d => readDocument(verify(await store.readManifest(d.digest), d.digest, 'the manifest', store), store, depth + 1, d.platform)));
    return [...read.flat(), ...others];
  }
  if (!MANIFESTS.includes(mediaType) || !isDescriptor(document.config)) { throw imageError('SO654', { mediaType }); }
  const { digest, mediaType: type } = document.config;
  if (type !== undefined && !CONFIGURATIONS.includes(type)) { throw imageError('SO654', { mediaType: type }); }
  const configuration = parseJsonBody(verify(await store.readBlob(digest), digest, 'the configuration', store).body, 'the configuration', store);
  return [toPlatform(configuration, platform)];
}

/** Reads the configuration of an image, which contains its platform. */
export function toPlatform(configuration: RawConfiguration, platform: PlatformJson = configuration): Found {
  const config = configuration.config ?? {};
  return { platform: formatPlatform(platform), config: config as RawConfiguration, isLinux: isLinux(platform) };
}

/** Returns the content if it has the digest. */
export function verify(content: Content, wanted: string, what: string, { source }: Pick<ContentStore, 'source'>): Content {
  const given = computeDigest(content.body, wanted);
  if (given !== wanted) { throw imageError('SO653', { source, what, wanted, given }); }
  return content;
}

/** `like`: another digest, for its algorithm. */
export function computeDigest(body: Buffer, like = 'sha256:'): string {
  const algorithm = like.startsWith('sha512:') ? 'sha512' : 'sha256';
  return `${algorithm}:${createHash(algorithm).update(body).digest('hex')}`;
}

export function parseJsonBody(body: Buffer, what: string, { source }: Pick<ContentStore, 'source'>): RawConfiguration {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) { return value as RawConfiguration; }
  } catch { /* the same error as another value */ }
  throw imageError('SO657', { source, why: `${what} is not a JSON object` });
}

/** The media type of an OCI manifest is optional. */
function guessMediaType({ schemaVersion, manifests, config }: RawConfiguration): string {
  if (schemaVersion !== 2) { return `unknown (schema version ${JSON.stringify(schemaVersion)})`; }
  return Array.isArray(manifests) ? INDEXES[0] : config === undefined ? 'unknown' : MANIFESTS[0];
}

/** BuildKit writes an attestation with the platform unknown/unknown (BuildKit 0.11, docs/attestations/attestation-storage.md). */
function isImage({ artifactType, platform }: Descriptor): boolean {
  return platform?.os !== 'unknown' && (artifactType === undefined || CONFIGURATIONS.includes(artifactType));
}

function isDescriptor(value: unknown): value is Descriptor {
  const digest = (value as Partial<Descriptor> | null | undefined)?.digest;
  return typeof digest === 'string' && /^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/.test(digest);
}

/** An index may leave out the platform, which is then that of the configuration. */
function isLinux(platform: PlatformJson | undefined): boolean {
  return platform?.os === undefined || platform.os === 'linux';
}

function formatPlatform({ os = 'linux', architecture = 'unknown', variant }: PlatformJson): string {
  // arm64 has only the variant v8.
  return [os, architecture, ...variant && !(architecture === 'arm64' && variant === 'v8') ? [variant] : []].join('/');
}
