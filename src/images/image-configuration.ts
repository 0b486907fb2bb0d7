/**
 * The configuration of an image: the entry of one image reference in `startup-order.images.json`. A field that the
 * image leaves empty is `undefined`.
 */
export interface ImageConfiguration extends ImageFields {
  /** The digest to which the reference points: of the index if there is one, otherwise of the manifest. */
  readonly digest: string;
  /** The platforms of the image, sorted: `linux/amd64`, `linux/arm/v7`. */
  readonly platforms: readonly string[];
  /**
   * For each platform the fields that differ from the fields above. `null`: the image of the platform leaves the field
   * empty.
   */
  readonly differences?: Readonly<Record<string, ImageDifference>>;
}

/** The fields of an image configuration that describe the process of a container. */
export interface ImageFields {
  readonly entrypoint?: readonly string[];
  readonly cmd?: readonly string[];
  /** A name or a number, with or without a group: `101`, `nginx:nginx`. */
  readonly user?: string;
  readonly workingDir?: string;
  /**
   * `PATH` in the environment of the image. The file contains no other variable, because variables can contain secrets.
   */
  readonly path?: string;
  /** Such as `SIGQUIT`. */
  readonly stopSignal?: string;
  /** Such as `80/tcp`, sorted by port. */
  readonly exposedPorts?: readonly string[];
  readonly healthcheck?: ImageHealthcheck;
}

export type ImageDifference = { readonly [F in keyof ImageFields]?: ImageFields[F] | null };

/** `HEALTHCHECK` of a Dockerfile. */
export interface ImageHealthcheck {
  /** `['CMD', 'curl', …]`, `['CMD-SHELL', 'curl …']` or `['NONE']`. */
  readonly test: readonly string[];
  readonly intervalSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly startPeriodSeconds?: number;
  readonly retries?: number;
}

/** The content of `startup-order.images.json`. */
export interface ImageFile {
  /** By image reference, as the manifests contain it. */
  readonly images: ReadonlyMap<string, ImageConfiguration>;
}
