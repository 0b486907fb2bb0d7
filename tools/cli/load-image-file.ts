import { Host } from './host';
import { FileOptions } from './output';
import { errorAt } from '../../src/api/private/problem';
import { ImageFile, readImageFile } from '../../src/images/image-file';

/**
 * Reads the image file of `--images`, otherwise of the working directory, if it exists, as synth does. A file that
 * cannot be read is an error.
 */
export function loadImageFile({ images: path }: FileOptions, machine: Host): ImageFile | undefined {
  const reading = readImageFile(path === undefined ? undefined : { path, where: '`--images`' }, machine.read);
  if (reading && !reading.file) {
    throw errorAt(path ?? '.', ...reading.problems);
  }
  return reading?.file;
}
