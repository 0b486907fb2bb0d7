import { ImageConfiguration, ImageFields, ImageFile, ImageHealthcheck } from './image-configuration';
import { normalizeImageReference, parseImageReference } from './image-reference';
import { isObject, JsonObject } from '../api/private/json-object';
import { shown } from '../api/private/kind';
import { Problem, problem, startOrderError } from '../api/private/problem';

/** The name of the file next to `cdk8s.yaml`. */
export const IMAGE_FILE = 'startup-order.images.json';

const FILE_VERSION = 1;

/** A larger file is no image file: an entry takes about 1 kB. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** The type of a field: its name in an error, and its test. */
interface FieldType {
  readonly wanted: string;
  readonly accepts: (value: unknown) => boolean;
}

const TEXT: FieldType = { wanted: 'a string that is not empty', accepts: value => typeof value === 'string' && value !== '' };
const TEXTS: FieldType = { wanted: 'a list of strings', accepts: value => isTexts(value) && value.length > 0 };
const PLATFORMS: FieldType = {
  wanted: 'a list of Linux platforms, such as linux/amd64', accepts: value => TEXTS.accepts(value) && (value as readonly string[]).every(text => text.startsWith('linux/')),
};
const COUNT: FieldType = { wanted: 'a number of at least 0', accepts: value => typeof value === 'number' && Number.isFinite(value) && value >= 0 };
const DIGEST_TEXT: FieldType = { wanted: 'a digest, such as sha256: with 64 hexadecimal digits', accepts: value => typeof value === 'string' && /^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/.test(value) };
const OBJECT: FieldType = { wanted: 'an object', accepts: isObject };

/** In the order of the file. */
const FIELDS: Readonly<Record<keyof ImageFields, FieldType>> = {
  entrypoint: TEXTS, cmd: TEXTS, user: TEXT, workingDir: TEXT, path: TEXT, stopSignal: TEXT, exposedPorts: TEXTS, healthcheck: OBJECT,
};
const ENTRY: Readonly<Record<keyof ImageConfiguration, FieldType>> = { digest: DIGEST_TEXT, platforms: PLATFORMS, ...FIELDS, differences: OBJECT };
const HEALTHCHECK: Readonly<Record<keyof ImageHealthcheck, FieldType>> = {
  test: TEXTS, intervalSeconds: COUNT, timeoutSeconds: COUNT, startPeriodSeconds: COUNT, retries: COUNT,
};

/** The fields of an image that describe its process, in the order of the file. */
export const IMAGE_FIELDS = Object.keys(FIELDS) as readonly (keyof ImageFields)[];

/** Reads the text of an image file. `path` is the name of the file in errors. Throws an error that lists all problems. */
export function parseImageFile(text: string, path: string): ImageFile {
  const fail = (...problems: readonly Problem[]) => startOrderError(problems.map(p => ({ path, problem: p })));
  let content: unknown;
  try {
    if (text.length > MOST_CHARACTERS) { throw new Error(`the file has more than ${MOST_CHARACTERS} characters`); }
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(problem('SO640', { what: `the file is not JSON (${(error as Error).message})` }));
  }
  if (!isObject(content)) { throw fail(problem('SO640', { what: 'the file is not an object' })); }
  if (content.version !== FILE_VERSION) { throw fail(problem('SO641', { given: shown(content.version), known: FILE_VERSION })); }
  const wrong = findWrongFields(content, { version: COUNT, images: OBJECT }, ['images'], '');
  const images = isObject(content.images) ? content.images : {};
  wrong.push(...Object.entries(images).flatMap(([reference, entry]) => findWrongEntry(reference, entry)), ...findDuplicates(Object.keys(images)));
  if (wrong.length > 0) { throw fail(...wrong.map(what => problem('SO640', { what }))); }
  return { images: new Map(Object.entries(images as Record<string, ImageConfiguration>)) };
}

/** Returns the text of the file: sorted, so that the same images give the same text. */
export function formatImageFile({ images }: ImageFile): string {
  const entries = [...images].sort(([a], [b]) => a < b ? -1 : 1).map(([reference, entry]) => [reference, sortFields(entry)]);
  return `${JSON.stringify({ version: FILE_VERSION, images: Object.fromEntries(entries) }, undefined, 2)}\n`;
}

/** The entries of a file by complete name. */
const ENTRIES = new WeakMap<ImageFile, ReadonlyMap<string, ImageConfiguration>>();

/** Finds the entry of an image. `nginx` and `docker.io/library/nginx:latest` are the same image. */
export function findImage(file: ImageFile, reference: string): ImageConfiguration | undefined {
  let entries = ENTRIES.get(file);
  if (entries === undefined) {
    entries = new Map([...file.images].map(([key, entry]) => [normalizeImageReference(key), entry]));
    ENTRIES.set(file, entries);
  }
  return file.images.get(reference) ?? entries.get(normalizeImageReference(reference));
}

function findWrongEntry(reference: string, entry: unknown): string[] {
  const place = `images['${reference}']`;
  if (parseImageReference(reference) === undefined) { return [`'${reference}' is not an image reference`]; }
  if (!isObject(entry)) { return [`${place} is not an object`]; }
  const differences = isObject(entry.differences) ? Object.entries(entry.differences) : [];
  return [
    ...findWrongFields(entry, ENTRY, ['digest', 'platforms'], place),
    ...findWrongHealthcheck(entry.healthcheck, place),
    ...differences.flatMap(([platform, difference]) => {
      const at = `${place}.differences['${platform}']`;
      if (!isObject(difference)) { return [`${at} is not an object`]; }
      const given = Object.fromEntries(Object.entries(difference).filter(([, value]) => value !== null));
      return [...findWrongFields(given, FIELDS, [], at), ...findWrongHealthcheck(given.healthcheck, at)];
    }),
  ];
}

function findWrongHealthcheck(healthcheck: unknown, place: string): string[] {
  return isObject(healthcheck) ? findWrongFields(healthcheck, HEALTHCHECK, ['test'], `${place}.healthcheck`) : [];
}

function findWrongFields(object: JsonObject, types: Readonly<Record<string, FieldType>>, required: readonly string[], place: string): string[] {
  const at = (field: string) => place === '' ? field : `${place}.${field}`;
  const known = (field: string) => Object.prototype.hasOwnProperty.call(types, field);
  return [
    ...required.filter(field => object[field] === undefined).map(field => `${at(field)} is missing`),
    ...Object.keys(object).filter(field => !known(field)).map(field => `${at(field)} is unknown`),
    ...Object.entries(object).filter(([field, value]) => known(field) && !types[field].accepts(value)).map(([field]) => `${at(field)} must be ${types[field].wanted}`),
  ];
}

/** Finds references of the same image with different text. */
function findDuplicates(references: readonly string[]): string[] {
  const first = new Map<string, string>();
  return references.flatMap(reference => {
    const normalized = normalizeImageReference(reference);
    const other = first.get(normalized);
    first.set(normalized, reference);
    return other === undefined ? [] : [`'${other}' and '${reference}' are the same image`];
  });
}

function sortFields(entry: ImageConfiguration): object {
  const { healthcheck, differences } = entry;
  const fields = pick({ ...entry, healthcheck: healthcheck && pick(healthcheck, Object.keys(HEALTHCHECK)) }, Object.keys(ENTRY));
  if (differences === undefined) { return fields; }
  const sorted = Object.entries(differences).sort(([a], [b]) => a < b ? -1 : 1);
  const picked = sorted.map(([platform, difference]) => [platform, pick(difference, IMAGE_FIELDS)]);
  return { ...fields, differences: Object.fromEntries(picked) };
}

function pick(object: object, fields: readonly string[]): object {
  const values = object as JsonObject;
  return Object.fromEntries(fields.filter(field => values[field] !== undefined).map(field => [field, values[field]]));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(text => typeof text === 'string');
}
