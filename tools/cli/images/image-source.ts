import { ImageReference } from '../../../src/images/image-reference';

/** A place with images: a registry, a container engine, a layout or an archive. */
export interface ImageSource {
  /** Throws an `ImageError` if the image cannot be read. */
  readonly read: (reference: ImageReference) => Promise<SourceImage>;
}

/** The image of a source, with one configuration for each Linux platform. */
export interface SourceImage {
  readonly digest: string;
  readonly configurations: readonly PlatformConfiguration[];
}

export interface PlatformConfiguration {
  /** Such as `linux/arm64`. */
  readonly platform: string;
  /** The field `config` of the image, in the format of Docker and OCI. */
  readonly config: RawConfiguration;
}

/** The types of the values are unchecked. */
export type RawConfiguration = Readonly<Record<string, unknown>>;
