import { existsSync, readFileSync, statSync } from 'fs';
import { join } from 'path';
import { MOST_BYTES } from './http-client';
import { ImageError, imageError } from './image-error';
import { ImageSource, RawConfiguration, SourceImage } from './image-source';
import { computeDigest, Content, parseJsonBody, readManifest, toPlatform, verify } from './read-manifest';
import { readTar } from './read-tar';
import { formatImageReference, ImageReference, normalizeImageReference } from '../../../src/images/image-reference';
import { describeFileError } from '../file-error';

/** The files of an OCI layout or an archive. */
interface Files {
  readonly read: (path: string) => Buffer | undefined;
  readonly has: (path: string) => boolean;
}

/** The annotation with the complete reference, which containerd, Docker and BuildKit write. */
const FULL_NAME = 'io.containerd.image.name';
/** The annotation of OCI, which contains a tag or a complete reference. */
const REF_NAME = 'org.opencontainers.image.ref.name';

/** A descriptor of `index.json`, whose types are unchecked. */
interface NamedDescriptor {
  readonly digest?: string;
  readonly mediaType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Reads images from OCI layouts, and from archives of `docker save`, `podman save` and `skopeo copy`. */
export class ArchiveSource implements ImageSource {
  private files?: Promise<Files>;

  /** `image`: the image of an archive that does not contain its name. */
  constructor(private readonly file: string, private readonly image?: string) {}

  public async read(reference: ImageReference): Promise<SourceImage> {
    try {
      this.files ??= openFiles(this.file);
      const files = await this.files;
      const index = files.read('index.json');
      const manifest = files.read('manifest.json');
      const found = (index && await this.readLayout(index, reference, files)) ?? (manifest && this.readSaved(manifest, reference, files));
      if (!index && !manifest) { throw new Error('the path contains neither an OCI layout nor an archive of `docker save`'); }
      if (found === undefined) { throw imageError('SO651', { source: this.file }); }
      return found;
    } catch (error) {
      if (error instanceof ImageError) { throw error; }
      throw imageError('SO657', { source: this.file, why: describeFileError(error) });
    }
  }

  private async readLayout(index: Buffer, reference: ImageReference, files: Files): Promise<SourceImage | undefined> {
    const store = { source: this.file };
    const { manifests } = parseJsonBody(index, 'index.json', store);
    const descriptors = (Array.isArray(manifests) ? manifests : []) as readonly NamedDescriptor[];
    const wanted = formatImageReference(reference);
    const isNamed = this.isNamed(reference);
    const named = descriptors.filter(({ digest, annotations }) => {
      const names = [annotations?.[FULL_NAME], annotations?.[REF_NAME]].filter(name => name !== undefined);
      return digest === reference.digest || names.some(name => /[/:]/.test(name) && normalizeImageReference(name) === wanted)
        || (isNamed && annotations?.[REF_NAME] === reference.tag);
    });
    const [found] = named.length > 0 ? named : isNamed && descriptors.length === 1 ? descriptors : [];
    if (typeof found?.digest !== 'string') { return undefined; }
    const read = async (digest: string): Promise<Content> => {
      const body = files.read(formatBlobPath(digest));
      if (body === undefined) { throw new Error(`${formatBlobPath(digest)} is missing`); }
      return { body };
    };
    const root = verify(await read(found.digest), found.digest, 'the manifest', store);
    const content = { ...store, readManifest: read, readBlob: read, has: (digest: string) => files.has(formatBlobPath(digest)) };
    return readManifest({ ...root, mediaType: found.mediaType }, found.digest, content);
  }

  /** Reads the format of Docker before 25 and of Podman. It contains no manifest, so the digest is that of the configuration. */
  private readSaved(manifest: Buffer, reference: ImageReference, files: Files): SourceImage | undefined {
    const entries = JSON.parse(manifest.toString('utf8')) as { Config?: string; RepoTags?: readonly string[] | null }[];
    const wanted = formatImageReference(reference);
    const named = entries.filter(({ RepoTags }) => RepoTags?.some(tag => normalizeImageReference(tag) === wanted));
    const [found] = named.length > 0 ? named : this.isNamed(reference) && entries.length === 1 ? entries : [];
    if (typeof found?.Config !== 'string') { return undefined; }
    const body = files.read(found.Config);
    if (body === undefined) { throw new Error(`${found.Config} is missing`); }
    const [expected] = /[0-9a-f]{64}/.exec(found.Config) ?? [];
    const digest = computeDigest(body);
    if (expected !== undefined) { verify({ body }, `sha256:${expected}`, 'the configuration', { source: this.file }); }
    const configuration: RawConfiguration = parseJsonBody(body, 'the configuration', { source: this.file });
    const { isLinux, ...platform } = toPlatform(configuration);
    if (!isLinux) { throw imageError('SO655', { platforms: [platform.platform] }); }
    return { digest, configurations: [platform] };
  }

  private isNamed(reference: ImageReference): boolean {
    return this.image !== undefined && normalizeImageReference(this.image) === formatImageReference(reference);
  }
}

function formatBlobPath(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

async function openFiles(path: string): Promise<Files> {
  if (statSync(path).isDirectory()) {
    const read = (name: string) => {
      const file = join(path, name);
      if (name.split('/').includes('..') || !existsSync(file)) { return undefined; }
      if (statSync(file).size > MOST_BYTES) { throw new Error(`${name} has more than ${MOST_BYTES} bytes`); }
      return readFileSync(file);
    };
    return { read, has: name => existsSync(join(path, name)) };
  }
  const files = await readTar(path, (name, size) => size <= MOST_BYTES && (/\.json$/.test(name) || /^blobs\//.test(name)));
  return { read: name => files.get(name), has: name => files.has(name) };
}
