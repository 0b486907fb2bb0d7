import { Host } from './host';
import { startOrderError } from '../../src/api/private/problem';
import { ImageFile } from '../../src/images/image-configuration';
import { readImageFile } from '../../src/images/read-image-file';

export interface ImageFileOptions {
  /** The path of the image file. */
  readonly images?: string;
}

/**
 * Reads the image file of `--images`, otherwise of the working directory, if it exists, as synth does. A file that
 * cannot be read is an error.
 */
export function loadImageFile({ images: path }: ImageFileOptions, machine: Host): ImageFile | undefined {
  const reading = readImageFile(path === undefined ? undefined : { path, where: '`--images`' }, machine.read);
  if (reading && !reading.file) {
    throw startOrderError(reading.problems.map(problem => ({ path: path ?? '.', problem })));
  }
  return reading?.file;
}
