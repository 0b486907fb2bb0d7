import { createHash } from 'crypto';

export const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';
export const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
export const OCI_CONFIG = 'application/vnd.oci.image.config.v1+json';

type Document = Readonly<Record<'mediaType' | 'body' | 'digest', string>>;

/** `root`: the manifest or index to which the tag points. */
export interface TestImage { readonly root: Document; readonly documents: readonly Document[] }

const document = (mediaType: string, value: unknown): Document => {
  const body = JSON.stringify(value);
  return { mediaType, body, digest: `sha256:${createHash('sha256').update(body).digest('hex')}` };
};
const describe = ({ mediaType, body, digest }: Document) => ({ mediaType, digest, size: body.length });

/** An image for one platform. */
export function image(config: Readonly<Record<string, unknown>>, { os = 'linux', architecture = 'amd64', configType = OCI_CONFIG } = {}): TestImage {
  const configuration = document(configType, { architecture, os, config, rootfs: { type: 'layers', diff_ids: [] } });
  const root = document(OCI_MANIFEST, { schemaVersion: 2, mediaType: OCI_MANIFEST, config: describe(configuration), layers: [] });
  return { root, documents: [root, configuration] };
}

/** An index with an image for each platform. */
export function index(images: Readonly<Record<string, TestImage>>): TestImage {
  const manifests = Object.entries(images).map(([platform, { root }]) => {
    const [os, architecture, variant] = platform.split('/');
    return { ...describe(root), platform: { os, architecture, variant } };
  });
  const root = document(OCI_INDEX, { schemaVersion: 2, mediaType: OCI_INDEX, manifests });
  return { root, documents: [root, ...Object.values(images).flatMap(i => i.documents)] };
}

export function raw(mediaType: string, value: unknown): TestImage {
  const root = document(mediaType, value);
  return { root, documents: [root] };
}
