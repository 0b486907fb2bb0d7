import { DIGEST, normalizeImageReference, parseImageReference } from './image-reference';
import { problem } from './problems';
import { getOrCreate, groupBy, sortEntries } from '../api/private/collections';
import { isObject } from '../api/private/json-object';
import { ANYTHING, closed, Kind, kind, mapOf, NAME, required, Shape, shown } from '../api/private/kind';
import { errorAt, Problem } from '../api/private/problem';

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

/** An image file, or the reason why it cannot be read; empty: there is no file. */
export interface ImageFileReading {
  readonly file?: ImageFile;
  readonly problems: readonly Problem[];
}

/**
 * Reads the named image file, otherwise `startup-order.images.json` in the working directory, which may be absent. An
 * invalid file throws an error. `option`: the option that names the file, such as '`startupOrder.images`'. `read`
 * returns the text of a file, and throws the errors of Node.
 */
export function readImageFile(
  named: string | undefined,
  option: string,
  read: (path: string) => string,
): ImageFileReading {
  const path = named ?? IMAGE_FILE;
  const where = named === undefined ? 'the working directory' : option;
  let text: string;
  try {
    text = read(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isAbsent = named === undefined && code === 'ENOENT';
    return {
      problems: isAbsent ? [] : [problem('SO644', { where, path, why: message.replace(/, open .*$/, '') })],
    };
  }
  return { file: parseImageFile(text, path), problems: [] };
}

/** The name of the file next to `cdk8s.yaml`. */
export const IMAGE_FILE = 'startup-order.images.json';

const FILE_VERSION = 1;

/** A larger file is no image file: an entry takes about 1 kB. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(text => typeof text === 'string');
const TEXTS = kind('a list of strings that is not empty', isTexts);
const COUNT = kind('a number of at least 0', value => Number.isFinite(value) && value >= 0);

const FIELDS: Shape<ImageFields> = {
  entrypoint: TEXTS,
  cmd: TEXTS,
  user: NAME,
  workingDir: NAME,
  path: NAME,
  stopSignal: NAME,
  exposedPorts: TEXTS,
  healthcheck: closed<ImageHealthcheck>('a HEALTHCHECK', {
    test: required(TEXTS),
    intervalSeconds: COUNT,
    timeoutSeconds: COUNT,
    startPeriodSeconds: COUNT,
    retries: COUNT,
  }),
};
const DIFFERENCE = Object.fromEntries(Object.entries(FIELDS).map(([field, of]) => [field, orNull(of)]));
const FILE = closed('an image file', {
  version: ANYTHING,
  images: required(
    mapOf(
      closed<ImageConfiguration>('an image', {
        digest: required(
          kind(
            'a digest, such as sha256: with 64 hexadecimal digits',
            value => typeof value === 'string' && DIGEST.test(value),
          ),
        ),
        platforms: required(
          kind(
            'a list of Linux platforms, such as linux/amd64',
            value => isTexts(value) && value.every(text => text.startsWith('linux/')),
          ),
        ),
        ...FIELDS,
        differences: mapOf(closed('the image of a platform', DIFFERENCE)),
      }),
    ),
  ),
});

function orNull({ check }: Kind): Kind {
  return { check: (value, what, problems) => (value === null ? undefined : check(value, what, problems)) };
}

/** The fields of an image that describe its process, in the order of the file. */
export const IMAGE_FIELDS = Object.keys(FIELDS) as readonly (keyof ImageFields)[];

/**
 * Reads the text of an image file. `path` is the name of the file in errors. Throws an error that lists all problems.
 */
export function parseImageFile(text: string, path: string): ImageFile {
  const fail = (...problems: readonly Problem[]) => errorAt(path, ...problems);
  let content: unknown;
  try {
    if (text.length > MOST_CHARACTERS) {
      throw new Error(`the file has more than ${MOST_CHARACTERS} characters`);
    }
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(problem('SO640', { what: `the file is not JSON (${(error as Error).message})` }));
  }
  if (!isObject(content)) {
    throw fail(problem('SO640', { what: 'the file is not an object' }));
  }
  if (content.version !== FILE_VERSION) {
    throw fail(problem('SO641', { given: shown(content.version), known: FILE_VERSION }));
  }
  const problems: Problem[] = [];
  FILE.check(content, '', problems);
  const { images } = content;
  const references = isObject(images) ? Object.keys(images) : [];
  const wrong = [
    ...problems.map(found => found.text),
    ...references
      .filter(reference => parseImageReference(reference) === undefined)
      .map(reference => `'${reference}' is not an image reference`),
    ...findDuplicates(references),
  ];
  if (wrong.length > 0) {
    throw fail(...wrong.map(what => problem('SO640', { what })));
  }
  return { images: new Map(Object.entries(images as Record<string, ImageConfiguration>)) };
}

/** Returns the text of the file, with its images sorted. */
export function formatImageFile({ images }: ImageFile): string {
  const content = { version: FILE_VERSION, images: Object.fromEntries(sortEntries(Object.fromEntries(images))) };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** The entries of a file by complete name. */
const ENTRIES = new WeakMap<ImageFile, ReadonlyMap<string, ImageConfiguration>>();

/**
 * Finds the entry of an image. `nginx` and `docker.io/library/nginx:latest` are the same image. `undefined`: no entry,
 * or no file.
 */
export function findImage(file: ImageFile | undefined, reference: string): ImageConfiguration | undefined {
  if (file === undefined) {
    return undefined;
  }
  const entries = getOrCreate(
    ENTRIES,
    file,
    () => new Map([...file.images].map(([key, entry]) => [normalizeImageReference(key), entry])),
  );
  return entries.get(normalizeImageReference(reference));
}

/** Whether one of these fields differs between the platforms of the image. */
export function differsByPlatform(
  { differences = {} }: ImageConfiguration,
  ...fields: readonly (keyof ImageFields)[]
): boolean {
  return Object.values(differences).some(difference => fields.some(field => difference[field] !== undefined));
}

/** Returns a field of an image; `undefined`: the image is unknown, leaves the field empty, or its platforms differ. */
export function findImageField<F extends keyof ImageFields>(
  file: ImageFile | undefined,
  reference: string,
  field: F,
): ImageFields[F] {
  const configuration = findImage(file, reference);
  return configuration === undefined || differsByPlatform(configuration, field) ? undefined : configuration[field];
}

/** Finds references of the same image with different text. */
function findDuplicates(references: readonly string[]): string[] {
  const found: string[] = [];
  for (const same of groupBy(references, normalizeImageReference).values()) {
    if (same.length > 1) {
      found.push(`${same.map(reference => `'${reference}'`).join(' and ')} are the same image`);
    }
  }
  return found;
}
