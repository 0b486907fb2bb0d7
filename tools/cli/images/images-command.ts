import { formatCount } from '../format-count';
import { createEntry, show } from './create-entry';
import { findImages, ManifestImage } from './find-images';
import { ImageError, imageError } from './image-source';
import { readInspectedImage } from './inspected-images';
import { chooseProgram } from './programs';
import { readRegistryImage } from './read-registry-image';
import { sortEntries } from '../../../src/api/private/collections';
import { Problem, startOrderError, errorAt } from '../../../src/api/private/problem';
import {
  ImageConfiguration,
  ImageFile,
  findImage,
  formatImageFile,
  parseImageFile,
} from '../../../src/images/image-file';
import { normalizeImageReference, parseImageReference } from '../../../src/images/image-reference';
import { problem } from '../../../src/images/problems';
import { describeFileError } from '../file-error';
import { ExitCode, Host } from '../host';
import { loadWorkloads, WorkloadOptions } from '../load-workloads';
import { writeFile } from '../output';

interface ImagesOptions extends WorkloadOptions {
  readonly output: string;
  readonly all?: boolean;
  /** The references of images besides the images of the manifests. */
  readonly image: readonly string[];
  readonly check?: boolean;
  /** A name of `PROGRAMS`. */
  readonly with?: string;
}

/** The images that are read at the same time. */
const PARALLEL = 8;

/**
 * Reads the configurations of images and writes the image file, or compares it with `--check`. An error leaves the file
 * unchanged.
 */
export async function imagesCommand(
  files: readonly string[],
  options: ImagesOptions,
  machine: Host,
): Promise<ExitCode> {
  const { output, check } = options;
  const before = readFormerFile(output, machine);
  if (files.length + options.image.length === 0 && before === undefined) {
    throw new Error(`name the manifests, as in \`images dist\`: ${output} does not exist yet`);
  }
  const found = files.length === 0 ? undefined : loadWorkloads(files, options, machine, { images: new Map() });
  if (found && found.code !== ExitCode.OK) {
    return found.code;
  }
  if (found?.pods.length === 0) {
    throw new Error('name the manifests: a file of plans does not contain the images of the containers');
  }
  const named = options.image.map(reference => ({ reference, place: '--image' }));
  const known = [...(before?.images.keys() ?? [])].map(reference => ({ reference, place: output }));
  // After synth, the manifest contains the command of an image from the file.
  const isWanted = ({ reference, isDependent }: ManifestImage) =>
    options.all || isDependent || findImage(before, reference) !== undefined;
  const wanted = [...named, ...(found ? findImages(found).filter(isWanted) : known)];
  // Two spellings of an image are one entry, with the last spelling.
  const merged = [...new Map(wanted.map(image => [normalizeImageReference(image.reference), image])).values()];

  const after = { images: await readImages(merged, options, machine) };
  const changes = listChanges(before ?? { images: new Map() }, after, check === true);
  machine.out(changes.map(change => `${change}\n`).join(''));
  const count = formatCount(after.images.size, 'image');
  if (check && changes.length > 0) {
    machine.out(`${output} is not up to date: run the same command without --check\n`);
    return ExitCode.FOUND;
  }
  if (check) {
    machine.out(`${output} is up to date: ${count}\n`);
    return ExitCode.OK;
  }
  const text = formatImageFile(after);
  if (before === undefined || text !== formatImageFile(before)) {
    writeFile(output, text, { ...machine, write: machine.replace });
  }
  machine.out(`${output}: ${count}\n`);
  return ExitCode.OK;
}

/** Returns `undefined` if the file does not exist. */
function readFormerFile(file: string, machine: Host): ImageFile | undefined {
  let text: string;
  try {
    text = machine.read(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw errorAt(file, problem('SO644', { where: '`--output`', path: file, why: describeFileError(error) }));
  }
  return parseImageFile(text, file);
}

/** Reads all images. Throws one error with the errors of all images. */
async function readImages(
  wanted: readonly Pick<ManifestImage, 'reference' | 'place'>[],
  options: ImagesOptions,
  machine: Host,
): Promise<Map<string, ImageConfiguration>> {
  const images = new Map<string, ImageConfiguration>();
  const problems: { path: string; problem: Problem }[] = [];
  if (wanted.length === 0) {
    return images;
  }
  const program = await chooseProgram(options.with, machine);
  const waiting = [...wanted];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        const reference = parseImageReference(next.reference);
        if (reference === undefined) {
          throw imageError('SO658', { given: next.reference });
        }
        const source =
          'manifest' in program
            ? readRegistryImage(reference, program, machine)
            : readInspectedImage(reference, program, machine);
        images.set(next.reference, createEntry(await source));
      } catch (error) {
        if (!(error instanceof ImageError)) {
          throw error;
        }
        problems.push({ path: `${next.reference}, ${next.place}`, problem: error.cause });
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (problems.length > 0) {
    throw startOrderError(problems.sort((a, b) => (a.path < b.path ? -1 : 1)));
  }
  return images;
}

/** Returns one line for each image that is new or no longer used, and for each field that has changed. */
function listChanges(before: ImageFile, after: ImageFile, isCheck: boolean): string[] {
  const lines = sortEntries(Object.fromEntries(after.images)).flatMap(([reference, entry]) => {
    const old = findImage(before, reference);
    if (old === undefined) {
      return [`${reference}: ${isCheck ? 'not in the file' : 'added'}`];
    }
    const fields = [...new Set([...Object.keys(old), ...Object.keys(entry)])] as (keyof ImageConfiguration)[];
    const changed = fields.filter(field => show(old[field]) !== show(entry[field]));
    return changed.map(field => `${reference}: ${field} is ${show(entry[field])}, and was ${show(old[field])}`);
  });
  const unused = [...before.images.keys()].filter(reference => findImage(after, reference) === undefined);
  const why = isCheck ? 'no longer used by the manifests' : 'removed, because no manifest uses it';
  return [...lines, ...unused.map(reference => `${reference}: ${why}`)];
}
