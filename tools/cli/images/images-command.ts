import { formatCount } from '../format-count';
import { ArchiveSource } from './archive-source';
import { createEntry } from './create-entry';
import { EngineSource, findDocker, findPodman } from './engine-source';
import { findImages } from './find-images';
import { ImageError, imageError } from './image-error';
import { ImageSource } from './image-source';
import { RegistrySource } from './registry-source';
import { Problem, problem, startOrderError } from '../../../src/api/private/problem';
import { ImageConfiguration, ImageFile } from '../../../src/images/image-configuration';
import { findImage, formatImageFile, parseImageFile } from '../../../src/images/image-file';
import { normalizeImageReference, parseImageReference } from '../../../src/images/image-reference';
import { ExitCode } from '../exit-code';
import { describeFileError } from '../file-error';
import { Host } from '../host';
import { loadWorkloads, WorkloadOptions } from '../load-workloads';
import { Progress } from '../progress';

export interface ImagesOptions extends WorkloadOptions {
  readonly output: string;
  readonly all?: boolean;
  /** The references of images besides the images of the manifests. */
  readonly image: readonly string[];
  readonly check?: boolean;
  readonly docker?: boolean;
  readonly podman?: boolean;
  /** `PATH` or `IMAGE=PATH`. */
  readonly from: readonly string[];
  /** `REGISTRY=HOST[:PORT][/PATH]`. */
  readonly mirror: readonly string[];
  readonly insecureRegistry: readonly string[];
  /** For one answer, in seconds. */
  readonly timeout: number;
}

/** The images that are read at the same time. */
const PARALLEL = 16;

/** An image to read. */
interface Wanted {
  readonly reference: string;
  /** The container or the file that contains the image. */
  readonly place: string;
  /** A container with the image that has neither `command` nor `args`. */
  readonly withoutCommand?: string;
}

/** Reads the configurations of images and writes the image file, or compares it with `--check`. An error leaves the file unchanged. */
export async function imagesCommand(files: readonly string[], options: ImagesOptions, machine: Host): Promise<ExitCode> {
  const { output, check } = options;
  const sources = createSources(options, machine);
  const before = readFormerFile(output, machine);
  if (files.length + options.image.length === 0 && before === undefined) {
    throw new Error(`name the manifests, as in \`images dist\`: ${output} does not exist yet`);
  }
  const found = files.length === 0 ? undefined : loadWorkloads(files, options, machine);
  if (found && found.code !== ExitCode.OK) { return found.code; }
  const named = options.image.map(reference => ({ reference, place: '--image' }));
  const others = found ? listWanted(findImages(found.pods), before, options)
    : [...before?.images.keys() ?? []].map(reference => ({ reference, place: output }));
  const wanted = mergeSpellings([...named, ...others]);

  const after = { images: await readImages(wanted, sources, machine) };
  const changes = listChanges(before ?? { images: new Map() }, after, check === true);
  machine.out(changes.map(change => `${change}\n`).join(''));
  if (check) {
    const isStale = changes.length > 0;
    machine.out(isStale ? `${output} is not up to date: run the same command without --check\n` : `${output} is up to date: ${formatCount(after.images.size, 'image')}\n`);
    return isStale ? ExitCode.FOUND : ExitCode.OK;
  }
  const text = formatImageFile(after);
  if (before === undefined || text !== formatImageFile(before)) { replace(output, text, machine); }
  machine.out(`${output}: ${formatCount(after.images.size, 'image')}\n`);
  return ExitCode.OK;
}

/** Returns `undefined` if the file does not exist. */
function readFormerFile(file: string, machine: Host): ImageFile | undefined {
  let text: string;
  try {
    text = machine.read(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') { return undefined; }
    throw startOrderError([{ path: file, problem: problem('SO644', { where: '`--output`', path: file, why: describeFileError(error) }) }]);
  }
  return parseImageFile(text, file);
}

function replace(file: string, text: string, machine: Host): void {
  try {
    machine.replace(file, text);
  } catch (error) {
    throw new Error(`${file}: cannot be written: ${describeFileError(error)}`);
  }
}

/** Returns the images of dependents without `command`, and the images of the file that still occur: after synth, the manifest contains the command of an image from the file. */
function listWanted(images: ReturnType<typeof findImages>, before: ImageFile | undefined, { all }: ImagesOptions): Wanted[] {
  const isWanted = (reference: string) => before !== undefined && findImage(before, reference) !== undefined;
  return images.filter(i => all || i.isDependent || isWanted(i.reference))
    .map(({ reference, container, withoutCommand }) => ({ reference, place: container, withoutCommand }));
}

/** Two spellings of an image are one entry, with the last spelling. */
function mergeSpellings(wanted: readonly Wanted[]): Wanted[] {
  return [...new Map(wanted.map(w => [normalizeImageReference(w.reference), w])).values()];
}

/** The sources of one run, in the order in which they are asked. */
function createSources({ docker, podman, from, mirror, insecureRegistry, timeout }: ImagesOptions, { environment }: Host): ImageSource[] {
  const milliseconds = timeout * 1000;
  const mirrors = new Map(mirror.map(text => {
    const [, registry, target] = /^([^=/]+)=([^=]+?)\/?$/.exec(text) ?? [];
    if (registry === undefined) { throw new Error(`--mirror ${text}: write it as in docker.io=mirror.example.com:5000`); }
    return [registry, target] as const;
  }));
  const local = [
    ...from.map(text => {
      const equals = text.indexOf('=');
      return equals < 0 ? new ArchiveSource(text) : new ArchiveSource(text.slice(equals + 1), text.slice(0, equals));
    }),
    ...docker ? [new EngineSource('Docker', findDocker(environment), milliseconds)] : [],
    ...podman ? [new EngineSource('Podman', findPodman(environment), milliseconds)] : [],
  ];
  return local.length > 0 ? local : [new RegistrySource({ environment, mirrors, insecure: new Set(insecureRegistry), timeout: milliseconds })];
}

/** Reads all images. Throws one error with the errors of all images. */
async function readImages(wanted: readonly Wanted[], sources: readonly ImageSource[], machine: Host): Promise<Map<string, ImageConfiguration>> {
  const progress = new Progress(machine);
  const images = new Map<string, ImageConfiguration>();
  const problems: { path: string; problem: Problem }[] = [];
  const waiting = [...wanted];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        images.set(next.reference, await readImage(next, sources));
      } catch (error) {
        if (!(error instanceof ImageError)) { throw error; }
        problems.push({ path: `${next.reference}, ${next.place}`, problem: error.cause });
      }
      progress.tell(() => `${images.size + problems.length} of ${wanted.length} images read`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work)).finally(() => { progress.end(); });
  if (problems.length > 0) { throw startOrderError(problems.sort((a, b) => a.path < b.path ? -1 : 1)); }
  return images;
}

/** Asks one source after the other, until a source has the image. */
async function readImage({ reference, withoutCommand }: Wanted, sources: readonly ImageSource[]): Promise<ImageConfiguration> {
  const parsed = parseImageReference(reference);
  if (parsed === undefined) { throw imageError('SO658', { given: reference }); }
  let missing: ImageError | undefined;
  for (const source of sources) {
    try {
      const entry = createEntry(await source.read(parsed));
      if (withoutCommand !== undefined && entry.entrypoint === undefined && entry.cmd === undefined) {
        throw imageError('SO642', { name: withoutCommand, image: reference });
      }
      return entry;
    } catch (error) {
      if (!(error instanceof ImageError) || error.cause.code !== 'SO651') { throw error; }
      missing ??= error;
    }
  }
  throw missing;
}

/** Returns one line for each image that is new, changed or no longer used. */
function listChanges(before: ImageFile, after: ImageFile, isCheck: boolean): string[] {
  const lines = [...after.images].sort(([a], [b]) => a < b ? -1 : 1).flatMap(([reference, entry]) => {
    const old = findImage(before, reference);
    if (old === undefined) { return [isCheck ? `${reference}: not in the file` : `${reference}: added`]; }
    const { digest: oldDigest, ...oldFields } = old;
    const { digest, ...fields } = entry;
    const changed = [...new Set([...Object.keys(oldFields), ...Object.keys(fields)])]
      .filter(field => JSON.stringify(oldFields[field as keyof typeof fields]) !== JSON.stringify(fields[field as keyof typeof fields]));
    return [
      ...digest === oldDigest ? [] : [`${reference}: the digest is ${digest}, and was ${oldDigest}`],
      ...changed.map(field => `${reference}: ${field} is ${show(fields[field as keyof typeof fields])}, and was ${show(oldFields[field as keyof typeof fields])}`),
    ];
  });
  const unused = [...before.images.keys()].filter(reference => findImage(after, reference) === undefined);
  return [...lines, ...unused.map(reference => isCheck ? `${reference}: no longer used by the manifests` : `${reference}: removed, because no manifest uses it`)];
}

function show(value: unknown): string {
  return value === undefined ? 'empty' : JSON.stringify(value);
}
